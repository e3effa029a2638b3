/** The data of this system for readers of files. */
import type { Deps } from '../records/deps.js';
import type { FormatOptions } from '../rows/formats/format.js';
import { openNotes } from '../rows/notes.js';
import { datesWindow } from '../series/dates.js';

/** → the options of a reading: the site's zone, the window of dates, and where notes go. */
export const openReading = (deps: Pick<Deps, 'now' | 'recurrenceMonths' | 'site'>) =>
  ({
    siteZone: deps.site.siteTimeZone,
    window: datesWindow(deps, 'UTC'),
    notes: openNotes(),
  }) satisfies FormatOptions;
