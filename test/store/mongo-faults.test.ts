/**
 * MongoDB writers that compete or die, and connections that are cut: no slug has two owners, no
 * change is left half written, and the result of a commit is never reported wrongly.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { openMongoStore } from '../../src/store/mongo/adapter.js';
import { MONGO_FAIL_POINTS } from '../../src/store/mongo/write.js';
import type { Change, KeyWrite, RecordStore } from '../../src/store/port.js';
import { makeRecord, makeSnapshot, NOW, revise } from '../contracts/builders.js';
import { conflictsOf, inserts, UNLEASED } from '../contracts/record-store.js';
import { takeMongo } from '../support/mongo.js';
import { freshMongo, overMongo, pauseAt, stopAt } from '../support/mongo-stores.js';
import { type FaultProxy, openProxy, throughProxy } from '../support/proxy.js';
import { until } from '../support/until.js';

overMongo('faults over MongoDB', () => {
  describeRaces();
  describeStops();
  describeLostAnswers();
});

function describeRaces(): void {
  describe('two writers', () => {
    const stores = freshMongo();

    test('only one gets a slug or key that both want', async () => {
      const [a, b] = [await stores().open(), await stores().open()];
      for (let round = 1; round <= 10; round++) {
        const own = round % 2 ? { slug: `s${round}` } : {};
        const keys: KeyWrite[] = round % 2 ? [] : [{ key: `x:${round}`, how: 'claim' }];
        const results = await Promise.all(
          [a, b, a, b].map((store, at) =>
            conflictsOf(store, [
              { record: makeRecord('event', round * 10 + at, own), expected: 0, keys },
            ]),
          ),
        );
        const reason = round % 2 ? 'slug' : 'key';
        expect(results.flat()).toEqual(Array.from({ length: 3 }, () => ({ at: 0, reason })));
      }
    });

    test('only one renames the same record; the other slug stays free', async () => {
      const [a, b] = [await stores().open(), await stores().open()];
      let tag = makeRecord('tag', 1);
      await a.write(inserts(tag), UNLEASED);
      for (let round = 1; round <= 10; round++) {
        const slugs = [`left-${round}`, `right-${round}`];
        const results = await Promise.all(
          slugs.map((slug, at) => {
            const change = { record: revise(tag, { slug }), expected: tag.revision };
            return conflictsOf(at === 0 ? a : b, [change]);
          }),
        );
        expect(results.flat()).toEqual([{ at: 0, reason: 'revision' }]);
        tag = (await b.get('tag', { id: 1 })) ?? tag;
        const loser = slugs.find((slug) => slug !== tag.slug) ?? '';
        expect(await a.takenSlugs('tag', slugs)).toEqual(new Set([tag.slug]));
        const other = makeRecord('tag', round + 1, { slug: loser });
        expect(await conflictsOf(a, inserts(other))).toEqual([]);
      }
    });

    test('a write made while another is paused in its transaction is the later one', async () => {
      const pause = pauseAt('mongo:written');
      const [a, b] = [await stores().open(pause.failPoint), await stores().open()];
      const tag = makeRecord('tag', 1);
      await b.write(inserts(tag), UNLEASED);
      const paused = a.write([{ record: revise(tag, { title: 'A' }), expected: 1 }], UNLEASED);
      await pause.reached;
      expect((await b.get('tag', { id: 1 }))?.title).toBe(tag.title);
      const late = conflictsOf(b, [{ record: revise(tag, { title: 'B' }), expected: 1 }]);
      pause.resume();
      const conflicts = [...(await paused).conflicts, ...(await late)];
      expect(conflicts).toEqual([{ at: 0, reason: 'revision' }]);
    });

    test('many writers, few slugs and records: never two owners, no slug lost', async () => {
      const all = [await stores().open(), await stores().open(), await stores().open()];
      const slugs = ['x', 'y', 'z'];
      const store = all[0] as RecordStore;
      await store.write(inserts(...[1, 2, 3, 4].map((id) => makeRecord('tag', id))), UNLEASED);
      const held = async () =>
        (await store.scan('tag', { afterId: 0, limit: 10 })).map(({ slug }) => slug);
      for (let round = 0; round < 8; round++) {
        await Promise.all(
          all.map(async (writer, at) => {
            const id = 1 + ((round + at * at) % 4);
            const tag = await writer.get('tag', { id });
            if (!tag) return;
            const record = revise(tag, { slug: slugs[(round * at + at) % 3] ?? 'x' });
            await writer.write([{ record, expected: tag.revision }], UNLEASED);
          }),
        );
        expect(new Set(await held()).size).toBe(4);
      }
      const taken = await held();
      const free = slugs.filter((slug) => !taken.includes(slug));
      const late = free.map((slug, at) => makeRecord('tag', 10 + at, { slug }));
      expect(await conflictsOf(store, inserts(...late))).toEqual([]);
    });
  });
}

function describeStops(): void {
  describe('a writer that dies', () => {
    const stores = freshMongo();
    const venue = makeRecord('venue', 1);
    const before = makeRecord('event', 2, { slug: 'old' });
    const claim = (key: string): KeyWrite => ({ key, how: 'claim' });
    const tag = makeRecord('tag', 1, { slug: 'made' });
    const after = revise(before, {
      slug: 'new',
      relations: { tags: [makeSnapshot(tag)], venue: [makeSnapshot(venue)] },
    });
    const update: Change = {
      record: after,
      expected: 1,
      creates: [tag],
      touched: [{ kind: 'venue', id: 1 }],
      keys: [claim('x:new')],
      lost: ['x:old'],
    };
    const asNew = { ...after, id: 3, revision: 1, version: 1 };
    const insert = { ...update, record: asNew, expected: 0, lost: [] };
    const removal: Change = { ...update, record: revise(before), removal: {}, keys: [] };
    const changes: Record<string, Change> = { update, insert, removal };
    const table = Object.keys(changes).flatMap((name) =>
      MONGO_FAIL_POINTS.map((point) => [name, point] as const),
    );

    test.each(table)('%s, at %s: everything is written or nothing', async (name, point) => {
      const change = changes[name] as Change;
      const [a, b] = [await stores().open(stopAt(point)), await stores().open()];
      const stored = { record: before, expected: 0, keys: [claim('x:old')] };
      await b.write([...inserts(venue), stored], UNLEASED);
      await b.outbox.finish(await b.outbox.list({ afterId: null, limit: 9 }));
      await expect(a.write([change], UNLEASED)).rejects.toMatchObject({
        code: 'record_store_unavailable',
      });
      const isMade = point === 'mongo:committed';
      const made = change.removal ? null : change.record;
      const original = change.expected > 0 ? before : null;
      expect(await b.get('event', { id: change.record.id })).toEqual(isMade ? made : original);
      expect(await b.get('tag', { slug: 'made' })).toEqual(isMade ? tag : null);
      const entries = await b.outbox.list({ afterId: null, limit: 9 });
      expect(entries.map(({ task }) => task)).toEqual(isMade ? ['index', 'changes', 'usage'] : []);
      await expectFree(b, [
        ['old', name === 'insert' || !isMade],
        ['new', isMade && name !== 'removal'],
      ]);
    });

    /** Expects slugs and keys to be free, or held as given. */
    const expectFree = async (store: RecordStore, held: [string, boolean][]) => {
      for (const [at, [name, isHeld]] of held.entries()) {
        const slug = makeRecord('event', 20 + at, { slug: name });
        const keyed = {
          record: makeRecord('event', 30 + at),
          expected: 0,
          keys: [claim(`x:${name}`)],
        };
        expect([name, await conflictsOf(store, inserts(slug))]).toEqual([
          name,
          isHeld ? [{ at: 0, reason: 'slug' }] : [],
        ]);
        expect([name, await conflictsOf(store, [keyed])]).toEqual([
          name,
          isHeld ? [{ at: 0, reason: 'key' }] : [],
        ]);
      }
    };
  });
}

