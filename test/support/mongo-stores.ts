/** Several stores on one MongoDB database, like several processes, and their clock. */
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe } from 'vitest';
import { openMongoStore } from '../../src/store/mongo/adapter.js';
import type { RecordStore } from '../../src/store/port.js';
import { REASONS } from './engines.js';
import { mongoUrl, takeMongo } from './mongo.js';

/** 2026-03-10 12:00:00 UTC. */
const START_MS = Date.UTC(2026, 2, 10, 12);

type FailPoint = (name: string) => void | Promise<void>;

export interface Stores {
  clock: { nowMs: number };
  /** Opens another store on the database. */
  open: (failPoint?: FailPoint) => Promise<RecordStore>;
  /** A connection in addition to the stores. */
  raw: () => Promise<MongoClient>;
}

/** Describes a suite over MongoDB; it is skipped by name when there is none. */
export function overMongo(title: string, suite: () => void): void {
  const why = process.env[REASONS.mongo] ?? 'MONGO_URL is not set';
  const reason = mongoUrl() ? '' : ` (skipped: ${why})`;
  describe.skipIf(reason !== '')(`${title}${reason}`, suite);
}

/** Gives each test of the block an empty database; stores opened on it are closed. */
export function freshMongo(): () => Stores {
  let stores: Stores;
  const closing: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    const { url, release } = await takeMongo();
    closing.push(release);
    const clock = { nowMs: START_MS };
    stores = {
      clock,
      open: async (failPoint) => {
        const now = () => clock.nowMs;
        const store = await openMongoStore({
          url,
          now,
          ...(failPoint ? { failPoint } : {}),
        });
        closing.push(() => store.close());
        return store;
      },
      raw: async () => {
        const client = await new MongoClient(url).connect();
        closing.push(() => client.close());
        return client;
      },
    };
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return () => stores;
}

/** A fail point that holds a writer: `reached` when it is there, until `resume`. */
export function pauseAt(name: string) {
  let resume = () => {};
  let arrive = () => {};
  const gate = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const failPoint: FailPoint = async (point) => {
    if (point !== name) return;
    arrive();
    await gate;
  };
  return { failPoint, reached, resume };
}

/** A fail point at which a process ends. */
export const stopAt =
  (name: string): FailPoint =>
  (point) => {
    if (point === name) throw new Error(`stopped at ${name}`);
  };
