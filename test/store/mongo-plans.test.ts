/**
 * The plans of MongoDB for every query of the store: each uses an index, and none sorts more than a
 * page. Only a mongod says what it does: the server of the tests plans otherwise.
 */
import { type Db, type Document, MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { limits } from '../../src/limits.js';
import { openMongoStore } from '../../src/store/mongo/adapter.js';
import type { RecordStore } from '../../src/store/port.js';
import { makeRecord, makeSnapshot, NOW } from '../contracts/builders.js';
import { inserts, UNLEASED } from '../contracts/record-store.js';
import { mongoUrl, takeMongo } from '../support/mongo.js';
import { openBetween, type Sent } from '../support/mongo-between.js';

/** More than a page of everything that a query may meet. */
const MANY = limits.batchRecords * 3;
const EXPLAINED = new Set(['find', 'aggregate', 'update', 'delete', 'count', 'findAndModify']);
/** What belongs to a connection, and not to a query. */
const OF_CONNECTION =
  /^(?:\$.*|lsid|txnNumber|maxTimeMS|writeConcern|readConcern|autocommit|startTransaction)$/;

/** → what is wrong with an explained plan; empty: nothing. */
function faultsOf(explained: Document): string[] {
  const stages = new Set<string>();
  const counts: number[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'rejectedPlans') continue;
      if (name === 'stage' && typeof inner === 'string') stages.add(inner);
      if (name === 'totalDocsExamined') counts.push(Number(inner));
      walk(inner);
    }
  };
  walk(explained);
  const examined = Math.max(0, ...counts);
  return [
    ...(stages.has('COLLSCAN') ? ['COLLSCAN'] : []),
    ...(stages.has('SORT') && examined > limits.batchRecords ? [`SORT of ${examined}`] : []),
    ...(stages.size === 0 ? ['no plan'] : []),
  ];
}

const page = (stage: string, examined: number) => ({
  queryPlanner: { winningPlan: { stage, inputStage: { stage: 'IXSCAN' } }, rejectedPlans: [] },
  executionStats: { totalDocsExamined: examined },
});

test.each([
  ['an index', page('FETCH', 9), []],
  ['a sort of a page', page('SORT', 100), []],
  ['a sort of everything', page('SORT', 9999), ['SORT of 9999']],
  [
    'a scan behind a stage of an aggregation',
    {
      stages: [
        { $cursor: { queryPlanner: { winningPlan: { queryPlan: { stage: 'COLLSCAN' } } } } },
      ],
    },
    ['COLLSCAN'],
  ],
  [
    'a scan that was rejected',
    { queryPlanner: { winningPlan: { stage: 'IDHACK' }, rejectedPlans: [{ stage: 'COLLSCAN' }] } },
    [],
  ],
  ['no plan', { ok: 1 }, ['no plan']],
])('%s is judged', (_, explained, faults) => {
  expect(faultsOf(explained)).toEqual(faults);
});

const reason = await whyNot();

describe.skipIf(reason !== '')(`plans of mongod${reason}`, () => {
  test('row 8: every query of records, links, outbox and feed', { timeout: 300_000 }, async () => {
    const { url, release } = await takeMongo();
    const between = await openBetween(mongoUrl() ?? '');
    const database = new URL(url).pathname.slice(1);
    const store = await openMongoStore({ url: between.url(database), now: () => NOW * 1000 });
    try {
      await fill(store);
      between.sent.length = 0;
      await askAll(store);
      const sent = between.sent.filter(({ name }) => EXPLAINED.has(name));
      expect(sent.length).toBeGreaterThan(20);
      const wrong = await faultsIn(store.database() as Db, sent);
      expect(wrong).toEqual([]);
    } finally {
      await store.close();
      between.close();
      await release();
    }
  });
});

/** → why there is no plan to be asked for; empty: there is. */
async function whyNot(): Promise<string> {
  const url = mongoUrl();
  if (!url) return ' (skipped: MONGO_URL is not set)';
  const client = new MongoClient(url);
  try {
    const { storageEngines } = await client.db('admin').command({ buildInfo: 1 });
    return storageEngines ? '' : ' (skipped: MONGO_URL names no mongod, see npm run mongod-check)';
  } finally {
    await client.close();
  }
}

async function fill(store: RecordStore): Promise<void> {
  const [venue, series] = [makeRecord('venue', 1), makeRecord('event', 2)];
  await store.write(inserts(venue, series), UNLEASED);
  const fields = { ...series.fields, parent: 2 };
  const events = Array.from({ length: MANY }, (_, at) =>
    makeRecord('event', at + 10, { fields, relations: { venue: [makeSnapshot(venue)] } }),
  );
  for (let at = 0; at < MANY; at += 100) {
    await store.write(inserts(...events.slice(at, at + 100)), UNLEASED);
  }
  for (let at = 0; at < MANY; at++) {
    await store.outbox.add({ task: 'index', records: [{ kind: 'event', id: at }], position: null });
  }
}

/** Asks everything that the port can ask. */
async function askAll(store: RecordStore): Promise<void> {
  await store.get('event', { id: 10 });
  await store.get('event', { slug: 'event-10' });
  for (const by of ['slug', 'title', 'key'] as const) {
    await store.find('event', by, ['event-10', 'event-11']);
  }
  const range = { prefix: 'x:', after: '', limit: 100 };
  for (const query of [{ keys: ['x:1'] }, { ids: [10] }, { of: [10] }, range]) {
    await store.keys.list('event', query);
  }
  const writes = [{ key: 'x:1', how: 'offer' as const, id: 10 }];
  await store.keys.write('event', { writes, lost: ['x:2'] });
  await store.find('event', 'id', [10, 11]);
  await store.find('event', 'parent', [2, 3], limits.sliceRecords);
  await store.scan('event', { afterId: 0, limit: 100 });
  await store.scan('event', { afterId: 0, limit: 100, holding: { field: 'venue', target: 1 } });
  await store.scan('event', { afterId: 0, limit: 100, removedBefore: '2020-01-01 00:00:00' });
  await store.versions('event', 0, 100);
  await store.takenSlugs('event', ['event-10']);
  await store.usage([{ kind: 'venue', id: 1 }], NOW);
  const { outbox } = store;
  await outbox.add({ task: 'rebuild:a', records: [], position: null });
  await outbox.backlog();
  const tasks = ['index', 'usage', 'publish', 'changes', 'scrub'] as const;
  const leased = await outbox.lease(tasks, { limit: 100, untilMs: Number.MAX_SAFE_INTEGER });
  await outbox.lease(tasks, { limit: 100, untilMs: Number.MAX_SAFE_INTEGER });
  await outbox.renew(leased, { untilMs: 0 });
  await outbox.list({ afterId: null, limit: 100 });
  await outbox.finish(leased);
  await store.changes.append(await outbox.list({ afterId: null, limit: 100 }));
  await store.changes.list({ kind: null, after: 0, limit: 100 });
  await store.changes.list({ kind: 'event', after: 0, limit: 100 });
  await store.documents.list('user', { key: 'name ann' });
}

/** → each query whose plan has faults, with them. */
async function faultsIn(db: Db, sent: readonly Sent[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { command } of sent) {
    const query = Object.fromEntries(
      Object.entries(command).filter(([name]) => !OF_CONNECTION.test(name)),
    );
    const explained = await db.command({ explain: query, verbosity: 'executionStats' });
    const faults = faultsOf(explained);
    if (faults.length > 0) wrong.push(`${faults}: ${JSON.stringify(query).slice(0, 300)}`);
  }
  return wrong;
}
