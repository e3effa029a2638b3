/**
 * Cursors: where a walk through a list stands, as opaque text. A cursor names the walk, the moment
 * it began (so that default dates stay), the place after which it goes on, and the filters and
 * order it belongs to.
 */
import { createHash } from 'node:crypto';
import type { IndexValue } from './port.js';

/** A place in a walk, as the text of a cursor holds it. */
export interface Cursor {
  /** As the engine names it. */
  walk: string;
  /** When the walk began, ms since the epoch. */
  nowMs: number;
  key: IndexValue;
  id: number;
  /** Of the filters and the order. */
  fingerprint: string;
}

/** → the text of a cursor, safe in a URL. */
export function encodeCursor(cursor: Cursor): string {
  const { walk, nowMs, key, id, fingerprint } = cursor;
  return Buffer.from(JSON.stringify([walk, nowMs, key, id, fingerprint])).toString('base64url');
}

/** → the cursor, or null when the text is none of ours. */
export function decodeCursor(text: string): Cursor | null {
  if (!/^[\w-]+$/.test(text)) return null;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(parts) || parts.length !== 5) return null;
  const [walk, nowMs, key, id, fingerprint] = parts as unknown[];
  const isKey = key === null || typeof key === 'string' || Number.isFinite(key);
  if (
    typeof walk !== 'string' ||
    walk.length > WALK_CHARS ||
    !Number.isSafeInteger(nowMs) ||
    !isKey
  )
    return null;
  if (Number(nowMs) < 0 || Number(nowMs) > LAST_MS) return null;
  if (!Number.isSafeInteger(id) || typeof fingerprint !== 'string') return null;
  return { walk, nowMs, key, id, fingerprint } as Cursor;
}

/** Longer than any walk's name; what is put into a URL is bounded by the server before. */
const WALK_CHARS = 8192;

/** The end of the year 9999, ms since the epoch. */
const LAST_MS = 253_402_300_799_999;

const NOT_FILTERS = new Set(['page', 'per_page', 'cursor', 'fields', 'facets']);

/** → a short hash of what a list was asked for, the same for the same filters and order. */
export function fingerprintOf(kind: string, values: Record<string, unknown>): string {
  const filters = Object.keys(values)
    .filter((name) => !NOT_FILTERS.has(name))
    .sort()
    .map((name) => [name, values[name]]);
  return createHash('sha256')
    .update(JSON.stringify([kind, filters]))
    .digest('base64url')
    .slice(0, 12);
}
