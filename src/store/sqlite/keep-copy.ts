/**
 * The copy of the embedded file that an upgrade keeps beside it: `FILE.layout-N.TIME`. The last few
 * are kept. Contract 25.1.
 */
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyDatabase } from '../../lib/file-copy.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { limits } from '../../limits.js';

/**
 * Copies the file as it is before a migration. → the path of the copy. Throws, and changes nothing,
 * when there is no room for it or it is damaged.
 */
export function keepCopy(db: Sqlite, layout: number, nowMs: number): string {
  // A migration that is killed again and again must not fill the disk.
  dropOldCopies(db.path);
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const copy = `${db.path}.layout-${layout}.${time}`;
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

/** Removes all copies but the last ones, and what a copy that was cut off left behind. */
export function dropOldCopies(path: string): void {
  const folder = dirname(path);
  const copies: { name: string; time: string }[] = [];
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const [, time, partial] =
      /\.layout-\d+\.(\d{8}T\d{6}Z)(\.\d+\.partial(?:-journal)?)?$/.exec(name) ?? [];
    if (partial) rmSync(join(folder, name), { force: true });
    else if (time) copies.push({ name, time });
  }
  copies.sort((one, other) => (one.time < other.time ? 1 : -1));
  const old = copies.slice(limits.upgradeCopies);
  for (const { name } of old) rmSync(join(folder, name), { force: true });
}
