/** The order `best`: scores by the formula of lib/ranking.ts, in whole numbers. Contract 12. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { chordSquared } from '../../lib/place/geo.js';
import {
  ABOVE_LAST,
  FEATURED,
  SOON_PIVOT,
  STEPS,
  stepBounds,
  wordPoints,
} from '../../lib/ranking.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { type Formula, formulaOf } from '../order.js';
import type { SearchQuery } from '../port.js';
import { type Sql, tablesOf } from './tables.js';
import { matchOf, wordMatch } from './words.js';

/** → the score of row `e`. The points of words and the steps of locations are read before. */
export function rankOf(kind: Kind, query: SearchQuery): Sql {
  const { ranked, window, textLevels } = kind;
  if (!ranked || !window) return { sql: '0', params: [] };
  const { weights, words, now } = formulaOf(query);
  const [start, end] = [`e.f_${window.start}`, `e.f_${window.end}`];
  const least = words * wordPoints(textLevels.length - 1);
  const last = ranked.last.values.map(() => '?').join(', ');
  // The driver binds most numbers as floating-point ones, which do not divide to whole numbers.
  const wait = `CAST(${start} - ? AS INTEGER)`;
  // Without a search the table holds the words of an earlier list.
  const points = '(SELECT points FROM temp.ix_words WHERE listed = e.listed)';
  return {
    sql: `((e.f_${ranked.last.field} NOT IN (${last})) * ${ABOVE_LAST}
      + ${query.text ? `${weights.text} * (${least} + ${points})` : 0}
      + ${words} * (
        ${weights.distance} * coalesce((SELECT step FROM temp.ix_near WHERE id = e.place), 0)
        + ${weights.soon} * CASE
          WHEN ${start} > ? THEN
            min(${STEPS}, ${(STEPS + 1) * SOON_PIVOT} / (${wait} + ${SOON_PIVOT}))
          WHEN ${end} >= ? THEN ${STEPS} ELSE 0 END
        + ${FEATURED} * e.f_${ranked.featured}))`,
    params: [...ranked.last.values, now, now, now],
  };
}

/** Writes the steps of the distances in `temp.ix_near`, from their chords. */
export function setSteps(db: Sqlite, { pivotM }: Formula): void {
  if (pivotM === null) return;
  const bounds = stepBounds(pivotM).map((bound) => -chordSquared(bound));
  // Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0.
  const steps = bounds.map(() => '(chord <= -?)').join(' + ');
  db.run(`UPDATE temp.ix_near SET step = ${steps}`, ...bounds);
}

/**
 * Reads the points of the searched words into `temp.ix_words`, above the least points of all
 * records. Each step adds a word's gain in the texts of a level and above, over the lower levels.
 */
export function readPoints(db: Sqlite, { kind: name, text: sought }: SearchQuery): void {
  const kind = kinds[name];
  const { text } = tablesOf(kind);
  const rows = `rowid AS listed FROM ${text} WHERE ${text} MATCH ?`;
  db.run('DELETE FROM temp.ix_words');
  const match = sought && matchOf(db, kind, sought);
  if (!match) return;
  db.run(`INSERT INTO temp.ix_words SELECT 0, ${rows}`, match);
  for (const at of kind.textLevels.slice(1).keys()) {
    const gain = wordPoints(at) - wordPoints(at + 1);
    const fields = kind.textLevels.slice(0, at + 1).flatMap((level) => level.fields);
    for (const word of sought.words) {
      db.run(
        `UPDATE temp.ix_words AS w SET points = points + ${gain}
         FROM (SELECT ${rows}) m WHERE m.listed = w.listed`,
        `{${fields.join(' ')}} : ${wordMatch(db, kind, sought, { word })}`,
      );
    }
  }
}
