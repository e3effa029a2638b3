/** What a source says of one record: the payload that a mapping makes of a row, and its names. */
import type { Json, JsonObject, SeriesPart } from '../kinds/record.js';
import type { Telling } from '../kinds/telling.js';

/** What a mapping makes of a row: the payload of a record as it would be sent, and its key. */
export interface MappedEntry extends Occurrence {
  externalId: string | null;
  /** Other identities that it has or had: they name the record where `externalId` names none. */
  former?: readonly string[];
  /** Which of several events it is that have no key, and one title, start and place. */
  nth?: number;
  /** What it is called without its start, where several may have the name. */
  starts?: Starts;
  /** It is of whole days, and its end is the midnight after the last one. */
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
  /** What a feed says of the record, beside the row. */
  claim?: Claim;
  /** All parts of a series, or all that its source made. */
  parts?: { by: SeriesPart['by'] | null; entries: (MappedEntry & { line?: number })[] };
}

/** What a feed that is followed says of a record: it stands on a key of the feed's own. */
export interface Claim {
  key: string;
  /** That the feed has it; of another Marquee also `origin` and `via`. */
  told: Telling;
}

/** A record that was merged into another one: the identity of its own row, and its keys. */
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
  /** A record that is over is not moved: the row is another one. */
  isFinal: boolean;
}

/** Which date of a series, or which part, a row is about. */
export interface Occurrence {
  /** It is about this date of the series that the key names, on the clock of the series. */
  occurrence?: string;
  /** The rules lack it: no other date of its day is meant. */
  isExact?: boolean;
  /** Without its series it is an event by itself. */
  isAlone?: boolean;
  /** It counts from this date on, as a part that this one made. */
  part?: SeriesPart['by'];
  /** By how much the dates of a part with rules of its own begin later than these say, s. */
  moved?: number;
  /** Fields in which this date is as its series; absent: not of a calendar that has the series. */
  shared?: readonly string[];
  /** Fields that this date keeps, though its series has the same values. */
  keeps?: readonly string[];
}
