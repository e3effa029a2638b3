/** The tables of the documents by name, each made from the service's own data. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { routes } from '../../../src/http/routes.js';
import { allKinds } from '../../../src/kinds/index.js';
import type { Kind } from '../../../src/kinds/kind.js';
import { packageRoot } from '../../../src/lib/files/package.js';
import { BACKLOG, COUNTERS, HISTOGRAMS } from '../../../src/lib/metrics.js';
import { listSettings } from '../../../src/settings.js';
import { loadSchema, type PropertySchema } from '../../../src/validation/schemas.js';
import { listErrors } from './errors.js';
import { listLimits } from './limits.js';
import { code, tableOf, typeOf } from './markdown.js';

/** → the table of that name: `fields event`, `parameters venue`, `parameters shared`. */
export function makeTable(name: string): string {
  const [what = '', of = ''] = name.split(' ');
  const make = makers[what];
  if (!make) throw new Error(`No table is called "${name}".`);
  return make(of);
}

const makers: Record<string, (of: string) => string> = {
  paths: pathsTable,
  fields: (name) => fieldsTable(kindOf(name)),
  parameters: (name) =>
    name === 'shared' ? table(sharedRows()) : table(rowsOf(kindOf(name).listSchema, sharedRows())),
  suggest: () => parametersTable('queries/suggest.json'),
  changes: () => parametersTable('queries/changes.json'),
  loads: () => parametersTable('queries/bulk.json'),
  settings: settingsTable,
  metrics: metricsTable,
  sections: sectionsTable,
  errors: () => tableOf(['Code', 'Status', 'When'], listErrors()),
  limits: () => tableOf(['What', 'Bound', 'Beyond it'], listLimits()),
};

function kindOf(name: string): Kind {
  const kind = allKinds.find((one) => one.name === name);
  if (!kind) throw new Error(`No kind is called "${name}".`);
  return kind;
}

function pathsTable(): string {
  const rows = routes.map(({ path, operations }) => [
    [...new Set(operations.flatMap(({ methods }) => methods))].join(', '),
    code(path),
    [...new Set(operations.map(({ summary }) => summary))].join('; '),
  ]);
  return tableOf(['Methods', 'Path', 'What it does'], rows);
}

/** A line for each key of payloads or answers, in the order of the answer. */
function fieldsTable(kind: Kind): string {
  const answered = loadSchema(`answers/${kind.name}.json`);
  const written = loadSchema(kind.schema);
  const names = new Set([...Object.keys(answered.properties), ...Object.keys(written.properties)]);
  const rows = [...names].map((name) => {
    const answer = answered.properties[name];
    const write = written.properties[name];
    return [
      code(name),
      write ? `${typeOf(write)}${written.required.includes(name) ? ', required' : ''}` : '–',
      answer ? `${typeOf(answer)}${answered.required.includes(name) ? '' : '?'}` : '–',
      usesOf(kind, name).join('; '),
      (write ?? answer)?.description ?? '',
    ];
  });
  return tableOf(['Field', 'Write', 'Answer', 'Lists', ''], rows);
}

/**
 * → the uses of a field in lists, with the name of the parameter if it differs; and `languages` if
 * it may have several.
 */
function usesOf(kind: Kind, name: string): string[] {
  const field = kind.fields[name];
  const indexed = field?.index?.as ?? name;
  const named = (use: string, table: object) =>
    Object.entries(table)
      .filter(([, line]) => (line as { field?: string }).field === indexed)
      .map(([as]) => (as === name ? use : `${use} ${code(as)}`));
  return [
    ...named('filter', kind.filters),
    ...named('order', kind.orders),
    ...named('facet', kind.facets ?? {}),
    ...(field?.searched ? ['search'] : []),
    ...(field?.isLocalized ? ['languages'] : []),
  ];
}

const parametersTable = (path: string): string => table(rowsOf(path));

const table = (rows: string[][]): string => tableOf(['Parameter', 'Type', 'Default', ''], rows);

/** → a row for each parameter outside `shared`. */
function rowsOf(path: string, shared: string[][] = []): string[][] {
  const { properties, required } = loadSchema(path);
  const rows = Object.entries(properties).map(([name, property]) => [
    code(name),
    `${typeOf(property)}${required.includes(name) ? ', required' : ''}`,
    defaultOf(property),
    property.description ?? '',
  ]);
  const stated = new Set(shared.map(String));
  return rows.filter((row) => !stated.has(String(row)));
}

/** → the parameters that the lists of all kinds take alike. */
function sharedRows(): string[][] {
  const [first = [], ...others] = allKinds.map(({ listSchema }) => rowsOf(listSchema));
  return first.filter((row) => others.every((rows) => rows.map(String).includes(String(row))));
}

const defaultOf = ({ default: value }: PropertySchema): string =>
  value === undefined ? '' : code(value);

function settingsTable(): string {
  const rows = listSettings({}).map(({ name, default: unset, description }) => {
    return [code(name), unset, description];
  });
  return tableOf(['Name', 'Default', ''], rows);
}

function metricsTable(): string {
  const labelled = Object.entries({ ...COUNTERS, ...HISTOGRAMS });
  const rows = labelled.map(([name, [help, ...labels]]) => [
    code(name),
    labels.map(code).join(', '),
    help,
  ]);
  const backlog = Object.entries(BACKLOG).map(([name, help]) => [code(name), '', help]);
  return tableOf(['Metric', 'Labels', ''], [...rows, ...backlog]);
}

/** The place of each number that code cites. Links are relative to docs/api. */
function sectionsTable(): string {
  const folder = join(packageRoot(), 'docs');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort();
  const anchors = pages.flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return [...text.matchAll(/<a id="(\d+(?:\.\d+)*)">/g)].map(([, number = '']) => {
      return { number, to: `${relative('api', path)}#${number}` };
    });
  });
  anchors.sort((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }));
  return anchors.map(({ number, to }) => `[${number}](${to})`).join(' · ');
}
