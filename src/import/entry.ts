/** The input and the result of a load. Types only. */
import type { Caller } from '../access/roles.js';
import type { Issue } from '../errors.js';
import type { Json, JsonObject, SeriesPart, StoredRecord } from '../kinds/record.js';
import type { LocalDates } from '../kinds/series.js';
import type { Removing } from '../records/write/plan.js';
import type { Items } from '../records/write/relations.js';
import type { PartDates } from '../series/restate.js';
import type { Outcome } from '../store/port.js';
import type { Payload } from '../validation/payload.js';
import type { Notes } from './notes.js';
import type { Locate } from './place.js';

/** What a mapping makes of a row: the payload of a record as it would be sent, and its key. */
export interface MappedEntry extends Occurrence {
  externalId: string | null;
  /** Other identities that it has or had: they name the record where `externalId` names none. */
  former?: readonly string[];
  /** What it is called without its start, where several may have the name. */
  starts?: Starts;
  /** Other keys, as an export lists them. */
  keys?: readonly string[];
  /** The records that were merged into it, as an export lists them. */
  merged?: readonly MergedRow[] | undefined;
  /** The request body of a POST on the collection. */
  payload: JsonObject;
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
  /** Parts of `Told`: that the feed has it; of another Marquee also `origin` and `via`. */
  told: JsonObject;
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

interface Occurrence {
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

/** A row that passed its schema (validate.ts): nothing behind it reads what was sent. */
export interface LoadEntry extends Occurrence {
  /** What names its record, the strongest first (entry-keys.ts). */
  keys: readonly string[];
  /** How many of the keys identify it; others find a record under conditions (match.ts). */
  strong: number;
  starts?: Starts | undefined;
  merged?: readonly MergedRow[] | undefined;
  payload: Payload;
  /** What clears the fields that are empty in the source. */
  cleared: Pick<Payload, 'values'> & { items: Items<LoadEntry> };
  /** What it says of its relations. */
  items: Items<LoadEntry>;
  /** The text by which a term names its parent. */
  parentName: string | null;
  /** The slug that it gives a new record. */
  slug?: string | undefined;
  /** Dates of a series that users added and erased. */
  local?: LocalDates | undefined;
  /** The dates from which a series has parts, those of everybody or of its source. */
  partDates?: PartDates | undefined;
  /** The name of the user who is its author where it comes from. */
  authorName?: string;
  /** When it was changed last where it comes from, UTC. */
  modifiedUtc?: string;
  /** Values of the kind's `loadedFields`. */
  loaded: JsonObject;
  /** Whose removal a row of the trash is; absent: the user's. */
  removal?: Removing | undefined;
  claim?: Claim | undefined;
  /** What is no longer in the payload: images that could not be fetched, links to the trash. */
  leftOut?: readonly Issue[];
}

/** The result for one item of a load. */
export type LoadResult =
  | {
      outcome: 'created' | 'updated' | 'unchanged';
      record: StoredRecord | null;
      /** About what was left out. */
      warnings?: readonly Issue[] | undefined;
      /** What a feed said of its fields, where nothing is written. */
      said?: Record<string, string> | undefined;
    }
  | Rejected;

/** Why a row was rejected; `code` is one of the catalogue's. */
export interface Rejected {
  outcome: 'rejected';
  code: string;
  issues: Issue[];
}

/** What a row does that repeats a record: it updates it, changes nothing, or is rejected. */
export type OnMatch = 'update' | 'skip' | 'reject';

/** Whose rows are loaded. */
export interface KeySource {
  /** The system or calendar: UIDs are keys of its own. Absent: a file that names none. */
  source?: string | undefined;
  /**
   * A fetch of a calendar: rows without a UID are known by their hash in it. The status of a row is
   * for a new record alone, and what such a calendar lacked is brought back.
   */
  present?: Fetched | undefined;
}

/** What a fetch of a source has. */
export interface Fetched {
  /** → whether it has a key. */
  has(key: string): boolean;
  /**
   * → `told` of a key with what else is known from its load on, so that the next run knows it
   * whatever becomes of this one; absent: nothing else.
   */
  withState?(key: string, told: JsonObject): JsonObject;
}

/** How a batch is loaded. */
export interface LoadOptions extends KeySource {
  caller: Caller;
  /** The first ID that the load has made, by family. Absent: not asked for. */
  made?: Map<string, number> | undefined;
  /** Absent: update. */
  onMatch?: OnMatch;
  /** Pushes what was written; absent: as after any write. */
  push?: (outcome: Outcome) => Promise<unknown>;
  /** An image that cannot be fetched rejects its row. Absent: the row is loaded without it. */
  isImageStrict?: boolean | undefined;
  /** Gets what is told of no single row. */
  notes?: Notes | undefined;
  /** Inline records never update a record matched by content. */
  isLinked?: boolean;
  /** Places records that have an address and no coordinates. Absent: they stay without. */
  locate?: Locate | undefined;
}
