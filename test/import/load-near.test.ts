/** Near-duplicates of a load, beside a comparison with every record. Contract 16.3. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openNear } from '../../src/import/near.js';
import { kinds } from '../../src/kinds/index.js';
import type { StoredRecord } from '../../src/kinds/record.js';
import { distanceM, type Point } from '../../src/lib/geo.js';
import { likeness } from '../../src/lib/likeness.js';
import { limits } from '../../src/limits.js';
import { changeOf } from '../../src/records/write/change.js';
import { makeDocument, makeRecord, TIME_LIMIT } from '../contracts/builders.js';
import { enginePairs, type Opened, openPair } from '../support/adapters.js';

/** The last one is of new records alone. */
const NAMES = ['Blue Note', 'The Blue Note', 'Opera', 'Opera House', 'Old Town Hall', 'Rotunda'];

const venue = (id: number, name: number, { lat, lng }: Point): StoredRecord =>
  makeRecord('venue', id, {
    revision: 0,
    title: NAMES[name] ?? '',
    fields: { geo_lat: lat, geo_lng: lng },
  });

/** More than a search for one region gives, in a place of some 3 km. */
const crowd = Array.from({ length: 1050 }, (_, at) =>
  venue(at + 1, at % 5, { lat: 52.5 + (at % 30) / 1000, lng: 13.4 + Math.floor(at / 30) / 1000 }),
);
/** All over the world, on the borders of regions too. */
const spread = Array.from({ length: 120 }, (_, at) =>
  venue(2000 + at, at % 5, { lat: -84 + 1.5 * (at % 113), lng: -175.97 + 8 * (at % 44) }),
);
const stored = [...crowd, ...spread];

const [embedded] = enginePairs;
let opened: Opened;
beforeAll(async () => {
  if (!embedded) throw new Error('no engines');
  opened = await openPair(embedded);
  const { store, index } = opened.deps;
  for (let at = 0; at < stored.length; at += limits.batchRecords) {
    const some = stored.slice(at, at + limits.batchRecords);
    const changes = some.map((record) => changeOf(null, record));
    const { written } = await store.write(changes, { leasedUntilMs: 0 });
    await index.put(written.map((record) => makeDocument(record)));
  }
});
afterAll(() => opened.close());

const pointOf = ({ fields }: StoredRecord): Point => ({
  lat: Number(fields.geo_lat),
  lng: Number(fields.geo_lng),
});

/** → what is listed for a new record, by comparing it with all others. */
const expected = (own: StoredRecord, others: readonly StoredRecord[]) =>
  others
    .map((other) => ({
      id: other.id,
      title: other.title,
      likeness: likeness(own.title, other.title),
      distanceM: distanceM(pointOf(own), pointOf(other)),
    }))
    .filter((near) => near.distanceM <= limits.nearVenueM && near.likeness >= 0.7)
    .sort((one, other) => other.likeness - one.likeness || one.id - other.id)
    .slice(0, 3)
    .map((near) => ({
      ...near,
      likeness: Math.round(near.likeness * 100) / 100,
      distanceM: Math.round(near.distanceM),
    }));

/** Rows close to stored ones, and to each other. */
const rows = fc.array(
  fc.record({
    // Few places, as rows are to be near each other, the first of them far in the south.
    beside: fc.oneof(fc.nat(20), fc.integer({ min: crowd.length, max: crowd.length + 12 })),
    name: fc.nat(NAMES.length - 1),
    north: fc.integer({ min: -6, max: 6 }),
    east: fc.integer({ min: -6, max: 6 }),
  }),
  { minLength: 1, maxLength: 40 },
);

it('16.3 finds what a comparison with every record finds, in crowded and empty places', async () => {
  let found = 0;
  const property = fc.asyncProperty(rows, async (some) => {
    const created = some.map(({ beside, name, north, east }, at) => {
      const { lat, lng } = pointOf(stored[beside] as StoredRecord);
      const degree = Math.cos((lat * Math.PI) / 180);
      return venue(5000 + at, name, { lat: lat + north / 1000, lng: lng + east / 1000 / degree });
    });
    const wanted = created.map((own, at) => expected(own, [...stored, ...created.slice(0, at)]));
    expect(await openNear(opened.deps, kinds.venue).look(created)).toEqual(wanted);
    found += wanted.flat().length;
  });
  await fc.assert(property, { numRuns: 25, ...TIME_LIMIT });
  expect(found).toBeGreaterThan(0);
});

it('16.3 finds the stored ones again in places that it had to forget', async () => {
  const finder = openNear(opened.deps, kinds.venue, 6);
  const twice = [...spread.slice(0, 12), ...spread.slice(0, 12)];
  for (const [at, beside] of twice.entries()) {
    const { lat, lng } = pointOf(beside);
    const own = venue(6000 + at, (at % 12) % 5, { lat: lat + 0.001, lng });
    // What was created before may be forgotten until the index has it.
    const found = (await finder.look([own])).flat().filter(({ id }) => id < 6000);
    expect(found).toHaveLength(1);
    expect(found).toEqual(expected(own, stored));
  }
});
