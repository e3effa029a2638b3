/**
 * What a mapping is: how a row of a known source becomes the payload of a record. A mapping is a
 * module; scripts/mappings/README.md tells how to write one.
 */
import type { Json, JsonObject, KindName } from '../kinds/record.js';
import type { RowIssue, Tools } from './tools.js';

/** One row of a file, by column; CSV gives texts, NDJSON whatever JSON holds. */
export type Row = Readonly<Record<string, Json | undefined>>;

/** A row of a known source → our payload. */
export interface Mapping {
  /** The first part of every key: lower-case letters, digits and hyphens. */
  name: string;
  kind: KindName;
  /** Whose data it is. */
  source: { title: string; url: string; licence: string };
  /** → the values that tell one record from another; all empty: the row has no key. */
  key(row: Row, tools: Tools): (Json | undefined)[];
  /**
   * → the body of a POST, cleaned. A field that is empty or undefined is left out, and emptied in a
   * record that is there.
   */
  payload(row: Row, tools: Tools): Record<string, Json | undefined>;
  /**
   * Fields that hold lists. Rows of one key become one record: the payload of the first row, with
   * the lists of these fields united, in order.
   */
  merge?: string[];
}

/** A mapped row, with what was left out of it (`warnings`), or why it cannot be mapped. */
export type MappedRow =
  | {
      externalId: string | null;
      payload: JsonObject;
      warnings: RowIssue[];
      /** Fields that stand empty; absent where there are none. */
      emptied?: string[];
    }
  | { issues: RowIssue[] };

/** What maps the rows of a file. */
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
  return [
    ...(typeof name === 'string' && NAME.test(name)
      ? []
      : ['name must be lower-case letters, digits and hyphens']),
    ...(kinds.some((one) => one === kind) ? [] : [`kind must be one of ${kinds.join(', ')}`]),
    ...(isTold ? [] : ['source must have title, url and licence']),
    ...(typeof key === 'function' ? [] : ['key must be a function']),
    ...(typeof payload === 'function' ? [] : ['payload must be a function']),
    ...(merge === undefined || isTexts ? [] : ['merge must be a list of field names']),
  ];
}
