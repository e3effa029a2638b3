/**
 * Loads a batch of payloads. A row that repeats a record (match.ts) updates it, so that loading the
 * same file again changes nothing.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../kinds/kind.js';
import { foldText } from '../lib/words.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { assemble } from '../records/write/assemble.js';
import type { Draft } from '../records/write/plan.js';
import { toSlug } from '../records/write/slug.js';
import type { LoadEntry, LoadOptions, LoadResult } from './entry.js';
import { reserveIds } from './ids.js';
import { askImages } from './images.js';
import { createLinked, createTerms } from './links.js';
import { type Matches, openMatches } from './match.js';
import { inLevels, withParents } from './parents.js';
import { readEntry } from './read-entry.js';
import { openReads } from './reads.js';
import { isSame } from './rules.js';
import { type Batch, writeBatch } from './write.js';

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
  for (const left of inLevels(kind, keyed)) {
    await loadLevel(deps, kind, keyed, { left, results, options });
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
    const some = left.flatMap((at) => entries[at] ?? []);
    const tried = await tryBatch(deps, kind, some, options);
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
  const named = await withParents(deps, kind, sent);
  const matches = await openMatches(deps, kind, named);
  const batch: Batch = { changes: [], slugs: new Set(), takeId: noId };
  const loading: Loading = { options, matches, batch, drafts: new Map() };
  const isWritten = (entry: LoadEntry) => isUpdating(options) || matches.find(entry) === null;
  const asking = { ...options, isWritten };
  const { deps: withImages, entries } = await askImages(deps, kind, named, asking);
  const checking = openReads(withImages, kind);
  await checking.readLinked(entries);
  const faults = await faultsOf(checking.deps, kind, entries, loading);
  const good = entries.filter((_, at) => !faults[at]);
  const linked = await linkFirst(withImages, kind, good, options);
  // Drafts are reused: the push after the write compares snapshots with their originals again.
  for (const [at, entry] of good.entries()) {
    const draft = loading.drafts.get(entry);
    const now = linked[at];
    if (draft && now) loading.drafts.set(now, draft);
  }
  const mayBeNew = newAmong(linked, matches);
  batch.takeId = await reserveIds(deps, kind, mayBeNew, entries);
  const results: LoadResult[] = [];
  const reading = openReads(withImages, kind);
  await reading.readLinked(linked.filter((entry) => !loading.drafts.has(entry)));
  await reading.readSlugs(mayBeNew.map((entry) => slugOf(entry) ?? titleOf(kind, entry)));
  for (const fault of faults) {
    const entry = fault ? undefined : linked.shift();
    if (fault) results.push(fault);
    else if (entry) {
      const result = await loadOne(reading.deps, kind, entry, loading);
      results.push(result.outcome === 'rejected' ? result : { ...result, warnings: entry.leftOut });
    }
  }
  const refused = await writeBatch(deps, batch, options.push);
  return results.map((result) => {
    const isRefused = result.outcome !== 'rejected' && refused.has(result.record?.id ?? 0);
    return isRefused ? null : result;
  });
}

const titleOf = ({ titleField }: Kind, { payload }: LoadEntry): string =>
  String(payload[titleField] ?? '').trim();

/** → the slug that a row gives a new record, of whatever kind. */
const slugOf = ({ payload: { slug } }: LoadEntry): string | undefined =>
  typeof slug === 'string' && toSlug(slug) !== '' ? slug : undefined;

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
    if (!('outcome' in read) && isLinkedWhole(read)) loading.drafts.set(entry, read);
  }
  return faults;
}

/** → whether every record that is linked exists already. */
const isLinkedWhole = ({ links }: Draft): boolean =>
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
  const onMatch = isUpdating(options) ? 'update' : 'skip';
  const linking = { ...options, isLinked: true, onMatch } as const;
  return createLinked(kind, entries, (target, linked) => loadBatch(deps, target, linked, linking));
}

const isUpdating = ({ onMatch = 'update' }: LoadOptions): boolean => onMatch === 'update';

/** → the key. An event without one is identified by its title, start and venue. */
function keyOf(kind: Kind, { externalId, payload }: LoadEntry): string | null {
  const { identifiedBy, titleField, name } = kind;
  if (externalId !== null || !identifiedBy) return externalId;
  const title = foldText(String(payload[titleField] ?? ''));
  const identity = JSON.stringify([title, ...identifiedBy.map((field) => payload[field] ?? null)]);
  return `${name}:${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}`;
}

/**
 * → the entries that may become new records: those that repeat none, and those that repeat one by
 * content which an earlier row of the batch may change, so that they repeat it no more.
 */
function newAmong(entries: readonly LoadEntry[], matches: Matches): LoadEntry[] {
  const matched = new Set<number>();
  return entries.filter((entry) => {
    const match = matches.find(entry);
    if (!match) return true;
    const isEarlier = matched.has(match.record.id);
    matched.add(match.record.id);
    return isEarlier && match.by === 'content';
  });
}

interface Loading {
  options: LoadOptions;
  matches: Matches;
  batch: Batch;
  /** Drafts of entries whose linked records all exist. */
  drafts: Map<LoadEntry, Draft>;
}

async function loadOne(
  deps: Deps,
  kind: Kind,
  entry: LoadEntry,
  loading: Loading,
): Promise<LoadResult> {
  const { matches, batch } = loading;
  const { externalId } = entry;
  const earlier = loading.drafts.get(entry);
  // An earlier row of the batch may have the same key.
  const isCurrent = earlier && earlier.stored === (matches.find(entry)?.record ?? null);
  const draft = isCurrent ? earlier : await readEntry(deps, kind, entry, loading);
  if ('outcome' in draft) return draft;
  const { stored } = draft;
  const change = await assemble(deps, kind, {
    ...draft,
    // A record of this system needs no key.
    externalId: matches.find(entry)?.by === 'own' ? null : externalId,
    loaded: entry.payload,
    slug: stored ? undefined : slugOf(entry),
    avoid: batch.slugs,
    takeId: batch.takeId,
  });
  const { record } = change;
  if (stored && isSame(stored, record)) return { outcome: 'unchanged', record: stored };
  matches.add(record);
  batch.slugs.add(record.slug);
  batch.changes.push(change);
  return { outcome: stored ? 'updated' : 'created', record };
}
