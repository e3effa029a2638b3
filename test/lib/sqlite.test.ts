/** The embedded file: what it keeps of the numbers that it is given, and who may read it. */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/lib/sqlite.js';
import { tempFolder } from '../support/process.js';

it.each([
  0.9999999999999999, -0.9999999999999999, 1.0000000000000002, 1e-17, -1e-300, 0.5, 179.99999999,
])('%d is bound as it is, but for the last bit', (number) => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const bound = Number(db.get('SELECT ? AS bound', number)?.bound);
  expect(Math.abs(bound - number)).toBeLessThanOrEqual(Number.EPSILON);
  db.close();
});

// Squared distances below 10 cm are bound by their negative.
it.each([-1e-17, -2e-16, -1e-300])('%d, a small negative number, is bound as it is', (number) => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  expect(db.get('SELECT ? AS bound', number)?.bound).toBe(number);
  db.close();
});

it('a file and its journal that others may read are made private when it is opened', () => {
  const folder = tempFolder();
  const open = () => openSqlite(join(folder, 'marquee.sqlite'), { busyTimeoutMs: 1000 });
  const modes = () =>
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  const earlier = open();
  earlier.exec('CREATE TABLE one (id INTEGER)');
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  const db = open();
  expect(modes()).toEqual([
    ['marquee.sqlite', 0o600],
    ['marquee.sqlite-shm', 0o600],
    ['marquee.sqlite-wal', 0o600],
  ]);
  db.close();
  earlier.close();
});
