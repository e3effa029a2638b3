/**
 * Writes the changes of one batch of a load and pushes them to the index: which changes there are,
 * and the IDs of new records.
 */

import { isDeepStrictEqual } from 'node:util';
import { hostIdentityOf } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { statusOf } from '../kinds/visibility.js';
import { isBlank } from '../lib/text.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { Change, OutboxEntry, Outcome } from '../store/port.js';
import { afterCommit } from '../sync/after-commit.js';
import { workOff } from '../sync/outbox.js';
import type { LoadEntry, LoadOptions } from './entry.js';

/**
 * Writes a batch and pushes it. Of two changes to one record, the later replaces the earlier.
 * → IDs of records that were not written because of a concurrent write.
 */
export async function writeBatch(
  deps: Deps,
  all: readonly Change[],
  push: LoadOptions['push'] = (written) => afterCommit(deps, written),
): Promise<Set<number>> {
  const last = new Map<number, Change>();
  for (const change of all) {
    const earlier = last.get(change.record.id);
    last.set(change.record.id, earlier ? joined(earlier, change) : change);
  }
  const changes = [...last.values()];
  if (changes.length === 0) return new Set();
  const leasedUntilMs = deps.now() + limits.leaseMs;
  const outcome = await deps.store.write(changes, { leasedUntilMs });
  await push(outcome);
  return new Set(outcome.conflicts.flatMap(({ at }) => changes[at]?.record.id ?? []));
}

/**
 * → the pushes of a load: that of a batch runs while the next one is read and written. What is not
 * pushed stays in the outbox.
 */
export function openPushBehind(deps: Deps) {
  let last: Promise<unknown> = Promise.resolve();
  // Leased until the end, so that a service beside does not count the same usage again and again.
  const others: OutboxEntry[] = [];
  return {
    /** Starts this push; waits for the one before. */
    push: async ({ entries, written }: Outcome): Promise<void> => {
      await last;
      for (const entry of entries) {
        if (entry.task !== 'index') others.push({ ...entry, records: [], removed: {} });
      }
      const own = entries.filter(({ task }) => task === 'index');
      last = workOff(deps, own, written);
      // A later call throws it.
      last.catch(() => undefined);
    },
    /** Waits for the last push. Throws what it threw. */
    done: async (): Promise<void> => {
      await last;
      await deps.store.outbox.renew(others.splice(0), { untilMs: deps.now() });
    },
  };
}

function joined(earlier: Change, later: Change): Change {
  return {
    ...later,
    record: { ...later.record, revision: earlier.record.revision },
    expected: earlier.expected,
    creates: [...(earlier.creates ?? []), ...(later.creates ?? [])],
    touched: [...(earlier.touched ?? []), ...(later.touched ?? [])],
    keys: [...(earlier.keys ?? []), ...(later.keys ?? [])],
    lost: [...(earlier.lost ?? []), ...(later.lost ?? [])],
  };
}

/**
 * → whether two states of a record have the same content. An absent field equals an empty one, and
 * the initial value of its kind.
 */
export function isSame(before: StoredRecord, after: StoredRecord): boolean {
  const contentOf = ({ title, slug, author, ...rest }: StoredRecord) => ({
    title,
    slug,
    status: statusOf(rest),
    removed: rest.removed,
    author,
    dates: [rest.date, rest.date_utc],
    fields: Object.fromEntries(
      Object.entries({ ...initialOf(rest.kind), ...rest.fields }).filter(
        ([, value]) => !isBlank(value),
      ),
    ),
    relations: idsOf(rest.relations),
    parts: (rest.parts ?? []).map((part) => ({ ...part, relations: idsOf(part.relations) })),
  });
  return isDeepStrictEqual(contentOf(before), contentOf(after));
}

const idsOf = (relations: StoredRecord['relations']) =>
  Object.fromEntries(
    Object.entries(relations).map(([field, linked]) => [field, linked.map(({ id }) => id)]),
  );

/** → the values of a record of the kind to which nothing was sent. */
const initialOf = (kind: StoredRecord['kind']) =>
  Object.fromEntries(
    Object.entries(kinds[kind].fields).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  );

/**
 * → a function that gives each new record of the batch its ID. They lie above all IDs that the
 * batch names as this system's: a calendar may still know another record by one of those. `made`
 * gets the first ID of a load.
 */
export async function reserveIds(
  { store, roots }: Deps,
  { name, family }: Kind,
  { count, entries, made }: { count: number; entries: readonly LoadEntry[] } & Made,
): Promise<(of: Kind) => number> {
  const named = entries.flatMap(({ keys }) =>
    keys.flatMap((key) => hostIdentityOf(name, key) ?? []),
  );
  const own = named.filter(({ host }) => host === roots.host).map(({ id }) => id);
  const ids = count > 0 ? await store.nextIds(family.name, count, Math.max(0, ...own)) : [];
  if (ids[0] !== undefined && !made?.has(family.name)) made?.set(family.name, ids[0]);
  return () => {
    const id = ids.shift();
    if (id === undefined) throw new Error('more records than IDs reserved');
    return id;
  };
}

type Made = Pick<LoadOptions, 'made'>;
