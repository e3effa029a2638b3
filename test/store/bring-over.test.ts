/**
 * A file and a database that an earlier release wrote (layout 1, test/fixtures) are brought to the
 * present layout when they are opened. What was still to be done is done by the outbox.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BSON, MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import type { StoredRecord } from '../../src/kinds/record.js';
import { RELEASE, toNumber } from '../../src/lib/package.js';
import { prepareIndex } from '../../src/records/upkeep/prepare.js';
import { LAYOUT } from '../../src/store/mongo/collections.js';
import { rebuild } from '../../src/sync/rebuild.js';
import {
  type Opened,
  openPair,
  overPairs,
  type TakenEngines,
  takeEngines,
} from '../support/adapters.js';
import { AGES_MS, asideTexts, catchUp, disagreements, replay } from '../support/agree.js';

const fixture = (name: string) => new URL(`../fixtures/${name}`, import.meta.url).pathname;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

async function giveLayout1({ settings }: TakenEngines): Promise<void> {
  const file = gunzipSync(readFileSync(fixture('layout-1.sqlite.gz')));
  if (!settings.MONGO_URL) {
    writeFileSync(join(settings.DATA_DIR ?? '', 'marquee.sqlite'), file);
    return;
  }
  const client = await new MongoClient(settings.MONGO_URL).connect();
  // Databases of tests are used again, and are of the present layout then.
  await client.db().dropDatabase();
  await fill(client, 1);
  await client.close();
}

/** Inserts what a release of the layout wrote. */
async function fill(client: MongoClient, layout: number): Promise<void> {
  const text = readFileSync(fixture(`layout-${layout}.mongo.json`), 'utf8');
  const collections: Record<string, { _id: never }[]> = BSON.EJSON.parse(text);
  for (const [name, documents] of Object.entries(collections)) {
    await client.db().collection(name).insertMany(documents);
  }
}

/** Rebuilds the index and does all that is owed; store and index agree then. */
async function doOwedWork({ deps, clock }: Opened): Promise<void> {
  await rebuild(deps);
  await replay(deps);
  clock.nowMs += AGES_MS;
  await catchUp(deps);
  clock.nowMs += 3_600_000;
  await catchUp(deps);
  expect(await disagreements(deps)).toEqual([]);
}

