/**
 * The port of the search index: a copy of the records that answers lists and can be rebuilt.
 * Adapters: search/sqlite and search/elasticsearch; tested by test/contracts/search-index.ts.
 */
import type { SortOrder } from '../kinds/kind.js';
import type { KindName } from '../kinds/record.js';
import type { GeoFilter } from '../lib/place/geo.js';
import type { Weights } from '../lib/ranking.js';
import type { IndexValue, TextQuery, VisibleClause, Where } from './conditions.js';
import type { IndexEntry, Suggests } from './entry.js';
import type { FacetValue } from './facets.js';

/** The conditions of a list, see conditions.ts. */
export type {
  Alternative,
  IndexValue,
  Range,
  TextQuery,
  VisibleClause,
  Where,
} from './conditions.js';
/** The data of the index, see entry.ts. */
export type { IndexEntry, LinkedValue, SearchDocument, Tombstone } from './entry.js';

/** The order of a list; ties are ordered by ID. */
export interface Sort extends SortOrder {
  /** The IDs in their order, for `by: 'include'`. */
  ids?: number[];
  /** For `by: 'best'`. */
  weights?: Weights;
}

/** A position in an order: its sort values (order.ts), the first one deciding first, and the ID. */
export interface Position {
  keys: IndexValue[];
  id: number;
}

/** Where a page begins: after a number of records, or after a position. */
export type From = { offset: number } | { after: Position };

/** Days in a row, on the records' own clocks; `first` is the start of the first one, seconds. */
export interface Days {
  first: number;
  count: number;
  /** The records read of each day. */
  each: number;
  /** A day leaves out running events that last over a week, as its own list does. */
  hidesRunning?: boolean;
}

/** A record of a tree that others are below: the IDs of all of them, its own included. */
export interface Branch {
  id: number;
  ids: number[];
}

/** A list query, independent of the engine. */
export interface SearchQuery {
  kind: KindName;
  where: Where[];
  visible: VisibleClause[];
  text: TextQuery | null;
  geo: GeoFilter | null;
  sort: Sort;
  from: From;
  limit: number;
  /** Names of facets of the kind; `tiles` if it has that facet. */
  facets: string[];
  /** By facet of a tree: branches counted with all their descendants, in addition to its values. */
  branches?: Readonly<Record<string, readonly Branch[]>>;
  /** For the facet `tiles`: the zoom of the tiles, even, 0 to TILE_ZOOM. */
  tilesZoom?: number;
  /** The records of the list are counted by these days, too. */
  days?: Days;
  nowSeconds: number;
  /** The time for the scores of `best`, if an earlier page determined it. */
  scoredAt?: number;
  /** True: the list of series. */
  isSeries?: boolean;
  /** True: the caller may read everything; `fullAnswer` where it exists. */
  isFull: boolean;
  /** Other languages than the default in which the records are read, too. */
  languages?: readonly string[];
}

/** A record of a page; its sort values are for cursors. */
export interface Hit extends Position {
  answer: string;
  /** By language, of the requested languages: the existing answers. */
  others?: Readonly<Record<string, string>>;
  /** Number of published events that use it; meaningful for terms. */
  count: number;
  /** Metres from the query's point; null without a point or without coordinates. */
  distanceM: number | null;
  /** The distance is to its town: it has no coordinates. */
  isOfTown?: boolean;
}

/** The records of a day: beginning records first, earliest first, then running records. */
export interface DayHits {
  total: number;
  hits: Hit[];
}

/** The result of a list query. */
export interface SearchPage {
  /** Exact, over the whole filtered set. */
  total: number;
  hits: Hit[];
  /** Whether records follow the last hit. */
  hasMore: boolean;
  facets: Record<string, FacetValue[]>;
  /** By facet: the records in each nonempty branch of the query, by its ID. */
  branches: Record<string, ReadonlyMap<number, number>>;
  /** By day, where the query asks for days. */
  days?: DayHits[];
}

/** The index's data of an entry, without its answer. */
export interface EntrySummary {
  id: number;
  slug: string;
  /** 0: top level, or the kind is not a tree. */
  parent: number;
  /** Number of published events that use it. */
  count: number;
  /** User ID; 0 on terms. */
  author: number;
  /** Time from which it is public, seconds since the epoch; 0: always, null: never. */
  publicFrom: number | null;
}

/** Selects entries by ID or slug, or all of them in pages by ascending ID. */
export type EntrySelection =
  | { ids?: readonly number[]; slugs?: readonly string[] }
  | { afterId: number; limit: number };

/**
 * A suggestion with coming events: a record, a series, or a value such as a city in any spelling.
 */
export interface Offer extends Suggests {
  /** The record that offers it: the record with the most events, then the first. */
  id: number;
  /** Number of published events that use the records that offer it now. */
  count: number;
}

/** How a search word is spelled. */
export interface Spelling {
  /** Whether it begins a word of some record. */
  exists: boolean;
  /** Words one letter away (lib/text/one-letter.ts), of any records; may be empty if it exists. */
  near: string[];
}

/** `stale`: the index has it newer, or removed. `retry`: it may take it later; `refused`: never. */
export type PutResult = { kind: KindName; id: number } & (
  | { outcome: 'written' | 'stale' }
  | { outcome: 'retry' | 'refused'; reason: string }
);

/** The version of an entry. */
export type EntryVersion = { id: number; version: number };

/** Selects the versions to read. */
export interface VersionsQuery {
  afterId: number;
  limit: number;
  /** Only entries that were made with another stamp. */
  stampOtherThan?: string;
}

/**
 * The port of every search index. `layout` identifies the layout of the entries. Until the index
 * is built for the first time, queries throw `search_index_unavailable`.
 */
export interface SearchIndex {
  readonly layout: string;

  /** → one page. Throws `search_index_unavailable` when the engine does not respond. */
  search(query: SearchQuery): Promise<SearchPage>;

  /**
   * → for each word, whether the query, which has no area, finds it alone, and indexed words one
   * letter away.
   */
  spell(query: SearchQuery, words: readonly string[]): Promise<Spelling[]>;

  /** → the selected entries of the kind, ascending by ID. */
  lookUp(kind: KindName, selection: EntrySelection): Promise<EntrySummary[]>;

  /** → public suggestions; texts that begin with the text come first. */
  suggest(text: string, limit: number, nowSeconds: number): Promise<Offer[]>;

  /**
   * Writes each entry unless a higher version is stored. When this resolves, lists show it, unless
   * the engine is configured not to wait for that. Throws `search_index_unavailable`.
   */
  put(entries: readonly IndexEntry[]): Promise<PutResult[]>;

  /** → ID and version of entries with ID > `afterId`, ascending by ID; no tombstones. */
  versions(kind: KindName, query: VersionsQuery): Promise<EntryVersion[]>;

  /** → the stamp of the last rebuild; null: the index was never built, or is incomplete. */
  stamp(): Promise<string | null>;

  /** Begins a rebuild, and drops an interrupted rebuild; the index still answers meanwhile. */
  rebuild(stamp: string): Promise<Rebuild>;

  /** → advice about the size of the index, as a sentence; null without advice. */
  advice(): Promise<string | null>;

  /** Makes everything written so far visible to searches. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** A rebuild in progress. */
export interface Rebuild {
  put(entries: readonly IndexEntry[]): Promise<PutResult[]>;
  versions(kind: KindName, query: VersionsQuery): Promise<EntryVersion[]>;
  /**
   * Makes the new index current in one step, and deletes the old index. → false, without a switch,
   * if `isPatient` and a replica of the new index is unfinished.
   */
  finish(options?: { isPatient: boolean }): Promise<boolean>;
}
