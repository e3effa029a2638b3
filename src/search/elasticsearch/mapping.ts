/**
 * The mapping of a kind's index, derived from the kind's definition. Field names: f.<index field>,
 * text.<text field>, usage.<usage field>, facet.<link field>. `_source` contains only the answers.
 */
import { createHash } from 'node:crypto';
import type { IndexField, IndexFieldType } from '../../kinds/field.js';
import { allKinds } from '../../kinds/index.js';
import type { Kind, TextLevel } from '../../kinds/kind.js';
import { USAGE_FIELDS } from '../../kinds/record.js';
import { isSubstring } from '../fields.js';

/** How the values of a field are stored: as text, compared by bytes, or as integers. */
type FieldForm = 'keyword' | 'long';

// Many-valued numbers are only compared for equality, which is faster with keywords.
const formOfField = ({ isMany, type }: IndexField): FieldForm =>
  isMany || TEXTS.has(type) ? 'keyword' : 'long';

const TEXTS: ReadonlySet<IndexFieldType> = new Set(['keyword', 'folded', 'currency', 'postalCode']);

/** → how the values of an index field (or `id`) are stored; null: there is no such field. */
export function formOf(kind: Kind, field: string): FieldForm | null {
  if (field === 'id') return 'long';
  const indexField = kind.indexFields[field];
  return indexField ? formOfField(indexField) : null;
}

/** → the path of an index field. */
export const pathOf = (field: string): string => (field === 'id' ? 'id' : `f.${field}`);

/** → the field with the words of all text fields of a level. */
export const levelField = ({ weight, fields }: TextLevel): string =>
  fields.length === 1 ? String(fields[0]) : `_${weight}`;

/** → the fields that words are searched in: one for each level, or all if they match apart. */
const wordFieldsOf = (kind: Kind): string[] => [
  ...new Set([
    ...(kind.searchMode === 'oneField' ? Object.keys(kind.textFields) : []),
    ...kind.textLevels.map(levelField),
  ]),
];

/** → fields whose linked records are counted by facets. */
export const linkFacets = (kind: Kind): string[] =>
  Object.values(kind.facets ?? {}).flatMap(({ field, target }) => (target ? [field] : []));

/** → folded fields that are counted by facets; their original text is stored too. */
export const labelFacets = (kind: Kind): string[] =>
  Object.values(kind.facets ?? {}).flatMap(({ field, target }) =>
    !target && kind.indexFields[field]?.type === 'folded' ? [field] : [],
  );

const KEYWORD = { type: 'keyword' };
const LONG = { type: 'long' };
const UNSEARCHED = { type: 'keyword', index: false, doc_values: false };
/** Values that are counted but not searched. */
const COUNTED = { type: 'keyword', index: false };
/**
 * Words of lib/text/words.ts, split at spaces; prefixes of up to ten characters are indexed. Each
 * text of a field is a value of its own, so that no phrase reaches from one into the next.
 */
const WORDS = {
  type: 'text',
  analyzer: 'whitespace',
  index_prefixes: { min_chars: 1, max_chars: 10 },
};
/** Other forms of the words. */
const FORMS = { type: 'text', analyzer: 'whitespace', index_options: 'freqs' };

type Properties = Record<string, object>;

/** → settings and mappings for creating an index of the kind. */
export function buildIndex(kind: Kind): { settings: object; mappings: object } {
  return {
    settings: { auto_expand_replicas: '0-1' },
    mappings: {
      // While one release replaces another, each writes entries into the index of the other.
      dynamic: false,
      _source: { includes: ['answer', 'full_answer', 'others'] },
      properties: propertiesOf(kind),
    },
  };
}

function propertiesOf(kind: Kind): Properties {
  const fields = Object.entries(kind.indexFields).map(([name, field]) => [
    name,
    formOfField(field) === 'keyword' ? KEYWORD : LONG,
  ]);
  return {
    id: LONG,
    version: LONG,
    stamp: KEYWORD,
    // Marks tombstones: Elasticsearch forgets the version of a deleted document.
    removed: { type: 'boolean', doc_values: false },
    public_from: LONG,
    f: { properties: Object.fromEntries(fields) },
    usage: { properties: Object.fromEntries(USAGE_FIELDS.map((name) => [name, LONG])) },
    text: { properties: textProperties(kind) },
    ...(isSubstring(kind) ? {} : nested('forms', wordFieldsOf(kind), FORMS)),
    ...(kind.place ? PLACE : {}),
    ...nested('facet', linkFacets(kind), COUNTED),
    ...nested('facet_later', linkFacets(kind), COUNTED),
    ...nested('label', labelFacets(kind), COUNTED),
    ...(kind.suggests ? { lead: KEYWORD, rest: KEYWORD, suggests_until: LONG } : {}),
    answer: UNSEARCHED,
    full_answer: UNSEARCHED,
    others: { type: 'object', enabled: false },
  };
}

const PLACE: Properties = {
  point: { type: 'geo_point' },
  // The exact coordinates; a geo_point is rounded to about a centimetre.
  lat: { type: 'double' },
  lng: { type: 'double' },
  // The tile's number and microdegrees, which are summed: sums of integers are exact.
  tile: {
    properties: Object.fromEntries(
      ['number', 'lat', 'lng'].map((name) => [name, { type: 'long', index: false }]),
    ),
  },
};

function textProperties(kind: Kind): Properties {
  if (isSubstring(kind)) {
    return Object.fromEntries(Object.keys(kind.textFields).map((name) => [name, KEYWORD]));
  }
  return Object.fromEntries(wordFieldsOf(kind).map((name) => [name, WORDS]));
}

function nested(name: string, fields: string[], type: object): Properties {
  if (fields.length === 0) return {};
  return { [name]: { properties: Object.fromEntries(fields.map((field) => [field, type])) } };
}

/** A hash of the mappings of all kinds. */
export const layout = createHash('sha256')
  .update(JSON.stringify(allKinds.map((kind) => buildIndex(kind))))
  .digest('base64url')
  .slice(0, 12);
