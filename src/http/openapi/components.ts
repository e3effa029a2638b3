/**
 * The components of the documentation: all answers in schemas/, and for each kind its inputs, its
 * list and its change feed. Nothing is listed by hand.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allKinds } from '../../kinds/index.js';
import { type Kind, TILES_FACET } from '../../kinds/kind.js';
import { localizedOf } from '../../kinds/texts.js';
import { packageRoot } from '../../lib/files/package.js';
import { type FlatSchema, loadSchema } from '../../validation/schemas.js';
import { namesOf, refTo, type Schema, toProperties } from './schema.js';

/** Components that each kind has. */
const TEMPLATES = ['list.json', 'changes.json', 'change.json'];

/** → components.schemas, by name. */
export function describeSchemas(): Record<string, Schema> {
  const files = readdirSync(join(packageRoot(), 'schemas', 'answers'));
  const named = files
    .filter((file) => !TEMPLATES.includes(file))
    .map((file) => loadSchema(`answers/${file}`))
    .map((schema): [string, Schema] => [schema.title, describeObject(schema)]);
  return Object.fromEntries([...named, ...allKinds.flatMap(describeKind)]);
}

function describeKind(kind: Kind): [string, Schema][] {
  const { input, created, list, changes, change } = namesOf(kind);
  const { properties, required } = loadSchema(kind.schema);
  const fields = withTexts(kind, describeObject({ properties, required: [] }));
  return [
    [input, fields],
    [created, { ...fields, required }],
    [list, describeList(kind)],
    [changes, describeChanges(kind)],
    [change, describeChange(kind)],
  ];
}

/** → the fields, and the texts that can have several languages. */
function withTexts({ name }: Kind, { properties, ...fields }: Schema): Schema {
  const texts = localizedOf(name).map((field) => {
    const { description, ...plain } = (properties as Record<string, Schema>)[field] ?? {};
    return [field, { description, anyOf: [plain, TEXTS] }];
  });
  return { ...fields, properties: { ...(properties as object), ...Object.fromEntries(texts) } };
}

/** Texts by language. */
const TEXTS = {
  type: 'object',
  additionalProperties: { type: 'string', nullable: true },
  description: 'By language, BCP 47; null removes one.',
};

function describeObject({ properties, required, example }: Omit<FlatSchema, 'title'>): Schema {
  return {
    type: 'object',
    properties: toProperties(properties),
    // OpenAPI 3.0 allows no empty list here.
    ...(required.length > 0 ? { required } : {}),
    ...(example === undefined ? {} : { example }),
  };
}

function describeList(kind: Kind): Schema {
  const { properties, required } = loadSchema('answers/list.json');
  const records = {
    type: 'array',
    items: refTo(namesOf(kind).record),
    description: 'The records of this page; with `fields`, only the keys asked for.',
  };
  return {
    type: 'object',
    properties: {
      [kind.route]: records,
      ...toProperties(properties),
      ...(kind.facets ? { facets: describeFacets(kind) } : {}),
      ...(kind.searchMode === 'substring' ? {} : { corrected: CORRECTED }),
      ...(kind.place ? toProperties({ near: NEAR }) : {}),
      ...('recurrence' in kind.fields ? { occurrences_until: OCCURRENCES_UNTIL } : {}),
    },
    required: [kind.route, ...required],
    example: {
      [kind.route]: [loadSchema(`answers/${kind.name}.json`).example],
      ...{ rest_url: `${EXAMPLE_ROOT}/${kind.route}/?page=1`, total: 1, total_pages: 1 },
    },
  };
}

/** Where the records of the examples are. */
const EXAMPLE_ROOT = 'https://events.example.org/vendor/events/v1';

function describeChanges(kind: Kind): Schema {
  const { properties, required } = loadSchema('answers/changes.json');
  const items = { ...properties.items, items: refTo(namesOf(kind).change) };
  return { type: 'object', properties: { ...toProperties(properties), items }, required };
}

function describeChange({ name }: Kind): Schema {
  const { properties, ...change } = loadSchema('answers/change.json');
  const ofKind = {
    ...properties,
    kind: { ...properties.kind, enum: [name] },
    data: { ...properties.data, $ref: `answers/${name}.json` },
  };
  return describeObject({ ...change, properties: ofKind });
}

const CORRECTED = {
  type: 'string',
  description: 'The text that was searched instead, as nothing matched the one sent.',
};

const NEAR = { $ref: 'answers/near.json', description: 'With near: the town it was taken for.' };

const OCCURRENCES_UNTIL = {
  type: 'string',
  format: 'date',
  description: 'The last day for which dates of recurring events are made: the list asks past it.',
};

function describeFacets({ facets = {}, tiles }: Kind): Schema {
  const shapes = Object.entries(facets).map(([name, { target }]) => [
    name,
    target ? 'FacetRecord' : 'FacetValue',
  ]);
  if (tiles !== undefined) shapes.push([TILES_FACET, 'FacetTile']);
  const named = shapes.map(([name, shape = '']) => {
    const description = `Counts by ${name}, the highest first.`;
    return [name, { type: 'array', items: refTo(shape), description }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    description: 'The facets asked for, counted over the whole filtered set.',
  };
}
