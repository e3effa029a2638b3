/** What merges and the emptying of the trash make of series and their dates. Contract 18.1, 24.2, 29. */
import { expect } from 'vitest';
import { emptyTrash } from '../../src/records/erase.js';
import { drain } from '../../src/sync/drain.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { datesListed, inMarch } from '../support/series.js';

const DAY_MS = 86_400_000;

const STARTS = ['03-03', '03-10', '03-17'].map((day) => `2026-${day} 19:00:00`);

const create = (app: TestApp, extra: Json = {}): Promise<Json> => {
  const rule = { timezone: 'Europe/Paris', recurrence: 'FREQ=WEEKLY;COUNT=3' };
  const times = { start_date: STARTS[0], end_date: '2026-03-03 21:00:00' };
  const body = eventPayload({ title: 'Market', ...rule, ...times, ...extra });
  return app.given({ request: 'POST /events', body });
};

const starts = (events: Json[]): string[] => events.map(({ start_date }) => start_date);

inMarch('29 series', {
  'and their dates have the venue into which theirs was merged': async (app) => {
    const kept = await givenVenue(app, { venue: 'Hall' });
    const dropped = await givenVenue(app, { venue: 'Hall 2' });
    const series = await create(app, { venue: dropped.id });
    await app.given({ request: `POST /venues/${kept.id}/merge`, body: { drop: [dropped.id] } });
    await drain(app.deps);
    const events = [await app.given({ request: `GET /events/${series.id}` })];
    events.push(...(await datesListed(app, series)));
    expect(events.map(({ venue }) => venue.id)).toEqual(Array(4).fill(kept.id));
    // The link is that of the series: a later change of it leaves the dates as they are.
    await app.given({ request: `POST /events/${series.id}`, body: { cost: '5' } });
    const after = await datesListed(app, series);
    expect(after.map(({ venue, recurrence }) => [venue.id, recurrence.changed])).toEqual(
      Array(3).fill([kept.id, []]),
    );
  },

  'lose a date that the emptied trash erased, and do not make it again': async (app) => {
    const series = await create(app);
    const [, second] = await datesListed(app, series);
    await app.given({ request: `DELETE /events/${second.id}` });
    app.clock.nowMs += 31 * DAY_MS;
    await emptyTrash({ ...app.deps, config: { ...app.deps.config, trashDays: 30 } });
    await drain(app.deps);
    const { recurrence } = await app.given({ request: `GET /events/${series.id}` });
    expect(recurrence.rules).toEqual(['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20260310T190000']);
    await app.given({ request: `POST /events/${series.id}`, body: { cost: '5' } });
    await drain(app.deps);
    expect(starts(await datesListed(app, series))).toEqual([STARTS[0], STARTS[2]]);
  },

  'have as many erased dates as there are, and the others stay': async (app) => {
    const first = Date.parse('2026-03-03T00:00:00Z');
    const dayOf = (days: number) => new Date(first + days * DAY_MS).toISOString().slice(0, 10);
    const left = Array.from({ length: 500 }, (_, at) => dayOf(at + 1).replaceAll('-', ''));
    const recurrence = ['FREQ=DAILY;UNTIL=20270801', `EXDATE:${left.join(',')}`];
    const series = await create(app, { recurrence });
    await drain(app.deps);
    const before = await datesListed(app, series);
    await app.given({ request: `DELETE /events/${before[1].id}?force=true` });
    await drain(app.deps);
    expect(starts(await datesListed(app, series))).toEqual(starts(before.toSpliced(1, 1)));
    const { recurrence: after } = await app.given({ request: `GET /events/${series.id}` });
    expect(after.text).toBe('Every day until 1 August 2027, except 501 dates');
  },

  'are erased with all their dates when the trash is emptied': async (app) => {
    const series = await create(app);
    await app.given({ request: `DELETE /events/${series.id}` });
    await drain(app.deps);
    app.clock.nowMs += 31 * DAY_MS;
    const deps = { ...app.deps, config: { ...app.deps.config, trashDays: 30 } };
    while (!(await emptyTrash(deps))) await drain(app.deps);
    await drain(app.deps);
    expect(await app.deps.store.scan('event', { afterId: 0, limit: 10 })).toEqual([]);
  },
});
