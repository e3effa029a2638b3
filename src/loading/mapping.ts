/**
 * What a mapping is (a source's columns → our fields) and how its file is read and checked.
 * Called by scripts that load, and by tests. The form is stated in `schemas/mapping.json` and
 * explained in `scripts/mappings/README.md`.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { foldKey, foldPlace } from './clean.js';
import { type FindPlace, openPlaces } from './places.js';

/** Faults of a mapping file told at once: enough to mend it, still one message. */
const faultsShown = 10;

/** The kinds whose records are loaded from files. */
export type LoadedKind = 'venue' | 'event';

/** How one value is made: a column's name, or a rule (README of the mappings, "Rules"). */
export type Expression = string | Rule;

/** A rule: exactly one of `from`, `first`, `join`, `const`, and what is done with the value. */
export interface Rule {
  from?: string;
  first?: Expression[];
  join?: Expression[];
  const?: string | number | boolean;
  with?: string;
  split?: string;
  take?: 'first' | 'last';
  map?: string;
  as?: 'text' | 'prose' | 'number' | 'boolean' | 'url' | 'list';
  when?: Record<string, string[]>;
  unless?: Record<string, string[]>;
}

/** A record described inside another one's row: the venue or organizer of an event. */
export interface InlineRule {
  key: string[];
  fields: Record<string, Expression>;
}

/** Where the town of a row stands, and what the table of towns calls it. */
export interface LocateRule {
  city: string;
  state?: string;
  country: string;
  countries?: Record<string, string>;
  states?: Record<string, string>;
  aliases?: Record<string, string>;
}

/** A mapping file as it is written. */
export interface MappingFile {
  name: string;
  kind: LoadedKind;
  source: { title: string; url: string; licence: string };
  key: string[];
  tables?: Record<string, Record<string, string>>;
  derived?: Record<string, Expression>;
  locate?: LocateRule;
  fields: Record<string, Expression>;
  inline?: Record<string, InlineRule>;
  merge?: string[];
}

/** A checked mapping ready for `mapRow`: its file, its tables folded, the finder of towns. */
export interface ForeignMapping {
  kind: LoadedKind;
  name: string;
  file: MappingFile;
  tables: Map<string, Map<string, string>>;
  aliases: Map<string, string>;
  findPlace: FindPlace | null;
}

/** The mapping of files whose columns are our own field names. */
export interface OwnMapping {
  kind: LoadedKind;
  name: LoadedKind;
  file: null;
}

/** What `mapRow` and `loadItems` take. */
export type Mapping = ForeignMapping | OwnMapping;

/** One thing said about a row: which field, and what about it. */
export interface RowIssue {
  param: string;
  reason: string;
}

/** A mapped row, with what was left out of it (`warnings`), or why it cannot be mapped. */
export type MappedRow =
  | {
      externalId: string | null;
      payload: Record<string, unknown>;
      warnings: RowIssue[];
      /** Columns of our own names that stand empty; absent where there are none. */
      emptied?: string[];
    }
  | { issues: RowIssue[] };

/**
 * → the mapping for a file whose columns are the fields of the kind's payload, as the body of
 * POST /venues or /events has them; `external_id`, else `id`, is the key where there is one.
 */
export function identityMapping(kind: LoadedKind): OwnMapping {
  return { kind, name: kind, file: null };
}

/**
 * → the mapping in the file, checked. Loads the table of towns when the mapping locates.
 * Throws an Error naming the file and everything wrong with it; what reading the file throws.
 */
export async function readMapping(path: string): Promise<ForeignMapping> {
  const text = await readFile(path, 'utf8');
  try {
    return await compileMapping(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${path}: ${reason}`, { cause });
  }
}

/**
 * → the mapping of an object in the form of a mapping file. Throws an Error naming what is wrong.
 */
export async function compileMapping(value: unknown): Promise<ForeignMapping> {
  const file = await checkForm(value);
  const tables = Object.entries(file.tables ?? {}).map(
    ([name, table]) => [name, foldTable(table, foldKey)] as const,
  );
  const faults = faultsOf(file);
  if (faults.length > 0) throw new Error(faults.join('; '));
  return {
    kind: file.kind,
    name: file.name,
    file,
    tables: new Map(tables),
    aliases: foldTable(file.locate?.aliases ?? {}, foldPlace),
    findPlace: file.locate ? await openPlaces() : null,
  };
}

/** Checks the form alone: AJV with the schema, its faults joined in one message. */
async function checkForm(value: unknown): Promise<MappingFile> {
  const schema = JSON.parse(await readFile(findSchema(), 'utf8'));
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  const isMapping = ajv.compile<MappingFile>(schema);
  if (isMapping(value)) return value;
  const faults = (isMapping.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  throw new Error(`not a mapping: ${faults.slice(0, faultsShown).join('; ')}`);
}

/** The schema stands at the top of the project, above `src` as above its compiled copy. */
function findSchema(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'schemas', 'mapping.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('schemas/mapping.json is missing');
    folder = parent;
  }
  return join(folder, 'schemas', 'mapping.json');
}

/** What the schema cannot say: tables that are not there, lists merged that are no fields. */
function faultsOf(file: MappingFile): string[] {
  const faults: string[] = [];
  const rules = [file.derived, file.fields, ...inlineFields(file)].flatMap((fields) =>
    Object.values(fields ?? {}).flatMap(allRules),
  );
  for (const rule of rules) {
    if (rule.map !== undefined && !Object.hasOwn(file.tables ?? {}, rule.map)) {
      faults.push(`there is no table "${rule.map}"`);
    }
    const sources = [rule.from, rule.first, rule.join, rule.const];
    if (sources.filter((source) => source !== undefined).length !== 1) {
      faults.push('a rule needs exactly one of from, first, join, const');
    }
  }
  for (const field of file.merge ?? []) {
    const rule = file.fields[field];
    const isList = typeof rule === 'object' && rule.as === 'list';
    if (!isList) faults.push(`merge: "${field}" is no field made as a list`);
  }
  return faults;
}

function inlineFields(file: MappingFile): Record<string, Expression>[] {
  return Object.values(file.inline ?? {}).map((inline) => inline.fields);
}

function allRules(expression: Expression): Rule[] {
  if (typeof expression === 'string') return [];
  const parts = [...(expression.first ?? []), ...(expression.join ?? [])];
  return [expression, ...parts.flatMap(allRules)];
}

function foldTable(
  table: Record<string, string>,
  fold: (text: string) => string,
): Map<string, string> {
  return new Map(Object.entries(table).map(([name, value]) => [fold(name), value]));
}
