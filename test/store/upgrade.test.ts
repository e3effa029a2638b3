/**
 * A file of an earlier layout is migrated when it is opened, and a copy is kept; what cannot be
 * opened is refused unchanged. Contract 25.1.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RELEASE } from '../../src/lib/files/package.js';
import { openSqlite, type Sqlite, type SqlRow } from '../../src/lib/sqlite.js';
import { THIS_RELEASE } from '../../src/store/releases.js';
import { openSqliteStore } from '../../src/store/sqlite/adapter.js';
import { FIRST_LAYOUT, STEPS } from '../../src/store/sqlite/migrate.js';
import { makeRecord } from '../contracts/builders.js';
import { inserts, UNLEASED } from '../contracts/record-store.js';
import { fixture, runScript, start, tempFolder, top } from '../support/process.js';

const NOW_MS = Date.UTC(2026, 10, 23, 4, 5, 6);
const BUSY = { busyTimeoutMs: 1000 };

/** A step that a later release might have. */
const ADD_COLUMN = 'ALTER TABLE rec_event ADD COLUMN colour TEXT';
/** The layout of this release. */
const LAYOUT = FIRST_LAYOUT + STEPS.length;
const steps = [...STEPS, (db: Sqlite) => db.exec(ADD_COLUMN)];

/** → a folder with a file of this layout that holds some events. */
async function filledFolder(): Promise<{ folder: string; path: string }> {
  const folder = tempFolder();
  const path = join(folder, 'marquee.sqlite');
  const db = openSqlite(path, BUSY);
  try {
    const store = openSqliteStore(db, { now: () => NOW_MS });
    const events = [1, 2, 3, 4].map((id) => makeRecord('event', id));
    await store.write(inserts(...events), UNLEASED);
  } finally {
    db.close();
  }
  return { folder, path };
}

function replaceFile(path: string, content: string | Buffer): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  writeFileSync(path, content);
}

/** Runs SQL on a file. → the rows of the last query. */
function query(path: string, sql: string): SqlRow[] {
  const db = openSqlite(path, BUSY);
  try {
    return db.all(sql);
  } finally {
    db.close();
  }
}

const layoutOf = (path: string) => query(path, 'PRAGMA user_version')[0]?.user_version;
const copiesIn = (folder: string) =>
  readdirSync(folder).filter((name) => /layout-/.test(name) && !/-(wal|shm)$/.test(name));

/** Opens a file as a release with one step more does. → what it says. */
const upgraded = (path: string, isCopied = true) => {
  const db = openSqlite(path, BUSY);
  const told: string[] = [];
  const tell = (text: string) => told.push(text);
  try {
    openSqliteStore(db, { now: () => NOW_MS, isCopied, tell, steps });
  } finally {
    db.close();
  }
  return told;
};

const ROWS = 'SELECT id, doc FROM rec_event ORDER BY id';

