/** A source's statement about a record: the payload that a mapping makes of a row, and names. */
import type { Json, JsonObject, SeriesPart } from '../kinds/record.js';
import type { Telling } from '../kinds/telling.js';

/** A mapped row: the payload of a record as it would be sent, and its key. */
export interface MappedEntry extends Occurrence {
  externalId: string | null;
  /** Other identities, present or former: they name the record if `externalId` finds none. */
  former?: readonly string[];
  /** Its number among events without a key that share title, start and place. */
  nth?: number;
  /** Its name without its start, if several may have the name. */
  starts?: Starts;
  /** It is of whole days, and its end is the midnight after the last day. */
  isToMidnight?: boolean;
  /** Other keys, as an export lists them. */
  keys?: readonly string[];
  /** The records that were merged into it, as an export lists them. */
  merged?: readonly MergedRow[] | undefined;
  /** The request body of a POST on the collection. */
  payload: JsonObject;
  /** Columns of the file by the fields that have other names there; absent: it has no columns. */
  columns?: Readonly<Record<string, string>> | undefined;
  /** Fields that are empty in the source: they are cleared in an existing record. */
  emptied?: readonly string[];
  /** Dates of a series that were added and erased by users, as an export lists them. */
  local?: Json | undefined;
  /** A feed's statement about the record, in addition to the row. */
  claim?: Claim;
  /** The parts of a series: each becomes an item. */
  parts?: (MappedEntry & { line?: number })[];
  /** The dates of all its parts, or of all that its source made. */
  partDates?: { by: SeriesPart['by'] | null; dates: string[] };
}

/** The statement of a followed feed about a record, stored on a key of the feed. */
export interface Claim {
  key: string;
  /** The presence in the feed; for another Marquee also `origin` and `via`. */
  told: Telling;
}

/** A record merged into another: the identity of its own row, and its keys. */
export interface MergedRow {
  /** Null: it is gone for good. */
  externalId: string | null;
  keys: readonly string[];
}

/** An identity that several records with other starts may have. Contract 16.3. */
export interface Starts {
  /** The key with the start. */
  at: string;
  /** The key without it. */
  key: string;
  /** The key that says that several had it in one load: then it keeps the start for good. */
  mark: string;
  /** Several rows of this load have it. */
  isSeveral: boolean;
  /** A past record is not moved: the row is a separate record. */
  isFinal: boolean;
}

/** The date of a series, or the part, that a row describes. */
export interface Occurrence {
  /** The date, in the series that the key names, on the clock of the series. */
  occurrence?: string;
  /** The rules lack it: no other date of its day is meant. */
  isOutsideRules?: boolean;
  /** Without its series it is an event by itself. */
  isWithoutSeries?: boolean;
  /** It counts from this date on, as a part that this one made. */
  part?: SeriesPart['by'];
  /** By how much the dates of a part with rules of its own begin later than these say, s. */
  moved?: number;
  /** Fields in which this date equals its series; absent unless from a calendar with the series. */
  shared?: readonly string[];
  /** Own fields of this date, though its series has the same values. */
  keeps?: readonly string[];
}
