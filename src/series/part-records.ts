/** The parts of a series as series of their own, as calendars have them. Contract 29.6. */
import type { StoredRecord } from '../kinds/record.js';
import { seriesField, stretchesOf } from '../kinds/series.js';
import { cutsOf } from '../present/recurrence.js';
import { linesOfCut } from '../time/recurrence/stretches.js';
import { withoutDates } from './except.js';
import { type Part, partsOf, timesAt } from './parts.js';

/**
 * → a series for each part with dates: its rules are only the part's, as moved, with the `excepted`
 * dates as exceptions. Only the first may be the series itself.
 */
export function partRecords(
  series: StoredRecord,
  excepted: readonly string[],
): { record: StoredRecord; part: Part }[] {
  // Before the cut, so that an excepted local date becomes neither a date nor an exception.
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