describe('a file of the layout before', () => {
  it('is migrated, and kept beside it as it was, for its owner only', async () => {
    const { folder, path } = await filledFolder();
    const before = query(path, ROWS);
    expect(before).toHaveLength(4);
    const told = upgraded(path);
    const copy = join(folder, `marquee.sqlite.layout-${LAYOUT}`);
    expect(told).toEqual([
      `the file is upgraded from layout ${LAYOUT} to ${LAYOUT + 1}; copy: ${copy}`,
    ]);
    expect(query(path, ROWS)).toEqual(before);
    expect(query(path, 'SELECT colour FROM rec_event LIMIT 1')).toEqual([{ colour: null }]);
    expect(query(path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const release = query(path, "SELECT last FROM counter WHERE space = 'release'");
    expect([layoutOf(path), release]).toEqual([LAYOUT + 1, [{ last: THIS_RELEASE }]]);
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
    expect([layoutOf(copy), query(copy, 'SELECT * FROM rec_event')]).toEqual([
      LAYOUT,
      query(path, 'SELECT * FROM rec_event').map(({ colour: _, ...row }) => row),
    ]);
    // The second open finds nothing to do.
    expect(upgraded(path)).toEqual([]);
    expect(copiesIn(folder)).toHaveLength(1);
  });

  it('has no copy where none is wanted', async () => {
    const { folder, path } = await filledFolder();
    expect(upgraded(path, false)).toEqual([
      `the file is upgraded from layout ${LAYOUT} to ${LAYOUT + 1}; copy: none`,
    ]);
    expect(copiesIn(folder)).toEqual([]);
  });

  it('replaces a copy of its layout and what a cut-off one left, and leaves other files', async () => {
    const { folder, path } = await filledFolder();
    const copy = `marquee.sqlite.layout-${LAYOUT}`;
    const others = ['marquee.sqlite.layout-1', `${copy}0`];
    const dropped = [`${copy}.4711.partial`, `${copy}.4711.partial-journal`];
    for (const name of [copy, ...others, ...dropped]) writeFileSync(join(folder, name), name);
    upgraded(path);
    expect(copiesIn(folder).sort()).toEqual([copy, ...others].sort());
    expect(layoutOf(join(folder, copy))).toBe(LAYOUT);
  });

  /** Migrates in a process whose files are limited to `blocks` of 512 bytes: writes fail beyond. */
  const onFullDisk = (path: string, blocks: number, isCopied: boolean) =>
    spawnSync(
      'sh',
      ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" --input-type=module`, process.execPath],
      {
        cwd: top,
        encoding: 'utf8',
        input: `
          const { openSqlite } = await import('${top}/dist/src/lib/sqlite.js');
          const { openSqliteStore } = await import('${top}/dist/src/store/sqlite/adapter.js');
          const db = openSqlite('${path}', { busyTimeoutMs: 1000 });
          const fill = (db) => db.exec("${ADD_COLUMN}; CREATE TABLE fill AS " +
            "SELECT randomblob(500000) AS bytes");
          const steps = Array(${STEPS.length + 1}).fill(fill);
          openSqliteStore(db, { now: Date.now, isCopied: ${isCopied}, steps });`,
      },
    );

  it.each([
    ['the copy', 64, true, /no copy of it could be kept: .*Make room/],
    ['the migration', 400, false, /could not be upgraded: .*Nothing was changed/],
  ])('on a disk that is full for %s changes nothing', async (_name, blocks, isCopied, said) => {
    const { folder, path } = await filledFolder();
    const before = query(path, 'SELECT * FROM rec_event');
    const { status, stderr } = onFullDisk(path, blocks, isCopied);
    expect(stderr).toMatch(said);
    expect(stderr).toContain(`The file has layout ${LAYOUT} and `);
    expect(status).toBe(1);
    expect(query(path, 'SELECT * FROM rec_event')).toEqual(before);
    expect(layoutOf(path)).toBe(LAYOUT);
    expect(readdirSync(folder).filter((name) => /layout|partial/.test(name))).toEqual([]);
  });
});

describe('the service', () => {
  const refusals: [string, (path: string) => void, RegExp[]][] = [
    [
      'a file of a later release',
      (path) =>
        query(path, "INSERT OR REPLACE INTO counter VALUES ('release', 2003004) RETURNING 1") &&
        query(path, 'PRAGMA user_version = 99'),
      [/has layout 99, which Marquee 2\.3\.4 can read/, /Nothing was changed/],
    ],
    [
      'a file of a later release that is not named',
      (path) =>
        query(path, "DELETE FROM counter WHERE space = 'release' RETURNING 1") &&
        query(path, 'PRAGMA user_version = 99'),
      [/which a later release can read/],
    ],
    [
      'a file of another program',
      (path) => {
        replaceFile(path, '');
        query(path, 'CREATE TABLE accounts (id INTEGER)');
      },
      [/of another program: it holds a table accounts/],
    ],
    [
      'a file of another program with the same number',
      (path) => {
        replaceFile(path, '');
        query(path, 'CREATE TABLE accounts (id INTEGER)');
        query(path, 'PRAGMA user_version = 1');
      },
      [/of another program: it holds a table accounts/],
    ],
    [
      'a file of release 1.0.0',
      (path) => replaceFile(path, gunzipSync(readFileSync(fixture('1.0.0.sqlite.gz')))),
      [/before 2\.0\.0/, /export.*with that release.*load.*with this one/, /Nothing was changed/],
    ],
  ];
  it.each(refusals)('refuses %s in one line, and changes nothing', async (_name, harm, said) => {
    const { folder, path } = await filledFolder();
    harm(path);
    const layout = /later/.test(_name) ? layoutOf(path) : null;
    const before = readFileSync(path);
    const { code, stderr } = await start('src/main', [], { DATA_DIR: folder }).ended;
    expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.any(String)]]);
    for (const part of [...said, /^DATA_DIR: .*marquee\.sqlite: /]) expect(stderr).toMatch(part);
    // The head tells who opened the file and in which mode.
    expect(readFileSync(path).subarray(100).equals(before.subarray(100))).toBe(true);
    if (layout !== null) expect(layoutOf(path)).toBe(layout);
    expect(copiesIn(folder)).toEqual([]);
  });
});

it('npm run restore refuses a file of release 1.0.0', async () => {
  const file = join(tempFolder(), 'old.sqlite');
  writeFileSync(file, gunzipSync(readFileSync(fixture('1.0.0.sqlite.gz'))));
  const DATA_DIR = join(tempFolder(), 'restored');
  const { code, stderr } = await runScript('restore', [file], { DATA_DIR });
  expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining('before 2.0.0')]]);
});

it('npm run upgrade says when the store is ready', async () => {
  const { folder } = await filledFolder();
  const { code, stdout } = await runScript('upgrade', [], { DATA_DIR: folder });
  expect([code, stdout]).toEqual([0, `The record store is ready for Marquee ${RELEASE}.\n`]);
});
