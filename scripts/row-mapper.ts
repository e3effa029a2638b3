/**
 * Opens the row mapper for a file: a mapping by name or path, renamed columns, or our own columns.
 */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mappedBy } from '../src/import/map-row.js';
import { faultsOfMapping, type Mapping, type RowMapper } from '../src/import/mapping.js';
import { mappings } from '../src/import/mappings/index.js';
import { ownColumns, readColumns, readSource } from '../src/import/own-columns.js';
import { recognising } from '../src/import/recognise.js';
import { allKinds, kinds } from '../src/kinds/index.js';
import type { Kind } from '../src/kinds/kind.js';

/** A file, and how its rows are mapped; neither option: by our own field names. */
export interface Mapped {
  /** `-`: standard input. */
  file: string;
  kind: Kind;
  /** The name of a shipped mapping, or the path of a module. */
  mapping?: string | undefined;
  /** `column=field,column=field`. */
  columns?: string | undefined;
  /** Whose IDs the column `id` holds. */
  source?: string | undefined;
}

/** → the row mapper. Throws an Error of one line when the file or the options cannot be used. */
export async function openMapper(mapped: Mapped): Promise<RowMapper> {
  const { file, kind, mapping: name, columns, source } = mapped;
  if (file !== '-' && !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`There is no file ${file}.`);
  }
  if (name === undefined) {
    const ofSource = source === undefined ? null : readSource(source);
    const named = columns === undefined ? undefined : readColumns(kind, columns);
    const own = ownColumns(kind, { columns: named, source: ofSource });
    return named ? own : recognising(kind, own, ofSource);
  }
  if (columns !== undefined) throw new Error('--columns and --mapping exclude each other.');
  const mapping = mappings.find((one) => one.name === name) ?? (await importMapping(name));
  if (mapping.kind !== kind.name) {
    throw new Error(`The mapping ${mapping.name} is for ${kinds[mapping.kind].route}.`);
  }
  return mappedBy(mapping, source === undefined ? null : readSource(source));
}

async function importMapping(path: string): Promise<Mapping> {
  if (!existsSync(path)) {
    const names = mappings.map(({ name }) => name).join(', ');
    throw new Error(`There is no mapping ${path}. The shipped ones are ${names}.`);
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
