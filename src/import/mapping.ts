/**
 * What a mapping is: it turns a row of a known source into the payload of a record. A mapping is a
 * module; mappings/README.md explains how to write one.
 */
import type { Issue } from '../errors.js';
import type { Json, KindName } from '../kinds/record.js';
import type { MappedEntry } from './entry.js';
import type { Tools } from './tools.js';

/** One row of a file, by column; CSV gives texts, NDJSON whatever JSON holds. */
export type Row = Readonly<Record<string, Json | undefined>>;

/** Turns the rows of a known source into our payloads. */
export interface Mapping {
  /** The first part of every key: lower-case letters, digits and hyphens, at most 50. */
  name: string;
  kind: KindName;
  /** Where the data comes from. */
  source: { title: string; url: string; licence: string };
  /** → the values that identify a record; when all are empty, the row has no key. */
  key(row: Row, tools: Tools): (Json | undefined)[];
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

/** A mapped row, with `warnings` about what was left out, or why it cannot be mapped. */
export type MappedRow = (MappedEntry & { warnings: Issue[] }) | { issues: Issue[] };

/** Maps the rows of a file. */
export interface RowMapper {
  kind: KindName;
  merge: string[];
  map(row: Row): MappedRow;
}

const NAME = /^[a-z][a-z0-9-]{0,49}$/;

/** → what is wrong with a value that should be a mapping; empty when nothing is. */
export function faultsOfMapping(value: unknown, kinds: readonly KindName[]): string[] {
  if (typeof value !== 'object' || value === null) return ['it exports no `mapping`'];
  const { name, kind, source, key, payload, merge } = value as Partial<Mapping>;
  const { title, url, licence } = source ?? {};
  const isTold = [title, url, licence].every((text) => typeof text === 'string' && text !== '');
  const isTexts = Array.isArray(merge) && merge.every((field) => typeof field === 'string');
  const checks: [isRight: boolean, fault: string][] = [
    [NAME.test(String(name)), 'name must be lower-case letters, digits and hyphens'],
    [kinds.some((one) => one === kind), `kind must be one of ${kinds.join(', ')}`],
    [isTold, 'source must have title, url and licence'],
    [typeof key === 'function', 'key must be a function'],
    [typeof payload === 'function', 'payload must be a function'],
    [merge === undefined || isTexts, 'merge must be a list of field names'],
  ];
  return checks.flatMap(([isRight, fault]) => (isRight ? [] : [fault]));
}
