/**
 * Cursors: a position in an order, as opaque text. A cursor contains the sort values and the ID of
 * the last record, the time of the first page (so that default dates and scores stay the same) and
 * a hash of the filters and the order. For a corrected search it also contains the corrected text,
 * so that the walk stays with it. The server keeps no state for it. Cursors are not signed.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../kinds/record.js';
import type { IndexValue, Position } from './port.js';

/** The content of a cursor. */
export interface Cursor extends Position {
  /** When the first page was requested, ms since the epoch. */
  nowMs: number;
  /** Hash of the filters and the order. */
  fingerprint: string;
  /** The text that is searched instead of the one sent; null: none. Contract 3.2. */
  corrected: string | null;
}

/** → the text of a cursor: URL-safe, less than 400 characters and the corrected text. */
export function encodeCursor({ nowMs, keys, id, fingerprint, corrected }: Cursor): string {
  const parts = [nowMs.toString(36), id.toString(36), toText(JSON.stringify(keys)), fingerprint];
  if (corrected !== null) parts.push(toText(corrected));
  return parts.join('.');
}

/** → the cursor, or null when the text is not a valid cursor. */
export function decodeCursor(text: string): Cursor | null {
  const [, now = '', digits = '', values = '', fingerprint = '', searched] =
    /^([0-9a-z]+)\.([0-9a-z]+)\.([\w-]+)\.([\w-]+)(?:\.([\w-]+))?$/.exec(text) ?? [];
  const nowMs = Number.parseInt(now, 36);
  const id = Number.parseInt(digits, 36);
  const keys = readKeys(fromText(values));
  const isGood = nowMs >= 0 && nowMs <= LAST_MS && Number.isSafeInteger(id);
  if (!isGood || !keys) return null;
  const corrected = searched === undefined ? null : fromText(searched);
  return { nowMs, keys, id, fingerprint, corrected };
}

const toText = (text: string): string => Buffer.from(text).toString('base64url');
const fromText = (text: string): string => Buffer.from(text, 'base64url').toString('utf8');

function readKeys(text: string): IndexValue[] | null {
  try {
    const keys: unknown = JSON.parse(text);
    return Array.isArray(keys) && keys.every(isKey) ? keys : null;
  } catch {
    return null;
  }
}

const isKey = (key: unknown): key is IndexValue =>
  key === null || typeof key === 'string' || Number.isFinite(key);

/** The end of the year 9999, ms since the epoch. */
const LAST_MS = 253_402_300_799_999;

const FINGERPRINT_CHARS = 8;

const NOT_FILTERS = new Set([
  ...['page', 'per_page', 'cursor', 'fields', 'facets', 'tiles_zoom', 'format', 'explain'],
]);

/** → a short hash of the filters and the order of a list query. */
export function fingerprintOf(kind: string, values: JsonObject): string {
  const filters = Object.keys(values)
    .filter((name) => !NOT_FILTERS.has(name))
    .sort()
    .map((name) => [name, values[name]]);
  return createHash('sha256')
    .update(JSON.stringify([kind, filters]))
    .digest('base64url')
    .slice(0, FINGERPRINT_CHARS);
}
