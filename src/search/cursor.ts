/**
 * Cursors: a position in an order, as opaque text. A cursor contains the sort values and the ID of
 * the last record and a hash of the filters and the order. A walk keeps the dates of words and
 * defaults, the minute of the scores of `best`, and the corrected text of its first page. The
 * server keeps no state for it. Cursors are not signed.
 */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../kinds/record.js';
import type { IndexValue, Position } from './port.js';

/** The content of a cursor. */
export interface Cursor extends Position {
  /** The minute by which the order `best` scores, ms since the epoch; null for other orders. */
  nowMs: number | null;
  /** Hash of the filters and the order. */
  fingerprint: string;
  /** The text that is searched instead of the sent text; null when equal. Contract 3.2. */
  corrected: string | null;
  /** The dates that words meant, by parameter and word (`day=today`); absent without words. */
  stated?: Record<string, string>;
}

/** → the text of a cursor: URL-safe, less than 400 characters and the texts in it. */
export const encodeCursor = ({ nowMs, keys, id, fingerprint, corrected, stated }: Cursor): string =>
  Buffer.from(JSON.stringify([nowMs, keys, id, fingerprint, corrected, stated])).toString(
    'base64url',
  );

/** → the sent parameters, with the first page's dates in place of its words and defaults. */
export function withStated(sent: JsonObject, stated: Record<string, string> = {}): JsonObject {
  const dates = Object.entries(stated).flatMap(([key, date]) => {
    const [name = ''] = key.split('=', 1);
    return keyOf(name, sent[name]) === key ? [[name, date]] : [];
  });
  return { ...sent, ...Object.fromEntries(dates) };
}

/** → for a cursor: the dates that were meant by words and defaults, of all dates by parameter. */
export const statedFor = (sent: JsonObject, dates: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(dates).flatMap(([name, date]) => {
      const key = keyOf(name, sent[name]);
      return key === keyOf(name, date) ? [] : [[key, date]];
    }),
  );

const keyOf = (name: string, sent: Json | undefined): string =>
  `${name}=${String(sent ?? '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')}`;

/** → the cursor, or null when the text is not a valid cursor. */
export function decodeCursor(text: string): Cursor | null {
  const parts = parse(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parts)) return null;
  const [nowMs, keys, id, fingerprint, corrected, stated] = parts;
  const isGood =
    (nowMs === null || (Number.isInteger(nowMs) && nowMs >= 0 && nowMs <= LAST_MS)) &&
    (stated == null || areTexts(stated)) &&
    Number.isSafeInteger(id) &&
    Array.isArray(keys) &&
    keys.every(isKey) &&
    typeof fingerprint === 'string' &&
    (corrected === null || typeof corrected === 'string');
  return isGood ? { nowMs, keys, id, fingerprint, corrected, ...(stated ? { stated } : {}) } : null;
}

const areTexts = (stated: unknown): stated is Record<string, string> =>
  typeof stated === 'object' &&
  stated !== null &&
  !Array.isArray(stated) &&
  Object.values(stated).every((text) => typeof text === 'string');

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
