/**
 * The search index: a derived copy that answers list queries and can always be rebuilt.
 * Adapters: search/sqlite, search/elasticsearch. The contract every adapter passes:
 * test/contracts/search-index.ts.
 */
import type { SortOrder } from '../kinds/kind.js';
import type { KindName, Status, Usage } from '../kinds/record.js';
import type { GeoFilter } from '../lib/geo.js';

/** A value of an index field. */
export type IndexValue = string | number | null;

/** One record's entry. */
export interface SearchDocument {
  id: number;
  kind: KindName;
  /** Of the record in the store: a lower one never replaces a higher. */
  version: number;
  /** What layout and settings it was made with. */
  stamp: string;
  /** By index field; many-valued fields hold lists; dates are seconds since the epoch. */
  values: Record<string, IndexValue | IndexValue[]>;
  /** By folded index field: its text as written, for facets and suggestions. */
  labels: Record<string, string>;
  /** By text field: words as lib/words.ts makes them, joined by spaces. */
  text: Record<string, string>;
  place: { lat: number; lng: number } | null;
  /** Seconds since the epoch from which it is public; null: never. */
  publicFrom: number | null;
  usage: Usage;
  /** What facets show of linked records, by index field. */
  linked: Record<string, LinkedValue[]>;
  /** Suggestions it gives, by type; empty unless it is public. */
  suggests: { type: string; text: string }[];
  /** The record as it is answered: JSON text with markers (present/markers.ts). */
  answer: string;
  /** The same for callers who may read everything, where that differs. */
  fullAnswer: string | null;
}

/** The end of an entry: it keeps older copies out for good. */
export interface Tombstone {
  id: number;
  kind: KindName;
  version: number;
  isRemoved: true;
}

/** What is put into the index. */
export type IndexEntry = SearchDocument | Tombstone;

/** A linked record as a facet shows it. */
export interface LinkedValue {
  id: number;
  slug: string;
  name: string;
  /** Its name as facets order it. */
  sortKey: string;
  /** Seconds since the epoch from which it is public; null: never. */
  publicFrom: number | null;
}

/** A test every answered record passes. Dates are seconds since the epoch. */
export type Where =
  | { test: 'anyOf'; field: string; values: readonly IndexValue[] }
  | { test: 'noneOf'; field: string; values: readonly IndexValue[] }
  | { test: 'range'; field: string; gt?: number; gte?: number; lt?: number; lte?: number }
  | { test: 'usage'; field: keyof Usage; gte: number; isNegated?: boolean };

/** A record is visible when one of the clauses holds; none given: always. */
export interface VisibleClause {
  status: Status;
  /** Only records of this author. */
  author?: number;
}

/** The words of a search. */
export interface TextQuery {
  /** Folded words; in mode `substring` the folded text alone. */
  words: string[];
  mode: 'anyField' | 'oneField' | 'substring';
}

/** The order of a list; ties end in the ID. */
export interface Sort extends SortOrder {
  /** Order of `include`. */
  ids?: number[];
}

/** A position in an order: the sort value and the ID of a record. */
export interface Position {
  key: IndexValue;
  id: number;
}

/** Where a page begins: after so many records, or after a position. */
export type From = { offset: number } | { after: Position };

/** A list query; names no engine. */
export interface SearchQuery {
  kind: KindName;
  where: Where[];
  visible: VisibleClause[];
  text: TextQuery | null;
  geo: GeoFilter | null;
  sort: Sort;
  from: From;
  limit: number;
  facets: string[];
  nowSeconds: number;
  /** True: give `fullAnswer` where there is one. */
  isFull: boolean;
}

/** One record of a page; its sort value is for cursors. */
export interface Hit extends Position {
  answer: string;
  /** Published events that use it, for kinds that are counted. */
  count: number;
  /** Metres from the point, when the query has one and the record coordinates. */
  distanceM: number | null;
}

/** How many records have one value. */
export interface FacetValue {
  value: string;
  count: number;
  id?: number;
  slug?: string;
  name?: string;
}

/** What a list query is answered. */
export interface SearchPage {
  /** Exact, over the whole filtered set. */
  total: number;
  hits: Hit[];
  /** Whether records follow the last hit. */
  hasMore: boolean;
  facets: Record<string, FacetValue[]>;
}

/** An entry found by ID or slug. */
export interface Resolved {
  id: number;
  slug: string;
  /** IDs of everything below it, where the kind is a tree. */
  below: number[];
  /** User ID; 0 on terms. */
  author: number;
  /** Seconds since the epoch from which it is public; null: never. */
  publicFrom: number | null;
}

/** A text to search for. Source: beyond.md 5. */
export interface Suggestion {
  type: string;
  text: string;
  id?: number;
  count?: number;
}

/**
 * `stale`: the index holds a newer version, or a tombstone. Both are done. `retry`: it may be taken
 * later; `refused`: it never will as it is.
 */
export type PutResult = { kind: KindName; id: number } & (
  | { outcome: 'written' | 'stale' }
  | { outcome: 'retry' | 'refused'; reason: string }
);

/** An entry's version. */
export interface Version {
  id: number;
  version: number;
}

/** Which versions are read. */
export interface VersionsQuery {
  afterId: number;
  limit: number;
  /** Only of entries that were made with another stamp. */
  stampOtherThan?: string;
}

/** The port every search engine stands behind. */
export interface SearchIndex {
  /** Tells one layout of entries from another. */
  readonly layout: string;

  /** → one page. Throws `search_index_unavailable` when the engine does not answer. */
  search(query: SearchQuery): Promise<SearchPage>;

  /** → entries of the kind with these IDs or slugs, in no order. */
  resolve(
    kind: KindName,
    keys: { ids?: readonly number[]; slugs?: readonly string[] },
  ): Promise<Resolved[]>;

  /** → published events of each record, for the counts in answers. */
  counts(kind: KindName, ids: readonly number[]): Promise<Map<number, number>>;

  /** → suggestions an anonymous reader may see, those that begin with the text first. */
  suggest(text: string, limit: number, nowSeconds: number): Promise<Suggestion[]>;

  /**
   * Writes entries, each for itself; one with a lower version than the held one changes nothing.
   * What is written shows in lists when this resolves, unless the engine is set not to wait for
   * that. Throws `search_index_unavailable`.
   */
  put(entries: readonly IndexEntry[]): Promise<PutResult[]>;

  /** → id and version of entries with id > `afterId`, ascending; no tombstones. */
  versions(kind: KindName, query: VersionsQuery): Promise<Version[]>;

  /** → the stamp of the last build; null: it was never built, or part of it is lost. */
  stamp(): Promise<string | null>;

  /** Begins a build beside the index that answers, or continues the one of `state`. */
  rebuild(stamp: string, state: string | null): Promise<Rebuild>;

  /** Makes everything written so far visible to searches. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** An index being built. */
export interface Rebuild {
  /** What another process needs to go on with it. */
  readonly state: string;
  /** True: it begins from nothing, whatever was put by a build that was broken off. */
  readonly isNew: boolean;
  put(entries: readonly IndexEntry[]): Promise<PutResult[]>;
  versions(kind: KindName, query: VersionsQuery): Promise<Version[]>;
  /** Makes it the one that answers, in one step, and drops the old one. */
  finish(): Promise<void>;
}
