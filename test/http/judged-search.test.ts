/**
 * The quality of search over real data: nDCG@10 of judged searches, on every engine pair, each with
 * its own order. The figure is printed; it must not fall below the floor. See test/golden/search.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { overTwoPairs } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { loadBody } from '../support/cases.js';
import { eventPayload } from '../support/factories.js';
import { loadPath } from '../support/files.js';
import { type Answers, qualityOf } from '../support/judged.js';
import { fixture } from '../support/process.js';

interface Judged extends Answers {
  kind: 'event' | 'venue';
  about: string;
  search: string;
}

const pathOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const readText = (name: string) => readFileSync(pathOf(name), 'utf8');
const judged: Judged[] = JSON.parse(readText('golden/search/queries.json'));

/** What the searches of this service reach. */
const FLOOR = 0.95;

overTwoPairs('judged searches', (pair) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(pair);
    await loadPath(app.deps, 'venue', fixture('breweries-excerpt.csv'), 'openbrewerydb');
    const mapping = pathOf('support/confs-with-organizers.ts');
    const file = fixture('conferences-excerpt.ndjson');
    const { created } = await loadPath(app.deps, 'event', file, mapping);
    expect(created).toBe(220);
  });
  afterAll(() => app?.close());

  it('nDCG@10 reaches its floor', async () => {
    expect(await meanOf(app, judged, pair.name)).toBeGreaterThanOrEqual(FLOOR);
  });
});

overTwoPairs('judged searches in five languages', (pair) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(pair, { settings: { SITE_LANGUAGES: 'de,fr,es,ja,ar' } });
    const rows: Json[] = JSON.parse(readText('golden/search/events-by-language.json'));
    const events = rows.map((row) => eventPayload(row));
    const { summary } = await loadBody(app, JSON.stringify({ events }));
    expect(summary.created).toBe(rows.length);
  });
  afterAll(() => app?.close());

  it('nDCG@10 reaches its floor', async () => {
    const searches: Judged[] = JSON.parse(readText('golden/search/queries-by-language.json'));
    expect(await meanOf(app, searches, pair.name)).toBeGreaterThanOrEqual(FLOOR);
  });
});

/** Asks the searches, and prints those that are weak. → their mean nDCG@10. */
async function meanOf(app: TestApp, searches: readonly Judged[], name: string): Promise<number> {
  const qualities: { query: Judged; quality: number }[] = [];
  for (const query of searches) {
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
      `nDCG@10 ${mean.toFixed(4)} over ${qualities.length} searches, ${name}`,
      ...weak.map(({ query, quality }) => `  ${quality.toFixed(2)} ${query.search}`),
    ].join('\n'),
  );
  return mean;
}
