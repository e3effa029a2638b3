/** Files whose columns are not ours: with --columns, and with a mapping from outside. */
import { describe, expect, it } from 'vitest';
import { countsOf, fileOf, load } from '../support/loads.js';
import { exported, tempFolder } from '../support/process.js';

describe('files of others', () => {
  const rows = ['uid,name,lat,lon,site', 'A1,Hall,50.7,7.1,hall.example.org', 'B2,Club,,,'];
  const expected = [
    { external_id: 'A1', venue: 'Hall', geo_lat: 50.7, geo_lng: 7.1 },
    { external_id: 'B2', venue: 'Club' },
  ];

  it('load with --columns, without any code', async () => {
    const folder = tempFolder();
    const pairs = 'uid=external_id,name=venue,lat=geo_lat,lon=geo_lng,site=website';
    const columns = ['--columns', pairs];
    expect(countsOf(await load(folder, 'venue', fileOf(rows, 'rows.csv'), ...columns))).toEqual([
      2, 0, 0, 0, 2,
    ]);
    expect(await exported('venue', { DATA_DIR: folder })).toMatchObject(expected);
    expect(countsOf(await load(folder, 'venue', fileOf(rows, 'rows.csv'), ...columns))).toEqual([
      0, 0, 2, 0, 2,
    ]);
  });

  it('load with a mapping of their own', async () => {
    const folder = tempFolder();
    const module = `export const mapping = {
      name: 'mine',
      kind: 'venue',
      source: { title: 'Mine', url: 'https://example.com', licence: 'CC0' },
      key: (row) => [row.uid],
      payload: (row, { text, url, coordinates }) => ({
        venue: text(row.name),
        website: url(row.site),
        ...coordinates(row.lat, row.lon),
      }),
    };`;
    const mapping = ['--mapping', fileOf([module], 'mine.mjs')];
    expect(countsOf(await load(folder, 'venue', fileOf(rows, 'rows.csv'), ...mapping))).toEqual([
      2, 0, 0, 0, 2,
    ]);
    const stored = await exported('venue', { DATA_DIR: folder });
    expect(stored).toMatchObject([
      { ...expected[0], external_id: 'mine:A1', website: 'http://hall.example.org' },
      { ...expected[1], external_id: 'mine:B2' },
    ]);
  });
});
