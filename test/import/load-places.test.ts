/** Coordinates and zones that a load adds, and that it never takes away. Contract 17. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Locate, locateByTown } from '../../src/import/place.js';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject } from '../../src/kinds/record.js';
import { embeddedPair, type Opened, openPair } from '../support/adapters.js';
import { loadRows } from '../support/load-rows.js';

const caller = { id: 1, name: 'admin', role: 'administrator' as const };

let opened: Opened;
beforeEach(async () => {
  opened = await openPair(embeddedPair);
});
afterEach(() => opened.close());

async function load(
  kind: 'venue' | 'event',
  payload: JsonObject,
  options: { locate?: Locate; emptied?: string[] } = { locate: locateByTown },
) {
  const { locate, emptied = [] } = options;
  const entry = { externalId: `${kind} 1`, payload, emptied };
  const [result] = await loadRows(opened.deps, kinds[kind], [entry], { caller, locate });
  if (!result || result.outcome === 'rejected' || !result.record) throw new Error('rejected');
  return { outcome: result.outcome, record: result.record, fields: result.record.fields };
}

const hall = { venue: 'Hall', address: '1 Main St', city: 'Reykjavik' };
const elsewhere = { ...hall, city: 'Lyon', country: 'France' };
const given = { geo_lat: 64.1, geo_lng: -21.9 };
const zoned = { title: 'Fair', start_date: '2026-05-01 20:00:00', end_date: '2026-05-01 22:00:00' };

describe('coordinates', () => {
  it('are those of the city, marked, and stay when the row comes again', async () => {
    const first = await load('venue', hall);
    expect(first.fields).toMatchObject({ geo_precision: 'city' });
    expect(Math.round(Number(first.fields.geo_lat))).toBe(64);
    expect((await load('venue', hall)).outcome).toBe('unchanged');
    const rest = await load('venue', { venue: 'Hall' }, {});
    expect([rest.outcome, rest.fields.geo_precision]).toEqual(['unchanged', 'city']);
  });

  it('follow a changed city', async () => {
    await load('venue', hall);
    const moved = await load('venue', elsewhere);
    expect([moved.outcome, Math.round(Number(moved.fields.geo_lat))]).toEqual(['updated', 46]);
  });

  it('of the address stay until it changes, whatever finds the town', async () => {
    const exact = { geo_lat: 64.147, geo_lng: -21.942, geo_precision: 'address' };
    await load('venue', hall);
    const found = await load('venue', hall, { locate: async () => exact });
    expect(found.fields).toMatchObject(exact);
    const unasked: Locate = async () => {
      throw new Error('a record with coordinates of its address is not asked for');
    };
    await load('venue', hall, { locate: unasked });
    const capitals = { ...hall, city: 'REYKJAVIK ' };
    expect((await load('venue', capitals)).fields).toMatchObject(exact);
    const emptied = ['geo_lat', 'geo_lng', 'geo_precision', 'stateprovince'];
    const empty = await load('venue', capitals, { locate: locateByTown, emptied });
    expect([empty.outcome, empty.fields]).toMatchObject(['unchanged', exact]);
    expect((await load('venue', elsewhere)).fields).toMatchObject({ geo_precision: 'city' });
  });

  it('that are given in the row are kept, and replace those of the city', async () => {
    const first = await load('venue', { ...hall, ...given });
    expect(first.fields).toMatchObject(given);
    expect(first.fields.geo_precision ?? '').toBe('');
    await load('venue', hall, { emptied: ['geo_lat', 'geo_lng'], locate: locateByTown });
    const again = await load('venue', { ...hall, ...given });
    expect(again.fields).toMatchObject({ ...given, geo_precision: '' });
  });

  it('that are stored are not replaced by a row that leaves them out', async () => {
    await load('venue', { ...hall, ...given });
    const again = await load('venue', elsewhere);
    expect(again.fields).toMatchObject({ ...given, city: 'Lyon' });
    expect(again.fields.geo_precision ?? '').toBe('');
  });

  it('are not added without being asked for', async () => {
    expect((await load('venue', hall, {})).fields.geo_lat ?? null).toBeNull();
  });

  it('are added to a venue that is given inline', async () => {
    const { record } = await load('event', { ...zoned, venue: hall });
    expect(record.relations.venue?.[0]?.fields).toMatchObject({ geo_precision: 'city' });
  });
});

describe('the zone of an event', () => {
  it.each<[string, JsonObject, string]>([
    ['a town', { city: 'Lyon', country: 'France' }, 'Europe/Paris'],
    [
      'a village of a country with one clock',
      { city: 'Worpswede', country: 'DE' },
      'Europe/Berlin',
    ],
    ['a town of a country with several', { city: 'Chicago', country: 'US' }, 'America/Chicago'],
    ['a town in a state', { city: 'Paris', state: 'TX', country: 'US' }, 'America/Chicago'],
    ['an island', { city: 'Las Palmas', country: 'Spanien' }, 'Atlantic/Canary'],
    ['a district', { city: 'Toronto-Leslieville', country: 'Canada' }, 'America/Toronto'],
    ['several of a name', { city: 'Portland', country: 'US' }, 'UTC'],
    ['a small town, whose namesakes are smaller', { city: 'Paris', country: 'US' }, 'UTC'],
    ['a village of a country with several', { city: 'Puerto Ayora', country: 'EC' }, 'UTC'],
    ['no country', { city: 'Lyon' }, 'UTC'],
    ['a country alone', { country: 'France' }, 'UTC'],
    ['a country that nobody knows', { city: 'Lyon', country: 'Narnia' }, 'UTC'],
  ])('by %s without coordinates: %j is %s', async (_name, address, zone) => {
    const { fields } = await load('event', { ...zoned, venue: { venue: 'Hall', ...address } }, {});
    expect(fields.timezone).toBe(zone);
    expect(fields.start_date).toBe('2026-05-01 20:00:00');
  });

  it('is that of its venue when none is sent', async () => {
    const { fields } = await load('event', { ...zoned, venue: { ...hall, ...given } });
    expect(fields).toMatchObject({
      timezone: 'Atlantic/Reykjavik',
      start_date: '2026-05-01 20:00:00',
      utc_start_date: '2026-05-01 20:00:00',
    });
    const lyon = { venue: 'Salle', geo_lat: 45.76, geo_lng: 4.84 };
    const kept = await load('event', { ...zoned, venue: lyon });
    expect(kept.fields.timezone).toBe('Atlantic/Reykjavik');
  });

  it.each([
    [
      'the one that is sent',
      { timezone: 'Asia/Tokyo', venue: { ...hall, ...given } },
      'Asia/Tokyo',
    ],
    ['the site’s, without coordinates', { venue: hall }, 'UTC'],
    ['the site’s, without a venue', {}, 'UTC'],
  ])('is %s', async (_name, payload, timezone) => {
    const { fields } = await load('event', { ...zoned, ...payload }, {});
    expect(fields.timezone).toBe(timezone);
  });
});
