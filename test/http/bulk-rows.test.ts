/** What loads over HTTP make of rows: empty columns, mappings, own columns, dry runs. Contract 16. */
import { expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import { load } from '../support/http-loads.js';
import { describeApp } from '../support/shared.js';

const DATES = 'start_date=2026-04-01&end_date=2026-05-31';

describeApp('rows of loads', (app) => {
  const get = (path: string): Promise<Json> => app().given({ request: `GET ${path}` });
  const counts = async (path: string, rows: (string | Json)[]): Promise<number[]> =>
    (await load(app(), path, rows, { as: 'admin' })).counts;

  it('16.2 a changed row: empty columns clear fields, and events have the new venue', async () => {
    const header = 'external_id,venue,city,phone,geo_lat,geo_lng';
    const venues = (hall: string) =>
      counts('venues/bulk', [header, `x:1,${hall}`, 'x:2,Barn,York,,,']);
    await venues('Hall,Leeds,123,53.8,-1.5');
    const hall = await get('/venues/external/x/1');
    const event = { title: 'Fair', start_date: '2026-05-01', end_date: '2026-05-01' };
    expect(await counts('events/bulk', [{ ...event, venue: hall.id }])).toEqual([1, 0, 0, 0, 1]);
    expect(await venues('Great Hall,Leeds,,,')).toEqual([0, 1, 1, 0, 2]);
    const [{ venue: embedded }] = (await get(`/events?${DATES}`)).events;
    for (const venue of [embedded, await get(`/venues/${hall.id}`)]) {
      expect(venue).toMatchObject({ id: hall.id, venue: 'Great Hall', city: 'Leeds' });
      for (const field of ['phone', 'geo_lat', 'geo_lng']) expect(venue).not.toHaveProperty(field);
    }
    expect((await get('/venues?geoloc=true')).total).toBe(0);
    expect(await venues('Great Hall,Leeds,,,')).toEqual([0, 0, 2, 0, 2]);
  });

  it('16.2 empty columns of a mapping, too; fields that it does not know stay', async () => {
    const header = 'id,name,brewery_type,city,country,phone,website_url';
    const brewery = (rest: string) =>
      counts('venues/bulk?mapping=openbrewerydb', [header, `b1,Ten Barrel,micro,Bend,US,${rest}`]);
    await brewery('5032241700,http://www.10barrel.com');
    const [{ id }] = (await get('/venues?search=barrel')).venues;
    const request = `PATCH /venues/${id}`;
    await app().given({ request, body: { description: 'Ours' } });
    expect(await brewery(',')).toEqual([0, 1, 0, 0, 1]);
    const after = await get(`/venues/${id}`);
    expect(after).toMatchObject({ description: 'Ours', city: 'Bend' });
    for (const field of ['phone', 'website']) expect(after).not.toHaveProperty(field);
  });

  it('16.2 own columns: lists, quotes, a venue; rows without a key that are equal', async () => {
    const header =
      'title,start_date,end_date,timezone,categories,tags,venue.venue,venue.city,description';
    const rows = (...all: string[]) => counts('events/bulk', [header, ...all]);
    const first = '"Day, ""big""",2026-05-01 10:00,2026-05-01 12:00,Europe/Berlin';
    const both = [
      `${first},"Music,Art",a,Club,Bonn,Said`,
      'Walk,2026-05-02,2026-05-02,,,,Club,Bonn,',
    ];
    expect(await rows(...both)).toEqual([2, 0, 0, 0, 2]);
    expect(await rows(...both)).toEqual([0, 0, 2, 0, 2]);
    const read = async () => (await get(`/events?search=big&${DATES}`)).events[0];
    expect(await read()).toMatchObject({
      title: 'Day, "big"',
      utc_start_date: '2026-05-01 08:00:00',
      categories: [{ name: 'Music' }, { name: 'Art' }],
      tags: [{ name: 'a' }],
      venue: { venue: 'Club', city: 'Bonn' },
    });
    expect((await get('/venues?search=club')).total).toBe(1);
  });

  it('16.2 empty columns take venue and tags from an event with a key', async () => {
    const header = 'external_id,title,start_date,end_date,venue,tags,description';
    const event = (rest: string) =>
      counts('events/bulk', [header, `x:9,Gala,2026-05-01,2026-05-02,${rest}`]);
    await event('Palace,"b,c",Said');
    const read = () => get('/events/external/x/9');
    const before = await read();
    expect(before).toMatchObject({
      ...{ venue: { venue: 'Palace' }, tags: [{ name: 'b' }, { name: 'c' }] },
    });
    expect(await event(',,')).toEqual([0, 1, 0, 0, 1]);
    expect(await read()).toMatchObject({ id: before.id, venue: [], tags: [], description: '' });
  });

  it('16.2 a dry run writes no terms, venues, images or IDs; nor does a rejected row', async () => {
    const event = (id: number, more: Json = {}) => ({
      ...{ id, title: 'Expo', start_date: '2026-05-03 10:00', end_date: '2026-05-03 12:00' },
      ...more,
    });
    const path = 'events/bulk?source=register';
    await counts(path, [event(1)]);
    const rich = {
      ...{ image: 'https://example.com/a.png', categories: ['Expos'], tags: ['New'] },
      ...{ venue: { venue: 'Dome' }, organizer: { organizer: 'Ann' } },
    };
    const rows = [
      event(1, rich),
      event(2, { tags: ['Newer'], image: 'https://example.com/b.png' }),
      event(2, { title: 'Expo two' }),
      event(3, { start_date: 'never', tags: ['Never'], venue: { venue: 'Nowhere' } }),
    ];
    const found = async () =>
      Promise.all(
        ['venues?search=dome', 'organizers', 'categories?search=expo', 'tags?search=ne']
          .concat('venues?search=nowhere')
          .map(
            async (list) => (await get(`/${list}${/\?/.test(list) ? '&' : '?'}hide_empty=0`)).total,
          ),
      );
    const dry = await counts(`${path}&dry_run=true`, rows);
    expect(dry).toEqual([1, 2, 0, 1, 4]);
    expect(await found()).toEqual([0, 0, 0, 0, 0]);
    const [known] = (await get(`/events?search=expo&${DATES}`)).events;
    expect(known).toMatchObject({ title: 'Expo', image: false, tags: [] });
    // No ID was used up: the next record gets the next one.
    const next = await app().given({ request: 'POST /venues', body: { venue: 'Next' } });
    expect(next.id).toBe(known.id + 1);
    expect(await counts(path, rows)).toEqual(dry);
    expect(await found()).toEqual([1, 1, 1, 2, 0]);
  });
});
