/** The copy of the embedded file that an upgrade keeps beside it. Contract 25.1. */
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyDatabase } from '../../lib/file-copy.js';
import type { Sqlite } from '../../lib/sqlite.js';

/**
 * Copies the file as it is before a migration to `FILE.layout-N`, in place of an earlier copy.
 * → the path of the copy. Throws when there is no room for it or it is damaged.
 */
export function keepCopy(db: Sqlite, layout: number): string {
  const copy = `${db.path}.layout-${layout}`;
  // A migration that is killed again and again must not fill the disk.
  for (const name of readdirSync(dirname(copy))) {
    const isCopy = name === basename(copy) || name.startsWith(`${basename(copy)}.`);
    if (isCopy) rmSync(join(dirname(copy), name), { force: true });
  }
  try {
    copyDatabase(db, copy, ['rec_event']);
  } catch (error) {
    throw new Error(
      `The file has layout ${layout} and was not upgraded, because no copy of it could be kept: ` +
        `${(error as Error).message} Nothing was changed. Make room, or make a backup elsewhere ` +
        'and run `npm run upgrade -- --no-backup`.',
      { cause: error },
    );
  }
  return copy;
}
