/** What the change feed tells other installations: origins, ways and rows. Source: Contract 30. */
import { expect, it } from 'vitest';
import { installationOf } from '../../src/service/installation.js';
import { catchUp } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { describeApp, describeEverywhere } from '../support/shared.js';

describeEverywhere('origins', (app) => {
  it('30 items name this installation, the same after all processes', async () => {
    const venue = await givenVenue(app(), { venue: 'Hall' });
    await catchUp(app().deps);
    const { items } = await app().given({ request: 'GET /venues/changes' });
    const installation = await installationOf({ store: { ...app().deps.store } });
    expect(installation).toMatch(/^marquee-[0-9a-f]{20}$/);
    const origin = { installation, kind: 'venue', id: venue.id };
    expect(items.at(-1)).toMatchObject({ id: venue.id, origin, via: [installation] });
    const other = { ...app().deps.store, documents: { ...app().deps.store.documents } };
    expect(await installationOf({ store: other })).toBe(installation);
  });
});

describeApp('rows', (app) => {
  const rowsOf = async (route: string): Promise<Json[]> => {
    await catchUp(app().deps);
    const { items, next } = await app().given({ request: `GET /${route}/changes?rows=true` });
    expect(next).toContain('rows=true');
    return items;
  };
  const rowOf = async (route: string, id: number) =>
    (await rowsOf(route)).find((item) => item.id === id);
  const given = (request: string, body: object) => app().given({ request, body });

  it('30 are lines of an export, whose links are origins', async () => {
    const venue = await givenVenue(app(), { venue: 'Great hall', city: 'Ghent' });
    const { id } = await given(
      'POST /events',
      eventPayload({ title: 'Told', venue: venue.id, categories: ['Jazz'], cost: '10' }),
    );
    const { row, data, state, origin } = await rowOf('events', id);
    expect([state, data]).toEqual(['updated', undefined]);
    expect(row).toMatchObject({ title: 'Told', status: 'publish', cost: ['10'] });
    expect(row.venue).toEqual([{ external_id: `${origin.installation}:${venue.id}` }]);
    expect(row).not.toHaveProperty('external_id');
    expect((await rowOf('venues', venue.id)).row).toMatchObject({ city: 'Ghent' });
    const [{ external_id }] = row.categories;
    const above = Number(external_id.split(':')[1]);
    const child = await given('POST /categories', { name: 'Bebop', parent: above });
    expect((await rowOf('categories', child.id)).row.parent).toBe(external_id);
  });

  it('30 tell nothing that anonymous readers do not see', async () => {
    const hidden = await givenVenue(app(), { venue: 'Hidden hall', status: 'draft' });
    const event = await given(
      'POST /events',
      eventPayload({
        ...{ title: 'Open', venue: hidden.id, online_url: 'https://secret.example/room' },
      }),
    );
    const { row } = await rowOf('events', event.id);
    expect(row.venue ?? []).toEqual([]);
    expect(JSON.stringify(row)).not.toContain('secret');
    expect(await rowOf('venues', hidden.id)).not.toHaveProperty('row');
    await given(`PATCH /events/${event.id}`, { status: 'private', title: 'Closed' });
    const item = await rowOf('events', event.id);
    expect([item.state, item.row]).toEqual(['deleted', undefined]);
  });

  it('30 of a series tell its dates, and none of a hidden part', async () => {
    const series = await given(
      'POST /events',
      eventPayload({
        ...{ title: 'Weekly', start_date: '2026-03-16 19:00:00', end_date: '2026-03-16 20:00:00' },
        recurrence: 'FREQ=WEEKLY;COUNT=6',
      }),
    );
    await catchUp(app().deps);
    const { events } = await app().given({ request: `GET /events?post_parent=${series.id}` });
    const [first, second, third, fourth, fifth] = events;
    await given(`PATCH /events/${first.id}`, { title: 'Special' });
    await given(`PATCH /events/${second.id}`, { title: 'Draft secret', status: 'draft' });
    await app().given({ request: `DELETE /events/${third.id}` });
    const part = { scope: 'following', title: 'Part secret', status: 'private' };
    await given(`PATCH /events/${fourth.id}`, part);
    const shown = { scope: 'following', excerpt: 'Open again', status: 'publish' };
    await given(`PATCH /events/${fifth.id}`, shown);
    const { row } = await rowOf('events', series.id);
    const ofFirst = { id: first.id, recurrence_id: '2026-03-16 19:00:00', title: 'Special' };
    expect(row.dates).toEqual([
      { ...ofFirst, series: series.id, lang: 'en', sequence: 0 },
      ...[second, third].map(({ id, start_date }) => ({
        ...{ id, series: series.id, recurrence_id: start_date },
        removed: { by: 'source', at: expect.any(String), status: 'publish' },
      })),
    ]);
    expect(row.parts).toEqual([
      { from: '2026-04-06 19:00:00', by: 'user', status: 'draft' },
      {
        ...{ from: '2026-04-13 19:00:00', by: 'user', title: 'Part secret' },
        ...{ status: 'publish', excerpt: 'Open again' },
      },
    ]);
    expect(JSON.stringify(row)).not.toContain('Draft secret');
    const item = await rowOf('events', third.id);
    expect([item.state, item.row]).toEqual(['deleted', row.dates[2]]);
    expect(await rowOf('events', fourth.id)).not.toHaveProperty('row');
    await given(`PATCH /events/${series.id}`, { status: 'draft' });
    for (const { state, row } of await rowsOf('events')) {
      if (row?.series === series.id) expect(state).toBe('none of a draft');
    }
  });
});
