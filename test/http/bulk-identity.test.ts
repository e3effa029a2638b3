/** What a row of a load over HTTP repeats. Source: Contract 16.1, 16.3. */
import { describe, expect, it } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { load } from '../support/http-loads.js';
import { describeEverywhere } from '../support/shared.js';

const names = async (app: TestApp, route: string, key: string): Promise<string[]> => {
  const path = `GET /${route}?per_page=50&hide_empty=false`;
  return (await app.given({ request: path }))[route].map((one: Json) => one[key]).sort();
};

describeEverywhere('bulk, identity', (app) => {
  describe('16.3 a row without a key', () => {
    const here = { geo_lat: 50.7, geo_lng: 7.1 };
    const stored = { venue: 'Café Müller', address: 'Ring 2', city: 'Bonn', ...here };

    it.each([
      ['the same name in other accents', { venue: 'CAFE MULLER' }, true],
      ['a field that the record lacks', { venue: 'Café Müller', phone: '1' }, true],
      ['a part of the address', { venue: 'Café Müller', address: 'ring 2, back' }, true],
      ['another city', { venue: 'Café Müller', city: 'Ulm' }, false],
      ['100 m away', { venue: 'Café Müller', ...here, geo_lat: 50.7009 }, true],
      ['200 m away', { venue: 'Café Müller', ...here, geo_lat: 50.7018 }, false],
      ['another name', { venue: 'Café Maier', city: 'Bonn' }, false],
    ])('%s', async (_name, row, isSame) => {
      const { id } = await givenVenue(app(), stored);
      const { lines } = await load(app(), 'venues/bulk', [row]);
      expect(lines[0].id === id, JSON.stringify(lines)).toBe(isSame);
      for (const one of [id, lines[0].id]) {
        await app().call({ request: `DELETE /venues/${one}`, as: 'admin' });
      }
    });
  });

  it('16.3 a row repeats a record as the rows before it in the batch leave it', async () => {
    const keyed = { external_id: 'named:1', venue: 'Old name' };
    const { id } = (await load(app(), 'venues/bulk', [keyed])).lines[0];
    const renamed = [{ ...keyed, venue: 'New name' }, { venue: 'Old name' }, { venue: 'NEW NAME' }];
    const { lines } = await load(app(), 'venues/bulk', renamed);
    expect(lines.map(({ status }) => status)).toEqual(['updated', 'created', 'updated']);
    expect([lines[0].id, lines[1].id === id, lines[2].id]).toEqual([id, false, id]);
    await load(app(), 'venues/bulk', [{ venue: 'Two phones' }]);
    const phones = ['1', '2'].map((phone) => ({ venue: 'Two phones', phone }));
    const told = await load(app(), 'venues/bulk', phones);
    expect(told.lines.map(({ status }) => status)).toEqual(['updated', 'created']);
  });

  it('16.3 an event is known by the name, address and city of its venue, not by its phone', async () => {
    const venues = [
      { venue: 'Forum', city: 'Bonn' },
      { phone: '1', city: 'BONN', venue: 'Forum ', address: '' },
      { venue: 'Forum', city: 'Ulm' },
    ];
    const ids: number[] = [];
    for (const venue of venues) {
      const { lines } = await load(app(), 'events/bulk', [{ ...eventPayload(), venue }]);
      ids.push(lines[0].id);
    }
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2]);
  });

  it('16.1 the key of a venue in an event is read like that of a row', async () => {
    const keys = [' hall:1 ', 'hall:1', 7, '7', '', '', 'x'.repeat(1001)];
    const inEvents = keys.map((key, at) => ({
      ...eventPayload(),
      title: `Keyed ${at}`,
      // An empty key does not make one of two venues.
      venue: { venue: `Keyed ${key || at}`.trim().slice(0, 20), external_id: key },
    }));
    const { lines } = await load(app(), 'events/bulk', inEvents);
    expect(lines.pop()).toMatchObject({
      status: 'rejected',
      params: { venue: expect.stringContaining('1000 characters') },
    });
    const venues = [];
    for (const { id } of lines) {
      venues.push((await app().given({ request: `GET /events/${id}` })).venue.id);
    }
    const [hall, again, seven, asText, one, other] = venues;
    expect([again, asText]).toEqual([hall, seven]);
    expect(new Set([hall, seven, one, other]).size).toBe(4);
    const found = await app().given({ request: 'GET /venues/external/hall/1' });
    expect(found.id).toBe(hall);
  });

  it('16.3 an ID in a described record is that of the sender, and identifies nothing', async () => {
    const { id } = await givenVenue(app(), { venue: 'Main house' });
    const venue = { id, venue: 'Annex', external_id: 'annex:1' };
    const organizer = [{ id: 10 ** 9, organizer: 'Nobody' }];
    const { lines } = await load(app(), 'events/bulk', [
      { ...eventPayload(), title: 'In the main house', venue },
      { ...eventPayload(), title: 'Of nobody', organizer },
    ]);
    const [annexed, unknown] = lines;
    const nothing = expect.stringMatching(/^identifies nothing/);
    expect(annexed).toMatchObject({ status: 'created', warnings: { 'venue.id': nothing } });
    expect(unknown).toMatchObject({ status: 'created' });
    const event = await app().given({ request: `GET /events/${annexed.id}` });
    expect(event.venue.id).not.toBe(id);
    expect(await names(app(), 'venues', 'venue')).toContain('Annex');
    // A bare number is ours.
    const bare = { ...eventPayload(), title: 'In the main house again', venue: id };
    const [{ id: again }] = (await load(app(), 'events/bulk', [bare])).lines;
    expect((await app().given({ request: `GET /events/${again}` })).venue).toMatchObject({ id });
  });

  it('16.3 a venue or organizer in the trash is left out of its events, which are loaded', async () => {
    const row = {
      ...{ ...eventPayload(), external_id: 'pub:1', title: 'Quiz' },
      venue: { external_id: 'pub:v', venue: 'Pub' },
      organizer: [
        { external_id: 'pub:o', organizer: 'Host' },
        { external_id: 'pub:p', organizer: 'Guest' },
      ],
    };
    const [{ id }] = (await load(app(), 'events/bulk', [row])).lines;
    const read = () => app().given({ request: `GET /events/${id}` });
    const before = await read();
    const [host, guest] = before.organizer;
    await app().given({ request: `DELETE /venues/${before.venue.id}` });
    await app().given({ request: `DELETE /organizers/${host.id}` });
    const { lines } = await load(app(), 'events/bulk', [{ ...row, title: 'Great quiz' }]);
    const reason = 'left out: it is in the trash';
    const warnings = { venue: reason, organizer: reason };
    expect(lines).toEqual([{ line: 1, status: 'updated', id, warnings }]);
    expect(await read()).toMatchObject({
      ...{ title: 'Great quiz', venue: [], organizer: [{ id: guest.id }] },
    });
    // A load restores nothing: a user does.
    const sent = { ...row, venue: { ...row.venue, status: 'publish' } };
    expect((await load(app(), 'events/bulk', [sent])).lines[0].warnings).toEqual(warnings);
    expect((await read()).venue).toEqual([]);
    const body = { status: 'publish' };
    await app().given({ request: `PATCH /venues/${before.venue.id}`, body });
    await load(app(), 'events/bulk', [row]);
    expect((await read()).venue.id).toBe(before.venue.id);
  });

  it('16.3 on_match: update, skip, reject, by key and by content', async () => {
    for (const row of [{ external_id: 'crm:1', organizer: 'Ann' }, { organizer: 'Bob' }]) {
      const { lines } = await load(app(), 'organizers/bulk', [row]);
      const changed = { ...row, phone: '7' };
      const on = async (what: string) =>
        (await load(app(), `organizers/bulk?on_match=${what}`, [changed])).lines[0];
      expect(await on('skip')).toEqual({ line: 1, status: 'unchanged', id: lines[0].id });
      expect(await on('reject')).toMatchObject({ status: 'rejected', code: 'rest_record_exists' });
      const path = `GET /organizers/${lines[0].id}`;
      expect(await app().given({ request: path })).not.toHaveProperty('phone');
      expect(await on('update')).toMatchObject({ status: 'updated', id: lines[0].id });
      expect(await app().given({ request: path })).toMatchObject({ phone: '7' });
    }
  });

  it('16.3 terms: parents by key, slug or name, in any order; a name is there once', async () => {
    const { lines } = await load(app(), 'categories/bulk', [
      { external_id: 'c:3', name: 'Bebop', parent: 'c:2' },
      { external_id: 'c:2', name: 'Jazz', parent: 'music' },
      { name: 'Music' },
      { name: 'Lost', parent: 'nowhere' },
      { name: 'Egg', parent: 'Hen' },
      { name: 'Hen', parent: 'Egg' },
    ]);
    const wanted = ['created', 'created', 'created', 'rejected', 'rejected', 'rejected'];
    expect(lines.map(({ status }) => status)).toEqual(wanted);
    expect(lines[3].params.parent).toContain('There is no category "nowhere".');
    const bebop = await app().given({ request: `GET /categories/${lines[0].id}` });
    expect(bebop).toMatchObject({ parent: lines[1].id });
    expect(bebop.url).toContain('/music/jazz/bebop/');
    // A term that an event made by name gets the key; one that has another key is refused.
    const named = await load(app(), 'categories/bulk', [{ external_id: 'm:1', name: 'MUSIC' }]);
    expect(named.lines[0]).toMatchObject({ status: 'updated', id: lines[2].id });
    const other = await load(app(), 'categories/bulk', [{ external_id: 'm:2', name: 'music' }]);
    expect(other.lines[0]).toMatchObject({ status: 'rejected', code: 'term_exists' });
    // A parent that was merged is the term that was kept.
    const merge = {
      request: `POST /categories/${lines[2].id}/merge`,
      body: { drop: [lines[1].id] },
    };
    await app().given(merge);
    const again = [{ external_id: 'c:3', name: 'Bebop', parent: 'c:2' }];
    expect((await load(app(), 'categories/bulk', again)).counts).toEqual([0, 0, 1, 0, 1]);
    // One that was merged into the row's own term leaves it where it is.
    const upwards = {
      request: `POST /categories/${lines[0].id}/merge`,
      body: { drop: [lines[2].id] },
    };
    await app().given(upwards);
    const { counts } = await load(app(), 'categories/bulk', [{ ...again[0], parent: 'm:1' }]);
    expect(counts).toEqual([0, 0, 1, 0, 1]);
  });
});
