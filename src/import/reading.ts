/** The chain of readers of a file, with the data of this system for them. */
import type { Deps } from '../records/deps.js';
import { withDates } from '../rows/columns/dated.js';
import type { DayForm } from '../rows/columns/days.js';
import type { FormatOptions } from '../rows/formats/format.js';
import { loadItems } from '../rows/items.js';
import type { RowMapper } from '../rows/mapping.js';
import { openNotes } from '../rows/notes.js';
import type { Input } from '../rows/read/bytes.js';
import { type ReadOptions, readRows } from '../rows/rows.js';
import { datesWindow } from '../series/dates.js';

type ReadDeps = Pick<Deps, 'now' | 'recurrenceMonths' | 'site'>;

/** → the options of a reading: the site's zone, the window of dates, and where notes go. */
export const openReading = (deps: ReadDeps) =>
  ({
    siteZone: deps.site.siteTimeZone,
    window: datesWindow(deps, 'UTC'),
    notes: openNotes(),
  }) satisfies FormatOptions;

/** → the items of a file, and the notes of its reading, which grow with it. */
export function readItems(
  deps: ReadDeps,
  source: Input,
  { mapper, dates, read }: { mapper: RowMapper; dates?: DayForm | undefined; read: ReadOptions },
) {
  const { notes, ...reading } = openReading(deps);
  const rows = readRows(source, { ...reading, notes, ...read, columns: mapper.columns });
  return { items: withDates(loadItems(rows, mapper, notes), dates), notes };
}
