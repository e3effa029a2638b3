/**
 * Random circles over real venues: which venues are inside, how many, and in which order, compared
 * with brute-force haversine. The seed is printed. SEED repeats a run; GEO_CIRCLES sets the
 * number of circles.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunksOf } from '../../src/lib/batches.js';
import { distanceM, type Point } from '../../src/lib/place/geo.js';
import { openSqlite } from '../../src/lib/sqlite.js';
import type { SearchDocument, SearchIndex } from '../../src/search/port.js';
import { openSqliteIndex } from '../../src/search/sqlite/adapter.js';
import { makeDocument, makeQuery, makeRecord } from '../contracts/builders.js';
import { SEED } from '../support/seed.js';

const DATA = new URL('../../../shared/data/breweries.csv', import.meta.url);
const CIRCLES = Number(process.env.GEO_CIRCLES ?? 2000);
/** Sets up to this size are compared as a whole; for larger ones, the total and the nearest. */
const WHOLE_MAX = 500;
/** Two ways to compute the same distance differ by less than this. */
const TOLERANCE_M = 1e-6;

const isThere = existsSync(DATA);
const reason = isThere ? '' : ' (skipped: ../shared/data/breweries.csv is not there)';

describe.skipIf(!isThere)(`circles over real venues, seed ${SEED}${reason}`, () => {
  const random = mulberry32(SEED);
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  let index: SearchIndex;
  let places: (Point & { id: number })[] = [];

  beforeAll(async () => {
    index = openSqliteIndex(db);
    await (await index.rebuild('s')).finish();
    const documents = readVenues();
    places = documents.map(({ id, place }) => ({ id, ...(place as Point) }));
    for (const batch of chunksOf(documents, 1000)) await index.put(batch);
    process.stdout.write(`geo oracle: ${places.length} venues, seed ${SEED}\n`);
  });
  afterAll(() => db.close());

  test('totals, members and the order by distance equal brute force', async () => {
    let whole = 0;
    for (let n = 0; n < CIRCLES; n++) {
      const point = randomPoint(random, places);
      // From 10 m to 20,000 km, as many between 10 and 100 m as between 2,000 and 20,000 km.
      const radiusM = 10 * 2_000_000 ** random();
      if (await compare(index, places, point, radiusM)) whole++;
    }
    expect(whole).toBeGreaterThan(CIRCLES / 4);
  }, 180_000);

  test('a venue is within 0.001 m of itself, and within its distance of any point', async () => {
    for (let n = 0; n < 500; n++) {
      const place = pick(random, places);
      await compare(index, places, place, 0.001);
      const point = randomPoint(random, places);
      const edge = distanceM(point, place);
      if (edge < 2_000_000) await compare(index, places, point, edge + 2 * TOLERANCE_M);
    }
  }, 60_000);
});

/** → whether the whole set was compared. */
async function compare(
  index: SearchIndex,
  places: (Point & { id: number })[],
  point: Point,
  radiusM: number,
): Promise<boolean> {
  const inside: { id: number; distance: number }[] = [];
  let unsure = 0;
  for (const place of places) {
    const distance = distanceM(point, place);
    if (Math.abs(distance - radiusM) < TOLERANCE_M) unsure++;
    if (distance <= radiusM) inside.push({ id: place.id, distance });
  }
  const isWhole = inside.length <= WHOLE_MAX;
  const shown = JSON.stringify({ point, radiusM, seed: SEED });
  const { total, hits } = await index.search(
    makeQuery('venue', {
      geo: { point, radiusM },
      sort: { by: 'distance', direction: 'asc' },
      limit: isWhole ? WHOLE_MAX + 10 : 5,
    }),
  );
  expect(Math.abs(total - inside.length), shown).toBeLessThanOrEqual(unsure);
  inside.sort((a, b) => a.distance - b.distance || a.id - b.id);
  const byId = new Map(inside.map(({ id, distance }) => [id, distance]));
  for (const [at, { id, distanceM: answered }] of hits.entries()) {
    const distance = byId.get(id);
    if (distance === undefined && unsure > 0) continue;
    if (distance === undefined) throw new Error(`${id} is not within: ${shown}`);
    const nth = inside[at]?.distance ?? Number.NaN;
    const before = hits[at - 1];
    const isTie = before !== undefined && before.distanceM === answered;
    // Within 25 km of the antipode, a chord is only exact to 0.5 m.
    const slack = distance > 19_990_000 ? 1 : 1e-5;
    if (!(Math.abs(nth - distance) <= slack || unsure > 0)) expect(nth, shown).toBe(distance);
    if (Math.abs((answered ?? 0) - distance) > slack) expect(answered, shown).toBe(distance);
    if (isTie && before.id >= id) throw new Error(`ties by ID: ${before.id}, ${id}: ${shown}`);
  }
  if (!isWhole || unsure > 0) return false;
  expect(hits.length, shown).toBe(inside.length);
  return true;
}

function readVenues(): SearchDocument[] {
  const rows = parse(readFileSync(DATA), { columns: true, bom: true }) as Record<string, string>[];
  return rows
    .map((row, at) => {
      const [lat, lng] = [Number(row.latitude), Number(row.longitude)];
      const isPlace = row.latitude !== '' && row.longitude !== '' && Number.isFinite(lat + lng);
      return makeDocument(
        makeRecord('venue', at + 1, {
          title: row.name ?? '',
          fields: isPlace ? { geo_lat: lat, geo_lng: lng } : {},
        }),
      );
    })
    .filter(({ place }) => place !== null);
}

/** Points near venues, anywhere, at the poles, and around the antimeridian. */
function randomPoint(random: () => number, places: Point[]): Point {
  const dice = random();
  if (dice < 0.5) {
    const place = pick(random, places);
    const off = 10 ** (random() * 6 - 5);
    return {
      lat: Math.max(-90, Math.min(90, place.lat + (random() - 0.5) * off)),
      lng: wrapped(place.lng + (random() - 0.5) * off),
    };
  }
  if (dice < 0.6) return { ...pick(random, places) };
  if (dice < 0.7) {
    const pole = random() < 0.5 ? 90 : -90;
    const lat = random() < 0.3 ? pole : pole * (1 - random() * 0.01);
    return { lat, lng: random() * 360 - 180 };
  }
  if (dice < 0.8) {
    const edge = random() < 0.5 ? 180 : -180;
    const lng = random() < 0.3 ? edge : edge * (1 - random() * 0.01);
    return { lat: random() * 180 - 90, lng };
  }
  return { lat: (Math.asin(random() * 2 - 1) * 180) / Math.PI, lng: random() * 360 - 180 };
}

const wrapped = (lng: number): number => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng);

function pick<T>(random: () => number, list: T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** → random numbers from 0 to 1, the same for the same seed. */
function mulberry32(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
