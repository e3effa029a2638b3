/**
 * What the definition of a kind says. Routes, validators, stored and answered fields, index tables,
 * filters, exports and the documentation are derived from it. Data and types only.
 */
import { type FieldTable, type IndexField, indexFieldsOf, textFieldsOf } from './field.js';
import type { KindName, StoredRecord } from './record.js';

/** A field that links records of another kind. */
export interface Relation {
  field: string;
  target: KindName;
  isMany: boolean;
  /** What an item that is no ID means: data of a record to create, or a name to find or create. */
  inline: 'object' | 'name';
}

/** How a list parameter narrows a list. */
export type ListFilter =
  | { filter: 'equals'; field: string }
  | { filter: 'anyOf'; field: string; isFolded?: boolean }
  | { filter: 'related'; field: string; target: KindName; withDescendants?: boolean }
  | { filter: 'linkedBy'; relation: string }
  | { filter: 'include' }
  | { filter: 'exclude' }
  | { filter: 'parent' }
  | { filter: 'existing'; field: string }
  | { filter: 'hasEvents' }
  | { filter: 'upcoming' }
  | { filter: 'notEmpty' }
  | { filter: 'modifiedAfter' };

/** A sort order: an index field, or what a point, a search or usage gives. */
export interface SortOrder {
  by: 'field' | 'distance' | 'relevance' | 'count' | 'include';
  field?: string;
  direction: 'asc' | 'desc';
}

/** What `search` looks for in the text fields of a kind. */
export type SearchMode =
  /** Every word begins a word in any text field. */
  | 'anyField'
  /** All words begin words of one and the same text field. */
  | 'oneField'
  /** The text occurs anywhere in a text field. */
  | 'substring';

/** What answers a request for a record that is not there. Contract 7, unknown-ID matrix. */
export type MissingRule = 'notFound' | 'invalidParam';

/** What kinds of one family have in common. */
export interface Family {
  name: 'post' | 'term';
  /** Posts and terms number their records separately. */
  idSpace: 'post' | 'term';
  hasStatus: boolean;
  hasSlugRoutes: boolean;
  /** A deleted record goes to the trash, or is gone. */
  removal: 'trash' | 'permanent';
  /** What an empty page past the end of a list is. */
  pastTheEnd: 'notFound' | 'empty';
  /** Where the list stands in its envelope. */
  envelope: 'listFirst' | 'totalsFirst';
}

/** What the definition of a kind states. */
export interface KindDefinition {
  name: KindName;
  /** Path segment and envelope key. */
  route: string;
  family: Family;
  /** Path below schemas/. */
  schema: string;
  listSchema: string;
  titleField: string;
  /** Folder of its public page below SITE_URL. */
  permalink: string;
  fields: FieldTable;
  relations: Relation[];
  searchMode: SearchMode;
  /** Where the coordinates stand, if the kind has a place. */
  place?: (record: StoredRecord) => { lat: number; lng: number } | null;
  filters: Record<string, ListFilter>;
  orders: Record<string, SortOrder>;
  defaultOrder: string;
  /** Events' dates: index fields of start and end. */
  window?: { start: string; end: string };
  /** Facets: name → the index field counted and the kind it names. */
  facets?: Record<string, { field: string; target?: KindName }>;
  /** Suggestions this kind gives: type → its text. */
  suggests?: Record<string, (record: StoredRecord) => string>;
  missing: {
    byId: MissingRule;
    readBySlug: MissingRule;
    updateBySlug: MissingRule;
    removeBySlug: MissingRule;
  };
  /** Draft and pending records get no slug until they are published. */
  isSlugLate?: boolean;
  /** The payload may set `slug`. */
  hasSlugField?: boolean;
  /** A create that matches a record is answered with that record. Contract 4.7. */
  duplicateFields?: { field: string; match: 'equal' | 'contains' }[];
  /** Records form a tree by `parent`. */
  isTree?: boolean;
  /** Capability that writing needs, besides per-record rules. */
  capability: 'posts' | 'categories' | 'tags';
  taxonomy?: string;
  /** What schema.org calls it: single reads answer `json_ld` of this type. */
  schemaOrg?: 'Event' | 'Place' | 'Person';
  /** Files of them can be loaded and exported. */
  isLoaded?: boolean;
  /** An index field that keeps a record out of every list while true. */
  hiddenField?: string;
}

/** Everything the service knows of one kind. */
export interface Kind extends KindDefinition {
  indexFields: Readonly<Record<string, IndexField>>;
  /** Texts that searches look in, by field; the first is the title. */
  textFields: Readonly<Record<string, (record: StoredRecord) => string>>;
}

/** → the kind, with what follows from its field table. */
export const defineKind = (definition: KindDefinition): Kind => ({
  ...definition,
  indexFields: indexFieldsOf(definition.fields),
  textFields: textFieldsOf(definition.fields),
});
