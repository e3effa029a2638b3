/**
 * Loads a batch of payloads from a file. Records are matched by `external_id`, else by the
 * duplicate rule, so that loading the same file again changes nothing.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../access/roles.js';
import { ApiError } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { foldText } from '../../lib/words.js';
import { limits } from '../../limits.js';
import type { Outcome } from '../../store/port.js';
import type { Deps } from '../deps.js';
import { assemble } from '../write/assemble.js';
import { findDuplicate } from '../write/duplicates.js';
import { readInput } from '../write/input.js';
import type { Input } from '../write/planned.js';
import type { LoadEntry, LoadResult } from './entry.js';
import { createLinked, createTerms } from './links.js';
import { openReads } from './reads.js';
import { cleared, isSame, issuesOf } from './rules.js';
import { type Batch, writeBatch } from './write.js';

/** How a load runs. */
export interface LoadOptions {
  caller: Caller;
  /** Pushes what was written. Absent: each batch is pushed before its results are returned. */
  push?: (outcome: Outcome) => Promise<unknown>;
}

/**
 * → the result for each payload, in order. Usage and snapshot propagation are left to the end of
 * the load. Entries that conflict with concurrent writes are read and tried again; throws when the
 * conflicts do not end.
 */
export async function loadBatch(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  options: LoadOptions,
): Promise<LoadResult[]> {
  const keyed = entries.map((entry) => ({ ...entry, externalId: keyOf(kind, entry) }));
  const results: LoadResult[] = [];
  let left = keyed.map((_, at) => at);
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const tried = await tryBatch(
      deps,
      kind,
      left.flatMap((at) => keyed[at] ?? []),
      options,
    );
    for (const [n, at] of left.entries()) if (tried[n]) results[at] = tried[n];
    left = left.filter((_, n) => !tried[n]);
    if (left.length === 0) return results;
    await pause(retryPauseMs(tries));
  }
  throw new Error(`These ${kind.name}s are being written by somebody else; load the file again.`);
}

// The pauses grow: a transaction of a dead process may block a record for some time.
const retryPauseMs = (tries: number): number => Math.min(2 ** tries * 10, limits.loadRetryMs);

/**
 * → the result for each entry; null: a concurrent write came first, and the entry must be retried.
 */
async function tryBatch(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  options: LoadOptions,
): Promise<(LoadResult | null)[]> {
  const stored = await storedByKey(deps, kind, entries);
  const batch: Batch = { changes: [], slugs: new Set(), takeId: noId };
  const loading: Loading = { options, stored, batch, reads: new Map() };
  const checking = openReads(deps, kind);
  await checking.readLinked(entries);
  const faults = await faultsOf(checking.deps, kind, entries, loading);
  const good = entries.filter((_, at) => !faults[at]);
  const linked = await linkFirst(deps, kind, good, options);
  // Reads are reused: the push after the write compares snapshots with their originals again.
  for (const [at, entry] of good.entries()) {
    const read = loading.reads.get(entry);
    const now = linked[at];
    if (read && now) loading.reads.set(now, read);
  }
  const isNew = ({ externalId }: LoadEntry) => externalId === null || !stored.has(externalId);
  batch.takeId = await reserveIds(deps, kind, linked.filter(isNew).length);
  const results: LoadResult[] = [];
  const reading = openReads(deps, kind);
  await reading.readLinked(linked.filter((entry) => !loading.reads.has(entry)));
  await reading.readSlugs(linked.filter(isNew).map(({ payload }) => titleOf(kind, payload)));
  for (const fault of faults) {
    const entry = fault ? undefined : linked.shift();
    if (fault) results.push(fault);
    else if (entry) results.push(await loadOne(reading.deps, kind, entry, loading));
  }
  const refused = await writeBatch(deps, batch, options.push);
  return results.map((result) => {
    const isRefused = result.outcome !== 'rejected' && refused.has(result.record?.id ?? 0);
    return isRefused ? null : result;
  });
}

const titleOf = ({ titleField }: Kind, payload: JsonObject): string =>
  String(payload[titleField] ?? '').trim();

const noId = (): number => {
  throw new Error('no IDs are reserved yet');
};

