/**
 * What is erased leaves no text: in a backup of the embedded engine, in MongoDB and Elasticsearch.
 * Contract 24.2.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { copyDatabase } from '../../src/lib/files/file-copy.js';
import { openSqlite } from '../../src/lib/sqlite.js';
import { dataFile } from '../../src/open.js';
import { emptyTrash } from '../../src/records/erase.js';
import { drain } from '../../src/sync/drain.js';
import { type EnginePair, overTwoPairs } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { eventPayload } from '../support/factories.js';
import { tempFolder } from '../support/process.js';

const DAY_MS = 86_400_000;
/** In every text of what is erased, as a word and inside others. */
const MARK = 'zqxmarked';
const isMarked = (text: string): boolean => text.toLowerCase().includes(MARK);

/** → the names of what still holds the mark. */
async function marksIn({ deps: { config } }: TestApp, pair: EnginePair): Promise<string[]> {
  const found: string[] = [];
  const file = dataFile(config);
  if (file !== null) {
    const backup = join(tempFolder(), 'backup');
    const db = openSqlite(file, { busyTimeoutMs: 1000 });
    copyDatabase(db, backup, []);
    db.close();
    if (isMarked(readFileSync(backup, 'latin1'))) found.push('backup');
  }
  if (pair.engines.includes('mongo') && config.mongoUrl) {
    const client = await MongoClient.connect(config.mongoUrl);
    for (const { name } of await client.db().listCollections().toArray()) {
      const documents = await client.db().collection(name).find().toArray();
      if (isMarked(JSON.stringify(documents))) found.push(`mongo ${name}`);
    }
    await client.close();
  }
  if (config.elasticsearch) {
    const { urls, prefix } = config.elasticsearch;
    const url = `${urls[0]}/${prefix}*`;
    await fetch(`${url}/_refresh`, { method: 'POST' });
    const answer = await fetch(`${url}/_search?size=1000`);
    expect(answer.status).toBe(200);
    if (isMarked(await answer.text())) found.push('elasticsearch');
  }
  return found;
}

/** Writes marked texts wherever there is room for one, and changes them. → what is to be erased. */
async function givenMarked(app: TestApp): Promise<{ route: string; id: number }[]> {
  const text = (n: number) => `${MARK} ${MARK}${n} x${MARK}`;
  const put = async (route: string, name: string, body: object) => {
    const request = `PUT /${route}/external/crm/${MARK}-${name}`;
    const { id } = await app.given({ request, body });
    return { route, id: Number(id) };
  };
  const place = { address: text(1), city: text(2), zip: MARK, country: 'BE' };
  const venue = await put('venues', 'hall', {
    venue: text(3),
    ...place,
    description: text(4).repeat(500),
    image: `https://img.test/${MARK}.png`,
    geo_lat: 51,
    geo_lng: 3.7,
  });
  const twin = await put('venues', 'twin', { venue: `${text(5)} twin` });
  const organizer = await put('organizers', 'ann', { organizer: text(6), email: `${MARK}@x.y` });
  const event = await put(
    'events',
    'fair',
    eventPayload({
      title: text(7),
      description: text(8),
      excerpt: text(9),
      website: `https://x.y/${MARK}`,
      cost: `${MARK} 5`,
      venue: venue.id,
      organizer: [organizer.id],
    }),
  );
  // What stays, and holds the others for a while.
  for (let n = 0; n < 40; n++) {
    const body = eventPayload({ title: `Fair ${n}`, venue: venue.id, organizer: [organizer.id] });
    await app.given({ request: 'POST /events', body });
  }
  await app.given({ request: `POST /venues/${venue.id}/merge`, body: { drop: [twin.id] } });
  for (const { route, id } of [venue, organizer, event]) {
    const body = { description: text(10).repeat(300) };
    await app.given({ request: `PATCH /${route}/${id}`, body });
  }
  return [venue, organizer, event, twin];
}

/** Does what upkeep does a minute later. */
async function work(app: TestApp): Promise<void> {
  app.clock.nowMs += 60_000;
  expect(await drain(app.deps)).toBe(true);
}

overTwoPairs('24.2 what is erased', (pair) => {
  it('leaves no text after the trash is emptied', async () => {
    const app = await openTestApp(pair, { settings: { TRASH_DAYS: '30' } });
    try {
      const marked = await givenMarked(app);
      for (const { route, id } of marked.slice(0, 3)) {
        await app.given({ request: `DELETE /${route}/${id}` });
      }
      app.clock.nowMs += 30 * DAY_MS - 60_000;
      expect(await emptyTrash(app.deps)).toBe(true);
      await work(app);
      expect((await marksIn(app, pair)).length).toBeGreaterThan(0);
      app.clock.nowMs += 120_000;
      expect(await emptyTrash(app.deps)).toBe(false);
      expect(await emptyTrash(app.deps)).toBe(true);
      await work(app);
      expect(await marksIn(app, pair)).toEqual([]);
      for (const name of ['event', 'venue', 'organizer'] as const) {
        const left = await app.deps.store.scan(name, { afterId: 0, limit: 100 });
        expect(left.length).toBe(name === 'event' ? 40 : 0);
        expect(isMarked(JSON.stringify(left))).toBe(false);
      }
      const { total } = await app.given({ request: 'GET /events?start_date=2026-03-01' });
      expect(total).toBe(40);
    } finally {
      await app.close();
    }
  });

  it('leaves no text after DELETE with force; the outbox has none as soon as it answers', async () => {
    const app = await openTestApp(pair);
    try {
      const [venue, organizer, event, twin] = await givenMarked(app);
      for (const { route, id } of [event, venue, organizer, twin].flatMap((one) => one ?? [])) {
        await app.given({ request: `DELETE /${route}/${id}?force=true`, isSettled: false });
        const entries = await app.deps.store.outbox.list({ afterId: null, limit: 100 });
        expect(isMarked(JSON.stringify(entries))).toBe(false);
      }
      await work(app);
      expect(await marksIn(app, pair)).toEqual([]);
    } finally {
      await app.close();
    }
  });
});
