/**
 * Opens the row mapper for a file: a mapping by name or path, renamed columns, or our own columns.
 */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allKinds } from '../src/kinds/index.js';
import type { Kind } from '../src/kinds/kind.js';
import { readSource } from '../src/rows/columns/own-columns.js';
import { mapperFor, OWN_COLUMNS } from '../src/rows/mapper.js';
import { faultsOfMapping, type Mapping, type RowMapper } from '../src/rows/mapping.js';
import { shipped } from '../src/rows/mappings/index.js';

/** A file, and how its rows are mapped; neither option: by our own field names. */
export interface Mapped {
  /** `-`: standard input. */
  file: string;
  kind: Kind;
  /** The name of a shipped mapping, the path of a module, or `columns`: our own names. */
  mapping?: string | undefined;
  /** `column=field,column=field`. */
  columns?: string | undefined;
  /** The source of the IDs in the column `id`. */
  source?: string | undefined;
}

/** → the row mapper. Throws an Error of one line when the file or the options cannot be used. */
export async function openMapper(mapped: Mapped): Promise<RowMapper> {
  const { file, kind, mapping: name, columns, source } = mapped;
  if (file !== '-' && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`There is no file ${file}.`);
  }
  const ofSource = source === undefined ? null : readSource(source);
  const names = [OWN_COLUMNS, ...shipped.map((mapping) => mapping.name)];
  const isNamed = columns !== undefined || names.includes(name ?? OWN_COLUMNS);
  const mapping = name === undefined || isNamed ? name : await importMapping(name, names);
  return mapperFor(kind, { mapping, columns, source: ofSource });
}

async function importMapping(path: string, names: readonly string[]): Promise<Mapping> {
  if (!existsSync(path)) {
    throw new Error(`There is no mapping ${path}. The shipped ones are ${names.join(', ')}.`);
  }
  const read = await import(pathToFileURL(resolve(path)).href).catch((cause: unknown) => {
    throw new Error(`The mapping ${path} is no module: ${String(cause)}`, { cause });
  });
  const faults = faultsOfMapping(
    read.mapping,
    allKinds.map((kind) => kind.name),
  );
  if (faults.length > 0) throw new Error(`The mapping ${path}: ${faults.join('; ')}.`);
  return read.mapping;
}