/** Finds the rejected entries first, so that nothing they name is created for them. */
async function faultsOf(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  loading: Loading,
): Promise<(LoadResult | null)[]> {
  if (kind.relations.length === 0) return entries.map(() => null);
  const faults: (LoadResult | null)[] = [];
  for (const entry of entries) {
    const read = await readEntry(deps, kind, entry, loading);
    faults.push('outcome' in read ? read : null);
    if (!('outcome' in read) && isLinkedWhole(read.input)) loading.reads.set(entry, read);
  }
  return faults;
}

/** → whether every record that is linked exists already. */
const isLinkedWhole = ({ links }: Input): boolean =>
  Object.values(links).every((some) => (some ?? []).every((link) => 'record' in link));

/** Creates the terms and linked records of a batch before the records that name them. */
async function linkFirst(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  options: LoadOptions,
): Promise<LoadEntry[]> {
  if (kind.relations.length === 0) return [...entries];
  await createTerms(deps, kind, entries);
  return createLinked(kind, entries, (target, linked) => loadBatch(deps, target, linked, options));
}

/** → the key. An event without one is identified by its title, start and venue. */
function keyOf(kind: Kind, { externalId, payload }: LoadEntry): string | null {
  if (externalId !== null || kind.duplicateFields) return externalId;
  const title = foldText(String(payload[kind.titleField] ?? ''));
  const identity = JSON.stringify([title, payload.start_date, payload.venue ?? null]);
  return `${kind.name}:${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}`;
}

async function storedByKey(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
): Promise<Map<string, StoredRecord>> {
  const keys = entries.flatMap(({ externalId }) => externalId ?? []);
  const found = await deps.store.find(kind.name, 'external_id', keys);
  return new Map(found.map((record) => [String(record.external_id), record]));
}

async function reserveIds(deps: Deps, kind: Kind, count: number): Promise<(of: Kind) => number> {
  const ids = count > 0 ? await deps.store.nextIds(kind.family.idSpace, count) : [];
  return () => {
    const id = ids.shift();
    if (id === undefined) throw new Error('more records than IDs reserved');
    return id;
  };
}

interface Loading {
  options: LoadOptions;
  stored: Map<string, StoredRecord>;
  batch: Batch;
  /** Input already read, of entries whose linked records all exist. */
  reads: Map<LoadEntry, ReadEntry>;
}

interface ReadEntry {
  input: Input;
  before: StoredRecord | null;
}

async function readEntry(
  deps: Deps,
  kind: Kind,
  { externalId, payload, emptied = [] }: LoadEntry,
  { options, stored }: Loading,
): Promise<ReadEntry | LoadResult> {
  const before = externalId === null ? null : (stored.get(externalId) ?? null);
  const sent = before ? { ...cleared(kind, emptied), ...payload } : payload;
  try {
    const input = await readInput(deps, kind, sent, {
      mode: before ? 'update' : 'create',
      caller: options.caller,
      stored: before,
    });
    return { input, before };
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) {
      return { outcome: 'rejected', issues: issuesOf(error) };
    }
    throw error;
  }
}

async function loadOne(
  deps: Deps,
  kind: Kind,
  entry: LoadEntry,
  loading: Loading,
): Promise<LoadResult> {
  const { externalId } = entry;
  const { stored, batch } = loading;
  const known = loading.reads.get(entry);
  // An earlier row of the batch may have the same key.
  const isKnown = known && known.before === ((externalId && stored.get(externalId)) || null);
  const read = isKnown ? known : await readEntry(deps, kind, entry, loading);
  if ('outcome' in read) return read;
  const { caller } = loading.options;
  const { input, before } = read;
  const created = () => batch.changes.flatMap(({ record, creates = [] }) => [...creates, record]);
  const twin =
    externalId === null
      ? await findDuplicate(deps, kind, input.payload, { caller, created: created() })
      : null;
  if (twin) return { outcome: 'unchanged', record: twin };
  const { record, change } = await assemble(deps, kind, input, {
    caller,
    stored: before,
    externalId,
    avoid: batch.slugs,
    takeId: batch.takeId,
  });
  if (before && isSame(before, record)) return { outcome: 'unchanged', record: before };
  if (externalId !== null) stored.set(externalId, record);
  batch.slugs.add(record.slug);
  batch.changes.push(change);
  return { outcome: before ? 'updated' : 'created', record };
}
