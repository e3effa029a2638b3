/**
 * Exports records as lines that a load reads without a mapping. Loading the lines of a kind into a
 * store without such records and exporting again gives the same lines. Dates of series come last,
 * and only with data of their own: a load makes the others. Contract 18.2.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { type JsonObject, linkedIn, type StoredRecord } from '../../kinds/record.js';
import { hasDates, seriesIdOf } from '../../kinds/series.js';
import { chunksOf, groupBy } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import { listUsers } from '../../service/users.js';
import { batchesOf } from '../../store/port.js';
import { nowSeconds } from '../../time/now.js';
import type { Deps } from '../deps.js';
import { dateLines } from './export-dates.js';
import { addIdentities, keyColumns } from './export-keys.js';
import { toLine } from './export-line.js';

/**
 * → NDJSON: one object per line, one batch of records per text, ascending by ID. Terms of a tree
 * come level by level, so that a load meets each parent before its children. Merged records come
 * first: the lines of the records that they were merged into name them.
 */
export async function* exportRecords(deps: Deps, kind: Kind): AsyncGenerator<string> {
  const all = { limit: limits.batchRecords };
  const removed = batchesOf(deps.store, kind.name, { ...all, removedBefore: '9999' });
  for await (const records of removed) {
    yield toText(await exportedLines(deps, records.filter(isMerged)));
  }
  const batches = kind.isTree ? levelByLevel(deps, kind) : byId(deps, kind);
  for await (const records of batches) {
    const others = records.filter((record) => !isMerged(record) && seriesIdOf(record) === 0);
    yield toText(await exportedLines(deps, others));
  }
  if (!('recurrence' in kind.fields)) return;
  for await (const records of byId(deps, kind)) {
    for (const series of records.filter(hasDates)) {
      yield toText(await dateLines(deps, series, (chunk) => exportedLines(deps, chunk)));
    }
  }
}

const isMerged = ({ removed }: StoredRecord): boolean => removed?.by === 'merge';

const toText = (lines: readonly JsonObject[]): string =>
  lines.map((line) => `${JSON.stringify(line).normalize('NFC')}\n`).join('');

/** → the records of one kind as they are exported, in order. */
export async function exportedLines(
  deps: Deps,
  records: readonly StoredRecord[],
): Promise<JsonObject[]> {
  const { host } = deps.roots;
  const keys = await keysOf(deps, records);
  const context = { keys, nowSeconds: nowSeconds(deps), host, languages: deps.site.languages };
  const columns = await keyColumns(deps, records);
  const [lang = ''] = deps.site.languages;
  const users = new Map((await listUsers(deps)).map(({ id, name }) => [id, name]));
  return records.map((record) => {
    const { external_id = '', ...line } = toLine(record, context);
    const keys = columns(record, String(external_id), String(line.uid ?? ''));
    const author_name = users.get(record.author);
    return {
      external_id,
      ...keys,
      lang,
      ...(author_name === undefined ? {} : { author_name }),
      ...(kinds[record.kind].family.hasStatus ? { modified_utc: record.modified_utc } : {}),
      ...line,
    };
  });
}

const byId = ({ store }: Deps, { name }: Kind) =>
  batchesOf(store, name, { limit: limits.batchRecords });

/** A tree is small enough to be in memory whole. */
async function* levelByLevel(deps: Deps, kind: Kind): AsyncGenerator<StoredRecord[]> {
  const all = new Map<number, StoredRecord>();
  for await (const records of byId(deps, kind))
    for (const record of records) all.set(record.id, record);
  const levelOf = ({ fields }: StoredRecord): number => {
    const parent = all.get(Number(fields.parent ?? 0));
    return parent ? levelOf(parent) + 1 : 0;
  };
  const levels = [...groupBy([...all.values()], levelOf)].sort(([a], [b]) => a - b);
  for (const [, terms] of levels) yield* chunksOf(terms, limits.batchRecords);
}

/** → keys of records, of their parents and of the posts that they link. */
async function keysOf(deps: Deps, records: readonly StoredRecord[]) {
  const { store } = deps;
  const keys = new Map<string, string>();
  const kind = records[0] ? kinds[records[0].kind] : null;
  await addIdentities(deps, records, keys);
  const above = kind?.isTree ? records.map(({ fields }) => Number(fields.parent ?? 0)) : [];
  if (kind) await addIdentities(deps, await store.find(kind.name, 'id', [...new Set(above)]), keys);
  for (const { field, target, inline } of kind?.relations ?? []) {
    if (inline !== 'object') continue;
    const linked = records.flatMap((record) => linkedIn(record, field));
    await addIdentities(
      deps,
      await store.find(target, 'id', [...new Set(linked.map(({ id }) => id))]),
      keys,
    );
  }
  return keys;
}
