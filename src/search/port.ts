/**
 * The search index: a derived copy that answers list queries and can always be rebuilt.
 * Adapters: search/sqlite. The contract every adapter passes is test/contracts/search-index.ts.
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
  revision: number;
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
  /** Suggestions it gives, by type; empty unless it is public. */
  suggests: { type: string; text: string }[];
  body: string;
  /** What callers who may read everything are answered, where that differs. */
  bodyFull: string | null;
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
export type From = { offset: number } | { after: { key: IndexValue; id: number; walk: number } };

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
  /** Identifies the walk that begins with this page; goes into its cursors. */
  walk: number;
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

/** `stale`: the index holds this revision or a newer one, or a tombstone. Both are done. */
export type PutResult =
  | { id: number; outcome: 'written' | 'stale' }
  | { id: number; outcome: 'retry' | 'refused'; reason: string };

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

  /** → published events of each record, for the counts in answers. */
  counts(kind: KindName, ids: readonly number[]): Promise<Map<number, number>>;

  /** → suggestions an anonymous reader may see, those that begin with the text first. */
  suggest(text: string, limit: number, nowSeconds: number): Promise<Suggestion[]>;

  /**
   * Writes entries of one kind. An entry with a lower revision than the held one changes nothing.
   */
  put(kind: KindName, documents: readonly SearchDocument[]): Promise<PutResult[]>;

  /** Removes entries; the tombstone of `revision` keeps older copies out for good. */
  remove(
    kind: KindName,
    entries: readonly { id: number; revision: number }[],
  ): Promise<PutResult[]>;

  /** Replaces the usage of entries, whatever their revision. */
  putUsage(kind: KindName, usage: ReadonlyMap<number, Usage>): Promise<void>;

  /** → id and revision of entries with id > `afterId`, ascending. */
  versions(
    kind: KindName,
    afterId: number,
    limit: number,
  ): Promise<{ id: number; revision: number }[]>;

  /** → the stamp set last: what presenters and settings the texts were made with. */
  stamp(): Promise<string | null>;

  /** Sets the stamp, once a rebuild is complete: one that broke off is begun again. */
  setStamp(stamp: string): Promise<void>;

  /** Empties the index, its stamp too; a rebuild fills it again. */
  reset(): Promise<void>;

  /** Makes everything written so far visible to searches. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
