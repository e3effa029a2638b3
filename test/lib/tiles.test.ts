/** Map tiles: numbers, names, poles and the antimeridian. Contract 27. */
import { describe, expect, test } from 'vitest';
import { type Box, boxesOf } from '../../src/lib/place/geo.js';
import { TILE_ZOOM, tileAt, tileNumber, tilesIn, tilesPer } from '../../src/lib/place/tiles.js';
import { fc } from '../support/seed.js';

const ZOOMS = [0, 2, 4, 6, 8, 10, 12, 14, 16];

const tileOf = (lat: number, lng: number, zoom: number) => {
  const { x, y } = tileAt(Math.floor(tileNumber({ lat, lng }) / tilesPer(zoom)), zoom);
  return `${zoom}/${x}/${y}`;
};

describe('the tile of a point', () => {
  test.each<[string, number, number, string]>([
    // As the tile servers of OpenStreetMap number them.
    ['Berlin', 52.516275, 13.377704, '16/35203/21493'],
    ['Berlin, further out', 52.516275, 13.377704, '10/550/335'],
    ['New York', 40.7128, -74.006, '12/1205/1540'],
    ['Sydney', -33.8568, 151.2153, '14/15073/9831'],
    ['the middle of the map', 0, 0, '2/2/2'],
    ['just north and west of it', 1e-9, -1e-9, '2/1/1'],
    ['180° W', 12, -180, '4/0/7'],
    ['180° E', 12, 180, '4/15/7'],
    ['the north pole', 90, 0, '4/8/0'],
    ['beyond the edge of the map', 89.9, 170, '4/15/0'],
    ['the south pole', -90, 45, '4/10/15'],
    ['the whole world', -90, 180, '0/0/0'],
  ])('%s', (_, lat, lng, expected) => {
    expect(tileOf(lat, lng, Number(expected.split('/')[0]))).toBe(expected);
  });

  test('lies in that of every lower zoom, and its number is a safe integer', () => {
    const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true });
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lng) => {
        const number = tileNumber({ lat, lng });
        expect(number).toBeGreaterThanOrEqual(0);
        expect(number).toBeLessThan(2 ** 32);
        const deepest = tileAt(number, TILE_ZOOM);
        for (const zoom of ZOOMS) {
          const size = 2 ** (TILE_ZOOM - zoom);
          const { x, y } = { x: Math.floor(deepest.x / size), y: Math.floor(deepest.y / size) };
          expect(tileOf(lat, lng, zoom)).toBe(`${zoom}/${x}/${y}`);
        }
      }),
    );
  });
});

describe('the tiles in a box', () => {
  const WORLD = { west: -180, south: -90, east: 180, north: 90 };
  test.each<[string, Box, number, number]>([
    ['the world', WORLD, 4, 256],
    ['the world at zoom 0', WORLD, 0, 1],
    ['a point', { west: 13, south: 52, east: 13, north: 52 }, 16, 1],
    ['four tiles at a corner', { west: -1, south: -1, east: 1, north: 1 }, 8, 4],
    // 180° is the western edge of the first column, too.
    ['up to the antimeridian', { west: 170, south: 1, east: 180, north: 2 }, 4, 2],
    ['across the antimeridian', { west: 170, south: 1, east: -170, north: 2 }, 4, 2],
    ['around the world and on', { west: 10, south: 1, east: 9, north: 2 }, 4, 16],
    ['around the pole', { west: -180, south: 86, east: 180, north: 90 }, 2, 4],
  ])('%s', (_, box, zoom, expected) => {
    expect(tilesIn(box, zoom)).toBe(expected);
  });

  test('are those that its points are in', () => {
    const edge = fc.integer({ min: -36, max: 36 }).map((fives) => fives * 5);
    const row = fc.integer({ min: -18, max: 18 }).map((fives) => fives * 5);
    fc.assert(
      fc.property(edge, edge, row, row, fc.constantFrom(0, 2, 4), (west, east, a, b, zoom) => {
        const box = { west, east, south: Math.min(a, b), north: Math.max(a, b) };
        const found = new Set<string>();
        for (const part of boxesOf(box)) {
          for (const lng of steps(part.west, part.east)) {
            for (const lat of steps(part.south, part.north)) found.add(tileOf(lat, lng, zoom));
          }
        }
        expect(tilesIn(box, zoom), JSON.stringify(box)).toBe(found.size);
      }),
      { numRuns: 60 },
    );
  });
});

/** → numbers from `first` to `last`, both included, one degree apart. */
function steps(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
