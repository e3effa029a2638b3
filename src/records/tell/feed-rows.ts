/**
 * Rows of the change feed, by which another installation follows this one: lines of an export, as
 * anonymous readers may see them. Links are keys; a series contains its dates. Contract 30.
 */
import { isPublic } from '../../access/roles.js';
import { kinds } from '../../kinds/index.js';
import { type JsonObject, linkedIn, type StoredRecord } from '../../kinds/record.js';
import { dateOf, isSeries, occurrenceOf, SENT_TIMES, seriesIdOf } from '../../kinds/series.js';
import { groupBy } from '../../lib/batches.js';
import { omit } from '../../lib/omit.js';
import { datesGiven, storedDates } from '../../series/dates.js';
import { namesOf, namesOtherThan } from '../../series/own.js';
import { type RecordRef, refKey } from '../../store/port.js';
import { nowSeconds, nowUtc } from '../../time/now.js';
import type { Deps } from '../deps.js';
import { BY_SERIES, ownOf } from './export-dates.js';
import { type ExportContext, toLine } from './export-line.js';
import { addOrigins } from './origins.js';

/**
 * → a function that gives the row of a record of a kind; null for an unpublished record, but a date
 * of a public series is then stated as not taking place. A change without a record is of a record
 * that is removed for good.
 */
export async function feedRows(
  deps: Deps,
  changes: readonly { record: StoredRecord | null }[],
): Promise<(record: StoredRecord) => JsonObject | null> {
  const records = changes.flatMap(({ record }) => record ?? []);
  const datesOf = new Map<number, StoredRecord[]>();
  for (const series of records.filter((each) => isSeries(each) && isShown(deps, each))) {
    const dates = await storedDates(deps, series);
    datesOf.set(series.id, dates.filter(isTold(deps)));
  }
  const all = [...records, ...[...datesOf.values()].flat()];
  const context = await contextOf(deps, all);
  const above = await seriesAbove(deps, all);
  const [lang = ''] = deps.site.languages;
  const given = new Map<number, Set<string>>();
  for (const [id, dates] of groupBy(all.filter(seriesIdOf), seriesIdOf)) {
    const series = above.get(id);
    if (series) given.set(id, datesGiven(series, dates.map(dateOf)));
  }
  const rowOfDate = (record: StoredRecord, series: StoredRecord) => {
    const isGiven = given.get(series.id)?.has(dateOf(record)) === true;
    return dateRow(deps, { record, series, isGiven, context });
  };
  return (record) => {
    const series = above.get(seriesIdOf(record));
    if (series) return isShown(deps, series) ? rowOfDate(record, series) : null;
    if (seriesIdOf(record) > 0 || !isShown(deps, record)) return null;
    const line = omit(toLine(record, context), ['external_id']);
    if (!isSeries(record)) return { lang, ...line };
    const dates = (datesOf.get(record.id) ?? []).flatMap((date) => rowOfDate(date, record) ?? []);
    return { lang, ...line, dates };
  };
}

const isShown = (deps: Deps, record: StoredRecord): boolean => isPublic(record, nowSeconds(deps));

/** → whether a series states a date: it has fields of its own, or is hidden by itself. */
const isTold = (deps: Deps) => (record: StoredRecord) =>
  isShown(deps, record) ? (occurrenceOf(record)?.changed.length ?? 0) > 0 : isHiddenItself(record);

/** Other unpublished dates are hidden by their series, or by a part of it. */
const isHiddenItself = (record: StoredRecord): boolean =>
  record.removed
    ? !BY_SERIES.includes(record.removed.by)
    : (occurrenceOf(record)?.changed.includes('status') ?? false);

/** → whether the rules dropped a date that is past by now: elsewhere it may exist since then. */
const isDropped = (deps: Deps, record: StoredRecord): boolean =>
  record.removed?.by === 'rules' && isOver(deps, record);

const isOver = (deps: Deps, { fields }: StoredRecord): boolean =>
  String(fields.utc_start_date) < nowUtc(deps);

interface DateOfSeries {
  record: StoredRecord;
  series: StoredRecord;
  /** The rules of the series have it. */
  isGiven: boolean;
  context: ExportContext;
}

/** → the row of a date, with IDs of this system; null for a date not stated. */
function dateRow(
  deps: Deps,
  { record, series, isGiven, context }: DateOfSeries,
): JsonObject | null {
  const occurrence = occurrenceOf(record);
  if (!occurrence) return null;
  const row = { id: record.id, series: series.id, recurrence_id: dateOf(record) };
  if (isShown(deps, record)) {
    const line = toLine(record, context);
    const [lang = ''] = context.languages;
    // A coming date that the rules lack is about to go.
    const isAlone = !isGiven && (!isSeries(series) || isOver(deps, record));
    // An ended series states nothing about its dates, which are kept. Rules do not give the times
    // of dates outside them.
    const hasEnded = !isSeries(series);
    const names = hasEnded ? namesOf(series, record) : isAlone ? SENT_TIMES : [];
    const changed = hasEnded ? namesOtherThan(series, record) : occurrence.changed;
    const told = { series, record, line, names };
    const own = ownOf(told, { ...occurrence, changed }, context.languages);
    return { ...row, ...(isAlone ? { is_alone: true } : {}), lang, ...own };
  }
  if (!isHiddenItself(record) && !isDropped(deps, record)) return null;
  const at = record.removed?.at ?? record.modified_utc;
  return { ...row, removed: { by: 'source', at, status: 'publish' } };
}

async function contextOf(deps: Deps, records: readonly StoredRecord[]): Promise<ExportContext> {
  const keys = new Map<string, string>();
  const refs = records.flatMap((record): RecordRef[] => {
    const { relations, isTree, name } = kinds[record.kind];
    const parent = isTree ? Number(record.fields.parent ?? 0) : 0;
    return [
      ...(parent > 0 ? [{ kind: name, id: parent }] : []),
      ...relations.flatMap(({ field, target }) =>
        linkedIn(record, field).map(({ id }) => ({ kind: target, id })),
      ),
    ];
  });
  const unique = new Map(refs.map((ref) => [refKey(ref), ref]));
  for (const ofKind of groupBy([...unique.values()], ({ kind }) => kind).values()) {
    await addOrigins(deps, ofKind, (ref, key) => keys.set(refKey(ref), key));
  }
  const { host } = deps.roots;
  const { languages } = deps.site;
  return { keys, nowSeconds: nowSeconds(deps), host, languages, isPublic: true };
}

/** → the series of dates among the records, by ID. */
async function seriesAbove(
  { store }: Pick<Deps, 'store'>,
  records: readonly StoredRecord[],
): Promise<Map<number, StoredRecord>> {
  const [kind] = records.map((record) => record.kind);
  const known = new Map(records.map((record) => [record.id, record]));
  const ids = [...new Set(records.map(seriesIdOf))].filter((id) => id > 0 && !known.has(id));
  if (kind === undefined || ids.length === 0) return known;
  for (const record of await store.find(kind, 'id', ids)) known.set(record.id, record);
  return known;
}
