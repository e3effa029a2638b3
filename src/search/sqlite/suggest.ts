/**
 * Suggestions on SQLite. From each of its words on, a suggested text is a row in one ordered index,
 * so each suggestion is one step along that index, without a scan.
 */
import type { Sqlite, SqlRow, SqlValue } from '../../lib/sqlite.js';
import { prefixEnd, searchText } from '../../lib/text/words.js';
import { cutStart, isBegunBy, startsOf } from '../document.js';
import type { Offer, SearchDocument } from '../port.js';
import { ID_BITS } from './tables.js';

/** → suggestions that begin with the text, then suggestions with a later word that does. */
export function suggest(db: Sqlite, text: string, limit: number, nowSeconds: number): Offer[] {
  const sought = searchText(text);
  if (sought === '') return [];
  const prefix = cutStart(sought);
  const offers = new Map<string, Offer>();
  for (const isLead of [1, 0]) {
    let last: SqlRow = { suffix: prefix, type: '', key: '' };
    while (offers.size < limit) {
      const row = nextRow(db, isLead, last, { end: prefixEnd(prefix), nowSeconds });
      if (!row) break;
      last = row;
      const offer = toOffer(row);
      const key = `${row.type}\n${row.key}`;
      if (!offers.has(key) && isBegunBy(offer.text, sought)) offers.set(key, offer);
    }
  }
  return [...offers.values()];
}

const toOffer = ({ type = '', key = '', text = '', id = 0, count = 0 }: SqlRow): Offer => ({
  type: String(type),
  key: String(key),
  text: String(text),
  id: Number(id),
  count: Number(count),
});

/** Adds the suggestions of entries without suggestions. */
export function putSuggestions(db: Sqlite, documents: readonly SearchDocument[]): void {
  const rows = documents.flatMap(({ id, kind, publicFrom, suggests, suggestsUntil, usage }) => {
    if (publicFrom === null) return [];
    const count = usage.published;
    return suggests.flatMap(({ type, key, text }) =>
      startsOf(text).map((suffix, at): SqlValue[] => {
        const isLead = at === 0 ? 1 : 0;
        return [isLead, suffix, type, key, text, kind, id, publicFrom, suggestsUntil, count];
      }),
    );
  });
  db.insert('INSERT INTO ix_suggest', rows);
}

function nextRow(
  db: Sqlite,
  isLead: number,
  last: SqlRow,
  { end, nowSeconds }: { end: string; nowSeconds: number },
): SqlRow | undefined {
  // Text and ID come from the row with the maximum.
  return db.get(
    `SELECT suffix, type, key, text, id, sum(count) AS count, max((count << ${ID_BITS}) - id)
     FROM ix_suggest
     WHERE is_lead = ? AND (suffix, type, key) > (?, ?, ?) AND suffix < ?
       AND public_from <= ? AND until >= ?
     GROUP BY suffix, type, key ORDER BY suffix, type, key LIMIT 1`,
    isLead,
    last.suffix ?? '',
    last.type ?? '',
    last.key ?? '',
    end,
    nowSeconds,
    nowSeconds,
  );
}
