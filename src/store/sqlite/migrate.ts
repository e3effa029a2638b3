/**
 * Creates the tables of a file when it is opened, or migrates tables of an earlier layout in one
 * transaction. Files of releases before 2.0.0 are refused.
 */
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyDatabase } from '../../lib/files/file-copy.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { earlierRelease, FIRST_RELEASE, laterLayout, THIS_RELEASE } from '../releases.js';
import { createTables } from './tables.js';

/** Migrates the tables from one layout to the next. */
type Migration = (db: Sqlite) => void;

/** The layout of release 2.0.0: earlier releases have lower numbers. */
export const FIRST_LAYOUT = 10;

/** The step from each layout to the next, from the first one on. */
export const STEPS: readonly Migration[] = [];

/** Options to migrate an earlier layout. */
export interface UpgradeOptions {
  /** Whether a copy of the file is kept. */
  isCopied: boolean;
  /** Receives messages for the log. */
  tell: (text: string) => void;
  /** The layout, stored as `PRAGMA user_version`, is this many above the first. For tests. */
  steps?: readonly Migration[];
}

/**
 * Creates the tables, or migrates tables of an earlier layout in one transaction. Throws, and
 * changes nothing, for a later layout, a file of another program, or a full disk.
 */
export function migrate(db: Sqlite, { isCopied, tell, steps = STEPS }: UpgradeOptions): void {
  const layout = FIRST_LAYOUT + steps.length;
  const isCurrent = () => layoutOf(db) === layout && releaseOf(db) >= FIRST_RELEASE;
  if (isCurrent()) return;
  const done = { from: 0, copy: null as string | null };
  try {
    db.transaction(() => {
      // Another process may have migrated the file in the meantime.
      if (isCurrent()) return;
      if (hasTable(db, 'rec_event')) {
        refuseOthers(db, layout);
        done.from = layoutOf(db);
        if (isCopied) done.copy = keepCopy(db, done.from);
        for (const step of steps.slice(done.from - FIRST_LAYOUT)) step(db);
      } else {
        refuseForeign(db);
        db.exec(createTables());
      }
      db.run("INSERT OR REPLACE INTO counter VALUES ('release', ?)", THIS_RELEASE);
      db.exec(`PRAGMA user_version = ${layout}`);
    });
  } catch (error) {
    if (done.copy !== null) rmSync(done.copy, { force: true });
    throw done.from === 0 ? error : notUpgraded(done.from, error as Error);
  }
  if (done.from === 0) return;
  tell(`the file is upgraded from layout ${done.from} to ${layout}; copy: ${done.copy ?? 'none'}`);
}

/**
 * Copies the file as it is before a migration to `FILE.layout-N`, in place of an earlier copy.
 * → the path of the copy. Throws when there is no room for it or it is damaged.
 */
function keepCopy(db: Sqlite, layout: number): string {
  const copy = `${db.path}.layout-${layout}`;
  // A migration killed again and again must not fill the disk.
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

const layoutOf = (db: Sqlite): number => Number(db.get('PRAGMA user_version')?.user_version);

/** → the release that gave the file its layout, as a number; 0: it is not stored. */
function releaseOf(db: Sqlite): number {
  if (!hasTable(db, 'counter')) return 0;
  return Number(db.get("SELECT last FROM counter WHERE space = 'release'")?.last ?? 0);
}

const notUpgraded = (layout: number, cause: Error): Error =>
  new Error(
    `The file has layout ${layout} and could not be upgraded: ${cause.message}. ` +
      'Nothing was changed.',
    { cause },
  );

function refuseOthers(db: Sqlite, layout: number): void {
  const release = releaseOf(db);
  if (release < FIRST_RELEASE && layoutOf(db) < FIRST_LAYOUT) throw earlierRelease('The file');
  if (layoutOf(db) > layout) throw laterLayout('The file', layoutOf(db), layout, release);
}

function refuseForeign(db: Sqlite): void {
  const foreign = db.get(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'ix\\_%' ESCAPE '\\'",
  );
  if (foreign) throw new Error(`The file is of another program: it holds a table ${foreign.name}.`);
}

const hasTable = (db: Sqlite, name: string): boolean =>
  db.get('SELECT 1 FROM sqlite_master WHERE name = ?', name) !== undefined;
