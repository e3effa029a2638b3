/** The plan of one write: a draft, and the records that it links. Payload → draft → change. */
import type { Caller } from '../../access/roles.js';
import type { Kind } from '../../kinds/kind.js';
import type {
  BaseStatus,
  ImageRecord,
  JsonObject,
  KindName,
  Removal,
  StoredRecord,
} from '../../kinds/record.js';
import type { LocalDates } from '../../kinds/series.js';
import type { PartDates, PartWrite } from '../../series/restate.js';
import type { KeyWrite } from '../../store/port.js';
import { type Payload, toPayload } from '../../validation/payload.js';

/** A linked record: an existing one, or the input of one to create first. */
export type Link = { record: StoredRecord } | { kind: KindName; draft: Draft };

/** Links by relation field; an absent field keeps its links. */
export type LinkPlan = Record<string, Link[]>;

/** A payload that passed every check, with the writer and further decisions. */
export interface Draft {
  payload: Payload;
  links: LinkPlan;
  /** Absent: unchanged; null: removed. The image of a new URL has ID 0. */
  image?: ImageRecord | null;
  caller: Caller;
  /** The record to be replaced; null on create. */
  stored: StoredRecord | null;
  /** Keys that the record gets. */
  keys?: readonly KeyWrite[] | undefined;
  /** The remover, if the write removes the record; absent: the user. */
  removal?: Removing | undefined;
  /** The slug of a new record whose payload cannot say it: a line of an export has it. */
  slug?: string | undefined;
  /** From a load: values of the kind's `loadedFields`. */
  loaded?: JsonObject;
  /** The record, or its series, was made by the row of this draft. */
  isMade?: boolean;
  /** When the record was changed last, in the system that the row is an export of. */
  modifiedUtc?: string | undefined;
  /** For a date of a series: fields that follow its series again. */
  follows?: readonly string[] | undefined;
  /** The same: fields that remain its own, though its series has the same values. */
  keeps?: readonly string[] | undefined;
  /** The write applies to a series from one of its dates on; `stored` is the series' view there. */
  part?: PartWrite | undefined;
  /** Dates that were added to a series, and erased, in the system that the row is an export of. */
  local?: LocalDates | undefined;
  /** The dates from which a series has parts; others go. */
  partDates?: PartDates | undefined;
  /** It comes from another system, which sends the whole record again and again. */
  isRepeated?: boolean;
  /** A row of a followed feed: it states the date's own fields there. */
  isFollowed?: boolean;
  /** Slugs already given to records of the same write. */
  avoid?: ReadonlySet<string>;
  /** Takes an ID from a reserved block; absent: one ID is reserved for the record. */
  takeId?: (kind: Kind) => number;
}

/** Who removes a record; `at` (UTC): absent, now. */
export interface Removing extends Omit<Removal, 'at'> {
  at?: string;
  /** The former status of a new record, if a load knows it. */
  status?: BaseStatus;
}

/** → the draft of valid values, without links; `stored` is the record to be replaced. */
export const draftOf = (
  kind: Kind,
  values: JsonObject,
  { caller, stored = null }: { caller: Caller; stored?: StoredRecord | null },
): Draft => ({ payload: toPayload(kind, values, undefined), links: {}, caller, stored });
