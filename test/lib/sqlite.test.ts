/** What the embedded file keeps of the numbers that it is given. */
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/lib/sqlite.js';

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
