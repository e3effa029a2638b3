/**
 * Pushes records to the index: builds their search documents and puts them. Returns the entries the
 * index did not accept to the caller, which holds their outbox entries.
 */
import { createHash } from 'node:crypto';
import { holdersOf } from '../kinds/index.js';
import { NO_USAGE, type StoredRecord, type Usage } from '../kinds/record.js';
import { chunksOf, groupBy } from '../lib/batches.js';
import { stemsVersion } from '../lib/text/stems.js';
import { inTurns } from '../lib/turn.js';
import { limits } from '../limits.js';
import { presentTexts, textStamp } from '../present/texts.js';
import { toDocument } from '../search/document.js';
import type { PutResult, SearchDocument, Tombstone } from '../search/port.js';
import { type RecordRef, refKey } from '../store/port.js';
import type { SyncDeps } from './deps.js';

/** The entries that the index did not accept. */
export interface Pushed {
  /** May be accepted later. */
  retry: RecordRef[];
  /** Not accepted unchanged by the index in its current state. */
  refused: (RecordRef & { reason: string })[];
}

/**
 * Puts records and removals into the index, and reports success or failure to the backoff. Throws
 * `search_index_unavailable` when the index does not respond.
 */
export async function pushRecords(
  deps: SyncDeps,
  records: readonly StoredRecord[],
  removals: readonly Tombstone[] = [],
): Promise<Pushed> {
  const documents = await documentsOf(deps, records);
  const entries = [...documents, ...removals];
  const pushed: Pushed = { retry: [], refused: [] };
  if (entries.length === 0) return pushed;
  for (const chunk of chunksOf(entries, limits.batchRecords)) {
    const results = await deps.index.put(chunk).catch((error: unknown) => {
      deps.backoff.failed();
      throw error;
    });
    for (const { kind, id, ...result } of results) {
      if (result.outcome === 'retry') pushed.retry.push({ kind, id });
      if (result.outcome === 'refused') pushed.refused.push({ kind, id, reason: result.reason });
    }
    noteRefusals(deps, results);
  }
  const { refused } = pushed;
  if (refused.length > 0) deps.log.warn({ refused }, 'the index refused entries for their content');
  deps.backoff.succeeded();
  return pushed;
}

/** Logs why the index does not take entries of a kind, as on a full disk, or does again. */
function noteRefusals({ backoff, log }: SyncDeps, results: readonly PutResult[]): void {
  for (const [kind, ofKind] of groupBy(results, (result) => result.kind)) {
    const left = ofKind.find(({ outcome }) => outcome === 'retry');
    const reason = left && 'reason' in left ? left.reason : null;
    if (!backoff.noteRefusal(kind, reason)) continue;
    if (reason === null) log.info({ kind }, 'the index takes entries again');
    else log.error({ kind, reason }, 'the index does not take entries; they will be tried again');
  }
}

/** → the search documents of records, with their usage as counted now. */
export async function documentsOf(
  deps: Pick<SyncDeps, 'store' | 'index' | 'now' | 'site'>,
  records: readonly StoredRecord[],
): Promise<SearchDocument[]> {
  const stamp = indexStamp(deps);
  const usage = await usageOf(deps, records);
  const toEntry = (record: StoredRecord) =>
    toDocument(record, {
      usage: usage.get(refKey(record)) ?? NO_USAGE,
      stamp,
      siteTimeZone: deps.site.siteTimeZone,
      currency: deps.site.currency,
      languages: deps.site.languages,
      answers: presentTexts(record, deps.site),
    });
  return inTurns(records, limits.turnRecords, (chunk) => chunk.map(toEntry));
}

/** → how events use each venue, organizer and term, by `refKey`; unused ones have `NO_USAGE`. */
export async function usageOf(
  deps: Pick<SyncDeps, 'store' | 'now'>,
  records: readonly RecordRef[],
): Promise<Map<string, Usage>> {
  const counted = records.filter(({ kind }) => holdersOf(kind).length > 0);
  if (counted.length === 0) return new Map();
  const usage = await deps.store.usage(counted, Math.floor(deps.now() / 1000));
  return new Map(counted.map((ref) => [refKey(ref), usage.get(refKey(ref)) ?? NO_USAGE]));
}

/** → a hash of everything but the record that entries depend on. A new one requires a rebuild. */
export const indexStamp = ({ index, site }: Pick<SyncDeps, 'index' | 'site'>): string =>
  createHash('sha256')
    .update(`${index.layout} ${stemsVersion(site.languages)} ${textStamp(site)}`)
    .digest('base64url')
    .slice(0, 16);

/** → whether the index is missing, or was built by another release or with other settings. */
export async function isStampStale(deps: SyncDeps): Promise<boolean> {
  return (await deps.index.stamp()) !== indexStamp(deps);
}
