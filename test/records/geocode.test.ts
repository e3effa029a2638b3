/** Coordinates by a geocoder: asked once in a load, left alone when it fails. Contract 17. */
import { expect, it } from 'vitest';
import { type FoundPlace, locateByGeocoder } from '../../src/records/geocoder.js';

const town = { geo_lat: 1, geo_lng: 2, geo_precision: 'city' };

/** A way to place records whose geocoder gives these answers, and what it was asked. */
function open(answer: (address: string) => FoundPlace | null) {
  const asked: string[] = [];
  const told: string[] = [];
  const ask = async (address: string) => {
    asked.push(address);
    return answer(address);
  };
  const options = { otherwise: async () => town, tell: (line: string) => void told.push(line) };
  return { asked, told, locate: locateByGeocoder(ask, options) };
}

const house = { address: '1 Main St', city: 'Lyon', state: '', country: 'France' };

it('an address is asked once in a load', async () => {
  const { asked, locate } = open(() => ({ lat: 45.7, lng: 4.8, rank: 30 }));
  const found = { geo_lat: 45.7, geo_lng: 4.8, geo_precision: 'address' };
  expect(await locate(house)).toEqual(found);
  expect(await locate({ ...house, city: 'LYON' })).toEqual(found);
  expect(asked).toEqual(['1 Main St, Lyon, France']);
});

it('what is not found is placed by the town, and not asked again', async () => {
  const { asked, locate } = open(() => null);
  expect([await locate(house), await locate(house)]).toEqual([town, town]);
  expect(asked).toHaveLength(1);
});

it.each([
  [28, 'address'],
  [26, 'address'],
  [25, 'city'],
  [13, 'city'],
])('a place of rank %d is %s', async (rank, precision) => {
  const { locate } = open(() => ({ lat: 45.7, lng: 4.8, rank }));
  expect(await locate(house)).toMatchObject({ geo_lat: 45.7, geo_precision: precision });
});

it('a whole country is no place, and without a street nothing is asked', async () => {
  const { asked, locate } = open(() => ({ lat: 45.7, lng: 4.8, rank: 4 }));
  expect(await locate(house)).toEqual(town);
  expect(await locate({ city: 'Lyon' })).toEqual(town);
  expect(asked).toHaveLength(1);
});

it('a geocoder that fails five times is not asked any more in this load', async () => {
  const { asked, told, locate } = open(() => {
    throw new Error('busy');
  });
  for (let at = 0; at < 8; at++) expect(await locate({ ...house, address: `${at}` })).toEqual(town);
  expect(asked).toHaveLength(5);
  expect(told.at(-1)).toBe('geocoder: busy; it is not asked any more');
  const later = open(() => ({ lat: 45.7, lng: 4.8, rank: 30 }));
  expect(await later.locate({ ...house, address: '0' })).toMatchObject({ geo_lat: 45.7 });
});
