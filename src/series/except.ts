/** Dates erased from a series, or added to it, here: they are stored apart from its rules. */
import type { StoredRecord } from '../kinds/record.js';
import { type LocalDates, localDatesOf, rulesOf, seriesField } from '../kinds/series.js';
import { startOfDay } from '../time/date-times.js';
import { frameOf, toStoredLines } from '../time/recurrence/rule.js';
import { endedPart, partAt, partsOf } from './parts.js';

/** → a series without some of its dates, whatever its rules say. */
export function withoutDates(series: StoredRecord, dates: readonly string[]): StoredRecord {
  const { added, excepted } = localDatesOf(series);
  const left = added.filter((date) => !dates.includes(date));
  return withLocalDates(series, { added: left, excepted: [...excepted, ...dates] });
}

/** → a series with one more date; an event that was one takes place at this date as well. */
export function withAddedDate(series: StoredRecord, asked: string): StoredRecord {
  const { added, excepted } = localDatesOf(series);
  const { stretch } = partAt(partsOf(series), asked) ?? endedPart(series);
  const date = stretch.isAllDay ? startOfDay(asked) : asked;
  const left = excepted.filter((excluded) => excluded !== date);
  return withLocalDates(series, { added: [...added, date], excepted: left });
}

/** → a series with other dates that are added and erased here. */
function withLocalDates(series: StoredRecord, local: LocalDates): StoredRecord {
  const once = { rule: null, until: null, added: local.added, excepted: [] };
  const rules = rulesOf(series) ?? toStoredLines(once, frameOf(series));
  return { ...series, fields: { ...series.fields, recurrence: seriesField(rules, local) } };
}

/** → a series with new rules from a date on: local dates before it are kept. */
export function withLocalUntil(series: StoredRecord, until: string | undefined): StoredRecord {
  const { added, excepted } = localDatesOf(series);
  if (until === undefined || added.length + excepted.length === 0) return series;
  const isBefore = (date: string) => date < until;
  const local = { added: added.filter(isBefore), excepted: excepted.filter(isBefore) };
  return withLocalDates(series, local);
}
