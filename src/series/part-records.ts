/** The parts of a series as series of their own, as calendars have them. Contract 29.6. */
import type { StoredRecord } from '../kinds/record.js';
import { seriesField, stretchesOf } from '../kinds/series.js';
import { cutsOf } from '../present/recurrence.js';
import { linesOfCut } from '../time/recurrence/stretches.js';
import { withoutDates } from './except.js';
import { type Part, partsOf, timesAt } from './parts.js';

/**
 * → a series for each part that has dates: its rules are those of the part alone, as moved, and
 * `excepted` dates are exceptions of them. Only the first one may be the series itself.
 */
export function partRecords(
  series: StoredRecord,
  excepted: readonly string[],
): { record: StoredRecord; part: Part }[] {
  // Before the cut: an added date that is excepted is to be none of the rules, nor an exception.
  const stretches = stretchesOf(withoutDates(series, excepted)) ?? [];
  const parts = partsOf(series);
  return cutsOf(series, stretches).flatMap((cut, at) => {
    const part = parts[at];
    if (!cut || !part) return [];
    const times = timesAt(part.timing, cut.first);
    const fields = { ...part.series.fields, ...times, recurrence: seriesField(linesOfCut(cut)) };
    return [{ record: { ...part.series, fields }, part }];
  });
}
