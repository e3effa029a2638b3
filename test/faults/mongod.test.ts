/**
 * What a real cluster of MongoDB does and the server of the tests does not: its majority lags, its
 * index builds take minutes, it ends reads by itself, it was never initiated. A server between
 * plays that part.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Document } from 'mongodb';
import { afterEach, expect, test } from 'vitest';
import { limits } from '../../src/limits.js';
import { openMongoStore } from '../../src/store/mongo/adapter.js';
import type { RecordStore } from '../../src/store/port.js';
import { makeRecord, NOW } from '../contracts/builders.js';
import { inserts, UNLEASED } from '../contracts/record-store.js';
import { mongoUrl, takeMongo } from '../support/mongo.js';
import { lost, openBetween, type Rule } from '../support/mongo-between.js';
import { overMongo } from '../support/mongo-stores.js';

/** Longer than a socket waits. */
const LONG_MS = limits.storeSocketMs + 500;

/** The answer comes so late. */
const after = (ms: number) => async (answer: Document) => {
  await pause(ms);
  return answer;
};

/** An error as MongoDB answers it. */
const refused = (code: number, codeName: string) => (): Document => ({
  ok: 0,
  ...{ code, codeName, errmsg: codeName },
});

overMongo('a MongoDB that is slow or lags', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** A server between, and a database that no store has opened unless `isMade`. */
  const openBoth = async ({ isMade = true } = {}) => {
    const taken = isMade ? await takeMongo() : { url: freshUrl(), release: () => undefined };
    const between = await openBetween(mongoUrl() ?? '');
    closing.push(taken.release, between.close);
    const database = new URL(taken.url).pathname.slice(1);
    if (isMade) await (await openMongoStore({ url: taken.url, now })).close();
    const direct = async () => {
      const store = await openMongoStore({ url: taken.url, now });
      closing.push(store.close);
      return store;
    };
    const behind = async () => {
      const store = await openMongoStore({ url: between.url(database), now });
      closing.push(store.close);
      return store;
    };
    return { between, direct, behind };
  };

  const long = { timeout: 60_000 };
  const tag = makeRecord('tag', 1);

  test('row 1: an index that takes longer to build than a socket waits', long, async () => {
    const { between, behind } = await openBoth({ isMade: false });
    between.obey(({ name }) => (name === 'createIndexes' ? after(LONG_MS) : undefined));
    const store = await behind();
    await store.write(inserts(tag), UNLEASED);
    expect(await store.get('tag', { id: 1 })).toEqual(tag);
    await dropDatabase(store);
  });

  test('row 11: an index build does not wait for a member that is down', async () => {
    const { between, behind } = await openBoth({ isMade: false });
    await dropDatabase(await behind());
    const builds = between.sent.filter(({ name }) => name === 'createIndexes');
    expect(builds.length).toBeGreaterThan(0);
    expect(new Set(builds.map(({ command }) => command.commitQuorum))).toEqual(
      new Set(['majority']),
    );
  });

  /** A primary that has committed what no other member has yet. */
  const lagging: Rule = ({ name, command }) => {
    if (name === 'commitTransaction') return lost;
    const isOfMajority = command.readConcern?.level === 'majority';
    if (name !== 'find' || !isOfMajority) return undefined;
    return ({ cursor, ...rest }) => ({ ...rest, cursor: { ...cursor, firstBatch: [] } });
  };

  test('row 2: what no majority has is not acknowledged', long, async () => {
    const { between, behind, direct } = await openBoth();
    const store = await behind();
    between.obey(lagging);
    await expect(store.write(inserts(tag), UNLEASED)).rejects.toMatchObject({
      code: 'record_store_unavailable',
      message: expect.stringContaining('may have been stored'),
    });
    // The primary has it; a failover would undo it.
    expect(await (await direct()).get('tag', { id: 1 })).toEqual(tag);
  });

  test('row 2: a document whose answer is lost may have been stored', long, async () => {
    const { between, behind } = await openBoth();
    const store = await behind();
    between.obey(({ name }) => (name === 'insert' ? lost : undefined));
    const document = { type: 'webhook' as const, id: 1, revision: 0, value: {} };
    await expect(store.documents.swap(document)).rejects.toMatchObject({
      code: 'record_store_unavailable',
      message: expect.stringContaining('may have been stored'),
    });
  });

  test('row 6: a slow majority does not undo the raising of versions', long, async () => {
    const { between, behind } = await openBoth();
    const store = await behind();
    await store.write(inserts(tag), UNLEASED);
    const lateMs = limits.heldRecordMs + 1000;
    between.obey(({ name }) => (name === 'commitTransaction' ? after(lateMs) : undefined));
    const raised = await store.raiseVersions('tag', [{ id: 1 }]);
    expect(raised.map(({ version }) => version)).toEqual([2]);
  });

  test('row 12: a read that the server ends is not sent again', long, async () => {
    const { between, behind } = await openBoth();
    const store = await behind();
    between.sent.length = 0;
    const end = refused(50, 'MaxTimeMSExpired');
    between.obey(({ name }) =>
      name === 'find'
        ? (answer) => after(limits.storeTimeoutMs + 500)(answer).then(end)
        : undefined,
    );
    await expect(store.get('tag', { id: 1 })).rejects.toMatchObject({
      code: 'record_store_unavailable',
    });
    expect(between.sent.filter(({ name }) => name === 'find')).toHaveLength(1);
  });

  test.each([
    ['the set', ''],
    ['this member alone', 'directConnection=true'],
  ])('row 14: a member that was never initiated is named, asked as %s', long, async (_, option) => {
    const { between } = await openBoth();
    between.obey(({ name }) =>
      /^(hello|ismaster|isMaster)$/.test(name)
        ? ({ setName, hosts, primary, me, isWritablePrimary, ismaster, ...rest }) => ({
            ...{ ...rest, isreplicaset: true, isWritablePrimary: false, ismaster: false },
          })
        : undefined,
    );
    const url = between.url('marquee').replace('directConnection=true', option);
    const error = await openMongoStore({ url, now }).catch((one) => one);
    expect(String(error.cause?.message ?? error.message)).toMatch(/never initiated.*rs\.initiate/);
  });
});

const now = () => NOW * 1000;

let made = 0;
const freshUrl = (): string =>
  (mongoUrl() ?? '').replace(
    /^(\w+:\/\/[^/?]*)\/?[^?]*/,
    `$1/marquee_fresh_${process.pid}_${made++}`,
  );

const dropDatabase = async (store: RecordStore & { database?: () => unknown }): Promise<void> => {
  const db = store.database?.() as { dropDatabase: () => Promise<unknown> };
  await db.dropDatabase();
};
