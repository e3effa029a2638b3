/**
 * The MongoDB record store passes the contract of the port; what it keeps comes back byte for
 * byte, and several processes on one database know of each other's work.
 */
import { describe, expect, test } from 'vitest';
import { limits } from '../../src/limits.js';
import { openMongoStore } from '../../src/store/mongo/adapter.js';
import { indexTable } from '../../src/store/mongo/collections.js';
import { makeRecord, makeSnapshot, NOW, revise } from '../contracts/builders.js';
import { conflictsOf, describeRecordStore, inserts } from '../contracts/record-store.js';
import { takeMongo } from '../support/mongo.js';
import { freshMongo, overMongo } from '../support/mongo-stores.js';

overMongo('over MongoDB', () => {
  describeRecordStore('mongo', async () => {
    const { url, release } = await takeMongo();
    const port = await openMongoStore({ url, now: Date.now, owner: 'test' });
    return {
      port,
      close: async () => {
        await port.close();
        await release();
      },
    };
  });
  describeDocuments();
  describeClaims();
  describeNames();
});

function describeDocuments(): void {
  describe('documents', () => {
    const stores = freshMongo();

    test('a record comes back byte for byte, whatever its keys and numbers', async () => {
      const store = await stores().open('a');
      const fields = JSON.parse(`{"z":1,"a.b":2,"$c":{"$ref":1,"%24":"%"},"100%":[null,[],{}],
        "big":9007199254740991,"half":0.5,"small":-1e-300,"empty":"","":0,"2":"two","1":"one",
        "__proto__":{"x":1},"text":"\\u0000 \\u2028 \u{1f3bb}","constructor":null}`);
      const first = makeRecord('event', 1, { fields });
      const { relations, title, ...rest } = revise(first);
      const second = { relations, ...rest, title };
      await store.write(inserts(first));
      expect(JSON.stringify(await store.get('event', { id: 1 }))).toBe(JSON.stringify(first));
      await store.write([{ record: second, expected: 1 }]);
      expect(JSON.stringify(await store.get('event', { id: 1 }))).toBe(JSON.stringify(second));
    });

    test('what JSON does not keep is not kept', async () => {
      const store = await stores().open('a');
      const odd = { minus: -0, nan: Number.NaN, none: undefined, list: [undefined] };
      const record = makeRecord('tag', 1, { fields: odd as never });
      await store.write(inserts(record));
      const kept = (await store.get('tag', { id: 1 }))?.fields ?? {};
      expect(JSON.stringify(kept)).toBe('{"minus":0,"nan":null,"list":[null]}');
      expect(Object.is(kept.minus, 0)).toBe(true);
    });

    test('every index of the table is there, and none but that of _id is unique', async () => {
      await stores().open('a');
      const db = (await stores().raw()).db();
      for (const [name, indexes] of Object.entries(indexTable())) {
        const found = await db.collection(name).indexes();
        const wanted = indexes.map((index) => [index.name, index.key]);
        expect(found.map((index) => [index.name, index.key])).toEqual(
          expect.arrayContaining(wanted),
        );
        expect(found.filter((index) => index.unique && index.name !== '_id_')).toEqual([]);
      }
    });

    test('usage: many targets at once are counted as one by one', async () => {
      const store = await stores().open('a');
      const tags = Array.from({ length: limits.usageCounts + 5 }, (_, at) => at + 1);
      const status = ['publish', 'future', 'private', 'draft', 'trash'] as const;
      const events = tags.map((tag) =>
        makeRecord('event', tag, {
          status: status[tag % 5] ?? 'publish',
          relations: {
            tags: tags.filter((other) => tag % other === 0).map((id) => snapshotOfTag(id)),
          },
        }),
      );
      await store.write(inserts(...events));
      const all = await store.usage('tags', [...tags, 999], NOW);
      expect(all.size).toBe(tags.length);
      for (const tag of tags) {
        expect([tag, all.get(tag)]).toEqual([
          tag,
          (await store.usage('tags', [tag], NOW)).get(tag),
        ]);
      }
    });

    test('a large write: each change for itself, in order where one needs another', async () => {
      const store = await stores().open('a');
      const records = Array.from({ length: 100 }, (_, at) => makeRecord('event', at + 1));
      const again = revise(makeRecord('event', 50), { title: 'Again', slug: 'later' });
      const { conflicts, written } = await store.write([
        ...inserts(...records),
        { record: again, expected: 1 },
        ...inserts(makeRecord('event', 200, { slug: 'event-50' })),
        ...inserts(makeRecord('event', 201, { slug: 'event-51' })),
        { record: revise(again), expected: 1 },
      ]);
      expect(conflicts).toEqual([
        { at: 102, reason: 'slug' },
        { at: 103, reason: 'revision' },
      ]);
      expect(written.map(({ id }) => id)).toEqual([...records.map(({ id }) => id), 50, 200]);
      expect((await store.get('event', { slug: 'event-50' }))?.id).toBe(200);
      expect((await store.get('event', { id: 50 }))?.title).toBe('Again');
    });

    test('an error says nothing of the credentials', async () => {
      const url = 'mongodb://ann:hunter2@localhost:1/marquee?ssl=maybe';
      const error = await openMongoStore({ url, now: Date.now, owner: 'a' }).catch((one) => one);
      expect(error.code).toBe('record_store_unavailable');
      expect(`${error.cause.stack} ${JSON.stringify(error.cause)}`).not.toContain('hunter2');
    });
  });
}

