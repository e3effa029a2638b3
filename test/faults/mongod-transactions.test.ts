/**
 * MongoDB with its own defaults: an abandoned transaction holds what it wrote for 60 seconds, and
 * the driver retries writes. The server that all tests share has neither.
 */
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openMongoStore } from '../../src/store/mongo/adapter.js';
import type { RecordStore } from '../../src/store/port.js';
import { makeRecord, NOW, revise } from '../contracts/builders.js';
import { describeRecordStore, inserts, UNLEASED } from '../contracts/record-store.js';
import { REASONS } from '../support/engines.js';
import { mongoUrl, withDatabase } from '../support/mongo.js';
import { type Between, openBetween } from '../support/mongo-between.js';
import { type OwnMongo, startOwnMongo } from '../support/own-mongo.js';
import { until } from '../support/until.js';

const LIFETIME_SECONDS = 60;

const reason = mongoUrl() ? '' : ` (skipped: ${process.env[REASONS.mongo] ?? 'no MONGO_URL'})`;

describe.skipIf(reason !== '')(`MongoDB with its defaults${reason}`, () => {
  let server: OwnMongo;
  let made = 0;
  const closing: (() => unknown)[] = [];
  const clock = { nowMs: NOW * 1000 };
  beforeAll(async () => {
    server = await startOwnMongo(LIFETIME_SECONDS);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => server?.stop());

  const openAt = async (url: string): Promise<RecordStore> => {
    const store = await openMongoStore({ url, now: () => clock.nowMs });
    closing.push(() => store.close());
    return store;
  };

  describeRecordStore('mongo, row 7: writes are retried', async () => {
    const url = withDatabase(server.url, `contract_${made++}`);
    const port = await openMongoStore({ url, now: () => NOW * 1000 });
    return { port, close: () => port.close() };
  });

  test('row 7: the driver numbers plain writes, so that the server knows a repeated one', async () => {
    const between = await openBetween(server.url);
    closing.push(between.close);
    const store = await openAt(between.url(`retried_${made++}`));
    await store.outbox.add({ task: 'index', records: [], position: null });
    const [insert] = between.sent.filter(({ name }) => name === 'insert');
    expect(insert?.command.txnNumber).toBeDefined();
    expect(insert?.command.autocommit).toBeUndefined();
  });

  /** Numbers what is due, as the lane of the change feed does. */
  const number = async (store: RecordStore) => {
    const due = await store.outbox.lease(['changes'], { limit: 9, untilMs: clock.nowMs + 30_000 });
    if (due.length > 0) await store.changes.append(due);
  };
  const numbersIn = async (store: RecordStore) => {
    const rows = await store.changes.list({ kind: null, after: 0, limit: 9 });
    return new Map(rows.map(({ id, number }) => [id, number]));
  };

  /** Holds the process behind it after so many commands more, as a kill does. */
  const hold = (between: Between, commands: number) => {
    const state = { left: commands, isHeld: false, resume: () => {} };
    const gate = new Promise<void>((resolve) => {
      state.resume = resolve;
    });
    between.obey(() => {
      if (state.left-- > 0) return undefined;
      state.isHeld = true;
      return async (answer) => {
        await gate;
        return answer;
      };
    });
    return state;
  };

  test('row 4: background work passes by a record that a killed process holds', async () => {
    const url = withDatabase(server.url, `passed_${made++}`);
    const store = await openAt(url);
    const event = makeRecord('event', 1);
    await store.write(inserts(event), UNLEASED);
    const client = await new MongoClient(url).connect();
    closing.push(() => client.close());
    const session = client.startSession();
    session.startTransaction();
    const records = client.db().collection<{ _id: number }>('rec_event');
    await records.updateOne({ _id: 1 }, { $set: { held: true } }, { session });
    const changes = [{ record: revise(event), expected: 1 }];
    const ends: string[] = [];
    const write = (name: string, isRepeated: boolean) =>
      store.write(changes, { ...UNLEASED, isRepeated }).catch(() => ends.push(name));
    // A request waits in the hope that its writer lives; upkeep has other work.
    await Promise.all([write('request', false), write('upkeep', true)]);
    expect(ends).toEqual(['upkeep', 'request']);
    await session.endSession();
  });

  test('row 4: a process that ends at any command of the numbering holds up no other', async () => {
    let isWhole = false;
    for (let commands = 0; !isWhole; commands++) {
      const between = await openBetween(server.url);
      const database = `held_${made++}`;
      const other = await openAt(withDatabase(server.url, database));
      const held = await openAt(between.url(database));
      const [first, second] = [makeRecord('tag', 1), makeRecord('tag', 2)];
      await held.write(inserts(first), UNLEASED);
      const entries = await held.outbox.lease(['changes'], { limit: 9, untilMs: clock.nowMs + 1 });
      const state = hold(between, commands);
      const ended = held.changes.append(entries).then(() => {
        isWhole = !state.isHeld;
      });
      await until(() => state.isHeld || isWhole);
      // The lease is over, and nobody waits for a transaction of 60 seconds.
      clock.nowMs += 30_000;
      await other.write(inserts(second), UNLEASED);
      await number(other);
      const before = await numbersIn(other);
      expect([commands, [...before.keys()].sort()]).toEqual([commands, [1, 2]]);
      await other.write([{ record: revise(first), expected: 1 }], UNLEASED);
      await number(other);
      const last = await numbersIn(other);
      // What it does when it goes on comes too late to put a number below one that was read.
      state.resume();
      await ended;
      const after = await numbersIn(other);
      for (const [id, number] of last) expect(after.get(id)).toBeGreaterThanOrEqual(number);
      between.close();
    }
  }, 60_000);
});
