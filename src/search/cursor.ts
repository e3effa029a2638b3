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
export const encodeCursor = ({ nowMs, keys, id, fingerprint, corrected }: Cursor): string =>
  Buffer.from(JSON.stringify([nowMs, keys, id, fingerprint, corrected])).toString('base64url');

/** → the cursor, or null when the text is not a valid cursor. */
export function decodeCursor(text: string): Cursor | null {
  const parts = parse(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parts)) return null;
  const [nowMs, keys, id, fingerprint, corrected] = parts;
  const isGood =
    Number.isInteger(nowMs) &&
    nowMs >= 0 &&
    nowMs <= LAST_MS &&
    Number.isSafeInteger(id) &&
    Array.isArray(keys) &&
    keys.every(isKey) &&
    typeof fingerprint === 'string' &&
    (corrected === null || typeof corrected === 'string');
  return isGood ? { nowMs, keys, id, fingerprint, corrected } : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
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
