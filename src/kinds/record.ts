/**
 * The shapes of stored data: records, the snapshots embedded in them, usage and images. Every layer
 * below http uses them.
 */

/** The names of the five kinds. */
export type KindName = 'event' | 'venue' | 'organizer' | 'category' | 'tag';

/** Post statuses. Source: Contract 8. */
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

/** The status of a post. */
export type Status = (typeof STATUSES)[number];

/** The status of a post apart from its removal. */
export type BaseStatus = Exclude<Status, 'trash'>;

/**
 * The removers of a record. `series`: its series was removed; `rules`: its series' rules lack the
 * date; `source`: a followed calendar lacks it. Contract 8.
 */
export const REMOVERS = ['user', 'series', 'rules', 'source', 'merge'] as const;

/** The presence of a record in the trash, with its remover and time (UTC). */
export interface Removal {
  by: (typeof REMOVERS)[number];
  at: string;
}

/** → whether a value is a status. */
export const isStatus = (value: unknown): value is Status =>
  STATUSES.some((status) => status === value);

/** A value as JSON holds it. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

/** An object as JSON holds it. */
export interface JsonObject {
  [key: string]: Json;
}

/** → whether a value is an object, and neither a list nor null. */
export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of a record, without its bookkeeping. Dates are `YYYY-MM-DD HH:MM:SS`. */
export interface RecordCore {
  id: number;
  kind: KindName;
  /** +1 with every write. A write names the revision to be replaced. */
  revision: number;
  slug: string;
  /** The value of the kind's title field. */
  title: string;
  /** Read by visibility.ts alone: a removal covers it. Terms are always `publish`. */
  base_status: BaseStatus;
  /** User ID; 0 on terms. */
  author: number;
  /** Publication date in the site zone, and in UTC. */
  date: string;
  date_utc: string;
  modified_utc: string;
  /** The kind's own fields, by their wire names. */
  fields: Record<string, Json>;
}

/** A copy of a linked record, embedded in its holder. */
export type Snapshot = RecordCore;

/** The changes of a series from a date on. Fields that it does not state continue unchanged. */
export interface SeriesPart {
  /** The first date, by the rules before any move, on the clock of these rules. */
  from: string;
  /** Who made it: somebody here, or the source of the series. */
  by: 'user' | 'source';
  /** Values by wire name, also of fields outside `fields`. */
  fields: JsonObject;
  /** Snapshots by relation field. */
  relations: Record<string, Snapshot[]>;
  /** The shift of its dates from the dates of the rules, s on the clock. */
  moved?: number;
  /** From start to end, s; of whole days a multiple of a day. */
  length?: number;
  zone?: string;
  all_day?: boolean;
  /** Rules of its own, as stored lines, and the first date by them. */
  rules?: string[];
  start?: string;
}

/** A record as the store holds it, its links embedded. */
export interface StoredRecord extends RecordCore {
  /**
   * Raised by every write, and whenever the search document must be written anew, for example
   * because the record's usage may have changed: the external version of that document. 0 before
   * the first write.
   */
  version: number;
  /** False where a slug need not be unique: drafts, removed records. */
  slug_reserved: boolean;
  /** Null: it is not in the trash. */
  removed: Removal | null;
  /** Snapshots by relation field, in stored order. */
  relations: Record<string, Snapshot[]>;
  /** Of a series: its changes by ascending date; absent without changes. */
  parts?: readonly SeriesPart[];
}

/** → the snapshots in a relation field of a record and of its parts. */
export const linkedIn = (
  { relations, parts = [] }: Pick<StoredRecord, 'relations' | 'parts'>,
  field: string,
): Snapshot[] =>
  [relations, ...parts.map((part) => part.relations)].flatMap((links) => links[field] ?? []);

/** How events use a venue, organizer or term. Seconds since the epoch, UTC. */
export interface Usage {
  /** Published events (future ones once due): the `count` of a term. */
  published: number;
  /** Events that are not draft, pending or trash. */
  events: number;
  /** Latest start of a published event. */
  last_start_published: number | null;
  /** Latest end of a published event. */
  last_end_published: number | null;
  /** Latest start of any event outside the trash. */
  last_start: number | null;
}

/** The usage of a record that no event links. */
export const NO_USAGE: Usage = Object.freeze({
  published: 0,
  events: 0,
  last_start_published: null,
  last_end_published: null,
  last_start: null,
});

/** The fields of `Usage`. */
export const USAGE_FIELDS = Object.keys(NO_USAGE) as (keyof Usage)[];

/** An image known by its URL. Source: Contract 4.5. */
export interface ImageRecord {
  id: number;
  url: string;
  extension: string;
  width?: number;
  height?: number;
}

/** → the URL of a record's image, or null without an image. */
export function imageUrlOf({ fields: { image } }: Pick<RecordCore, 'fields'>): string | null {
  return isJsonObject(image) && typeof image.url === 'string' ? image.url : null;
}
