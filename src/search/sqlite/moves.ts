/**
 * Where records stood before they moved, for walks by cursor that began earlier: positions by
 * every order, and the words relevance is counted from. Decision: walks by cursor.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';
import type { SearchDocument } from '../port.js';
import { isSubstring, sortFields } from './tables.js';

/** Walks by cursor count changes by this number; positions nobody can ask for any more go. */
export function nextSeq(db: Sqlite, nowSeconds: number): number {
  const row = db.get(
    `INSERT INTO ix_meta VALUES ('seq', 1)
     ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value`,
  );
  const seq = Number(row?.value);
  if (seq % 256 === 0) {
    db.run('DELETE FROM ix_moved WHERE at < ?', nowSeconds - limits.walkSeconds);
  }
  return seq;
}

/** Keeps where a record stood before it moved, for walks that began earlier. */
export function rememberPosition(
  db: Sqlite,
  kind: Kind,
  { held, row, was, isReworded = false }: { held: Row; row: Row; was: Row; isReworded?: boolean },
  { seq, nowSeconds }: { seq: number; nowSeconds: number },
): void {
  const counted = isOrderedByCount(kind) ? ['u_published'] : [];
  const columns = [...sortFields(kind).map((name) => `f_${name}`), 'place', ...counted];
  if (!isReworded && columns.every((name) => held[name] === row[name])) return;
  const keys = { ...Object.fromEntries(columns.map((name) => [name, held[name] ?? null])), ...was };
  // Of several moves in one batch the first tells where the record stood before.
  db.run(
    'INSERT OR IGNORE INTO ix_moved VALUES (?, ?, ?, ?, ?)',
    kind.name,
    Number(row.id),
    seq,
    nowSeconds,
    JSON.stringify(keys),
  );
}

/** The words of the title and those of all else: FTS5 keeps none that could be read again. */
export function wordsOf(kind: Kind, { text }: SearchDocument): string | null {
  if (isSubstring(kind)) return null;
  const [title = '', ...others] = Object.keys(kind.textFields).map((name) => text[name] ?? '');
  return JSON.stringify([title, others.join(' ')]);
}

/** → the words as keys of a remembered position; none for kinds without. */
export function wordKeys(words: SqlValue): Row {
  if (typeof words !== 'string') return {};
  const [title, others] = JSON.parse(words) as string[];
  return { title_words: title ?? '', other_words: others ?? '' };
}

/** → whether lists of the kind may be ordered by usage. */
const isOrderedByCount = (kind: Kind): boolean =>
  Object.values(kind.orders).some(({ by }) => by === 'count');
