/**
 * The copy of the embedded file that an upgrade keeps beside it: `FILE.layout-N.TIME`. The last few
 * are kept. Contract 25.
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
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const copy = `${db.path}.layout-${layout}.${time}`;
  try {
    copyDatabase(db, copy, ['rec_event']);
  } catch (error) {
    throw new Error(
      `The file has layout ${layout} and was not upgraded, because no copy of it could be kept: ` +
        `${(error as Error).message} Nothing was changed. Make room, or make a backup elsewhere ` +
        'and set UPGRADE_BACKUP=false.',
      { cause: error },
    );
  }
  return copy;
}

/** Removes all copies but the last ones. */
export function dropOldCopies(path: string): void {
  const folder = dirname(path);
  const times = new Map<string, string>();
  for (const name of readdirSync(folder)) {
    const time = /^\.layout-\d+\.(\d{8}T\d{6}Z)$/.exec(name.slice(basename(path).length))?.[1];
    if (time && name.startsWith(basename(path))) times.set(name, time);
  }
  const newestFirst = [...times].sort(([, a], [, b]) => (a < b ? 1 : -1));
  for (const [name] of newestFirst.slice(limits.upgradeCopies)) rmSync(join(folder, name));
}
