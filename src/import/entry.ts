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

/** A row that passed its schema (validate.ts): later steps do not read the sent row. */
export interface LoadEntry extends Occurrence {
  /** The names of its record, the strongest first (entry-keys.ts). */
  keys: readonly string[];
  /** The number of keys that identify it; others find a record under conditions (match.ts). */
  strong: number;
  starts?: Starts | undefined;
  merged?: readonly MergedRow[] | undefined;
  payload: Payload;
  /** The values that clear the fields empty in the source. */
  cleared: Pick<Payload, 'values'> & { items: Items<LoadEntry> };
  /** Its relations. */
  items: Items<LoadEntry>;
  /** The text by which a term names its parent. */
  parentName: string | null;
  /** The slug for a new record. */
  slug?: string | undefined;
  /** Dates of a series that users added and erased. */
  local?: LocalDates | undefined;
  /** The dates from which a series has parts, of everybody or of its source. */
  partDates?: PartDates | undefined;
  /** The user name of its author at the source. */
  authorName?: string;
  /** The time of its last change at the source, UTC. */
  modifiedUtc?: string;
  /** Values of the kind's `loadedFields`. */
  loaded: JsonObject;
  /** The remover in a row of the trash; absent: the user. */
  removal?: Removing | undefined;
  claim?: Claim | undefined;
  /** Values removed from the payload: images that could not be fetched, links to the trash. */
  leftOut?: readonly Issue[];
}

/** A valid record to load. */
export type ValidRecord = LoadEntry & RowLines & { lacking?: Issue | undefined };

/**
 * A row that changes nothing: for a date erased here, or of a series that another source writes; or
 * for a date that a dry run would have made.
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
      /** About the values left out. */
      warnings?: readonly Issue[] | undefined;
      /** A feed's statements about its fields, when nothing is written. */
      said?: Record<string, string> | undefined;
    }
  | Rejected;

/** The reason of a rejected row; `code` is from the catalogue. */
export interface Rejected {
  outcome: 'rejected';
  code: string;
  issues: Issue[];
}

/**
 * The effect of a row on the record that it repeats. `merge` updates it, except fields changed here
 * since the last write of a source. `skip` changes nothing.
 */
export type OnMatch = 'update' | 'merge' | 'skip' | 'reject';

/** The source of the rows. */
export interface KeySource {
  /** The system or calendar: UIDs are its own keys. Absent: a file without a source. */
  source?: string | undefined;
  /**
   * A fetch of a calendar: rows without a UID are known by their hash in it. The status of a row is
   * only for a new record, and events that such a calendar lacked are restored.
   */
  present?: Fetched | undefined;
}

/** The content of a fetch. */
export interface Fetched {
  /** → whether it has a key. */
  has(key: string): boolean;
  /**
   * → `told` of a key with the further state known from its load on, so that the next run knows it
   * even if this run fails; absent: no further state.
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
  /** Pushes the written records; absent: as after any write. */
  push?: (outcome: Outcome) => Promise<unknown>;
  /** An image that cannot be fetched rejects its row. Absent: the row is loaded without it. */
  isImageStrict?: boolean | undefined;
  /** Receives reports that concern no single row. */
  notes?: Notes | undefined;
  /** Inline records never update a record matched by content. */
  isLinked?: boolean;
  /** Places records with an address and without coordinates. Absent: they get none. */
  locate?: Locate | undefined;
}
