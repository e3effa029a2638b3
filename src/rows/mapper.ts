/** How the rows of a file are mapped: as it is named, else as the first row shows. */
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { omit } from '../lib/omit.js';
import { ownColumns, readColumns } from './columns/own-columns.js';
import { mappedBy } from './map-row.js';
import type { ColumnMapping, Mapping, Row, RowMapper } from './mapping.js';
import { shipped } from './mappings/index.js';

/** The name of our own columns among the mappings. */
export const OWN_COLUMNS = 'columns';

/** The options for a file; empty: the first row shows its mapping. */
export interface Wanted {
  /** A mapping, the name of a shipped mapping, or `columns`: our own names. */
  mapping?: string | Mapping | undefined;
  /** `column=field,column=field`. */
  columns?: string | undefined;
  /** The source of the rows' IDs; null: they identify nothing. */
  source: string | null;
  /** Receives the mapping shown by the first row; absent: a note of the load. */
  shows?: (name: string) => void;
}

/** → the mapper. Throws an Error of one line for an unknown name, or when both are given. */
export function mapperFor(
  kind: Kind,
  { mapping: wanted, columns, source, shows }: Wanted,
): RowMapper {
  if (columns !== undefined) {
    if (wanted !== undefined) throw new Error('--columns and --mapping exclude each other.');
    return ownColumns(kind, { columns: readColumns(kind, columns), source });
  }
  const own = ownColumns(kind, { source });
  if (wanted === OWN_COLUMNS) return own;
  if (wanted !== undefined) return mapperOf(kind, mappingOf(kind, wanted), source);
  return {
    ...own,
    forRow(row, notes) {
      const mapping = recognised(kind, row);
      if (shows) shows(mapping?.name ?? OWN_COLUMNS);
      else if (mapping) notes?.add('mapping', `${mapping.name}, as the first row shows; files`);
      return mapping ? mapperOf(kind, mapping, source) : own;
    },
  };
}

function mapperOf(kind: Kind, by: Mapping | ColumnMapping, source: string | null): RowMapper {
  if (!('columns' in by)) return mappedBy(by, source);
  const columns = readColumns(kind, by.columns);
  return omit(ownColumns(kind, { columns, source: source ?? by.name }), ['columns', 'missing']);
}

/** → why there is no such mapper, in a line; null: there is one. */
export function mapperFault(kind: Kind, wanted: Wanted): string | null {
  try {
    mapperFor(kind, wanted);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function mappingOf(kind: Kind, wanted: string | Mapping): Mapping | ColumnMapping {
  const named =
    typeof wanted === 'string' ? shipped.filter(({ name }) => name === wanted) : [wanted];
  const mapping = named.find((one) => one.kind === kind.name);
  if (mapping) return mapping;
  const [other] = named;
  if (other) throw new Error(`The mapping ${other.name} is for ${kinds[other.kind].route}.`);
  const names = [OWN_COLUMNS, ...mappingsOf(kind)].join(', ');
  throw new Error(`There is no mapping ${wanted}. Those of ${kind.route}: ${names}.`);
}

/** → the names of the shipped mappings of a kind. */
export const mappingsOf = (kind: Kind): string[] =>
  shipped.filter((one) => one.kind === kind.name).map(({ name }) => name);

/** → the shipped mapping that a row wants; null: its columns are our own, or it is of an export. */
export function recognised(kind: Kind, row: Row): Mapping | ColumnMapping | null {
  if ('external_id' in row) return null;
  return shipped.find((one) => one.kind === kind.name && one.isLike?.(row)) ?? null;
}
