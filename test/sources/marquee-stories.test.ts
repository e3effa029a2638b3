/** Stories of two and three listings that follow each other. Contract 30, 32.1. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { installationOf } from '../../src/service/installation.js';
import { FOLLOW_FAIL_POINT } from '../../src/sources/feed/follow.js';
import { runSource } from '../../src/sources/run.js';
import { changeSource, readSource } from '../../src/sources/source.js';
import { prepareChanges } from '../../src/sync/number.js';
import { catchUp, disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import {
  events,
  follow,
  type Marquee,
  patch,
  ran,
  remove,
  shown,
  titles,
  useMarquees,
} from '../support/marquees.js';

const marquees = useMarquees();

const at = (event: Json) => event.start_date.slice(5, 10);

const weekly = {
  ...{ title: 'Weekly', start_date: '2026-03-16 19:00:00', end_date: '2026-03-16 20:00:00' },
  recurrence: 'FREQ=WEEKLY;COUNT=4',
};

describe('stories of listings', () => {
  it('32.1 a date is erased there, and comes back; a series ends, and begins', async () => {
    const [a, b] = await marquees('a', 'b');
    const series = await givenEvent(a, weekly);
    const id = await follow(b, a);
    await ran(b, id);
    const [, second] = await events(a);
    await remove(a, 'events', second.id, '?force=true');
    await ran(b, id);
    expect((await events(b)).map(at)).toEqual(['03-16', '03-30', '04-06']);
    const rules = ['FREQ=WEEKLY;COUNT=4', 'RDATE:20260320T190000'];
    await patch(a, 'events', series.id, { recurrence: rules });
    await ran(b, id);
    expect((await events(b)).map(at)).toEqual(['03-16', '03-20', '03-23', '03-30', '04-06']);
    await patch(a, 'events', series.id, { recurrence: null });
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
    await patch(a, 'events', series.id, { recurrence: 'FREQ=DAILY;COUNT=2', title: 'Daily' });
    await ran(b, id);
    expect(await titles(b)).toEqual(['Daily', 'Daily']);
    await remove(a, 'events', series.id);
    await ran(b, id, { isAccepted: true });
    expect(await titles(b)).toEqual([]);
    await patch(a, 'events', series.id, { status: 'publish' });
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
    expect(await disagreements(b.deps)).toEqual([]);
  });

  it('32.1 a date that moved with its series follows, whatever was said of it before', async () => {
    const [a, b] = await marquees('a', 'b');
    const series = await givenEvent(a, weekly);
    const id = await follow(b, a);
    const [, second] = await events(a);
    await patch(a, 'events', second.id, { cost: '5' });
    await ran(b, id);
    const times = { start_date: '2026-03-16 18:00:00', end_date: '2026-03-16 19:30:00' };
    await patch(a, 'events', series.id, times);
    await ran(b, id);
    await patch(a, 'events', second.id, { cost: '7' });
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
    await remove(a, 'events', second.id);
    await ran(b, id);
    expect((await events(b)).map(at)).toEqual(['03-16', '03-30', '04-06']);
  });

  it('32.1 a date that was dropped goes, though it is over by the time of the run', async () => {
    const [a, b] = await marquees('a', 'b');
    const series = await givenEvent(a, weekly);
    const id = await follow(b, a);
    await ran(b, id);
    const times = { start_date: '2026-03-17 19:00:00', end_date: '2026-03-17 20:00:00' };
    await patch(a, 'events', series.id, times);
    await catchUp(a.deps);
    for (const { clock } of [a, b]) clock.nowMs = Date.parse('2026-03-20T12:00:00Z');
    await ran(b, id);
    expect((await events(b)).map(at)).toEqual(['03-17', '03-24', '03-31', '04-07']);
    expect(await shown(b)).toEqual(await shown(a));
  });

  it('32.1 a date that was added goes when it is erased, though it is over', async () => {
    const [a, b] = await marquees('a', 'b');
    const recurrence = ['FREQ=WEEKLY;COUNT=4', 'RDATE:20260318T190000'];
    await givenEvent(a, { ...weekly, recurrence });
    const id = await follow(b, a);
    await ran(b, id);
    const [, second] = await events(a);
    for (const { clock } of [a, b]) clock.nowMs = Date.parse('2026-03-20T12:00:00Z');
    await remove(a, 'events', second.id, '?force=true');
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
  });

  it('32.1 dates that stand when their series ends stand with those that follow', async () => {
    const [a, b, c] = await marquees('a', 'b', 'c');
    const series = await givenEvent(a, weekly);
    const id = await follow(b, a);
    await ran(b, id);
    const [, second, third] = await events(a);
    await patch(a, 'events', second.id, { cost: '5' });
    await patch(a, 'events', third.id, { end_date: '2026-03-30 21:00:00' });
    await patch(a, 'events', series.id, { recurrence: null });
    await patch(a, 'events', series.id, { title: 'Once' });
    await ran(b, id);
    await ran(c, await follow(c, a));
    const told = (await events(a)).map(({ title, end_date, cost }) => [title, end_date, cost]);
    expect(told.length).toBe(3);
    for (const one of [b, c]) {
      const there = await events(one);
      expect(there.map(({ title, end_date, cost }) => [title, end_date, cost])).toEqual(told);
    }
  });

  it('32.1 a date there becomes another one of ours, and the run goes on', async () => {
    const [a, b] = await marquees('a', 'b');
    const recurrence = ['FREQ=WEEKLY;COUNT=4', 'RDATE:20260323T100000'];
    const series = await givenEvent(a, { ...weekly, recurrence });
    const id = await follow(b, a);
    const [, early, late] = await events(a);
    for (const one of [early, late]) await patch(a, 'events', one.id, { cost: '5' });
    await ran(b, id);
    await patch(a, 'events', series.id, { recurrence: null });
    await remove(a, 'events', early.id, '?force=true');
    const times = { start_date: '2026-03-16 10:00:00', end_date: '2026-03-16 11:00:00' };
    await patch(a, 'events', series.id, { recurrence: 'FREQ=WEEKLY;COUNT=4' });
    await patch(a, 'events', series.id, times);
    await patch(a, 'events', late.id, { cost: '7' });
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
  });

  it('32.1 what is gone goes, though the run that met it died behind that page', async () => {
    const [a, b] = await marquees('a', 'b');
    const hall = await givenVenue(a, { venue: 'Hall' });
    await givenEvent(a, { title: 'Fair' });
    const id = await follow(b, a);
    await ran(b, id);
    await remove(a, 'venues', hall.id);
    await catchUp(a.deps);
    const failPoint = (name: string) => {
      if (name === FOLLOW_FAIL_POINT) throw new Error('killed');
    };
    await runSource({ ...b.deps, failPoint }, await readSource(b.deps, id));
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
  });

  it('32.1 a venue is merged into one of this listing, and stays its own', async () => {
    const [a, b] = await marquees('a', 'b');
    const hall = await givenVenue(a, { venue: 'Hall', phone: '1' });
    const fair = await givenEvent(a, { title: 'Fair', venue: hall.id });
    const ours = await givenVenue(b, { venue: 'Our hall' });
    const id = await follow(b, a);
    await ran(b, id);
    const [copy] = await events(b);
    const body = { drop: [copy.venue.id] };
    await b.given({ request: `POST /venues/${ours.id}/merge`, body });
    await patch(a, 'venues', hall.id, { venue: 'Hall 2', city: 'Ghent' });
    await patch(a, 'events', fair.id, { title: 'Fete' });
    await ran(b, id);
    const [after] = await events(b);
    expect([after.title, after.venue.id, after.venue.venue]).toEqual(['Fete', ours.id, 'Our hall']);
    await remove(a, 'venues', hall.id);
    await ran(b, id);
    expect((await b.given({ request: `GET /venues/${ours.id}` })).status).toBe('publish');
  });

  it('32.1 an event comes back to a venue that was merged while it was away', async () => {
    const [a, b] = await marquees('a', 'b');
    const [one, two] = [
      await givenVenue(a, { venue: 'Hall' }),
      await givenVenue(a, { venue: 'House' }),
    ];
    for (const title of ['Jazz', 'Film', 'Chess']) {
      await givenEvent(a, { title, start_date: '2026-03-16 19:00:00', venue: [two.id] });
    }
    const event = await givenEvent(a, { title: 'Choir', venue: [one.id] });
    const id = await follow(b, a);
    await ran(b, id);
    await remove(a, 'events', event.id);
    await ran(b, id);
    await a.given({ request: `POST /venues/${two.id}/merge`, body: { drop: [one.id] } });
    await catchUp(a.deps);
    await ran(b, id);
    await patch(a, 'events', event.id, { status: 'publish' });
    await ran(b, id);
    const all = await shown(b);
    expect(all.events?.find(({ title }) => title === 'Choir')?.venue.venue).toBe('House');
    expect(all).toEqual(await shown(a));
  });

  it('32.1 the other is restored from a backup: what it lost goes, its numbers begin anew', async () => {
    const [a, b] = await marquees('a', 'b');
    const all: Json[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
      all.push(await givenEvent(a, { title }));
    }
    const id = await follow(b, a);
    await ran(b, id);
    const [one, two] = all;
    await patch(b, 'events', (await events(b))[0].id, { excerpt: 'Ours' });
    const before = await installationOf(a.deps);
    await remove(a, 'events', one.id, '?force=true');
    await prepareChanges(a.deps, { isRestored: true });
    await patch(a, 'events', two.id, { title: 'Two again' });
    expect(await installationOf(a.deps)).toBe(before);
    const run = await ran(b, id);
    expect(run).toMatchObject({ created: 0, missing: 1, rejected: 0 });
    expect(await titles(b)).toEqual(['Five', 'Four', 'Six', 'Three', 'Two again']);
    expect(await ran(b, id)).toMatchObject({ updated: 0, missing: 0 });
  });

  it('32.1 the other is made anew under its address: its IDs name other events', async () => {
    const [a, b, c] = await marquees('a', 'b', 'c');
    for (const title of ['One', 'Two', 'Three']) await givenEvent(a, { title });
    const id = await follow(b, a);
    await ran(b, id);
    const copies = await events(b);
    for (const title of ['Three', 'Four', 'Five']) await givenEvent(c, { title });
    await changeSource(b.deps, id, { url: c.feed });
    await ran(b, id, { isAccepted: true });
    const after = await events(b);
    expect(after.map(({ title }) => title).sort()).toEqual(['Five', 'Four', 'Three']);
    const before = copies.map((event) => event.id);
    expect(after.filter((event) => before.includes(event.id))).toEqual([]);
    expect(await ran(b, id)).toMatchObject({ updated: 0, missing: 0 });
  });

  it('32.1 new events wait for a review, and get a category', async () => {
    const [a, b] = await marquees('a', 'b');
    const fair = await givenEvent(a, { title: 'Fair', categories: ['Music'] });
    const id = await follow(b, a, { status: 'pending', category: 'From A' });
    await ran(b, id);
    expect(await titles(b, '&status=publish')).toEqual([]);
    const request = 'GET /events?status=pending&start_date=2026-01-01';
    const [copy] = (await b.given({ request })).events;
    await patch(b, 'events', copy.id, { status: 'publish' });
    await patch(a, 'events', fair.id, { title: 'Fete' });
    await ran(b, id);
    const [shownNow] = await events(b);
    expect(shownNow).toMatchObject({ id: copy.id, title: 'Fete', status: 'publish' });
    const names = shownNow.categories.map(({ name }: Json) => name).sort();
    expect(names).toEqual(['From A', 'Music']);
  });

  it('32.1 an event appears when its publication date comes', async () => {
    const [a, b] = await marquees('a', 'b');
    await givenEvent(a, { title: 'Soon', date: '2026-03-10 13:00:00' });
    await givenEvent(a, { title: 'Now' });
    const id = await follow(b, a);
    await ran(b, id);
    expect(await titles(b)).toEqual(['Now']);
    for (const { clock } of [a, b]) clock.nowMs += 7_200_000;
    await catchUp(a.deps);
    await ran(b, id);
    expect(await titles(b)).toEqual(['Now', 'Soon']);
  });

  it('32.1 a chain carries an event on with its origin, and its removal', async () => {
    const [a, b, c] = await marquees('a', 'b', 'c');
    const fair = await givenEvent(a, { title: 'Fair', venue: { venue: 'Hall' } });
    await givenEvent(b, { title: 'B' });
    const [ofB, ofC] = [await follow(b, a), await follow(c, b)];
    await ran(b, ofB);
    await ran(c, ofC);
    const { items } = await c.given({ request: 'GET /events/changes' });
    const copy = items.find(({ data }: Json) => data.title === 'Fair');
    const names = await Promise.all([a, b, c].map(({ deps }) => installationOf(deps)));
    expect(copy).toMatchObject({ origin: { installation: names[0], id: fair.id }, via: names });
    await patch(b, 'events', (await events(b)).find(({ title }) => title === 'Fair').id, {
      excerpt: 'By B',
    });
    await patch(a, 'events', fair.id, { title: 'Fete' });
    await ran(b, ofB);
    await ran(c, ofC);
    const found = (await events(c)).find(({ title }) => title === 'Fete');
    expect([found.excerpt, found.venue.venue]).toEqual(['By B', 'Hall']);
    await remove(a, 'events', fair.id);
    await ran(b, ofB);
    await ran(c, ofC);
    expect(await titles(c)).toEqual(['B']);
  });

  it('32.1 what was erased here comes again when it changes there, trash stays', async () => {
    const [a, b] = await marquees('a', 'b');
    const [one, two] = [
      await givenEvent(a, { title: 'One' }),
      await givenEvent(a, { title: 'Two' }),
    ];
    const id = await follow(b, a, { authority: 'overwrite' });
    await ran(b, id);
    for (const { id: copy, title } of await events(b)) {
      await remove(b, 'events', copy, title === 'One' ? '?force=true' : '');
    }
    await ran(b, id);
    expect(await titles(b)).toEqual([]);
    await patch(a, 'events', one.id, { excerpt: 'New' });
    await patch(a, 'events', two.id, { excerpt: 'New' });
    await ran(b, id);
    expect(await titles(b)).toEqual(['One']);
  });

  it('32.1 an event of this listing is not changed by one of the same UID', async () => {
    const [a, b] = await marquees('a', 'b');
    const calendar = (title: string) =>
      [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:the-same-uid@club.example'],
        ...[`SUMMARY:${title}`, 'DTSTART:20260320T190000Z', 'DTEND:20260320T200000Z'],
        ...['END:VEVENT', 'END:VCALENDAR', ''],
      ].join('\r\n');
    const load = async (one: Marquee, title: string) => {
      const request = 'POST /events/bulk';
      await one.call({ request, as: 'admin', body: calendar(title), type: 'text/calendar' });
      await catchUp(one.deps);
    };
    await load(a, 'By A');
    await load(b, 'By B');
    const [ofB, ofA] = [await follow(b, a), await follow(a, b)];
    await ran(b, ofB);
    await ran(a, ofA);
    expect([await titles(a), await titles(b)]).toEqual([['By A'], ['By B']]);
    const [{ id: there }] = await events(a);
    await remove(a, 'events', there);
    await ran(b, ofB, { isAccepted: true });
    await ran(a, ofA);
    expect([await titles(a), await titles(b)]).toEqual([[], ['By B']]);
  });

  it('32.1 a feed that lies takes over nothing of this listing', async () => {
    const [b] = await marquees('b');
    const ours = await givenEvent(b, { title: 'Ours' });
    const own = await installationOf(b.deps);
    await b.deps.store.keys.write('event', {
      writes: [{ key: 'crm:7', id: ours.id, how: 'claim' }],
    });
    const lies: Json[] = [
      { origin: { installation: 'crm', kind: 'event', id: 7 }, via: ['crm'] },
      { origin: { installation: own, kind: 'event', id: ours.id }, via: [own] },
      { origin: { installation: other(1), kind: 'event', id: 1 }, via: [other(1), own] },
      { origin: { installation: other(1), kind: 'event', id: -1 }, via: [other(1)] },
      { origin: { installation: other(1), kind: 'event', id: 2 }, via: ['x y'] },
      { origin: {}, via: [] },
      {
        origin: { installation: other(1), kind: 'event', id: 3 },
        via: Array.from({ length: 8 }, (_, n) => other(n)),
      },
      { origin: { installation: other(1), kind: 'event', id: 4 }, via: [other(1)], row: 'text' },
      { origin: { installation: other(1), kind: 'event', id: 5 }, via: [other(1)], row: {} },
    ];
    const row = {
      title: 'Lie',
      start_date: '2026-03-20 09:00:00',
      end_date: '2026-03-20 10:00:00',
    };
    const items = lies.map((lie, n) => ({
      ...{ state: 'updated', kind: 'event', id: n + 1, modified: n, row, ...lie },
    }));
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      const isEvents = pathname.includes('/events/') && !searchParams.has('end');
      const next = `http://${request.headers.host}${pathname}?end=1`;
      const body = { items: isEvents ? items : [], next, version: '1.0' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const id = await follow(b, { feed: `http://127.0.0.1:${port}/events/changes` });
    const run = await ran(b, id);
    server.closeAllConnections();
    server.close();
    expect(run).toMatchObject({ created: 0, updated: 0, missing: 0 });
    expect(run.rejected).toBeGreaterThan(0);
    expect(await titles(b)).toEqual(['Ours']);
  });
});

const other = (n: number): string => `marquee-${String(n).padStart(20, '0')}`;
