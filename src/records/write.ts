/**
 * Records → the store, in one write: what they link is created or embedded first, all of it or
 * nothing. Then the index is told. Called by create, update, remove and load.
 */
import type { Caller } from '../access/roles.js';
import { couldNotDelete, couldNotWrite } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { Snapshot, StoredRecord } from '../kinds/record.js';
import { publicFrom } from '../kinds/visibility.js';
import { type Line, openLine } from '../lib/line.js';
import { limits } from '../limits.js';
import type { Change, Outcome, Touch } from '../store/port.js';
import { pushWritten } from '../sync/push.js';
import type { Deps } from './deps.js';
import { type Drafting, draftRecord } from './draft.js';
import { findDuplicate } from './duplicates.js';
import type { Input, Link } from './planned.js';
import { findTerm } from './relations.js';
import { toSlug } from './slug.js';

/** A record about to be written, with those created on its way. */
export interface Assembly {
  record: StoredRecord;
  /** Null: there is nothing to write. */
  change: Change | null;
}

/** → the copy of a record that its holders embed. */
export function toSnapshot(record: StoredRecord): Snapshot {
  const {
    relations: _,
    external_id: __,
    slug_reserved: ___,
    status_before_trash: ____,
    ...core
  } = record;
  return core;
}

/**
 * Drafts a record with everything it links. Reads the store, writes nothing.
 * → the record with IDs, and the change that brings it and what it links.
 */
export async function assemble(
  deps: Deps,
  kind: Kind,
  input: Input,
  drafting: Drafting,
): Promise<Assembly> {
  // First of all: it may still be refused, and no image of what it links may be stored by then.
  const drafted = await draftRecord(deps, kind, input, drafting);
  const creates: StoredRecord[] = [];
  const relations: Record<string, Snapshot[]> = { ...(drafting.stored?.relations ?? {}) };
  for (const { field } of kind.relations) {
    const links = input.links[field];
    if (!links) {
      relations[field] ??= [];
      continue;
    }
    const snapshots: Snapshot[] = [];
    for (const link of links) {
      const linked = await linkedRecord(deps, link, drafting.caller, creates);
      if (!snapshots.some((other) => other.id === linked.id)) snapshots.push(toSnapshot(linked));
    }
    relations[field] = snapshots;
  }
  const record: StoredRecord = { ...drafted, relations };
  if (record.id === 0) record.id = drafting.takeId?.(kind) ?? (await nextId(deps, kind));
  const change: Change = {
    record,
    expected: drafting.stored?.revision ?? 0,
    spreads: drafting.stored !== null && kind.relations.length === 0,
    checksLinks: kind.relations.some(({ field }) => input.links[field] !== undefined),
    creates,
    touches: touchesOf(drafting.stored, record),
  };
  return { record, change };
}

async function linkedRecord(
  deps: Deps,
  link: Link,
  caller: Caller,
  creates: StoredRecord[],
): Promise<StoredRecord> {
  if ('record' in link) return link.record;
  const kind = kinds[link.kind];
  const created = creates.filter((record) => record.kind === kind.name);
  const findTwin = () =>
    kind.family.name === 'term'
      ? findTerm(deps, kind.name, link.input)
      : findDuplicate(deps, kind, link.input.values, { caller, created });
  const twin = await findTwin();
  if (twin) return twin;
  const record = await draftRecord(deps, kind, link.input, {
    caller,
    stored: null,
    avoid: new Set(created.map(({ slug }) => slug)),
  });
  const late = hasOtherSlug(record) ? await findTwin() : null;
  if (late) return late;
  record.id = await nextId(deps, kind);
  creates.push(record);
  return record;
}

/**
 * → whether a new record's slug is not that of its title: somebody has it, and may have got it
 * since a record of the same title was looked for.
 */
export const hasOtherSlug = ({ slug, title }: StoredRecord): boolean => slug !== toSlug(title);

async function nextId(deps: Deps, kind: Kind): Promise<number> {
  const [id] = await deps.store.nextIds(kind.family.idSpace, 1);
  return Number(id);
}

/** → the records whose usage a write may change: none when nothing they count has changed. */
export function touchesOf(before: StoredRecord | null, after: StoredRecord): Touch[] {
  const kind = kinds[after.kind];
  const start = kind.window ? kind.indexFields[kind.window.start] : undefined;
  const isSame =
    before !== null &&
    before.status === after.status &&
    publicFrom(before) === publicFrom(after) &&
    start?.read(before) === start?.read(after);
  const idsOf = (record: StoredRecord | null, field: string) =>
    (record?.relations[field] ?? []).map((snapshot) => snapshot.id);
  return kind.relations.flatMap(({ field, target }) => {
    const [old, now] = [idsOf(before, field), idsOf(after, field)];
    const ids = isSame
      ? [...old.filter((id) => !now.includes(id)), ...now.filter((id) => !old.includes(id))]
      : [...new Set([...old, ...now])];
    return ids.map((id) => ({ kind: target, id }));
  });
}

/**
 * Writes what `attempt` assembles and tells the index. A conflict with a concurrent write
 * assembles anew from what is stored by then. → what `attempt` gave, once written.
 */
export async function commit<T extends { change: Change | null }>(
  deps: Deps,
  label: { verb: 'create' | 'update' | 'delete'; kind: Kind },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const step = async () => {
      const assembly = await attempt();
      const { change } = assembly;
      const outcome = change ? await deps.store.write([change]) : NOTHING;
      return { assembly, outcome };
    };
    // Side by side a crowd of writers would meet again and again: whoever retries gets in line.
    const { assembly, outcome } = await (tries === 0 ? step() : retryLineOf(deps)(step));
    if (outcome.conflicts.length > 0) continue;
    await pushWritten(deps, outcome.written, assembly.change?.touches ?? []);
    return assembly;
  }
  const cause = new Error('too many concurrent writes');
  throw label.verb === 'delete'
    ? couldNotDelete(label.kind.name, cause)
    : couldNotWrite(label.verb, label.kind.name, cause);
}

/**
 * Rewrites a batch of records in one write and tells the index; those written meanwhile are read
 * again. `rewrite` → null: nothing to do by now. → the records it wrote, as written.
 */
export async function rewriteAll(
  deps: Deps,
  records: readonly StoredRecord[],
  rewrite: (record: StoredRecord) => Change | null,
): Promise<StoredRecord[]> {
  const done: StoredRecord[] = [];
  let left = [...records];
  for (let tries = 0; left.length > 0 && tries < limits.writeTries; tries++) {
    const changes = left.flatMap((record) => rewrite(record) ?? []);
    const { conflicts, written } = await deps.store.write(changes);
    const touches = changes.flatMap((change) => change.touches ?? []);
    await pushWritten(deps, written, touches);
    const missed = new Set(conflicts.flatMap(({ at }) => changes[at]?.record ?? []));
    done.push(...changes.flatMap(({ record }) => (missed.has(record) ? [] : record)));
    const [first] = missed;
    const ids = [...missed].map(({ id }) => id);
    left = first ? await deps.store.find(first.kind, 'id', ids) : [];
  }
  const [one] = left;
  if (one) throw couldNotWrite('update', one.kind, new Error('too many concurrent writes'));
  return done;
}

const NOTHING: Outcome = { conflicts: [], written: [] };

const retryLines = new WeakMap<object, Line>();

function retryLineOf({ store }: Deps): Line {
  const line = retryLines.get(store) ?? openLine();
  retryLines.set(store, line);
  return line;
}