const snapshotOfTag = (id: number) => makeSnapshot(makeRecord('tag', id));

function describeClaims(): void {
  describe('claims of two processes', () => {
    const stores = freshMongo();
    const one = makeRecord('venue', 1);

    test('who writes or touches has claimed; another gets it once the claim is over', async () => {
      const [a, b] = [await stores().open('a'), await stores().open('b')];
      const marks = { spreads: true, checksLinks: true };
      await a.write([{ record: one, expected: 0, ...marks }]);
      const claimed = async (store: typeof a) => [
        (await store.unindexed('venue', { limit: 9, isClaim: true })).length,
        (await store.spreading('venue', 9)).length,
        (await store.linksToCheck('venue', 9)).length,
      ];
      expect(await claimed(b)).toEqual([0, 0, 0]);
      expect(await claimed(a)).toEqual([1, 1, 1]);
      expect(await b.unindexed('venue', { limit: 9 })).toHaveLength(1);
      stores().clock.nowMs += limits.claimMs;
      expect(await claimed(b)).toEqual([1, 1, 1]);
      expect(await claimed(a)).toEqual([0, 0, 0]);
      stores().clock.nowMs += limits.claimMs / 2;
      await b.renewSpread('venue', { id: 1, revision: 1 });
      stores().clock.nowMs += limits.claimMs / 2;
      expect(await claimed(a)).toEqual([1, 0, 1]);
      const touches = [{ kind: 'venue' as const, id: 1 }];
      await b.write([{ record: makeRecord('event', 2), expected: 0, touches }]);
      expect(await a.unindexed('venue', { limit: 9, isClaim: true })).toEqual([]);
    });

    test('of two that claim at once, each record goes to one', async () => {
      const [a, b, c] = [
        await stores().open('a'),
        await stores().open('b'),
        await stores().open('c'),
      ];
      const records = Array.from({ length: 20 }, (_, at) => makeRecord('tag', at + 1));
      await c.write(inserts(...records));
      stores().clock.nowMs += limits.claimMs;
      const taken = await Promise.all(
        [a, b, a, b].map((store) => store.unindexed('tag', { limit: 20, isClaim: true })),
      );
      const idsOf = (at: number) =>
        taken
          .filter((_, i) => i % 2 === at)
          .flat()
          .map(({ id }) => id);
      const [mine, others] = [new Set(idsOf(0)), new Set(idsOf(1))];
      expect([...mine].filter((id) => others.has(id))).toEqual([]);
      expect(mine.size + others.size).toBe(20);
    });

    test('watch: wakes at what others leave unindexed, not at what this process does', async () => {
      const [a, b] = [await stores().open('a'), await stores().open('b')];
      let woken = 0;
      let wake = () => {};
      const waking = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const stop = await a.watch(() => {
        woken++;
        wake();
      });
      if (!stop) return; // A single server cannot tell.
      await a.write(inserts(makeRecord('tag', 1)));
      await a.images.insert({ id: 9, url: 'https://x.test/9.png', extension: 'png' });
      await b.write(inserts(one));
      await waking;
      expect(woken).toBe(1);
      await stop();
      await stop();
    });
  });
}

function describeNames(): void {
  describe('names of users', () => {
    const stores = freshMongo();
    const ann = { name: 'ann', role: 'editor', token_hash: 'h1', created_utc: 'now' };

    test('one that a process left reserved is free after a while, its ID is not', async () => {
      const store = await stores().open('a');
      const db = (await stores().raw()).db();
      const at = stores().clock.nowMs;
      await db
        .collection<{ _id: string }>('reservation')
        .insertOne({ _id: 'user:ann', owner: 1, token: 'x', at } as never);
      expect(await store.users.add(ann)).toBeNull();
      stores().clock.nowMs += limits.abandonedMs;
      const added = await store.users.add(ann);
      expect(added?.id).toBeGreaterThan(1);
      expect(await store.users.get(1)).toBeNull();
      expect(await store.users.list()).toEqual([added]);
    });

    test('of many that add one name at once, one does', async () => {
      const [a, b] = [await stores().open('a'), await stores().open('b')];
      const added = await Promise.all([a, b, a, b].map((store) => store.users.add(ann)));
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await conflictsOf(a, inserts(makeRecord('tag', 1, { slug: 'ann' })))).toEqual([]);
    });
  });
}
