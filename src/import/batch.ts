/**
 * Loads a batch of valid rows. A row that repeats a record (match.ts) updates it, so that loading
 * the same file again changes nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { assemble } from '../records/write/assemble.js';
import type { Draft } from '../records/write/plan.js';
import type { Change, KeysChange } from '../store/port.js';
import type { LoadEntry, LoadOptions, LoadResult } from './entry.js';
import { withoutFields } from './followed.js';
import { askImages } from './images.js';
import { inStoredCase } from './key-case.js';
import { type KeysLeft, keysOffered, keysOfMerged, keysOfNew, otherKeys } from './key-offers.js';
import { createLinked, createTerms, relinked } from './links.js';
import { isUpdating, type Matches, newAmong, openMatches } from './match.js';
import { inLevels, withParents } from './parents.js';
import { withZone, withZoneTaken } from './place.js';
import { isLostElsewhere, readEntry, rejectedBy } from './read-entry.js';
import { openReads } from './reads.js';
import { followedBy, keysTelling, toldNow } from './telling.js';
import { isSame, reserveIds, writeBatch } from './write.js';

/**
 * → the result for each entry, in order. Usage and snapshot propagation are left to the end of
 * the load. Entries that conflict with concurrent writes are read and tried again; throws when the
 * conflicts do not end.
 */
export async function loadBatch(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  options: LoadOptions,
): Promise<LoadResult[]> {
  const results: LoadResult[] = [];
  for (const left of inLevels(kind, entries)) {
    await loadLevel(deps, kind, entries, { left, results, options });
  }
  return results;
}

/** Loads the entries at `left`, and puts their results in their places. */
async function loadLevel(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  { left, results, options }: { left: number[]; results: LoadResult[]; options: LoadOptions },
): Promise<void> {
  for (let tries = 0; tries < limits.writeTries; tries++) {
    const loadable = left.flatMap((at) => entries[at] ?? []);
    const tried = await tryBatch(deps, kind, loadable, options);
    for (const [n, at] of left.entries()) if (tried[n]) results[at] = tried[n];
    left = left.filter((_, n) => !tried[n]);
    if (left.length === 0) return;
    await pause(retryPauseMs(tries));
  }
  throw new Error(`These ${kind.route} are being written by somebody else; load the file again.`);
}

// The pauses grow: a transaction of a dead process may block a record for some time.
const retryPauseMs = (tries: number): number => Math.min(2 ** tries * 10, limits.loadRetryMs);

/**
 * → the result for each entry; null: a concurrent write came first, and the entry must be retried.
 */
async function tryBatch(
  deps: Deps,
  kind: Kind,
  sent: readonly LoadEntry[],
  options: LoadOptions,
): Promise<(LoadResult | null)[]> {
  const named = await withParents(deps, kind, await inStoredCase(deps, kind, sent, options));
  const matches = await openMatches(deps, kind, named, options);
  const isWritten = (entry: LoadEntry) => {
    const record = isUpdating(options) ? null : matches.find(entry)?.record;
    if (!record || !options.present) return !record;
    return isLostElsewhere(record, matches.keysOf(record), entry);
  };
  const asking = { ...options, isWritten };
  const { deps: withImages, entries } = await askImages(deps, kind, named, asking);
  const rows = entries.map((entry): Row => ({ entry, read: null }));
  await linkFirst(withImages, kind, rows, { options, matches });
  const left = rows.filter(({ read }) => !isResult(read)).map(({ entry }) => entry);
  const mayBeNew = newAmong(left, matches);
  const takeId = await reserveIds(deps, kind, {
    count: mayBeNew.length,
    entries,
    made: options.made,
  });
  const loading: Loading = { options, matches, takeId, changes: [], slugs: new Set() };
  const reading = openReads(withImages, kind);
  await reading.readLinked(rows.filter(({ read }) => !read).map(({ entry }) => entry));
  await reading.readSlugs(mayBeNew.map(({ slug, payload }) => slug ?? payload.title ?? ''));
  const results: LoadResult[] = [];
  const offered: (KeysLeft & Pick<KeysChange, 'renumbered'>)[] = [];
  const context = { matches, host: deps.roots.host, present: options.present };
  for (const row of rows) {
    const match = matches.find(row.entry);
    const offer = match && keysOffered(row.entry, match, context);
    const result = isResult(row.read) ? row.read : await loadOne(reading.deps, kind, row, loading);
    results.push(result);
    if (result.outcome === 'rejected') continue;
    offered.push(...toldNow(row.entry, match, result, { matches, present: options.present }));
    if (!offer) continue;
    offered.push(offer);
    if (match.by !== 'merged') matches.add(result.record ?? match.record, row.entry);
  }
  const refused = await writeBatch(deps, loading.changes, options.push);
  const merging = rows.flatMap(({ entry: { merged } }, at) => {
    const result = results[at];
    if (!merged || !result || result.outcome === 'rejected' || !result.record) return [];
    return { merged, id: result.record.id, isNew: result.outcome === 'created' };
  });
  offered.push(await keysOfMerged(deps, kind, merging));
  const writes = offered
    .flatMap((change) => [...change.writes])
    .filter(({ id }) => !refused.has(id));
  const lost = offered.flatMap((change) => [...change.lost]);
  const renumbered = offered.flatMap((change) => change.renumbered ?? []);
  if (writes.length + lost.length > 0) {
    await deps.store.keys.write(kind.name, { writes, lost, renumbered });
  }
  return results.map((result) => {
    const isRefused = result.outcome !== 'rejected' && refused.has(result.record?.id ?? 0);
    return isRefused ? null : result;
  });
}

