/** One listing follows another: over HTTP, in one process. Contract 30, 32. */
import { describe, expect, it } from 'vitest';
import { positionOf } from '../../src/sources/feed/position.js';
import { readSource } from '../../src/sources/source.js';
import { catchUp, disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { givenEvent, givenVenue } from '../support/factories.js';
import {
  events,
  follow,
  patch,
  ran,
  remove,
  shown,
  titles,
  useMarquees,
} from '../support/marquees.js';

const marquees = useMarquees();

const weekly = {
  ...{ title: 'Weekly', start_date: '2026-03-16 19:00:00', end_date: '2026-03-16 20:00:00' },
  recurrence: 'FREQ=WEEKLY;COUNT=6',
};

describe('a listing that follows another one', () => {
  it('32 has its events with venues, organizers and terms, and their changes', async () => {
    const [a, b] = await marquees('a', 'b');
    const hall = await givenVenue(a, { venue: 'Great hall', city: 'Ghent', description: 'Old' });
    const { id: parent } = await a.given({ request: 'POST /categories', body: { name: 'Music' } });
    await a.given({
      request: 'POST /categories',
      body: { name: 'Jazz', parent, description: 'All of it' },
    });
    const fair = await givenEvent(a, {
      ...{ title: 'Fair', venue: hall.id, organizer: [{ organizer: 'Ann', email: 'a@b.example' }] },
      ...{ categories: ['Jazz'], tags: ['open air'], cost: '5', featured: true },
    });
    const id = await follow(b, a);
    await catchUp(a.deps);
    expect(await ran(b, id)).toMatchObject({ created: 6, rejected: 0, lines: [] });
    expect(await shown(b)).toEqual(await shown(a));
    expect(await ran(b, id)).toMatchObject({ created: 0, updated: 0, unchanged: 0, missing: 0 });
    const { value } = await readSource(b.deps, id);
    expect(positionOf(value)).toMatch(/^category after \d+, event after \d+, organizer after/);
    expect(value).toMatchObject({ count: 1, format: 'rpde', failures: 0 });
    await patch(a, 'venues', hall.id, { venue: 'Small hall', description: '' });
    await patch(a, 'events', fair.id, { title: 'Fete', cost: '', tags: [], featured: false });
    const late = await givenEvent(a, { title: 'Late', venue: { venue: 'New one' } });
    await catchUp(a.deps);
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
    await remove(a, 'events', fair.id);
    await remove(a, 'venues', hall.id);
    await patch(a, 'events', late.id, { status: 'draft' });
    await catchUp(a.deps);
    expect((await ran(b, id, { isAccepted: true })).missing).toBeGreaterThan(0);
    expect(await titles(b)).toEqual([]);
    expect(await shown(b)).toEqual(await shown(a));
    await patch(a, 'events', late.id, { status: 'publish' });
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
    expect(await disagreements(b.deps)).toEqual([]);
  });

  it('32 has series with their parts, and dates that were changed, erased and restored', async () => {
    const [a, b] = await marquees('a', 'b');
    const series = await givenEvent(a, weekly);
    const id = await follow(b, a);
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
    const [one, two, three, four] = await events(a);
    await patch(a, 'events', one.id, { title: 'Special' });
    await remove(a, 'events', two.id);
    await patch(a, 'events', four.id, { scope: 'following', venue: { venue: 'Yard' } });
    await a.given({ request: `DELETE /events/${three.id}?force=true` });
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
    await patch(a, 'events', one.id, { title: 'Weekly' });
    await patch(a, 'events', two.id, { status: 'publish' });
    await patch(a, 'events', series.id, { excerpt: 'All of them' });
    await ran(b, id);
    expect(await shown(b)).toEqual(await shown(a));
    expect(await disagreements(b.deps)).toEqual([]);
  });

  it('32.1 dates have what they had when their series ended, though the run comes later', async () => {
    const [a, b] = await marquees('a', 'b');
    const [first, second] = [
      await givenVenue(a, { venue: 'Hall' }),
      await givenVenue(a, { venue: 'Barn' }),
    ];
    const start = { start_date: '2026-02-17 19:00:00', end_date: '2026-02-17 20:00:00' };
    const body = {
      ...weekly,
      ...start,
      venue: first.id,
      tags: ['old'],
      website: 'https://club.example/',
    };
    const series = await givenEvent(a, body);
    const id = await follow(b, a);
    await ran(b, id);
    await patch(a, 'events', series.id, {
      venue: second.id,
      tags: ['new'],
      website: '',
      cost: '5',
    });
    await patch(a, 'events', series.id, { recurrence: null });
    await ran(b, id);
    const dates = (await events(b)).filter(({ recurrence }) => recurrence);
    const shownOf = ({ venue, tags, website, cost }: Json) => [
      venue.venue,
      tags[0]?.name,
      website.includes('club'),
      cost,
    ];
    expect(dates.length).toBeGreaterThan(1);
    expect(new Set(dates.map((date) => shownOf(date).join()))).toEqual(
      new Set(['Barn,new,false,$5']),
    );
    expect(await shown(b)).toEqual(await shown(a));
  });
});
