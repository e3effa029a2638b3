/**
 * Clears words of removed entries from the file: FTS5 marks them as deleted, and keeps them until
 * it merges its segments.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { KindName } from '../../kinds/record.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { turn } from '../../lib/turn.js';
import { isSubstring, tablesOf } from './tables.js';

/** Pages of words that are merged before other work gets its turn: some ms. */
const MERGE_PAGES = 25;

/**
 * Clears the entries of these kinds; `guard` runs each step. → false: the journal still holds them.
 * Throws what `guard` throws.
 */
export async function scrub(
  db: Sqlite,
  names: readonly KindName[],
  guard: <T>(work: () => T) => Promise<T>,
): Promise<boolean> {
  for (const kind of names.map((name) => kinds[name]).filter((one) => !isSubstring(one))) {
    // Negative: all segments take part, and not only where there are many of one size.
    for (let pages = -MERGE_PAGES; ; pages = MERGE_PAGES) {
      const isMerged = await guard(() => mergeWords(db, kind, pages));
      await turn();
      if (isMerged && pages > 0) break;
    }
  }
  return db.emptyJournal();
}

/** → whether there was nothing left to merge. */
function mergeWords(db: Sqlite, kind: Kind, pages: number): boolean {
  const { text } = tablesOf(kind);
  const changes = () => Number(db.get('SELECT total_changes() AS n')?.n);
  return db.transaction(
    () => {
      const before = changes();
      db.run(`INSERT INTO ${text} (${text}, rank) VALUES ('merge', ?)`, pages);
      // The statement itself counts as one change.
      return changes() - before < 2;
    },
    { isDurable: false },
  );
}
