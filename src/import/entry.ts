/** The input and the result of a load. Types only. */
import type { Caller } from '../access/roles.js';
import type { Issue } from '../errors.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import type { LocalDates } from '../kinds/series.js';
import type { Telling } from '../kinds/telling.js';
import type { Removing } from '../records/write/plan.js';
import type { Items } from '../records/write/relations.js';
import type { LoadFault, LoadWarning, RowLines } from '../rows/items.js';
import type { Notes } from '../rows/notes.js';
import type { Claim, MergedRow, Occurrence, Starts } from '../rows/statement.js';
import type { PartDates } from '../series/restate.js';
import type { Outcome } from '../store/port.js';
import type { Payload } from '../validation/payload.js';
import type { Locate } from './place.js';

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

/** A record to load that is valid. */
export type ValidRecord = LoadEntry & RowLines & { lacking?: Issue | undefined };

/**
 * A row that says what another row of the load says. A row about a date that it leaves, which was
 * erased here, or whose series another source writes; or one that a dry run would have made.
 */
interface AbsentDate {
  lines: number[];
  outcome: 'unchanged' | 'updated';
  warnings?: LoadWarning[];
}

/** An item whose record, if it has any, is valid. */
export type ValidItem = ValidRecord | LoadFault | AbsentDate;

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

/**
 * What a row does to the record that it repeats. `merge` updates it, but a field that was changed
 * here since a source wrote it stays. `skip` changes nothing.
 */
export type OnMatch = 'update' | 'merge' | 'skip' | 'reject';

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
  withState?(key: string, told: Telling): Telling;
}

/** How a batch is loaded. */
export interface LoadOptions extends KeySource {
  caller: Caller;
  /** The first ID that the load has made, by family. Absent: not asked for. */
  made?: Map<string, number> | undefined;
  /** Keys in small letters that rows of the load have had, by kind. Absent: not asked for. */
  folded?: Set<string> | undefined;
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