/** An entry; `read`: its draft, or its result; null: it is still to be read. */
interface Row {
  entry: LoadEntry;
  read: Draft | LoadResult | null;
}

const isResult = (read: Row['read']): read is LoadResult => read !== null && 'outcome' in read;

/**
 * Creates the terms and linked records of a batch before the records that name them. Rejected
 * entries are found first, so that nothing they name is created for them.
 */
async function linkFirst(
  deps: Deps,
  kind: Kind,
  rows: readonly Row[],
  { options, matches }: Pick<Loading, 'options' | 'matches'>,
): Promise<void> {
  if (kind.relations.length === 0) return;
  const reading = openReads(deps, kind);
  await reading.readLinked(rows.map(({ entry }) => entry));
  for (const row of rows) {
    row.read = await readEntry(reading.deps, kind, row.entry, { options, matches });
  }
  const good = rows.filter(({ read }) => !isResult(read));
  const entries = good.map(({ entry }) => entry);
  await createTerms(deps, kind, entries, options.push);
  const { onMatch = 'update' } = options;
  const rule = isUpdating(options) ? onMatch : 'skip';
  const linking = { ...options, isLinked: true, onMatch: rule } as const;
  const load = (target: Kind, group: LoadEntry[]) => loadBatch(deps, target, group, linking);
  const linked = await createLinked(kind, entries, load);
  for (const [at, row] of good.entries()) row.entry = linked[at] ?? row.entry;
  // Others are reused: the push after the write compares snapshots with their originals again.
  const left = good.filter(({ read }) => !isLinkedWhole(read));
  const again = openReads(deps, kind);
  await again.readLinked(left.map(({ entry }) => entry));
  for (const row of left) row.read = await relinked(again.deps, kind, row.entry, row.read as Draft);
}

/** → whether every record that a draft links exists already. */
const isLinkedWhole = (read: Row['read']): boolean =>
  read !== null &&
  'links' in read &&
  Object.values(read.links).every((links) => (links ?? []).every((link) => 'record' in link));

/** → the record that a draft changes; null: it is new. */
const beforeOf = ({ part, stored }: Draft): StoredRecord | null => part?.series ?? stored;

interface Loading {
  options: LoadOptions;
  matches: Matches;
  /** The changes of the batch, and its slugs. */
  changes: Change[];
  slugs: Set<string>;
  takeId: (kind: Kind) => number;
}

async function loadOne(
  deps: Deps,
  kind: Kind,
  { entry, read }: Row,
  { options, matches, changes, slugs, takeId }: Loading,
): Promise<LoadResult> {
  const match = matches.find(entry);
  // An earlier row of the batch may have the same key.
  const isCurrent = read && 'links' in read && beforeOf(read) === (match?.record ?? null);
  const given = isCurrent ? read : await readEntry(deps, kind, entry, { options, matches });
  const draft = 'outcome' in given ? given : withZone(kind, given);
  const told = [
    ...(entry.leftOut ?? []),
    ...(match ? otherKeys(entry, match.record, matches) : []),
  ];
  if ('outcome' in draft)
    return draft.outcome === 'rejected' ? draft : { ...draft, warnings: told };
  const stored = beforeOf(draft);
  const first = options.made?.get(kind.family.name) ?? Number.POSITIVE_INFINITY;
  const isMade = (stored?.id ?? first) >= first;
  const assembleOf = (whole: Draft) =>
    assemble(deps, kind, {
      ...whole,
      loaded: entry.loaded,
      isMade,
      modifiedUtc: isMade ? entry.modifiedUtc : undefined,
      isFollowed: entry.claim !== undefined,
      // The rules give a date its slug: its row states the actual slug.
      slug: stored && entry.occurrence === undefined ? undefined : entry.slug,
      avoid: slugs,
      takeId,
    }).catch(rejectedBy);
  const full = await assembleOf(draft);
  if ('outcome' in full) return full;
  const held = match ? matches.keysOf(match.record) : [];
  const following = { held, stored, full: full.record, options };
  const { said: fields, own = [], kept = [] } = followedBy(entry, following);
  const change = own.length === 0 ? full : await assembleOf(withoutFields(kind, draft, own));
  if ('outcome' in change) return change;
  const { record } = change;
  const warnings = [...told, ...kept].map((issue) => withZoneTaken(issue, record));
  const outcome = !stored ? 'created' : isSame(stored, record) ? 'unchanged' : 'updated';
  if (stored && outcome === 'unchanged') return { outcome, record: stored, warnings, said: fields };
  const newKeys = stored ? [] : keysOfNew(entry, record.id, matches);
  const telling = { match, held, outcome, said: fields, present: options.present } as const;
  const keys = keysTelling(entry, record, { keys: newKeys, ...telling });
  matches.add(record, entry);
  if (!record.removed) slugs.add(record.slug);
  changes.push({ ...change, keys: [...(change.keys ?? []), ...keys] });
  return { outcome, record, warnings };
}