function describeLostAnswers(): void {
  describe('a commit whose answer is lost', () => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    /** A store behind a proxy, and a direct one; `atCommit` runs before a commit is sent. */
    const open = async (atCommit: (proxy: FaultProxy) => Promise<void>) => {
      const { url, release } = await takeMongo();
      const proxy = await openProxy(url);
      const direct = await openMongoStore({ url, now: () => NOW * 1000 });
      const separator = url.includes('?') ? '&' : '?';
      const behind = await openMongoStore({
        // Not the members that the server lists: they bypass the proxy.
        url: `${throughProxy(url, proxy)}${separator}directConnection=true`,
        now: () => NOW * 1000,
        failPoint: async (name) => {
          if (name === 'mongo:written') await atCommit(proxy);
        },
      });
      closing.push(release, direct.close, proxy.close, behind.close);
      return { proxy, direct, behind };
    };
    const record = makeRecord('tag', 1);

    test('the outcome is found: the write is made once and reported as made', async () => {
      let passes = 0;
      const { proxy, direct, behind } = await open(async (one) => {
        if (passes++ === 0) await one.set('mute');
      });
      const writing = behind.write(inserts(record), UNLEASED);
      await until(() => direct.get('tag', { id: 1 }));
      await proxy.set('reset');
      await proxy.set('pass');
      const { conflicts, written, entries } = await writing;
      expect([conflicts, written]).toEqual([[], [record]]);
      const owed = await direct.outbox.list({ afterId: null, limit: 9 });
      expect(owed.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
      expect(entries.map(({ task }) => task)).toEqual(['index', 'changes']);
    });

    test('when the outcome cannot be found, the error says so', { timeout: 60_000 }, async () => {
      const { proxy, direct, behind } = await open((one) => one.set('mute'));
      const writing = behind.write(inserts(record), UNLEASED);
      await expect(writing).rejects.toMatchObject({
        code: 'record_store_unavailable',
        message: expect.stringContaining('may have been stored'),
      });
      expect(await direct.get('tag', { id: 1 })).toEqual(record);
      await proxy.set('pass');
    });

    test('a connection lost before the commit: nothing is written, and it is retried', async () => {
      let passes = 0;
      const { direct, behind } = await open(async (proxy) => {
        if (passes++ > 0) return;
        await proxy.set('reset');
        await proxy.set('pass');
      });
      const { written } = await behind.write(inserts(record), UNLEASED);
      expect(written).toEqual([record]);
      expect(await direct.get('tag', { id: 1 })).toEqual(record);
      const owed = await direct.outbox.list({ afterId: null, limit: 9 });
      expect(owed.map(({ task }) => task)).toEqual(['index', 'changes']);
    });
  });
}
