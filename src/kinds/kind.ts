/**
 * The definition of a kind, from which routes, validators, stored and answered fields, index
 * tables, filters, exports and the documentation are derived.
 */
import {
  type FieldTable,
  type IndexField,
  indexFieldsOf,
  type TextField,
  textFieldsOf,
} from './field.js';
import type { KindName, RecordCore, StoredRecord } from './record.js';

/** A field that links records of another kind. */
export interface Relation {
  field: string;
  target: KindName;
  isMany: boolean;
  /** An item without an ID holds the data of a new record, or a name to find or create. */
  inline: 'object' | 'name';
}

/** How a list parameter narrows a list. */
export type ListFilter =
  | { filter: 'equals'; field: string }
  | { filter: 'anyOf'; field: string; isFolded?: boolean }
  | {
      filter: 'related';
      field: string;
      target: KindName;
      withDescendants?: boolean;
      /** Records with all of the items, or without any; absent: with any. */
      match?: 'all' | 'none';
    }
  | { filter: 'price'; bound: 'gte' | 'lte' }
  | { filter: 'linkedBy'; relation: string }
  | { filter: 'include' }
  | { filter: 'exclude' }
  | { filter: 'parent' }
  | { filter: 'existing'; field: string }
  | { filter: 'hasEvents' }
  | { filter: 'upcoming' }
  | { filter: 'notEmpty' }
  | { filter: 'modifiedAfter' };

/** The formats of answers besides JSON (present/formats/). */
export type FormatName = 'ics' | 'atom' | 'rss' | 'geojson' | 'jsonld';

/**
 * A sort order: by an index field; by a point, a search, usage or `include`; or by several: `day`
 * and `best` as in Contract 12.
 */
export interface SortOrder {
  by: 'field' | 'distance' | 'relevance' | 'count' | 'include' | 'day' | 'best';
  field?: string;
  direction: 'asc' | 'desc';
}

/** The name of the facet that counts by map tile. */
export const TILES_FACET = 'tiles';

/** The value of a kind's `hiddenField` of records in lists. */
export const LISTED = 0;
/** The same for records in no list. */
export const HIDDEN = 1;
/** The same for records only in the list of series. */
export const IN_SERIES_VIEW = 2;

/** How `search` matches the text fields of a kind. */
type SearchMode =
  /** Every word begins a word in any text field. */
  | 'anyField'
  /** All words begin words of one and the same text field. */
  | 'oneField'
  /** The text occurs anywhere in a text field. */
  | 'substring';

/** The common properties of the kinds of a family. */
export interface Family {
  /** Posts and terms number their records separately. */
  name: 'post' | 'term';
  hasStatus: boolean;
  hasSlugRoutes: boolean;
  /** A deleted record is put into the trash, or removed for good. */
  removal: 'trash' | 'permanent';
  /** How an empty page past the end of a list is answered. */
  pastTheEnd: 'notFound' | 'empty';
  /** The position of the list in its envelope. */
  envelope: 'listFirst' | 'totalsFirst';
}

/** The counts of a facet: values of an index field, and the kind that they refer to, if any. */
export interface Facet {
  field: string;
  target?: KindName;
  /** Most values, where they are not `limits.facetValues`. */
  valuesMax?: number;
}

