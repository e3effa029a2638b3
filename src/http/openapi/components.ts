/**
 * The components of the documentation: an answer, an input and a list envelope for each kind, and
 * everything their schemas refer to. Derived from schemas/ and the kinds; nothing is listed by
 * hand.
 */
import { allKinds } from '../../kinds/index.js';
import { type Kind, TILES_FACET } from '../../kinds/kind.js';
import { type FlatSchema, loadSchema } from '../../validation/schemas.js';
import { answerOf, inputName, newName, refTo, type Schema, toProperties } from './schema.js';

/** Schemas of the answers that belong to no kind. */
export const answers = {
  error: 'answers/error.json',
  list: 'answers/list.json',
  root: 'answers/namespace.json',
  suggest: 'answers/suggestions.json',
  facetRecord: 'answers/facet-record.json',
  facetValue: 'answers/facet-value.json',
  facetTile: 'answers/facet-tile.json',
  near: 'answers/near.json',
  bulk: 'answers/bulk-line.json',
  webhook: 'answers/webhook.json',
  webhooks: 'answers/webhooks.json',
  deliveries: 'answers/deliveries.json',
};

/** A page of the change feed, and what it lists: each kind has its own. */
const CHANGES = 'answers/changes.json';
const CHANGE = 'answers/change.json';

/** The schema of the body of a merge. */
export const MERGE = 'queries/merge.json';

/** → components.schemas, by name. */
export function describeSchemas(): Record<string, Schema> {
  const { list, ...others } = answers;
  const paths = reachable([...allKinds.map(answerOf), ...Object.values(others), MERGE]);
  const named = paths.map((path) => {
    const schema = loadSchema(path);
    return [schema.title, describeObject(schema)];
  });
  return {
    ...Object.fromEntries(named),
    ...Object.fromEntries(allKinds.flatMap(describeInputs)),
    ...Object.fromEntries(allKinds.map((kind) => [listName(kind), describeList(kind)])),
    ...Object.fromEntries(allKinds.flatMap(describeChanges)),
  };
}

/** → the name of the component for a list of the kind. */
export const listName = (kind: Kind): string => `${loadSchema(answerOf(kind)).title}List`;

/** → the name of the component for a page of the kind's change feed. */
export const changesName = (kind: Kind): string => `${loadSchema(answerOf(kind)).title}Changes`;

function describeObject({ properties, required, example }: FlatSchema): Schema {
  return {
    type: 'object',
    properties: toProperties(properties),
    // OpenAPI 3.0 allows no empty list here.
    ...(required.length > 0 ? { required } : {}),
    ...(example === undefined ? {} : { example }),
  };
}

function describeInputs(kind: Kind): [string, Schema][] {
  const { properties, required } = loadSchema(kind.schema);
  const input = describeObject({ title: '', properties, required: [] });
  return [
    [inputName(kind), input],
    [newName(kind), { ...input, required }],
  ];
}

function describeList(kind: Kind): Schema {
  const { properties, required } = loadSchema(answers.list);
  const records = {
    type: 'array',
    items: refTo(answerOf(kind)),
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
      [kind.route]: [loadSchema(answerOf(kind)).example],
      ...{ rest_url: `${EXAMPLE_ROOT}/${kind.route}/?page=1`, total: 1, total_pages: 1 },
    },
  };
}

/** Where the records of the examples are. */
const EXAMPLE_ROOT = 'https://events.example.org/vendor/events/v1';

function describeChanges(kind: Kind): [string, Schema][] {
  const { properties, ...change } = loadSchema(CHANGE);
  const page = loadSchema(CHANGES);
  const name = changesName(kind).slice(0, -1);
  const own = {
    ...properties,
    kind: { ...properties.kind, enum: [kind.name] },
    data: { ...properties.data, $ref: answerOf(kind) },
  };
  const items = {
    ...page.properties.items,
    items: { $ref: `#/components/schemas/${name}` },
  };
  return [
    [name, describeObject({ ...change, properties: own })],
    [
      changesName(kind),
      {
        type: 'object',
        properties: { ...toProperties(page.properties), items },
        required: page.required,
      },
    ],
  ];
}

const CORRECTED = {
  type: 'string',
  description: 'The text that was searched instead, as nothing matched the one sent.',
};

const NEAR = { $ref: answers.near, description: 'With near: the town it was taken for.' };

const OCCURRENCES_UNTIL = {
  type: 'string',
  format: 'date',
  description: 'The last day for which dates of recurring events are made: the list asks past it.',
};

function describeFacets({ facets = {}, tiles }: Kind): Schema {
  const shapes = Object.entries(facets).map(([name, { target }]): [string, string] => [
    name,
    target ? answers.facetRecord : answers.facetValue,
  ]);
  if (tiles !== undefined) shapes.push([TILES_FACET, answers.facetTile]);
  const named = shapes.map(([name, shape]) => [
    name,
    {
      type: 'array',
      items: refTo(shape),
      description: `Counts by ${name}, the highest first.`,
    },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    description: 'The facets asked for, counted over the whole filtered set.',
  };
}

/** → the paths and everything that their properties refer to, each once. */
function reachable(paths: string[]): string[] {
  const all = new Set(paths);
  // Iterating over a set includes what is added meanwhile.
  for (const path of all) {
    for (const ref of refsIn(loadSchema(path).properties)) all.add(ref);
  }
  return [...all];
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' ? [String(part)] : refsIn(part),
  );
}
