/**
 * How long an anonymous answer is kept when nothing is written: until the clock alone changes it,
 * and where other processes write unnoticed for KEEP_ANSWERS_SECONDS at most. Contract 13.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { randomFrom } from '../../scripts/dev/bench/data.js';
import { openSqlite } from '../../src/lib/sqlite.js';
import { dataFile } from '../../src/open.js';
import { drain } from '../../src/records/upkeep/drain.js';
import { overPairs } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';

const FIXED = 'GET /events?start_date=2026-01-01&end_date=2027-01-01';
const MINUTE = 60_000;

/** The times after which the answer is asked for again, and how often it was made by then. */
type Steps = [laterMs: number, made: number][];

overPairs('how long answers are kept', (pair) => {
  const isAlone = pair.engines.length === 0;
  let app: TestApp;
  let made = 0;
  beforeEach(async () => {
    app = await openTestApp(pair, { settings: { KEEP_ANSWERS_SECONDS: isAlone ? '1' : '3600' } });
    const { search } = app.deps.index;
    made = 0;
    app.deps.index.search = (query) => {
      made++;
      return search(query);
    };
    await givenEvent(app, { title: 'First' });
  });
  afterEach(() => app.close());

  it.each<[string, Steps]>([
    [
      FIXED,
      [
        [0, 1],
        [59 * MINUTE, 1],
      ],
    ],
    [
      'GET /venues',
      [
        [0, 1],
        [59 * MINUTE, 1],
      ],
    ],
    // The clock starts at a whole minute, at which the default window ends.
    [
      'GET /events',
      [
        [0, 1],
        [999, 1],
        [1, 2],
        [58_999, 2],
        [1, 3],
      ],
    ],
    [
      'GET /events?start_date=today',
      [
        [1000, 1],
        [58_999, 1],
        [1, 2],
      ],
    ],
    [
      'GET /events?start_date=now&strict_dates=true',
      [
        [1000, 1],
        [999, 1],
        [1, 2],
      ],
    ],
    [
      'GET /events?start_date=2026-01-01&end_date=%2B1+hour',
      [
        [1000, 1],
        [58_999, 1],
        [1, 2],
      ],
    ],
    [
      'GET /events?overlaps=now,tomorrow',
      [
        [1000, 1],
        [58_999, 1],
        [1, 2],
      ],
    ],
    [
      'GET /venues?only_with_upcoming=true',
      [
        [0, 1],
        [999, 1],
        [1, 2],
      ],
    ],
    [
      'GET /venues?modified_after=-1+hour',
      [
        [0, 1],
        [999, 1],
        [1, 2],
      ],
    ],
  ])('%s', async (request, steps) => {
    for (const [laterMs, times] of steps) {
      app.clock.nowMs += laterMs;
      expect((await app.call({ request })).status).toBe(200);
      expect(made, `after ${laterMs} ms`).toBe(times);
    }
  });

  it('CACHE_CONTROL is for what anonymous callers read', async () => {
    await app.close();
    app = await openTestApp(pair, { settings: { CACHE_CONTROL: 'public, max-age=60' } });
    const told = async (request: string, as?: string) => {
      const { headers } = await app.call({ request, ...(as ? { as } : {}) });
      return headers.get('cache-control');
    };
    for (const _ of ['made', 'kept']) expect(await told(FIXED)).toBe('public, max-age=60');
    expect(await told(FIXED, 'admin')).toBe('private, no-store');
    expect(await told('GET /events/999')).toBe('no-cache');
    expect(await told('GET /events?page=x')).toBe('no-cache');
    expect(await told('POST /events')).toBe('no-cache');
  });

  it('STALE_ANSWERS_SECONDS: no write drops a younger answer', async () => {
    await app.close();
    app = await openTestApp(pair, { settings: { STALE_ANSWERS_SECONDS: '60' } });
    const all = 'GET /venues';
    const totals = async (as?: string) => {
      const { body } = await app.call({ request: all, ...(as ? { as } : {}) });
      return body.total;
    };
    const write = (venue: string) => app.given({ request: 'POST /venues', body: { venue } });
    await write('First');
    expect(await totals()).toBe(1);
    await write('Second');
    await drain(app.deps);
    app.clock.nowMs += 59_999;
    expect([await totals(), await totals('admin')]).toEqual([1, 2]);
    app.clock.nowMs += 1;
    expect(await totals()).toBe(2);
    await write('Third');
    await drain(app.deps);
    expect(await totals()).toBe(2);
    // The clock alone still ends an answer that counts from now, to the second.
    const recent = 'GET /venues?modified_after=-1+hour';
    expect((await app.call({ request: recent })).body.total).toBe(3);
    app.clock.nowMs += 2 * 60 * MINUTE;
    expect((await app.call({ request: recent })).body.total).toBe(0);
  });

  it('a future record appears when it is due', async () => {
    const { id } = await givenEvent(app, { title: 'Later', date: '2026-03-10 12:20:30' });
    const shown = async () => (await app.call({ request: FIXED })).body.total;
    const item = async () => (await app.call({ request: `GET /events/${id}` })).status;
    app.clock.nowMs += 20 * MINUTE;
    expect([await shown(), await item()]).toEqual([1, 403]);
    app.clock.nowMs += 29_999;
    expect([await shown(), await item(), made]).toEqual([1, 403, 1]);
    app.clock.nowMs += 1;
    expect([await shown(), await item(), made]).toEqual([2, 200, 2]);
  });

  it.runIf(isAlone)('a write of another process on the file ends it for all at once', async () => {
    const { config } = app.deps;
    const other = openSqlite(String(dataFile(config)), { busyTimeoutMs: 1000 });
    const askAll = () => Promise.all(Array.from({ length: 8 }, () => app.call({ request: FIXED })));
    await askAll();
    await askAll();
    expect(made).toBe(1);
    other.run('CREATE TABLE another (x)');
    await askAll();
    expect(made).toBe(2);
    other.close();
  });

  it('a kept answer is always the answer that would be made', async () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFrom(seed);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const ids: number[] = [];
    const requests = [
      FIXED,
      'GET /events?per_page=2&fields=id,title,status,categories',
      'GET /events?start_date=now&strict_dates=true&fields=id',
      'GET /events?facets=categories&start_date=2026-01-01',
      'GET /categories',
      'GET /venues?only_with_upcoming=true',
    ];
    const write = async () => {
      const day = `2026-03-10 12:${10 + Math.floor(random() * 40)}`;
      const body = {
        title: `Event ${Math.floor(random() * 1000)}`,
        start_date: `${day}:${10 + Math.floor(random() * 50)}`,
        end_date: '2026-03-11 12:00:00',
        categories: [pick(['Jazz', 'Rock'])],
        venue: { venue: pick(['Hall', 'Barn']) },
        ...(random() < 0.4 ? { date: `${day}:30` } : {}),
      };
      const isNew = ids.length === 0 || random() < 0.5;
      const request = isNew ? 'POST /events' : `PATCH /events/${pick(ids)}`;
      const written = await app.given({ request, body });
      if (isNew) ids.push(written.id);
    };
    for (let step = 0; step < 60; step++) {
      if (random() < 0.3) await write();
      if (random() < 0.5) app.clock.nowMs += pick([500, 1000, 7000, MINUTE]);
      await drain(app.deps);
      const request =
        random() < 0.3 && ids.length > 0 ? `GET /events/${pick(ids)}` : pick(requests);
      const kept = await app.call({ request });
      // A request for no cache is made anew for a client that has nothing.
      const headers = { 'if-none-match': '"none"', 'accept-encoding': `x-${step}` };
      const fresh = await app.call({ request, headers });
      expect(comparable(kept.text), `seed ${seed}, step ${step}: ${request}`).toEqual(
        comparable(fresh.text),
      );
    }
  });
});

/** A cursor holds the moment of its page; other than that, answers are the same. */
const comparable = (text: string): string =>
  text.replace(/"next_cursor":"[^"]*"/, '').replace(/cursor=[^"]*/g, '');
