/**
 * A batch of payloads from a file → records. Matched on `external_id`, else by the duplicate
 * rule, so that loading the same file again changes nothing. Called by scripts/bulk-load.ts.
 * Flow: house.md 4d.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../access/roles.js';
import { ApiError, type Issue } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { chunksOf } from '../lib/batches.js';
import { foldText } from '../lib/words.js';
import { limits } from '../limits.js';
import type { Touch, Write } from '../store/port.js';
import { push } from '../sync/push.js';
import type { Values } from '../validation/compile.js';
import type { Deps } from './deps.js';
import { findDuplicate } from './duplicates.js';
import { readInput } from './input.js';
import type { LoadEntry, LoadResult } from './load-entry.js';
import { createLinked, createTerms } from './load-links.js';
import type { Input } from './planned.js';
import { assemble } from './write.js';

/** How a load goes about its items. */
export interface LoadOptions {
  caller: Caller;
  isDryRun: boolean;
  /** Fields the source speaks of: absent in a row they are emptied in its record. */
  ownedFields: readonly string[];
}

/** → what became of each payload, in order. Usage and spreads are left to the end of the load. */
export async function loadBatch(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  options: LoadOptions,
): Promise<LoadResult[]> {
  const prepared = await linkFirst(deps, kind, entries, options);
  const stored = await storedByKey(deps, kind, prepared);
  const results: LoadResult[] = [];
  const batch: Batch = { writes: [], touches: [], slugs: new Set(), takeId: null };
  batch.takeId = options.isDryRun ? null : await reserveIds(deps, kind, prepared.length);
  for (const entry of prepared) {
    const result = await loadOne(deps, kind, entry, { options, stored, batch });
    results.push(result);
  }
  if (!options.isDryRun) await writeBatch(deps, kind, batch);
  return results;
}

interface Batch {
  writes: Write[];
  touches: Touch[];
  slugs: Set<string>;
  takeId: ((kind: Kind) => number) | null;
}

/** Terms and linked records of the batch are created before the records that name them. */
async function linkFirst(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  options: LoadOptions,
): Promise<LoadEntry[]> {
  const keyed = entries.map((entry) => ({ ...entry, externalId: keyOf(kind, entry) }));
  if (kind.relations.length === 0) return keyed;
  if (!options.isDryRun) await createTerms(deps, kind, keyed);
  return createLinked(kind, keyed, (target, linked) =>
    loadBatch(deps, target, linked, { ...options, ownedFields: [] }),
  );
}

/** Events without a key of their own are the same when title, start and venue are. */
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
  const ids = await deps.store.nextIds(kind.family.idSpace, count);
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
}

async function loadOne(
  deps: Deps,
  kind: Kind,
  { externalId, payload }: LoadEntry,
  { options, stored, batch }: Loading,
): Promise<LoadResult> {
  const before = externalId === null ? null : (stored.get(externalId) ?? null);
  const sent = before ? { ...emptied(kind, options.ownedFields), ...payload } : payload;
  let input: Input;
  try {
    input = await readInput(deps, kind, sent, {
      mode: before ? 'update' : 'create',
      caller: options.caller,
      stored: before,
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) {
      return { outcome: 'rejected', issues: issuesOf(error) };
    }
    throw error;
  }
  const { caller } = options;
  const twin =
    externalId === null ? await findDuplicate(deps, kind, input.values, { caller }) : null;
  if (twin) return { outcome: 'unchanged', record: twin };
  if (options.isDryRun && !before) return { outcome: 'created', record: null };
  const { record, writes, touches } = await assemble(deps, kind, input, {
    caller: options.caller,
    stored: before,
    externalId,
    avoid: batch.slugs,
    ...(batch.takeId ? { takeId: batch.takeId } : {}),
  });
  if (before && isSame(before, record)) return { outcome: 'unchanged', record: before };
  if (externalId !== null) stored.set(externalId, record);
  batch.slugs.add(record.slug);
  batch.writes.push(...writes);
  batch.touches.push(...touches);
  return { outcome: before ? 'updated' : 'created', record };
}

// A key that stands twice in one batch: the later row replaces what the earlier one is to write.
async function writeBatch(deps: Deps, kind: Kind, batch: Batch): Promise<void> {
  const last = new Map<number, Write>();
  for (const write of batch.writes) {
    const earlier = last.get(write.record.id);
    if (!earlier) {
      last.set(write.record.id, write);
      continue;
    }
    const record = { ...write.record, revision: earlier.record.revision };
    last.set(write.record.id, { ...write, record, expected: earlier.expected });
  }
  const writes = [...last.values()];
  if (writes.length === 0) return;
  const conflicts = await deps.store.write(writes, batch.touches);
  if (conflicts.length > 0) {
    throw new Error(
      `${conflicts.length} records were written by somebody else meanwhile; load the file again.`,
    );
  }
  for (const chunk of chunksOf(writes, limits.batchRecords)) {
    await push(
      deps,
      kind.name,
      chunk.map(({ record }) => ({ id: record.id, revision: record.revision, record })),
    );
  }
}

function isSame(before: StoredRecord, after: StoredRecord): boolean {
  const said = ({ title, slug, status, author, fields, relations }: StoredRecord) => ({
    title,
    slug,
    status,
    author,
    // A field that is empty and one that is not there say the same.
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmptyValue(value))),
    relations: Object.fromEntries(
      Object.entries(relations).map(([field, linked]) => [field, linked.map(({ id }) => id)]),
    ),
  });
  return isDeepStrictEqual(said(before), said(after));
}

const isEmptyValue = (value: unknown): boolean =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

/** Fields that may be emptied and how; the others stay when a row does not speak of them. */
function emptied(kind: Kind, ownedFields: readonly string[]): Values {
  const required = new Set([kind.titleField, 'start_date', 'end_date', 'all_day', 'timezone']);
  const coordinates = new Set(['geo_lat', 'geo_lng']);
  return Object.fromEntries(
    ownedFields
      .map((name) => name.split('.')[0] ?? name)
      .filter((name) => !required.has(name))
      .map((name) => [name, coordinates.has(name) ? null : '']),
  );
}

function issuesOf(error: ApiError): Issue[] {
  const { params } = error.data;
  if (Array.isArray(params)) return params.map((param) => ({ param, reason: 'Is missing.' }));
  return Object.entries((params ?? {}) as Record<string, string>).map(([param, reason]) => ({
    param,
    reason,
  }));
}

/** → the kinds that files may hold. */
export const loadedKinds = { venue: kinds.venue, event: kinds.event };
