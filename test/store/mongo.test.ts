/**
 * The MongoDB record store passes the port's contract. Records are returned exactly as written, and
 * only a replica set is accepted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Db, IndexDescription } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { openMongoStore } from '../../src/store/mongo/adapter.js';
import { indexTable, LAYOUT } from '../../src/store/mongo/collections.js';
import { requireReplicaSet } from '../../src/store/mongo/connect.js';
import { THIS_RELEASE } from '../../src/store/releases.js';
import { makeRecord, makeSnapshot, NOW, revise } from '../contracts/builders.js';
import { describeRecordStore, inserts, UNLEASED } from '../contracts/record-store.js';
import { mongoUrl, takeMongo } from '../support/mongo.js';
import { openBetween } from '../support/mongo-between.js';
import { freshMongo, overMongo } from '../support/mongo-stores.js';

overMongo('over MongoDB', () => {
  describeRecordStore('mongo', async () => {
    const { url, release } = await takeMongo();
    const port = await openMongoStore({ url, now: () => NOW * 1000 });
    return {
      port,
      close: async () => {
        await port.close();
        await release();
      },
    };
  });
  describeDocuments();
});

function describeDocuments(): void {
  describe('documents', () => {
    const stores = freshMongo();

    test('a record is returned byte for byte, with its keys in order', async () => {
      const store = await stores().open();
      const fields = JSON.parse(`{"z":1,"cost":["5"],"image":{"url":"https://x.test","id":3},
        "big":9007199254740991,"half":0.5,"small":-1e-300,"empty":"","none":null,
        "text":"\\u2028 \u{1f3bb}","yes":true}`);
      const first = makeRecord('event', 1, { fields });
      const { relations, title, ...rest } = revise(first);
      const second = { relations, ...rest, title };
      await store.write(inserts(first), UNLEASED);
      expect(JSON.stringify(await store.get('event', { id: 1 }))).toBe(JSON.stringify(first));
      await store.write([{ record: second, expected: 1 }], UNLEASED);
      expect(JSON.stringify(await store.get('event', { id: 1 }))).toBe(JSON.stringify(second));
    });

    test('every index of the table is there', async () => {
      await stores().open();
      const db = (await stores().raw()).db();
      for (const [name, indexes] of Object.entries(indexTable())) {
        const found = await db.collection(name).indexes();
        const wanted = indexes.map((index) => [index.name, index.key, index.unique ?? false]);
        expect(found.map((index) => [index.name, index.key, index.unique ?? false])).toEqual(
          expect.arrayContaining(wanted),
        );
      }
    });

    test('a database of a later layout, or of a release before 2.0.0, is refused', async () => {
      await stores().open();
      const db = (await stores().raw()).db();
      const counters = db.collection<{ _id: string; last: number }>('counter');
      const layout = await counters.findOne({ _id: 'layout' });
      expect([layout?.last, (await counters.findOne({ _id: 'release' }))?.last]).toEqual([
        LAYOUT,
        THIS_RELEASE,
      ]);
      const set = (_id: string, last: number) => counters.updateOne({ _id }, { $set: { last } });
      const refusal = async () =>
        stores()
          .open()
          .then(
            () => 'none',
            ({ cause }: Error) => (cause as Error).message,
          );
      try {
        await set('layout', 99);
        await set('release', 2_003_004);
        expect(await refusal()).toMatch(/layout 99, which Marquee 2\.3\.4 can read/);
        expect((await counters.findOne({ _id: 'layout' }))?.last).toBe(99);
        await set('layout', 5);
        await set('release', 1_000_000);
        expect(await refusal()).toMatch(/before 2\.0\.0.*export.*with that release.*load/);
      } finally {
        await set('layout', LAYOUT);
        await set('release', THIS_RELEASE);
      }
    });

    test('row 10: a count of requests waits for no majority', async () => {
      const between = await openBetween(mongoUrl() ?? '');
      const store = await openMongoStore({
        url: between.url(`marquee_counts_${process.pid}`),
        now: Date.now,
      });
      const db = store.database() as Db;
      await db.collection('rate_limit').updateOne({}, { $set: { points: 1 } }, { upsert: true });
      await db.dropDatabase();
      await store.close();
      between.close();
      const [count] = between.sent.filter(({ command }) => command.update === 'rate_limit');
      expect(count?.command.writeConcern).toEqual({ w: 1 });
    });

    test('row 13: a released name of an index keeps its definition', async () => {
      const [{ collection, index }] = tableOfIndexes().slice(-1) as [Named];
      const other = { [collection]: [{ ...index, key: { other: 1 } }] };
      await stores().open();
      const db = (await stores().raw()).db();
      // What the server says of the fault that the golden file is there to find.
      const created = db.collection(collection).createIndexes(other[collection] ?? []);
      await expect(created).rejects.toMatchObject({ code: 86 });
      const file = new URL('../golden/mongo-indexes.json', import.meta.url);
      const released: Record<string, IndexDescription> = JSON.parse(readFileSync(file, 'utf8'));
      // Collections of records have the same indexes.
      const now = tableOfIndexes().map(({ collection, index }): [string, IndexDescription] => [
        `${collection.replace(/^rec_.*/, 'rec')} ${index.name}`,
        index,
      ]);
      if (process.env.UPDATE_GOLDEN) {
        const all = { ...Object.fromEntries(now), ...released };
        writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
      }
      // The order of the keys counts.
      for (const [name, index] of now) {
        expect(JSON.stringify(released[name])).toBe(JSON.stringify(index));
      }
    });

    test('usage: many targets at once give the same counts as one by one', async () => {
      const store = await stores().open();
      const tags = Array.from({ length: 60 }, (_, at) => at + 1);
      const status = ['publish', 'future', 'private', 'draft', 'trash'] as const;
      const events = tags.map((tag) =>
        makeRecord('event', tag, {
          status: status[tag % 5] ?? 'publish',
          relations: {
            tags: tags
              .filter((other) => tag % other === 0)
              .map((id) => makeSnapshot(makeRecord('tag', id))),
          },
        }),
      );
      await store.write(inserts(...events), UNLEASED);
      const ref = (id: number) => ({ kind: 'tag' as const, id });
      const all = await store.usage([...tags, 999].map(ref), NOW);
      expect(all.size).toBe(tags.length);
      for (const tag of tags) {
        const key = `tag ${tag}`;
        expect([tag, all.get(key)]).toEqual([tag, (await store.usage([ref(tag)], NOW)).get(key)]);
      }
    });

    test('a large write: independent changes, in order where one needs another', async () => {
      const store = await stores().open();
      const records = Array.from({ length: 100 }, (_, at) => makeRecord('event', at + 1));
      await store.write(inserts(...records), UNLEASED);
      const again = revise(makeRecord('event', 50), { title: 'Again', slug: 'later' });
      const changes = [
        { record: again, expected: 1 },
        ...inserts(makeRecord('event', 200, { slug: 'event-50' })),
        ...inserts(makeRecord('event', 201, { slug: 'event-51' })),
        { record: revise(makeRecord('event', 49)), expected: 2 },
      ];
      const { conflicts, written } = await store.write(changes, UNLEASED);
      expect(conflicts).toEqual([
        { at: 2, reason: 'slug' },
        { at: 3, reason: 'revision' },
      ]);
      expect(written.map(({ id }) => id)).toEqual([50, 200]);
      expect((await store.get('event', { slug: 'event-50' }))?.id).toBe(200);
      expect((await store.get('event', { id: 50 }))?.title).toBe('Again');
    });

    test('an error does not reveal the credentials', async () => {
      const url = 'mongodb://ann:hunter2@localhost:1/marquee?ssl=maybe';
      const error = await openMongoStore({ url, now: Date.now }).catch((one) => one);
      expect(error.message).toContain('MONGO_URL is refused by the driver');
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('hunter2');
    });
  });
}

interface Named {
  collection: string;
  index: IndexDescription;
}

const tableOfIndexes = (): Named[] =>
  Object.entries(indexTable()).flatMap(([collection, indexes]) =>
    indexes.map((index) => ({ collection, index })),
  );

describe('a server', () => {
  const answering = (hello: object) =>
    ({ admin: () => ({ command: async () => hello }) }) as unknown as Db;

  test.each([
    ['a member of a replica set', { setName: 'rs0' }],
    ['a router of a sharded cluster', { msg: 'isdbgrid' }],
  ])('%s is accepted', async (_, hello) => {
    await expect(requireReplicaSet(answering(hello))).resolves.toBeUndefined();
  });

  test('a standalone one is refused, with the line that makes it a replica set', async () => {
    await expect(requireReplicaSet(answering({ ok: 1 }))).rejects.toThrow(/--replSet .*initiate/);
  });
});
