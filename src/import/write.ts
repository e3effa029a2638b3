/**
 * Writes the changes of one batch of a load and pushes them to the index: which changes there are,
 * and the IDs of new records.
 */

import { isDeepStrictEqual } from 'node:util';
import { hostIdentityOf } from '../kinds/identity.js';
import { allKinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { TEXT_LANGUAGE } from '../kinds/texts.js';
import { statusOf } from '../kinds/visibility.js';
import { openBatcher } from '../lib/batcher.js';
import { isBlank } from '../lib/text/text.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import {
  type Change,
  type OutboxEntry,
  type Outcome,
  type RecordRef,
  refKey,
} from '../store/port.js';
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
 * → the pushes of a load, which run in the background: outcomes that come during a push are sent
 * together, and the load waits only for more than a batch. The rest remains in the outbox.
 */
export function openPushBehind(deps: Deps) {
  const pushes = openBatcher<Outcome>();
  const running: Promise<void>[] = [];
  let waiting = 0;
  let failure: { error: unknown } | null = null;
  const later = openLater(deps);
  const throwFailure = () => {
    if (failure) throw failure.error;
  };
  const push = async (outcome: Outcome): Promise<void> => {
    while (waiting > limits.batchRecords) await running[0];
    throwFailure();
    await later.take(outcome.entries);
    const count = outcome.written.length;
    waiting += count;
    const done = pushes(outcome, (all) => pushAll(deps, all))
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => {
        waiting -= count;
        running.shift();
      });
    running.push(done);
  };
  return {
    /** Starts this push after earlier pushes. Throws the error of an earlier push. */
    push,
    /** Waits for all pushes, and counts usage, or leaves it to others. Throws a push's error. */
    done: async ({ isCounted = true } = {}): Promise<void> => {
      await Promise.all(running);
      throwFailure();
      await later.end(isCounted);
    },
  };
}

async function pushAll(deps: Deps, outcomes: readonly Outcome[]): Promise<void> {
  const entries = outcomes.flatMap((outcome) => outcome.entries.filter(isIndex));
  await workOff(
    deps,
    entries,
    outcomes.flatMap(({ written }) => written),
  );
}

const isIndex = ({ task }: OutboxEntry): boolean => task === 'index';

/**
 * → the entries of a load that wait for its end. Usage is leased, so that a service at the same
 * store does not count the same records again and again. A killed load leaves it to others.
 */
function openLater(deps: Deps) {
  const { outbox } = deps.store;
  const touched = new Map<string, RecordRef>();
  let usage: OutboxEntry[] = [];
  let later: OutboxEntry[] = [];
  let renewedMs = deps.now();
  return {
    async take(entries: readonly OutboxEntry[]): Promise<void> {
      for (const entry of entries.filter((other) => !isIndex(other))) {
        const isUsage = entry.task === 'usage';
        for (const ref of isUsage ? entry.records : []) touched.set(refKey(ref), ref);
        (isUsage ? usage : later).push({ ...entry, records: [], removed: {} });
      }
      if (deps.now() - renewedMs < limits.leaseMs / RENEWALS) return;
      renewedMs = deps.now();
      await outbox.renew(usage, { untilMs: renewedMs + limits.leaseMs });
    },
    /** Counts each used record once, or gives all up to whoever comes. */
    async end(isCounted: boolean): Promise<void> {
      const [first, ...rest] = usage;
      const records = [...touched.values()];
      const left = [...later, ...usage];
      [usage, later] = [[], []];
      touched.clear();
      const isDone = first && isCounted && (await workOff(deps, [{ ...first, records }]));
      if (isDone) await outbox.finish(rest);
      await outbox.renew(isDone ? left.filter(isNotUsage) : left, { untilMs: deps.now() });
    },
  };
}

const isNotUsage = ({ task }: OutboxEntry): boolean => task !== 'usage';

/** Renewals of a lease before it would end. */
const RENEWALS = 3;

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
  const isLabelled = TEXT_LANGUAGE in before.fields;
  const contentOf = ({ title, slug, author, ...rest }: StoredRecord) => ({
    title,
    slug,
    status: statusOf(rest),
    removed: rest.removed,
    author,
    dates: [rest.date, rest.date_utc],
    relations: idsOf(rest.relations),
    parts: (rest.parts ?? []).map((part) => ({ ...part, relations: idsOf(part.relations) })),
  });
  const valuesOf = ({ kind, fields }: StoredRecord) =>
    Object.entries({ ...INITIAL[kind], ...fields }).filter(
      // A release before 2.0.0 stored no language.
      ([name, value]) => !isBlank(value) && (name !== TEXT_LANGUAGE || isLabelled),
    );
  const hasSame = <T>(of: (record: StoredRecord) => T) => isDeepStrictEqual(of(before), of(after));
  return (
    hasSame(contentOf) &&
    (hasSame(({ fields }) => fields) || hasSame((record) => Object.fromEntries(valuesOf(record))))
  );
}

const idsOf = (relations: StoredRecord['relations']) =>
  Object.fromEntries(
    Object.entries(relations).map(([field, linked]) => [field, linked.map(({ id }) => id)]),
  );

/** The values of a record to which nothing was sent, by kind. */
const INITIAL = Object.fromEntries(
  allKinds.map(({ name, fields }) => [
    name,
    Object.fromEntries(
      Object.entries(fields).flatMap(([field, { initial }]) =>
        initial === undefined ? [] : [[field, initial]],
      ),
    ),
  ]),
);

/**
 * → a function that gives each new record of the batch its ID. The IDs are above all IDs that the
 * batch names as this system's: a calendar may still know another record by such an ID. `made` gets
 * the first ID of a load.
 */
export async function reserveIds(
  { store, roots }: Deps,
  { name, family }: Kind,
  { count, entries, made }: { count: number; entries: readonly LoadEntry[] } & Made,
): Promise<(of: Kind) => number> {
  const named = entries.flatMap(({ keys }) =>
    keys.flatMap((key) => hostIdentityOf(name, key) ?? []),
  );
  // Nothing has a higher ID than that.
  const ours = named.filter(({ host, id }) => host === roots.host && id <= limits.idMax);
  const highest = Math.max(0, ...ours.map(({ id }) => id));
  const ids = count > 0 ? await store.nextIds(family.name, count, highest) : [];
  if (ids[0] !== undefined && !made?.has(family.name)) made?.set(family.name, ids[0]);
  return () => {
    const id = ids.shift();
    if (id === undefined) throw new Error('more records than IDs reserved');
    return id;
  };
}

type Made = Pick<LoadOptions, 'made'>;
