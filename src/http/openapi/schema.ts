/**
 * A property of schemas/ → an OpenAPI 3.0 schema. OpenAPI 3.0 has neither lists of types nor a null
 * type, nor our own keywords: each is translated for clients.
 */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { COST_VALUE_LENGTH_MAX, COST_VALUES_MAX } from '../../lib/money/cost.js';
import { limits } from '../../limits.js';
import { loadSchema, type PropertySchema } from '../../validation/schemas.js';

/** A fragment of an OpenAPI document. */
export type Schema = Record<string, unknown>;

/** Keywords with the same meaning in both. */
const SHARED = [
  ...'description default example enum required minimum maximum'.split(' '),
  ...'minLength maxLength pattern minItems maxItems'.split(' '),
];

const DATE_TIME = '2026-03-01 09:00:00';

/** Our own keywords → the form of valid values. */
const meanings: Record<string, (option: unknown, property: PropertySchema) => Schema> = {
  coerce: (how) => (how === 'looseBoolean' ? oneOf(LOOSE) : {}),
  line: (max) => ({ maxLength: max }),
  text: () => ({ maxLength: limits.textChars }),
  notBlank: () => ({ minLength: 1, pattern: '\\S' }),
  searchText: () => ({ minLength: 1, maxLength: limits.searchChars, pattern: '\\S' }),
  languageTag: () => ({ maxLength: 35, example: 'de-AT' }),
  timeZone: () => ({ example: 'America/New_York' }),
  dateRange: () => ({ pattern: '^[^,]+,[^,]+$', example: '2026-03-01,2026-03-31' }),
  bbox: () => ({ pattern: '^[^,]+(,[^,]+){3}$', example: '-0.5,51.2,0.3,51.7' }),
  dateTime: () => ({
    anyOf: [
      { type: 'string', minLength: 1 },
      { type: 'number', description: 'Seconds since the epoch.' },
    ],
    example: DATE_TIME,
  }),
  webUrl: (_, { type }) => {
    const url = { type: 'string', format: 'uri', maxLength: limits.urlChars };
    return oneOf(type === 'string' ? [url, EMPTY] : [url, EMPTY, NO]);
  },
  image: () => ({
    anyOf: [
      { type: 'integer', minimum: 1, description: 'ID of a known image.' },
      { type: 'string', maxLength: limits.urlChars, description: 'Its URL, or its ID as text.' },
      NO,
    ],
  }),
  notEmpty: () => ({ not: EMPTY }),
  cost: () => ({
    anyOf: [...COST, { type: 'array', maxItems: COST_VALUES_MAX, items: oneOf(COST) }],
  }),
  terms: () => ({
    anyOf: [...TERM, { type: 'array', maxItems: limits.relationItems, items: oneOf(TERM) }],
  }),
  linked: (target) => linked(target as KindName),
};

const EMPTY = { type: 'string', enum: [''] };
const NO = { type: 'boolean', enum: [false] };
const LOOSE = [
  { type: 'boolean' },
  { type: 'string', description: '1, yes, y, on, true, enable and enabled are true.' },
  { type: 'number', description: 'All but 0 are true.' },
];
const COST = [{ type: 'string', maxLength: COST_VALUE_LENGTH_MAX }, { type: 'number' }];
const TERM = [
  { type: 'integer', description: 'ID; an unknown one is skipped.' },
  { type: 'string', description: 'Slug or name, or an ID as text.' },
  {
    type: 'object',
    required: ['slug'],
    properties: {
      slug: { type: 'string', maxLength: limits.slugChars },
      name: { type: 'string', maxLength: limits.slugChars, description: 'Of a new term.' },
    },
  },
];

/** → the property as an OpenAPI 3.0 schema; references point to components. */
export function toOpenApi(property: PropertySchema): Schema {
  if (typeof property.$ref === 'string') return described(refTo(titleOf(property.$ref)), property);
  const schema: Schema = {};
  for (const keyword of SHARED) {
    if (property[keyword] !== undefined) schema[keyword] = property[keyword];
  }
  Object.assign(schema, typeOf(property), exclusive(property), inner(property));
  for (const [keyword, mean] of Object.entries(meanings)) {
    if (property[keyword] === undefined) continue;
    const { anyOf, ...meaning } = mean(property[keyword], property);
    Object.assign(schema, meaning);
    if (anyOf === undefined) continue;
    // `anyOf` replaces the type.
    delete schema.type;
    schema.anyOf = anyOf;
  }
  return schema;
}

/** → a reference to a component. */
export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** → the name of the component made from the schema at `path`, below schemas/. */
const titleOf = (path: string): string => loadSchema(path).title;

/**
 * → the names of a kind's components: its record, the accepted fields, the same with the required
 * fields of a create, its list, and a page of its change feed with its items.
 */
export function namesOf({ name }: { name: KindName }) {
  const record = titleOf(`answers/${name}.json`);
  return {
    record,
    input: `${record}Input`,
    created: `New${record}`,
    list: `${record}List`,
    changes: `${record}Changes`,
    change: `${record}Change`,
  };
}

const oneOf = (choices: Schema[]): Schema => ({ anyOf: choices });

// OpenAPI 3.0 ignores the siblings of a reference.
function described(ref: Schema, { description, nullable }: PropertySchema): Schema {
  if (description === undefined) return ref;
  return { allOf: [ref], description, ...(nullable ? { nullable } : {}) };
}

function typeOf({ type, enum: values, items }: PropertySchema): Schema {
  if (type === undefined) return values ? { type: typeof values[0] } : {};
  const types = [type].flat();
  const named = types.filter((name) => name !== 'null');
  const nullable = named.length < types.length ? { nullable: true } : {};
  if (named.length === 1) return { type: named[0], ...nullable };
  const list = items ? { items: toOpenApi(items) } : {};
  return oneOf(
    named.map((name) => ({ type: name, ...nullable, ...(name === 'array' ? list : {}) })),
  );
}

function exclusive({ exclusiveMinimum: bound }: PropertySchema): Schema {
  return bound === undefined ? {} : { minimum: bound, exclusiveMinimum: true };
}

function inner(property: PropertySchema): Schema {
  const { type, items, properties, anyOf, additionalProperties } = property;
  const schema: Schema = {};
  // For several types, `typeOf` gives the items to the list type.
  if (items && [type].flat().length === 1) schema.items = toOpenApi(items);
  if (properties) schema.properties = toProperties(properties as Record<string, PropertySchema>);
  if (anyOf) schema.anyOf = (anyOf as PropertySchema[]).map(toOpenApi);
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    schema.additionalProperties = toOpenApi(additionalProperties as PropertySchema);
  } else if (additionalProperties !== undefined) {
    schema.additionalProperties = additionalProperties;
  }
  return schema;
}

/** → every property as an OpenAPI 3.0 schema. */
export function toProperties(properties: Record<string, PropertySchema>): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, toOpenApi(property)]),
  );
}

/** An ID or the data of a record to create, alone or in a list; empty values unlink. */
function linked(target: KindName): Schema {
  const choices = [
    { type: 'integer', minimum: 0, description: 'ID; 0 unlinks.' },
    { type: 'string', description: 'ID or comma-separated IDs; empty unlinks.' },
    {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer', minimum: 1, description: 'ID.' } },
    },
    refTo(namesOf(kinds[target]).created),
  ];
  const list = { type: 'array', maxItems: limits.relationItems, items: oneOf(choices) };
  return { anyOf: [...choices, list, NO] };
}
