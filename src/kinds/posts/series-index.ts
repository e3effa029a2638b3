/** What the index has of series and their dates. */
import { HIDDEN, IN_SERIES_VIEW, LISTED } from '../kind.js';
import type { StoredRecord } from '../record.js';
import { isSeries, occurrenceOf } from '../series.js';
import { secondsOf } from '../visibility.js';

/** → LISTED, HIDDEN, or IN_SERIES_VIEW for a series, which only the list of series shows. */
export const hiddenState = (record: StoredRecord): number => {
  if (record.fields.hide_from_listings === true) return HIDDEN;
  return isSeries(record) ? IN_SERIES_VIEW : LISTED;
};

/** → seconds since the epoch of what lies before a date in its series; NEVER for all others. */
export const secondsBefore = (name: 'start' | 'end') => (record: StoredRecord) =>
  secondsOf(occurrenceOf(record)?.before?.[name]) ?? NEVER;

/** Before any date. */
const NEVER = -1e12;
