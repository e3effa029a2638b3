/** The town nearest to a point, against a plain scan; markers of a map that would overlap. */
import { describe, expect, it } from 'vitest';
import { distanceM } from '../../src/lib/place/geo.js';
import { nearestTown } from '../../src/lib/place/nearest-town.js';
import { allTowns } from '../../src/lib/place/towns.js';
import { mergeOverlaps, sizeOf } from '../../src/pages/browser/merged.js';
import { fc } from '../support/seed.js';

describe('nearest town', () => {
  it.each([
    [{ lat: 52.5, lng: 13.4 }, 500_000, 'Berlin'],
    [{ lat: 45.07, lng: 7.69 }, 100_000, 'Turin'],
    [{ lat: 40.73, lng: -74 }, 500_000, 'New York City'],
    [{ lat: -90, lng: 0 }, 15_000, 'Ushuaia'],
  ])('%j of %i is %s', (point, inhabitants, name) => {
    expect(nearestTown(point, inhabitants)?.name).toBe(name);
  });

  it('is the one that a scan of all finds', () => {
    const towns = allTowns();
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(point, (one) => {
        const least = Math.min(...towns.map((town) => distanceM(one, town)));
        const found = nearestTown(one, 0);
        expect(found && distanceM(one, found)).toBeCloseTo(least, 3);
      }),
      { numRuns: 50 },
    );
  });
});

describe('markers', () => {
  const tile = fc.record({
    value: fc.string(),
    count: fc.integer({ min: 1, max: 2000 }),
    lat: fc.double({ min: 0, max: 400, noNaN: true }),
    lng: fc.double({ min: 0, max: 400, noNaN: true }),
  });

  it('never overlap, and lose no event', () => {
    fc.assert(
      fc.property(fc.array(tile, { maxLength: 60 }), (tiles) => {
        const merged = mergeOverlaps(tiles, ({ lat, lng }) => ({ x: lng, y: lat }));
        const sum = (all: readonly { count: number }[]) =>
          all.reduce((n, { count }) => n + count, 0);
        expect(sum(merged)).toBe(sum(tiles));
        expect(merged.flatMap((one) => one.tiles)).toHaveLength(tiles.length);
        for (const [at, one] of merged.entries()) {
          for (const other of merged.slice(at + 1)) {
            const apart = Math.hypot(one.x - other.x, one.y - other.y);
            expect(apart).toBeGreaterThanOrEqual((sizeOf(one.count) + sizeOf(other.count)) / 2);
          }
        }
      }),
    );
  });
});
