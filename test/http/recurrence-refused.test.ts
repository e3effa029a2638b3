/**
 * Recurrences that are refused: each says why, costs bounded work, and leaves nothing stored.
 * Contract 29.1.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedPair } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { load } from '../support/http-loads.js';

const DAY_MS = 86_400_000;
/** Unbounded work takes seconds; what is bounded stays below this on a busy machine, too. */
const CPU_MS = 500;
/** Others work on the machine, and so does the garbage collector. */
const TRIES = 5;

const dates = (name: string, count: number) => `${name}:${Array(count).fill('20260304T190000')}`;

const REFUSED: [name: string, sent: Json, param: string, reason: RegExp][] = [
  ['100,000 dates', { recurrence: 'FREQ=DAILY;COUNT=100000' }, 'recurrence', /COUNT/],
  ['every second', { recurrence: 'FREQ=SECONDLY' }, 'recurrence', /FREQ/],
  ['two rules', { recurrence: ['FREQ=DAILY', 'FREQ=WEEKLY'] }, 'recurrence', /one RRULE/],
  [
    'an end before the start',
    { recurrence: 'FREQ=DAILY;UNTIL=20260301' },
    'recurrence',
    /UNTIL must not be before start_date/,
  ],
  [
    'a start that is no date',
    { recurrence: 'FREQ=WEEKLY;BYDAY=FR' },
    'start_date',
    /the next one is 2026-03-06 19:00:00/,
  ],
  ['BYDAY=99MO', { recurrence: 'FREQ=YEARLY;BYDAY=99MO' }, 'recurrence', /BYDAY/],
  [
    'a start in a gap of the clock, which no rule gives',
    { start_date: '2026-03-29 02:30:00', recurrence: 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30' },
    'start_date',
    /the next one is 2026-03-30 02:30:00/,
  ],
  [
    'dates that are in gaps, all of them',
    {
      start_date: '2026-03-29 02:30:00',
      recurrence: 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;BYHOUR=2;BYMINUTE=30',
    },
    'recurrence',
    /Has no date/,
  ],
  ['501 exceptions', { recurrence: ['FREQ=DAILY', dates('EXDATE', 501)] }, 'recurrence', /500/],
  ['1 MiB of RDATE', { recurrence: dates('RDATE', 60_000) }, 'recurrence', /65536 characters/],
];

describe('29.1 a recurrence that is refused', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(embeddedPair, { at: '2026-03-01T12:00:00Z' });
  });
  afterAll(() => app.close());

  /** → the answer, and the least CPU time of some tries, ms. */
  const post = async (sent: Json) => {
    const event = { title: 'Market', start_date: '2026-03-03 19:00:00', timezone: 'Europe/Paris' };
    const body = JSON.stringify({
      ...event,
      end_date: sent.start_date ?? event.start_date,
      ...sent,
    });
    const call = { request: 'POST /events', as: 'admin', type: 'application/json', body };
    let answer = await app.call(call);
    let least = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < TRIES; tries++) {
      const before = process.cpuUsage();
      answer = await app.call(call);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, (user + system) / 1000);
    }
    const { body: all } = await app.call({
      request: 'GET /events?view=series&start_date=2000-01-01',
    });
    expect(all.total).toBe(0);
    return { answer, least };
  };

  it.each(REFUSED)('%s', async (_name, sent, param, reason) => {
    const { answer, least } = await post(sent);
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param']);
    expect(answer.body.data.params[param]).toMatch(reason);
    expect(least).toBeLessThan(CPU_MS);
  });

  it('10 MiB of RDATE', async () => {
    const { answer, least } = await post({ recurrence: dates('RDATE', 655_000) });
    expect([answer.status, answer.body.code]).toEqual([413, 'rest_body_too_large']);
    expect(least).toBeLessThan(CPU_MS);
  });

  it('two dates a day are not refused, however long ago the series began; three are', async () => {
    const times = { start_date: '2024-06-01 19:00:00', end_date: '2024-06-01 20:00:00' };
    const often = await post({ ...times, recurrence: 'FREQ=DAILY;BYHOUR=9,14,19' });
    expect(often.answer.body.data.params.recurrence).toMatch(
      /at most 1000 dates in a calendar year; 2025 has more/,
    );
    const sent = {
      title: 'Exhibition',
      timezone: 'Europe/Paris',
      ...times,
      recurrence: 'FREQ=DAILY;BYHOUR=9,19',
    };
    const series = await app.call({ request: 'POST /events', as: 'admin', body: sent });
    expect(series.status).toBe(201);
    const { body } = await app.call({
      request: `GET /events?post_parent=${series.body.id}&start_date=2000-01-01&order=desc`,
    });
    expect([body.total, body.events[0].start_date]).toEqual([2192, '2028-03-01 09:00:00']);
  });

  it('rules stay valid, whatever the day', async () => {
    const sent = {
      external_id: 'shows:1',
      title: 'Shows',
      timezone: 'Europe/Paris',
      start_date: '2026-03-07 11:00:00',
      end_date: '2026-03-07 12:00:00',
      recurrence: 'FREQ=WEEKLY;BYDAY=SA,SU;BYHOUR=11,13,15,17,19,20,21,22,23',
    };
    expect((await load(app, 'events/bulk', [sent])).counts).toEqual([1, 0, 0, 0, 1]);
    app.clock.nowMs += 365 * DAY_MS;
    expect((await load(app, 'events/bulk', [sent])).counts).toEqual([0, 0, 1, 0, 1]);
    const longer = { ...sent, end_date: '2026-03-07 12:30:00' };
    expect((await load(app, 'events/bulk', [longer])).counts).toEqual([0, 1, 0, 0, 1]);
    const more = { ...sent, recurrence: sent.recurrence.replace('=11', '=10,11') };
    expect((await load(app, 'events/bulk', [more])).lines[0].params).toEqual({
      recurrence: expect.stringContaining('at most'),
    });
  });
});
