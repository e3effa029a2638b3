/**
 * Files that each released layout wrote (test/fixtures/layout-*.sqlite.gz) are opened by this
 * release; a copy is kept, and what cannot be opened is refused unchanged. Contract 25.1.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { RELEASE, toNumber } from '../../src/lib/package.js';
import { openSqlite, type Row } from '../../src/lib/sqlite.js';
import { openSqliteStore } from '../../src/store/sqlite/adapter.js';
import { LAYOUT } from '../../src/store/sqlite/tables.js';
import { ask, fixture, runScript, serve, start, tempFolder, top } from '../support/process.js';

const NOW_MS = Date.UTC(2026, 10, 23, 4, 5, 6);
const BUSY = { busyTimeoutMs: 1000 };
const layouts = Array.from({ length: LAYOUT }, (_, at) => at + 1);
const older = layouts.filter((layout) => layout < LAYOUT);

/** → a folder with the file that a release of the layout wrote. */
function folderOf(layout: number): { folder: string; path: string } {
  const folder = tempFolder();
  const path = join(folder, 'marquee.sqlite');
  writeFileSync(path, gunzipSync(readFileSync(fixture(`layout-${layout}.sqlite.gz`))));
  return { folder, path };
}

/** Runs SQL on a file. → the rows of the last query. */
function query(path: string, sql: string): Row[] {
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

/** → columns and indexes of each table of the store, in an order of their own. */
function schemaOf(path: string): string[] {
  const columns = query(
    path,
    `SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk AS line
     FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
  );
  const others = query(
    path,
    "SELECT type || ' ' || name || ' ' || sql AS line FROM sqlite_master WHERE type <> 'table'",
  );
  const lines = [...columns, ...others].map(({ line }) => String(line).replaceAll(/\s+/g, ' '));
  return lines.filter((line) => !/^(null$|(\w+ )?(ix_|sqlite_))/.test(line)).sort();
}

const upgraded = (path: string, isCopied = true, nowMs = NOW_MS) => {
  const db = openSqlite(path, BUSY);
  const told: string[] = [];
  try {
    openSqliteStore(db, { now: () => nowMs, isCopied, tell: (text) => told.push(text) });
  } finally {
    db.close();
  }
  return told;
};

describe.each(layouts)('a file of layout %i', (layout) => {
  it('gets the tables of a new file, and keeps its records', () => {
    const fresh = join(tempFolder(), 'fresh.sqlite');
    upgraded(fresh);
    const { path } = folderOf(layout);
    const titles = "SELECT json_extract(doc, '$.title') AS title FROM rec_event ORDER BY id";
    const before = query(path, titles);
    expect(before.length).toBeGreaterThan(3);
    upgraded(path);
    expect(schemaOf(path)).toEqual(schemaOf(fresh));
    expect(layoutOf(path)).toBe(LAYOUT);
    expect(query(path, titles)).toEqual(before);
    expect(query(path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  it.skipIf(layout === LAYOUT)('is kept beside it as it was, for its owner only', () => {
    const { folder, path } = folderOf(layout);
    const schema = schemaOf(path);
    const rows = query(path, 'SELECT * FROM rec_event');
    const told = upgraded(path);
    const copy = `marquee.sqlite.layout-${layout}.20261123T040506Z`;
    expect(copiesIn(folder)).toEqual([copy]);
    expect(told).toEqual([
      `the file is upgraded from layout ${layout} to ${LAYOUT}; copy: ${join(folder, copy)}`,
    ]);
    expect((statSync(join(folder, copy)).mode & 0o777).toString(8)).toBe('600');
    expect([0, layout]).toContain(layoutOf(join(folder, copy)));
    expect(schemaOf(join(folder, copy))).toEqual(schema);
    expect(query(join(folder, copy), 'SELECT * FROM rec_event')).toEqual(rows);
    const release = query(path, "SELECT last FROM counter WHERE space = 'release'");
    expect(release).toEqual([{ last: toNumber(RELEASE) }]);
    // The second open finds nothing to do.
    expect(upgraded(path)).toEqual([]);
    expect(copiesIn(folder)).toEqual([copy]);
  });
});

it.each(layouts)('npm run restore takes a file of layout %i', async (layout) => {
  const { path } = folderOf(layout);
  const DATA_DIR = join(tempFolder(), 'restored');
  const { code, stderr } = await runScript('restore', [path], { DATA_DIR });
  expect([code, stderr]).toEqual([0, '']);
  const restored = join(DATA_DIR, 'marquee.sqlite');
  expect(layoutOf(restored)).toBe(LAYOUT);
  const ids = 'SELECT id FROM rec_event ORDER BY id';
  expect(query(restored, ids)).toEqual(query(path, ids));
});

it('the last copies are kept, and other files beside them', () => {
  const layout = older.at(-1) ?? 1;
  const { folder, path } = folderOf(layout);
  const kept = 'marquee.sqlite.layout-3.20260202T000000Z';
  const other = 'marquee.sqlite.layout-2.old';
  const dropped = [
    'marquee.sqlite.layout-1.20260101T000000Z',
    'marquee.sqlite.layout-3.20260203T000000Z.4711.partial',
    'marquee.sqlite.layout-3.20260203T000000Z.4711.partial-journal',
  ];
  for (const name of [other, kept, ...dropped]) {
    writeFileSync(join(folder, name), name);
  }
  upgraded(path);
  expect(copiesIn(folder).sort()).toEqual(
    [other, kept, `marquee.sqlite.layout-${layout}.20261123T040506Z`].sort(),
  );
});

describe('the service', () => {
  it('starts on an older file, says so, and does what was owed', async () => {
    const { folder } = folderOf(4);
    const service = await serve({ DATA_DIR: folder, ADMIN_TOKEN: 'mq_of_admin_in_fixture' });
    expect(service.stdout()).toMatch(/"level":40,.*upgraded from layout 4 to/);
    const token = 'mq_of_admin_in_fixture';
    // The rename of the venue had not reached its events.
    for (;;) {
      const { body } = await ask(`${service.api}/events?start_date=2026-01-01`, { token });
      if (body.events[0]?.venue.venue === 'Great Hall') break;
    }
    const { status } = await ask(`${service.api}/venues/external/x/1`);
    expect(status).toBe(200);
    expect((await service.stop()).code).toBe(0);
  });

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
      (path) => query(path, 'PRAGMA user_version = 99'),
      [/which a later release can read/],
    ],
    [
      'a file of another program',
      (path) => {
        writeFileSync(path, '');
        query(path, 'CREATE TABLE accounts (id INTEGER)');
      },
      [/of another program: it holds a table accounts/],
    ],
    [
      'a file of another program with the same number',
      (path) => {
        writeFileSync(path, '');
        query(path, 'CREATE TABLE accounts (id INTEGER)');
        query(path, `PRAGMA user_version = ${LAYOUT}`);
      },
      [/of another program: it holds a table accounts/],
    ],
    [
      'a file whose copy would be damaged',
      (path) => {
        const file = readFileSync(path);
        writeFileSync(path, file.fill(0x5a, file.length - 2 * 4096));
      },
      [/not upgraded, because no copy of it could be kept/, /UPGRADE_BACKUP=false/],
    ],
  ];
  it.each(refusals)('refuses %s in one line, and changes nothing', async (_name, harm, said) => {
    const { folder, path } = folderOf(2);
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

  /** Runs the service with files limited to `blocks` of 512 bytes: further writes fail. */
  const runOnFullDisk = (blocks: number, settings: Record<string, string>) =>
    spawnSync(
      'sh',
      ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" dist/src/main.js`, process.execPath],
      { cwd: top, encoding: 'utf8', env: { PATH: process.env.PATH ?? '', PORT: '0', ...settings } },
    );

  it.each([
    ['the copy', 200, 'true', /no copy of it could be kept: .*Make room/],
    ['the migration', 64, 'false', /could not be upgraded: .*Nothing was changed/],
  ])('on a disk that is full for %s changes nothing', (_name, blocks, backup, said) => {
    const { folder, path } = folderOf(1);
    const before = { schema: schemaOf(path), rows: query(path, 'SELECT * FROM rec_event') };
    const { status, stderr } = runOnFullDisk(blocks, { DATA_DIR: folder, UPGRADE_BACKUP: backup });
    expect(stderr).toMatch(said);
    expect(stderr).toMatch(/^DATA_DIR: .*marquee\.sqlite: The file has layout 1 and .*\n$/);
    expect(status).toBe(1);
    const after = { schema: schemaOf(path), rows: query(path, 'SELECT * FROM rec_event') };
    expect(after).toEqual(before);
    expect(readdirSync(folder).filter((name) => /layout|partial/.test(name))).toEqual([]);
  });
});

it('npm run upgrade does it before a start, without a copy where asked', async () => {
  for (const [args, copies] of [
    [[], 1],
    [['--no-backup'], 0],
  ] as const) {
    const { folder, path } = folderOf(3);
    const { code, stdout, stderr } = await runScript('upgrade', [...args], { DATA_DIR: folder });
    expect([code, stdout]).toEqual([0, `The record store is ready for Marquee ${RELEASE}.\n`]);
    expect(stderr).toContain('upgraded from layout 3');
    expect(layoutOf(path)).toBe(LAYOUT);
    expect(copiesIn(folder)).toHaveLength(copies);
  }
});
