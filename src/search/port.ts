/**
 * The search index: a derived copy that answers list queries and can always be rebuilt.
 * Adapters: search/sqlite, search/elasticsearch. The contract every adapter passes:
 * test/contracts/search-index.ts.
 */
import type { KindName, Status, Usage } from '../kinds/record.js';

/** A value of an index field. */
export type IndexValue = string | number | null;

/**
 * One record's entry. `body` is the record as it is answered, with markers (present/markers.ts).
 */
export interface SearchDocument {
  id: number;
  kind: KindName;
  /** Of the record in the store (store/port.ts, Pending): a lower one never replaces a higher. */
  version: number;
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
  body: string;
  /** What callers who may read everything are answered, where that differs. */
  bodyFull: string | null;
}

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

/** Where answered records are. */
export interface GeoQuery {
  /** True: only records with coordinates; false: only those without. */
  hasPlace?: boolean;
  point?: { lat: number; lng: number };
  /** Metres; goes with the point. */
  radiusM?: number;
  /** Degrees; west > east crosses the antimeridian. */
  box?: { west: number; south: number; east: number; north: number };
}

/** The order of a list; ties end in the ID. */
export interface Sort {
  by: 'field' | 'distance' | 'relevance' | 'count' | 'include';
  field?: string;
  direction: 'asc' | 'desc';
  /** Order of `include`. */
  ids?: number[];
}

/** Where a page begins: after so many records, or after a place in a walk. */
export type From = { offset: number } | { after: { key: IndexValue; id: number; walk: string } };

/** A list query as the index understands it; names no engine. */
export interface SearchQuery {
  kind: KindName;
  where: Where[];
  visible: VisibleClause[];
  text: TextQuery | null;
  geo: GeoQuery | null;
  sort: Sort;
  from: From;
  limit: number;
  facets: string[];
  nowSeconds: number;
  /** True: answer `bodyFull` where there is one. */
  isFull: boolean;
}

/** One record of a page. */
export interface Hit {
  id: number;
  body: string;
  /** Metres from the point, when the query has one. */
  distanceM: number | null;
  /** Its sort value, for cursors. */
  key: IndexValue;
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
  /**
   * The walk this page belongs to, as its next cursor names it: opaque text of the engine. A page
   * of a walk may give another one than it was asked with; the last one given counts.
   */
  walk: string;
  facets: Record<string, FacetValue[]>;
}

/** An entry found by ID or slug. */
export interface Resolved {
  id: number;
  slug: string;
  /** 0 for the top level and for kinds without a tree. */
  parent: number;
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
export type PutResult =
  | { id: number; outcome: 'written' | 'stale' }
  | { id: number; outcome: 'retry' | 'refused'; reason: string };

/** An entry's version. */
export interface Version {
  id: number;
  version: number;
}

/** The port every search engine stands behind. */
export interface SearchIndex {
  /** → one page. Throws `search_index_unavailable` when the engine does not answer. */
  search(query: SearchQuery): Promise<SearchPage>;

  /** → entries of the kind with these IDs or slugs, in no order. */
  resolve(
    kind: KindName,
    keys: { ids?: readonly number[]; slugs?: readonly string[] },
  ): Promise<Resolved[]>;

  /** → the IDs and those of everything below them in the kind's tree. */
  descendants(kind: KindName, ids: readonly number[]): Promise<number[]>;

  /**
   * → published events of each record, for the counts in answers; with the page they are for, they
   * may be as old as the beginning of its search.
   */
  counts(kind: KindName, ids: readonly number[], page?: SearchPage): Promise<Map<number, number>>;

  /** → suggestions an anonymous reader may see, those that begin with the text first. */
  suggest(text: string, limit: number, nowSeconds: number): Promise<Suggestion[]>;

  /**
   * Writes entries of one kind, each for itself. An entry with a lower version than the held one
   * changes nothing. What is written shows in lists when this resolves, unless the engine is set
   * not to wait for that.
   */
  put(kind: KindName, documents: readonly SearchDocument[]): Promise<PutResult[]>;

  /** Removes entries; the tombstone of `version` keeps older copies out for good. */
  remove(kind: KindName, entries: readonly Version[]): Promise<PutResult[]>;

  /** → id and version of entries with id > `afterId`, ascending. */
  versions(kind: KindName, afterId: number, limit: number): Promise<Version[]>;

  /** → what presenters and settings the texts were made with, or null before the first rebuild. */
  stamp(): Promise<string | null>;

  /**
   * Begins to build the index anew beside the one that answers, or goes on with a build of the
   * same stamp that broke off. → null when another process is at it.
   */
  rebuild(stamp: string): Promise<Rebuild | null>;

  /** Empties the index, its stamp too; for tests and for indexes beyond repair. */
  reset(): Promise<void>;

  /** Makes everything written so far visible to searches. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * An index being built. What `put` and `remove` of the index write meanwhile reaches it too; what
 * they wrote shortly before it began may not have.
 */
export interface Rebuild {
  /** → the ID up to which entries of the kind were put by a build that broke off; 0 for none. */
  doneUpTo(kind: KindName): number;
  /** Writes entries to the new index alone. */
  put(kind: KindName, documents: readonly SearchDocument[]): Promise<PutResult[]>;
  remove(kind: KindName, entries: readonly Version[]): Promise<PutResult[]>;
  versions(kind: KindName, afterId: number, limit: number): Promise<Version[]>;
  /** Keeps how far the build is, and tells other processes that it is alive. */
  saveProgress(kind: KindName, afterId: number): Promise<void>;
  /** Makes the new index the one that answers, in one step, and drops the old one. */
  finish(): Promise<void>;
}
