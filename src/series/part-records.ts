/** The parts of a series as series of their own, as calendars have them. Contract 29.6. */
import type { StoredRecord } from '../kinds/record.js';
import { seriesField, stretchesOf } from '../kinds/series.js';
import { cutsOf } from '../present/recurrence.js';
import { linesOfCut, shifted } from '../time/recurrence/stretches.js';
import { linesWithout } from './except.js';
import { type Part, partsOf, timesAt } from './parts.js';

/**
 * → a series for each part that has dates: its rules are those of the part alone, as moved, and
 * `excepted` dates are exceptions of them. Only the first one may be the series itself.
 */
export function partRecords(
  series: StoredRecord,
  excepted: readonly string[],
): { record: StoredRecord; part: Part }[] {
  const stretches = stretchesOf(series) ?? [];
  const parts = partsOf(series);
  return cutsOf(series, stretches).flatMap((cut, at) => {
    const part = parts[at];
    if (!cut || !part) return [];
    const until = parts[at + 1]?.from;
    const own = excepted
      .filter((date) => date >= part.from && !(until && date >= until))
      .map((date) => shifted(date, part.stretch.moved));
    const lines = linesWithout(linesOfCut(cut), cut.frame, own);
    const times = timesAt(part.timing, cut.first);
    const fields = { ...part.series.fields, ...times, recurrence: seriesField(lines) };
    return [{ record: { ...part.series, fields }, part }];
  });
}
