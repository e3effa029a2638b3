/** Series with dates less or more: exceptions and additions of the rules that they belong to. */
import type { StoredRecord } from '../kinds/record.js';
import { isSeries, type Stretch, seriesField, stretchesOf } from '../kinds/series.js';
import { withDate, without } from '../time/recurrence/change.js';
import { datesWithin } from '../time/recurrence/dates.js';
import { type Frame, frameOf, toStoredLines } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';

/** → a series without some of its dates, which its rules would have. */
export const withoutDates = (series: StoredRecord, dates: readonly string[]): StoredRecord =>
  withRules(series, ({ rules, ...stretch }, { from, until }) =>
    linesWithout(
      rules,
      stretch,
      dates.filter((date) => date >= from && !(until && date >= until)),
    ),
  );

/** → a series with one more date; an event that was one takes place at this date as well. */
export function withAddedDate(series: StoredRecord, date: string): StoredRecord {
  const ended = { rule: null, until: null, added: [], excepted: [] };
  const linesWith = (rules: readonly string[], frame: Frame) => {
    const { recurrence = ended } = readStored(rules, frame) ?? {};
    return toStoredLines(withDate(recurrence, frame, date), frame);
  };
  if (!isSeries(series)) {
    const recurrence = seriesField(linesWith([], frameOf(series)));
    return { ...series, fields: { ...series.fields, recurrence } };
  }
  return withRules(series, ({ rules, ...stretch }, { from, until }) =>
    date >= from && !(until && date >= until) ? linesWith(rules, stretch) : rules,
  );
}

/** → a series with other rules, those of its parts included. `span`: from when until when. */
function withRules(
  series: StoredRecord,
  linesOf: (stretch: Stretch, span: { from: string; until: string | undefined }) => string[],
): StoredRecord {
  const stretches = stretchesOf(series) ?? [];
  // The rules of a stretch without its own are those of the last one that has.
  const ruled = stretches.filter((_, at) => at === 0 || series.parts?.[at - 1]?.rules);
  const lines = new Map(
    ruled.map((stretch, at) => {
      const { from } = stretch;
      return [from, linesOf(stretch, { from, until: ruled[at + 1]?.from })] as const;
    }),
  );
  const own = lines.get('');
  if (!own) return series;
  const parts = series.parts?.map((part) => {
    const rules = part.rules && lines.get(part.from);
    return rules ? { ...part, rules } : part;
  });
  const fields = { ...series.fields, recurrence: seriesField(own) };
  return { ...series, fields, ...(parts ? { parts } : {}) };
}

/** → stored lines with exceptions for those of the dates that they give. */
export function linesWithout(
  lines: readonly string[],
  frame: Frame,
  dates: readonly string[],
): string[] {
  const stored = readStored(lines, frame);
  if (!stored || dates.length === 0) return [...lines];
  let { recurrence } = stored;
  for (const date of dates) {
    const isDate = datesWithin(recurrence, frame, { from: date, to: date }).length > 0;
    if (isDate) recurrence = without(recurrence, date);
  }
  return toStoredLines(recurrence, frame);
}
