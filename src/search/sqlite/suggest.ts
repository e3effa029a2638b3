/**
 * Suggestions on SQLite: every beginning of a word is a row of one ordered index, so that each
 * suggestion is one step along it; nothing is scanned.
 */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Row, Sqlite } from '../../lib/sqlite.js';
import { prefixEnd, searchText, sortKey } from '../../lib/words.js';
import type { Suggestion } from '../port.js';
import { tablesOf } from './tables.js';

/** → suggestions that begin with the text first, then those that hold a word that does. */
export function suggest(db: Sqlite, text: string, limit: number, nowSeconds: number): Suggestion[] {
  const prefix = searchText(text);
  if (prefix === '') return [];
  const found = new Map<string, Row>();
  for (const isLead of [1, 0]) {
    let last: Row = { suffix: prefix, type: '', text: '' };
    while (found.size < limit) {
      const row = nextRow(db, isLead, last, { end: prefixEnd(prefix), nowSeconds });
      if (!row) break;
      const key = `${row.type}\n${row.text}`;
      if (!found.has(key)) found.set(key, row);
      last = row;
    }
  }
  return [...found.values()].map((row) => toSuggestion(db, row, nowSeconds));
}

function nextRow(
  db: Sqlite,
  isLead: number,
  last: Row,
  { end, nowSeconds }: { end: string; nowSeconds: number },
): Row | undefined {
  return db.get(
    `SELECT suffix, type, text, kind, id FROM ix_suggest
     WHERE is_lead = ? AND (suffix, type, text) > (?, ?, ?) AND suffix < ? AND public_from <= ?
     ORDER BY suffix, type, text, id LIMIT 1`,
    isLead,
    last.suffix ?? '',
    last.type ?? '',
    last.text ?? '',
    end,
    nowSeconds,
  );
}

function toSuggestion(db: Sqlite, row: Row, nowSeconds: number): Suggestion {
  const type = String(row.type);
  const text = String(row.text);
  if (type === 'city') return { type, text, count: eventsIn(db, text, nowSeconds) };
  const id = Number(row.id);
  if (type === 'event') return { type, text, id };
  const { main } = tablesOf(kinds[String(row.kind) as KindName]);
  const usage = db.get(`SELECT u_published AS n FROM ${main} WHERE id = ?`, id);
  return { type, text, id, count: Number(usage?.n ?? 0) };
}

function eventsIn(db: Sqlite, city: string, nowSeconds: number): number {
  const row = db.get(
    `SELECT count(*) AS n FROM ix_event
     WHERE f_city = ? AND f_hidden = 0 AND public_from <= ?`,
    sortKey(city),
    nowSeconds,
  );
  return Number(row?.n ?? 0);
}