/** The definition of a kind. */
export interface KindDefinition {
  name: KindName;
  /** Path segment and envelope key. */
  route: string;
  family: Family;
  /** Path below schemas/. */
  schema: string;
  listSchema: string;
  /** The schema of reading a record, if it has more parameters than in other kinds. */
  itemSchema?: string;
  titleField: string;
  /** Folder of its public page below SITE_URL. */
  permalink: string;
  fields: FieldTable;
  relations: Relation[];
  searchMode: SearchMode;
  /** The record whose address locates a record; undefined without a place. */
  addressOf?: (record: StoredRecord) => Pick<RecordCore, 'fields'> | undefined;
  /** Reads the coordinates in degrees; absent for kinds without coordinates. */
  place?: (record: StoredRecord) => { lat: number; lng: number } | null;
  filters: Record<string, ListFilter>;
  orders: Record<string, SortOrder>;
  defaultOrder: string;
  /**
   * For kinds with dates: the index fields of start and end, of whether it lasts over a week, of
   * start and end on its own clock, and of the part of the day, with all of its names.
   */
  window?: {
    start: string;
    end: string;
    lasting: string;
    local: { start: string; end: string };
    part: { field: string; names: readonly string[] };
  };
  /** For kinds with series: the index fields of the start before a date, and the latest end. */
  collapsedBy?: { start: string; end: string };
  /** For kinds with the orders `day` and `best`: the index fields that these read. */
  ranked?: {
    day: string;
    featured: string;
    /** The last records. */
    last: { field: string; values: readonly string[] };
  };
  /** Facets by name. */
  facets?: Record<string, Facet>;
  /**
   * The lists have the facet `tiles`: counts by map tile. A tile whose records all have the same
   * record of this relation names it.
   */
  tiles?: string;
  /** Suggestions of this kind: type → text. The type with the kind's name is the record. */
  suggests?: Record<string, (record: StoredRecord) => string>;
  /** The answered field that distinguishes suggested records of the same name. */
  toldApartBy?: string;
  /**
   * A missing record is answered 404, by ID and in updates by slug; else it is an invalid
   * parameter. Contract 7, unknown-ID matrix.
   */
  isNotFound?: boolean;
  /** Draft and pending records get no slug until they are published. */
  isSlugLate?: boolean;
  /** A create that equals a record in these fields is answered with it. Contract 4.7. */
  duplicateFields?: { field: string; match: 'equal' | 'contains' }[];
  /**
   * With the title, these fields identify a row of a load without a key; `venue.city`: a field of
   * an inline record. Contract 16.3.
   */
  identifiedBy?: string[];
  /** Records form a tree by `parent`. */
  isTree?: boolean;
  /** The capability required for writing, besides rules for each record. */
  capability: 'posts' | 'categories' | 'tags';
  taxonomy?: string;
  /** Its type at schema.org: single reads answer `json_ld` of this type. */
  schemaOrg?: 'Event' | 'Place' | 'Person';
  /** The formats in which its records are answered besides JSON. Contract 20. */
  formats?: readonly FormatName[];
  /** The keys of its answer that maps show. */
  lightFields?: readonly string[];
  /** An index field that says in which lists a record is: LISTED, HIDDEN or IN_SERIES_VIEW. */
  hiddenField?: string;
  /** An index field that is true for online records, which have no place. */
  onlineField?: string;
  /**
   * Stored under `field`: the number of changes of the fields or links `of`. Under `shown`, by
   * link: fields of the linked record that count, in addition to its title and status.
   */
  changeCount?: { field: string; of: string[]; shown: Readonly<Record<string, string[]>> };
  /** Fields set only by a load: a text of new records, a count that grows. */
  loadedFields?: readonly string[];
}

/** Everything the service knows about one kind. */
export interface Kind extends KindDefinition {
  indexFields: Readonly<Record<string, IndexField>>;
  /** The texts that `search` looks in, by field, the heaviest first. */
  textFields: Readonly<Record<string, TextField>>;
  /** The same fields in groups of equal weight, the heaviest first. */
  textLevels: readonly TextLevel[];
}

/** The text fields of one weight. */
export interface TextLevel {
  weight: number;
  fields: string[];
}

/** → the kind, with all data derived from its field table. */
export function defineKind(definition: KindDefinition): Kind {
  const textFields = textFieldsOf(definition.fields);
  const names = Object.keys(textFields);
  const weights = new Set(Object.values(textFields).map(({ weight }) => weight));
  return {
    ...definition,
    indexFields: indexFieldsOf(definition.fields),
    textFields,
    textLevels: [...weights].map((weight) => ({
      weight,
      fields: names.filter((name) => textFields[name]?.weight === weight),
    })),
  };
}
