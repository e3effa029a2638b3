/** The port of a file format: text as it is read → rows with line numbers. */
import type { Issue } from '../../errors.js';
import type { JsonObject, KindName } from '../../kinds/record.js';
import type { SourceVersion } from '../../kinds/telling.js';
import type { Notes } from '../notes.js';

/**
 * A row by column name, with omitted values, or the reason that the line has no row. Calendars also
 * state its version, and the event of a line without a row; `shared` are the columns in which a
 * changed date equals its series.
 */
export type RowItem =
  | {
      line: number;
      row: JsonObject;
      warnings?: Issue[];
      revision?: SourceVersion;
      shared?: string[];
      starts?: RowStarts;
      /** The file lacks the series of this changed date. */
      isWithoutSeries?: boolean;
    }
  | { line: number; error: string; uid?: string };

/** A calendar's name of an event, if several events with other starts may have it. */
export interface RowStarts {
  /** The identity without the start. */
  id: string;
  start: string;
  /** This file has several of it: `external_id` holds the start. */
  isSeveral: boolean;
}

/** How a text is read. */
export interface FormatOptions {
  /** CSV: the character between columns; absent: found in the header. */
  delimiter?: string | undefined;
  /** CSV: columns that the header must have. */
  columns?: readonly string[] | undefined;
  /** iCalendar: the zone of times without a zone, when the file does not name it either. */
  zone?: string | undefined;
  /** iCalendar: the zone of such times without any other zone. */
  siteZone?: string | undefined;
  /** iCalendar: the days, in UTC, whose dates are taken of a series in a zone without a name. */
  window?: { from: string; to: string } | undefined;
  /** Collects skipped data. */
  notes?: Notes | undefined;
  /** JSON: the route of the kind, by which our own list answers name their rows. */
  route?: string | undefined;
}

/** A file format. */
export interface Format {
  /** Its name for `--format`. */
  name: string;
  /** Ends of file names, lower case, without the dot. */
  extensions: readonly string[];
  /** Media types of request bodies. */
  mediaTypes: readonly string[];
  /** Whether every line is a row, so that the first one shows the format. */
  isByLine?: boolean;
  /** The only kind whose records such files hold; absent: any. */
  holds?: KindName;
  /** → whether a text that begins like this has the format. */
  isLike(start: string, options: FormatOptions): boolean;
  /**
   * → the rows, in order; `line` is the line (from 1) where the row begins. An unreadable row is an
   * item with its error, and does not stop any other distinct row.
   */
  read(texts: AsyncIterable<string>, options: FormatOptions): AsyncGenerator<RowItem>;
}
