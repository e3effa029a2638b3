/** Places by the offline table of towns, and zones by coordinates. */
import { describe, expect, test } from 'vitest';
import { locateByTown } from '../../src/import/place.js';
import { zoneAt } from '../../src/time/zone-at.js';

describe('the town of an address', () => {
  test.each<[string, Record<string, string>, [number, number] | null]>([
    ['English', { city: 'Munich', country: 'Germany' }, [48, 12]],
    ['another language', { city: 'Zürich', country: 'Schweiz' }, [47, 9]],
    ['a code of two letters', { city: 'Lyon', country: 'FR' }, [46, 5]],
    ['a code of three', { city: 'Lyon', country: 'fra' }, [46, 5]],
    ['a usual name', { city: 'Edinburgh', country: 'Scotland' }, [56, -3]],
    ['the state decides', { city: 'Portland', state: 'OR', country: 'USA' }, [46, -123]],
    ['its name too', { city: 'Portland', stateprovince: 'Maine', country: 'U.S.A.' }, [44, -70]],
    ['no such town in the state', { city: 'Portland', state: 'WA', country: 'US' }, null],
    ['several, and no state', { city: 'Portland', country: 'US' }, null],
    ['a region that is none of the table’s', { city: 'Lyon', state: 'X', country: 'FR' }, [46, 5]],
    ['another name of the town', { city: 'Roma', country: 'Italia' }, [42, 13]],
    ['its own spelling', { city: 'Ghent', country: 'Belgium' }, [51, 4]],
    ['the capital', { city: 'Washington', state: 'DC', country: 'US' }, [39, -77]],
    ['a name with its ending', { city: 'Frankfurt', country: 'Germany' }, [50, 9]],
    ['a shortened addition', { city: 'Frankfurt a. M.', country: 'DE' }, [50, 9]],
    ['a district', { city: 'Köln-Ehrenfeld', country: 'Germany' }, [51, 7]],
    ['no country, and one town of the name', { city: 'Reykjavik' }, [64, -22]],
    ['no country, and several', { city: 'Portland' }, null],
    ['a country that nobody knows', { city: 'Reykjavik', country: 'Narnia' }, null],
    ['no city', { address: '1 Main St', country: 'Germany' }, null],
  ])('%s', async (_name, fields, expected) => {
    const found = await locateByTown(fields);
    const rounded = found && [Math.round(found.geo_lat), Math.round(found.geo_lng)];
    expect(rounded).toEqual(expected);
    if (found) expect(found.geo_precision).toBe('city');
  });
});

describe('the zone at a point', () => {
  test.each([
    ['New York', 40.73, -74, 'America/New_York'],
    ['Tartu', 58.38, 26.72, 'Europe/Tallinn'],
    ['Kolkata', 22.57, 88.36, 'Asia/Kolkata'],
    ['the Atlantic', 0, -30, null],
    ['off the globe', 91, 0, null],
    ['no number', Number.NaN, 0, null],
  ])('%s', (_name, lat, lng, zone) => {
    expect(zoneAt(lat, lng)).toBe(zone);
  });
});
