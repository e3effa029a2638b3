/**
 * The quality of search over real data: nDCG@10 of judged searches, on every engine pair, each with
 * its own order. The figure is printed; it must not fall below the floor. See test/golden/search.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadFile } from '../../scripts/load-file.js';
import { kinds } from '../../src/kinds/index.js';
import { overPairs } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { fixture } from '../support/process.js';

interface Judged {
  kind: 'event' | 'venue';
  about: string;
  search: string;
  best: string[];
  good: string[];
  fair: string[];
}

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const judged: Judged[] = JSON.parse(readFileSync(pathOf('golden/search/queries.json'), 'utf8'));

/** What the searches of this service reach. */
const FLOOR = 0.95;
const DEPTH = 10;

/** → the grade of an answer, 0 to 3. */
function gradeOf({ best, good, fair }: Judged, record: Json): number {
  const { title, venue, start_date, address } = record;
  const detail = start_date === undefined ? address : start_date.slice(0, 10);
  const names = [title ?? venue, `${title ?? venue} (${detail})`];
  const isAmong = (list: string[]) => names.some((name) => list.includes(name));
  return isAmong(best) ? 3 : isAmong(good) ? 2 : isAmong(fair) ? 1 : 0;
}

/** → the gain of a list of grades, best first: less for each place further down. */
const gainOf = (grades: number[]): number =>
  grades.slice(0, DEPTH).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);

/** → nDCG@10: the gain of the answers, divided by that of the best possible ones. */
function qualityOf(query: Judged, records: Json[]): number {
  const { best, good, fair } = query;
  const ideal = [...best.map(() => 3), ...good.map(() => 2), ...fair.map(() => 1)];
  return gainOf(records.map((record) => gradeOf(query, record))) / gainOf(ideal);
}

overPairs('judged searches', (pair) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(pair);
    const load = (kind: Judged['kind'], file: string, mapping: string) =>
      loadFile(app.deps, {
        file: fixture(file),
        kind: kinds[kind],
        mapping,
        isDryRun: false,
        isStrict: false,
        print: () => undefined,
      });
    await load('venue', 'breweries-excerpt.csv', 'openbrewerydb');
    const mapping = pathOf('support/confs-with-organizers.ts');
    const { created } = await load('event', 'conferences-excerpt.ndjson', mapping);
    expect(created).toBe(220);
  });
  afterAll(() => app?.close());

  it('nDCG@10 reaches its floor', async () => {
    const qualities: { query: Judged; quality: number }[] = [];
    for (const query of judged) {
      const window = query.kind === 'event' ? '&start_date=2010-01-01&end_date=2030-01-01' : '';
      const text = encodeURIComponent(query.search);
      const { route } = kinds[query.kind];
      const request = `GET /${route}?search=${text}&orderby=relevance${window}`;
      const body = await app.given({ request });
      const records: Json[] = body[route];
      const quality = qualityOf(query, records);
      expect(quality, query.search).toBeLessThanOrEqual(1.000001);
      qualities.push({ query, quality });
    }
    const mean = qualities.reduce((sum, { quality }) => sum + quality, 0) / qualities.length;
    const weak = qualities.filter(({ quality }) => quality < 0.9);
    console.log(
      [
        `nDCG@10 ${mean.toFixed(4)} over ${qualities.length} searches, ${pair.name}`,
        ...weak.map(({ query, quality }) => `  ${quality.toFixed(2)} ${query.search}`),
      ].join('\n'),
    );
    expect(mean).toBeGreaterThanOrEqual(FLOOR);
  });
});
