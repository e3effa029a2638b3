/**
 * Cursors: a position in an order, as opaque text. A cursor contains the sort value and the ID of
 * the last record, the time of the first page (so that default dates stay the same) and a hash of
 * the filters and the order. For a corrected search it also contains the corrected text, so that
 * the walk stays with it. The server keeps no state for it. Cursors are not signed.
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

/** → the text of a cursor: URL-safe, less than 300 characters and the corrected text. */
export function encodeCursor(cursor: Cursor): string {
  const { nowMs, key, id, isOnline = false, fingerprint, corrected } = cursor;
  const text = Buffer.from(String(key)).toString('base64url');
  const type = TYPES[key === null ? 'null' : typeof key === 'number' ? 'number' : 'text'];
  const value = `${Number(type) + (isOnline ? ONLINE : 0)}${text}`;
  const parts = [nowMs.toString(36), id.toString(36), value, fingerprint];
  if (corrected !== null) parts.push(Buffer.from(corrected).toString('base64url'));
  return parts.join('.');
}

/** → the cursor, or null when the text is not a valid cursor. */
export function decodeCursor(text: string): Cursor | null {
  const [, now = '', digits = '', value = '', fingerprint = '', searched] =
    /^([0-9a-z]+)\.([0-9a-z]+)\.([\w-]+)\.([\w-]+)(?:\.([\w-]+))?$/.exec(text) ?? [];
  const nowMs = Number.parseInt(now, 36);
  const id = Number.parseInt(digits, 36);
  const isOnline = Number(value.charAt(0)) >= ONLINE;
  const key = readKey(isOnline ? `${Number(value.charAt(0)) - ONLINE}${value.slice(1)}` : value);
  const isGood = nowMs >= 0 && nowMs <= LAST_MS && Number.isSafeInteger(id) && key !== undefined;
  const corrected =
    searched === undefined ? null : Buffer.from(searched, 'base64url').toString('utf8');
  if (!isGood) return null;
  return { nowMs, key, id, fingerprint, corrected, ...(isOnline ? { isOnline } : {}) };
}

/** The prefix that encodes the type of a sort value. */
const TYPES = { null: '0', number: '1', text: '2' };
/** What is added to the prefix of a position among the online records at the end. */
const ONLINE = 3;

function readKey(value: string): IndexValue | undefined {
  const text = Buffer.from(value.slice(1), 'base64url').toString('utf8');
  if (value.startsWith(TYPES.null)) return null;
  if (value.startsWith(TYPES.text)) return text;
  const number = value.startsWith(TYPES.number) && text !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The end of the year 9999, ms since the epoch. */
const LAST_MS = 253_402_300_799_999;

const FINGERPRINT_CHARS = 8;

const NOT_FILTERS = new Set([
  ...['page', 'per_page', 'cursor', 'fields', 'facets', 'tiles_zoom', 'format'],
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
