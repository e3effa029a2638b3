/**
 * Suggestions on SQLite. From each of its words on, a suggested text is a row in one ordered index,
 * so each suggestion is one step along that index, without a scan.
 */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { prefixEnd, searchText, sortKey } from '../../lib/words.js';
import type { SearchDocument, Suggestion } from '../port.js';
import { tablesOf } from './tables.js';

/** → suggestions that begin with the text, then those with a later word that begins with it. */
export function suggest(db: Sqlite, text: string, limit: number, nowSeconds: number): Suggestion[] {
  const sought = searchText(text);
  if (sought === '') return [];
  const prefix = cut(sought);
  const found = new Map<string, Suggestion>();
  for (const isLead of [1, 0]) {
    let last: Row = { suffix: prefix, type: '', text: '' };
    while (found.size < limit) {
      const row = nextRow(db, isLead, last, { end: prefixEnd(prefix), nowSeconds });
      if (!row) break;
      last = row;
      const key = `${row.type}\n${row.text}`;
      if (found.has(key) || !holds(row, sought, prefix)) continue;
      const suggestion = toSuggestion(db, row, nowSeconds);
      if (suggestion.count !== 0) found.set(key, suggestion);
    }
  }
  return [...found.values()];
}

// The index has only the first SUGGEST_CHARS characters; longer input is compared with the text.
function holds(row: Row, sought: string, prefix: string): boolean {
  return sought === prefix || ` ${searchText(String(row.text))}`.includes(` ${sought}`);
}

/** The words of a text at which suggestions may begin, and the characters stored from there. */
const SUGGEST_WORDS = 32;
const SUGGEST_CHARS = 60;

const cut = (text: string): string =>
  text.length <= SUGGEST_CHARS ? text : Array.from(text).slice(0, SUGGEST_CHARS).join('');

/** Adds the suggestions of entries that have none so far. */
export function putSuggestions(db: Sqlite, documents: readonly SearchDocument[]): void {
  const rows = documents.flatMap(({ id, kind, publicFrom, suggests, suggestsUntil }) => {
    if (publicFrom === null) return [];
    return suggests.flatMap(({ type, text }) => {
      const words = searchText(text).split(' ');
      return words.slice(0, SUGGEST_WORDS).map((_, at): SqlValue[] => {
        const suffix = cut(words.slice(at).join(' '));
        return [at === 0 ? 1 : 0, suffix, type, text, kind, id, publicFrom, suggestsUntil];
      });
    });
  });
  db.insert('INSERT INTO ix_suggest', rows);
}

function nextRow(
  db: Sqlite,
  isLead: number,
  last: Row,
  { end, nowSeconds }: { end: string; nowSeconds: number },
): Row | undefined {
  return db.get(
    `SELECT suffix, type, text, kind, id FROM ix_suggest
     WHERE is_lead = ? AND (suffix, type, text) > (?, ?, ?) AND suffix < ?
       AND public_from <= ? AND until >= ?
     ORDER BY suffix, type, text, id LIMIT 1`,
    isLead,
    last.suffix ?? '',
    last.type ?? '',
    last.text ?? '',
    end,
    nowSeconds,
    nowSeconds,
  );
}

function toSuggestion(db: Sqlite, row: Row, nowSeconds: number): Suggestion {
  const type = String(row.type);
  const text = String(row.text);
  if (type === 'city') return { type, text, count: eventsIn(db, text, nowSeconds) };
  const id = Number(row.id);
  const kind = kinds[String(row.kind) as KindName];
  const { main } = tablesOf(kind);
  const entry = db.get(`SELECT f_slug AS slug, u_published AS n FROM ${main} WHERE id = ?`, id);
  const slug = String(entry?.slug ?? '');
  // Kinds with relations are not linked by other records, so they have no usage.
  if (kind.relations.length > 0) return { type, text, id, slug };
  return { type, text, id, slug, count: Number(entry?.n ?? 0) };
}

/** → the number of public events in a city; 0: all are over. */
function eventsIn(db: Sqlite, city: string, nowSeconds: number): number {
  const row = db.get(
    `SELECT count(*) AS n, max(f_end) AS until FROM ix_event
     WHERE f_city = ? AND f_hidden = 0 AND public_from <= ?`,
    sortKey(city),
    nowSeconds,
  );
  return Number(row?.until ?? 0) >= nowSeconds ? Number(row?.n) : 0;
}
