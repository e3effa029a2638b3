/**
 * A mapping turns a row of a known source into the payload of a record. A mapping is a module;
 * mappings/README.md explains how to write one.
 */
import type { Issue } from '../errors.js';
import type { Json, KindName } from '../kinds/record.js';
import type { Tools } from './columns/tools.js';
import type { Notes } from './notes.js';
import type { MappedEntry } from './statement.js';

/** A row of a file, by column; CSV gives texts, NDJSON any JSON values. */
export type Row = Readonly<Record<string, Json | undefined>>;

/** Turns the rows of a known source into our payloads. */
export interface Mapping {
  /** The first part of every key: lower-case letters, digits and hyphens, at most 50. */
  name: string;
  kind: KindName;
  /** Where the data comes from. */
  source: { title: string; url: string; licence: string };
  /** → whether a row looks like this source: the mapping is then the default. */
  isLike?(row: Row): boolean;
  /** → the type of a row outside the kind, to be skipped; null for a row of the kind. */
  passBy?(row: Row): string | null;
  /** → the values that identify a record; when all are empty, the row has no key. */
  key(row: Row, tools: Tools): (Json | undefined)[];
  /** → the values of `key` that records with another start may share. */
  sharedKey?(row: Row): (Json | undefined)[] | null;
  /** → former identifying values of the record, such as a date that has moved. */
  former?(row: Row, tools: Tools): (Json | undefined)[][];
  /** → whether some values of the row are elsewhere: they are not cleared. */
  isPartial?(row: Row): boolean;
  /**
   * → the body of a POST, cleaned. An empty or undefined field is left out, and cleared in an
   * existing record where a load may clear it.
   */
  payload(row: Row, tools: Tools): Record<string, Json | undefined>;
  /**
   * Fields that hold lists. Rows of one key become one record: the payload of the first row, with
   * the union of these lists, in order.
   */
  merge?: string[];
}

/** A mapping that only gives columns our names; their IDs are of the source of its name. */
export interface ColumnMapping extends Pick<Mapping, 'name' | 'kind' | 'source' | 'isLike'> {
  /** `column=field,column=field`. */
  columns: string;
}

/**
 * A mapped row, with `warnings` about omitted values and `notes` of unknown data; or its faults; or
 * its type, when it is skipped.
 */
export type MappedRow =
  | (MappedEntry & { warnings: Issue[]; notes?: readonly string[] })
  | { issues: Issue[]; externalId?: string | null }
  | { passedBy: string };

/** Maps the rows of a file. */
export interface RowMapper {
  kind: KindName;
  merge: string[];
  map(row: Row): MappedRow;
  /** Columns that a table must have. */
  columns?: readonly string[];
  /** → the columns among them that no row had so far. */
  missing?(): string[];
  /** → the mapper that all rows want, as the first one shows. Absent: this one. */
  forRow?(row: Row, notes: Notes | undefined): RowMapper;
}

const NAME = /^[a-z][a-z0-9-]{0,49}$/;

/** → the faults of a value that should be a mapping; empty for a valid mapping. */
export function faultsOfMapping(value: unknown, kinds: readonly KindName[]): string[] {
  if (typeof value !== 'object' || value === null) return ['it exports no `mapping`'];
  const { name, kind, source, key, payload, merge } = value as Partial<Mapping>;
  const { title, url, licence } = source ?? {};
  const isTold = [title, url, licence].every((text) => typeof text === 'string' && text !== '');
  const isTexts = Array.isArray(merge) && merge.every((field) => typeof field === 'string');
  const checks: [isRight: boolean, fault: string][] = [
    [NAME.test(String(name)), 'name must be lower-case letters, digits and hyphens'],
    [kinds.some((known) => known === kind), `kind must be one of ${kinds.join(', ')}`],
    [isTold, 'source must have title, url and licence'],
    [typeof key === 'function', 'key must be a function'],
    [typeof payload === 'function', 'payload must be a function'],
    [merge === undefined || isTexts, 'merge must be a list of field names'],
  ];
  return checks.flatMap(([isRight, fault]) => (isRight ? [] : [fault]));
}