overPairs('a database of layout 1', (pair) => {
  it.skipIf(!pair.engines.includes('mongo'))(
    'is brought over after an attempt that was interrupted',
    async () => {
      const engines = await takeEngines(pair);
      const client = await new MongoClient(engines.settings.MONGO_URL ?? '').connect();
      try {
        await giveLayout1(engines);
        const outbox = client.db().collection('outbox');
        await (await openPair(pair, { engines })).close();
        const entries = await outbox.find().toArray();
        // As it is when the entries are there and no record has been replaced.
        await giveLayout1(engines);
        await outbox.insertMany(entries);
        const opened = await openPair(pair, { engines });
        expect((await opened.deps.store.outbox.backlog()).setAside).toBe(1);
        await doOwedWork(opened);
        await opened.close();
      } finally {
        await client.close();
        await engines.release();
      }
    },
  );

  it('is brought over: records, links, people, images, and all that was owed', async () => {
    const engines = await takeEngines(pair);
    await giveLayout1(engines);
    const opened = await openPair(pair, { engines });
    const { deps } = opened;
    try {
      await prepareIndex(deps);
      expect(await asideTexts(deps)).toEqual(['event 6@2: 400 strict_dynamic_mapping_exception']);
      const { store } = deps;
      // A layout is brought over once: what was owed is owed once.
      const before = await store.outbox.list({ setAside: false, afterId: null, limit: 1000 });
      const again = await openPair(pair, { engines });
      expect(await again.deps.store.outbox.backlog()).toEqual(await store.outbox.backlog());
      await again.close();
      expect(before.map(({ task }) => task)).toEqual(
        expect.arrayContaining(['index', 'snapshots', 'publish']),
      );

      await doOwedWork(opened);

      const events = await store.scan('event', { afterId: 0, limit: 100 });
      const titles = (event: StoredRecord | undefined, field: string) =>
        event?.relations[field]?.map(({ title }) => title);
      const event = (id: number) => events.find((one) => one.id === id);
      // The rename of the venue had not reached any event, the removal of a category not all.
      for (const id of [5, 6, 7, 8, 9, 10, 11, 12, 13]) {
        expect(titles(event(id), 'venue'), `event ${id}`).toEqual(['Great Hall']);
      }
      expect(titles(event(15), 'categories')).toEqual([]);
      expect(titles(event(10), 'tags')).toEqual(['Free', 'Late']);
      expect(event(12)?.status).toBe('publish');
      expect([event(11)?.status, event(13)?.status]).toEqual(['draft', 'trash']);
      const jazz = await store.get('category', { slug: 'jazz' });
      expect(jazz?.fields.parent).toBeGreaterThan(0);
      expect(await store.get('category', { id: 3 })).toBeNull();

      // MongoDB's has a create that was recorded and not finished: it is finished.
      const isMongo = pair.engines.includes('mongo');
      expect(titles(event(17), 'venue')).toEqual(isMongo ? ['Never Inserted'] : undefined);
      expect((await store.get('venue', { slug: 'never-inserted' }))?.id).toBe(
        isMongo ? 16 : undefined,
      );

      const { users, images } = store;
      const nameOf = async (token: string) =>
        (await users.findByHash(hashOf(token), '2026-03-10 12:00:00'))?.name;
      expect(await nameOf('mq_of_admin_in_fixture')).toBe('admin');
      expect(await nameOf('mq_of_ann_in_fixture')).toBe('ann');
      expect(await nameOf('mq_of_gone_in_fixture')).toBeUndefined();
      expect((await users.list()).map(({ name }) => name)).toEqual(['admin', 'ann', 'gone']);
      expect((await images.get(1))?.url).toBe('https://example.com/hall.jpg');
      const [next] = await store.nextIds('post', 1);
      expect(next).toBeGreaterThan(15);
    } finally {
      await opened.close();
      await engines.release();
    }
  });
});

overPairs('a MongoDB database', (pair) => {
  const isOne = pair.engines.includes('mongo') && !pair.engines.includes('elasticsearch');

  it.skipIf(!isOne)('of layout 2 is migrated, one of a later layout is refused', async () => {
    const engines = await takeEngines(pair);
    const client = await new MongoClient(engines.settings.MONGO_URL ?? '').connect();
    try {
      await client.db().dropDatabase();
      await fill(client, 2);
      const opened = await openPair(pair, { engines });
      // The killed process had leased what it owed.
      opened.clock.nowMs = Date.UTC(2027, 0, 1);
      await doOwedWork(opened);
      const { store } = opened.deps;
      const events = await store.scan('event', { afterId: 0, limit: 100 });
      const venues = events.flatMap(({ relations }) => relations.venue ?? []);
      expect(new Set(venues.map(({ title }) => title))).toEqual(new Set(['Great Hall']));
      expect((await store.users.list()).map(({ name }) => name)).toEqual(['admin', 'ann', 'gone']);
      await opened.close();
      const counters = client.db().collection<{ _id: string; last: number }>('counter');
      const numberOf = async (_id: string) => (await counters.findOne({ _id }))?.last;
      expect(await numberOf('layout')).toBe(LAYOUT);
      expect(await numberOf('release')).toBe(toNumber(RELEASE));
      await counters.updateOne({ _id: 'layout' }, { $set: { last: 99 } });
      await counters.updateOne({ _id: 'release' }, { $set: { last: 2_003_004 } });
      const refused = await openPair(pair, { engines }).catch((error: Error) => error.message);
      expect(refused).toMatch(/^MONGO_URL: The database has layout 99, which Marquee 2\.3\.4 can/);
      expect(await numberOf('layout')).toBe(99);
    } finally {
      await client.db().dropDatabase();
      await client.close();
      await engines.release();
    }
  });
});
