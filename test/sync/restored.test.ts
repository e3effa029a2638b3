/**
 * A backup of MongoDB that copied its counters before its records: no ID and no number of the change
 * feed is given twice once `rebuild-index -- --restored` has run.
 */
import { expect, test } from 'vitest';
import { prepareChanges } from '../../src/sync/number.js';
import { makeRecord } from '../contracts/builders.js';
import { inserts, UNLEASED } from '../contracts/record-store.js';
import { freshMongo, overMongo } from '../support/mongo-stores.js';

overMongo('a restored MongoDB', () => {
  const stores = freshMongo();

  test('row 3: counters continue above the highest IDs', async () => {
    const store = await stores().open();
    const records = [makeRecord('event', 7), makeRecord('venue', 9), makeRecord('tag', 5)];
    await store.write(inserts(...records), UNLEASED);
    await store.changes.append(await store.outbox.list({ afterId: null, limit: 9 }));
    const image = { type: 'image' as const, id: 12, revision: 0, keys: ['u'], value: {} };
    await store.documents.swap(image);
    const { last } = await store.changes.position();
    const db = (await stores().raw()).db();
    const counters = db.collection<{ _id: string; last: number }>('counter');
    await counters.updateOne({ _id: 'post' }, { $set: { last: 2 } }, { upsert: true });
    await counters.updateOne({ _id: 'change' }, { $set: { last: 1 } });
    await prepareChanges({ store }, { isRestored: true });
    expect(await store.nextIds('post', 1)).toEqual([13]);
    expect(await store.nextIds('term', 1)).toEqual([6]);
    await store.outbox.add({ task: 'changes', records: [records[0] as never], position: null });
    await store.changes.append(await store.outbox.list({ afterId: null, limit: 9 }));
    expect((await store.changes.position()).last).toBeGreaterThan(last);
    expect(await store.changes.list({ kind: null, after: 0, limit: 9 })).toHaveLength(3);
  });
});
