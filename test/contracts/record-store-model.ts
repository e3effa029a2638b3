/**
 * Random writes and removals, compared with a model that keeps everything in maps. A failure
 * prints its seed and the shortest run that shows it.
 */

import { describe, expect, test } from 'vitest';
import type { KindName, Status, StoredRecord } from '../../src/kinds/record.js';
import { statusOf } from '../../src/kinds/visibility.js';
import { type RecordStore, refKey, type Change as StoreChange } from '../../src/store/port.js';
import { fc } from '../support/seed.js';
import { assertInTime, makeRecord, makeSnapshot, NOW } from './builders.js';
import { type OpenStore, UNLEASED } from './record-store.js';

interface Change {
  kind: KindName;
  id: number;
  /** Added to the held revision: 0 is correct, anything else causes a conflict. */
  skew: number;
  isRemoval: boolean;
  slug: string;
  isReserved: boolean;
  key: string | null;
  status: Status;
  tags: number[];
}

interface Step {
  changes: Change[];
  /** A tag whose version is raised afterwards. */
  raised: number;
}

const KINDS: KindName[] = ['event', 'venue', 'tag'];
const id = fc.integer({ min: 1, max: 5 });

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...KINDS),
  id,
  skew: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, -1),
  isRemoval: fc.constantFrom(false, false, false, true),
  slug: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  isReserved: fc.boolean(),
  key: fc.constantFrom(null, null, null, 'x:1', 'x:2'),
  status: fc.constantFrom('publish', 'draft', 'private', 'trash'),
  tags: fc.uniqueArray(id, { maxLength: 3 }),
});

const step: fc.Arbitrary<Step> = fc.record({
  // Each record is written only once in a write.
  changes: fc.uniqueArray(change, { minLength: 1, maxLength: 3, selector: refKey }),
  raised: id,
});

/** Records with their expected versions, by `refKey`. */
interface Model {
  records: Map<string, StoredRecord>;
  /** IDs by kind and key. */
  keys: Map<string, number>;
  /** The service never gives the same ID twice. */
  removed: Set<string>;
}

/** Part of the record store's contract. */
export function describeStoreModel(open: OpenStore): void {
  describe('model', () => {
    test('random writes and removals give the same records as the model', async () => {
      await assertInTime(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
          const { port, close } = await open();
          const model: Model = { records: new Map(), keys: new Map(), removed: new Set() };
          try {
            for (const one of steps) await run(port, model, one);
            await compare(port, model);
          } finally {
            await close();
          }
        }),
        { numRuns: 80 },
      );
    });
  });
}

async function run(store: RecordStore, model: Model, step: Step): Promise<void> {
  const changes = step.changes
    .filter((item) => !model.removed.has(refKey(item)))
    .map((item) => toChange(model, item));
  const { conflicts, entries } = await store.write(changes, UNLEASED);
  const made: StoreChange[] = [];
  const refused = changes.flatMap((item, at) => {
    if (isRefused(model, item)) return at;
    apply(model, item);
    made.push(item);
    return [];
  });
  expect(conflicts.map(({ at }) => at)).toEqual(refused);
  const indexed = entries.filter(({ task }) => task === 'index').flatMap(({ records }) => records);
  expect(indexed.map(refKey).sort()).toEqual(made.map(({ record }) => refKey(record)).sort());
  const [raised] = await store.raiseVersions('tag', [{ id: step.raised }]);
  if (raised) model.records.set(refKey(raised), raised);
}

function apply(model: Model, { record, removal, keys = [] }: StoreChange): void {
  const { records, removed, keys: held } = model;
  const key = refKey(record);
  for (const [name, id] of held) {
    if (name.startsWith(`${record.kind} `) && id === record.id) held.delete(name);
  }
  for (const { key: name } of keys) held.set(`${record.kind} ${name}`, record.id);
  if (removal) {
    records.delete(key);
    removed.add(key);
  } else records.set(key, { ...record, version: (records.get(key)?.version ?? 0) + 1 });
}

function toChange(model: Model, item: Change): StoreChange {
  const held = model.records.get(refKey(item));
  const isRemoval = item.isRemoval && held !== undefined;
  const record = makeRecord(item.kind, item.id, {
    revision: (held?.revision ?? 0) + 1,
    slug: isRemoval ? held.slug : item.slug,
    // A record in the trash gives up its slug.
    slug_reserved: isRemoval ? held.slug_reserved : item.isReserved && item.status !== 'trash',
    status: item.status,
    relations:
      item.kind === 'event'
        ? { tags: item.tags.map((tag) => makeSnapshot(makeRecord('tag', tag))) }
        : {},
  });
  const expected = Math.max(0, (held?.revision ?? 0) + item.skew);
  const claims = item.key === null ? [] : [{ key: item.key, how: 'claim' as const }];
  // A record has one key of these at most: the one that it claimed last.
  const lost = [...model.keys].flatMap(([key, id]) =>
    key.startsWith(`${item.kind} `) && id === item.id ? key.slice(item.kind.length + 1) : [],
  );
  return { record, expected, ...(isRemoval ? { removal: {} } : { keys: claims, lost }) };
}

function isRefused(model: Model, { record, expected, keys = [] }: StoreChange): boolean {
  const holders = keys.map(({ key }) => model.keys.get(`${record.kind} ${key}`) ?? record.id);
  if (holders.some((id) => id !== record.id)) return true;
  if ((model.records.get(refKey(record))?.revision ?? 0) !== expected) return true;
  return [...model.records.values()]
    .filter((other) => other.kind === record.kind && other.id !== record.id)
    .some((other) => record.slug_reserved && other.slug_reserved && other.slug === record.slug);
}

async function compare(store: RecordStore, model: Model): Promise<void> {
  for (const kind of KINDS) {
    const held = [...model.records.values()]
      .filter((record) => record.kind === kind)
      .sort((a, b) => a.id - b.id);
    expect(await store.scan(kind, { afterId: 0, limit: 100 })).toEqual(held);
    const keys = ['x:1', 'x:2'];
    const rows = (await store.keys.list(kind, { keys })).map(({ key, id }) => `${key} ${id}`);
    const own = keys.flatMap((key) => {
      const id = model.keys.get(`${kind} ${key}`);
      return id === undefined ? [] : `${key} ${id}`;
    });
    expect(rows.sort()).toEqual(own);
    const versions = held.map(({ id, version }) => ({ id, version }));
    expect(await store.versions(kind, 0, 100)).toEqual(versions);
  }
  const events = [...model.records.values()].filter((record) => record.kind === 'event');
  for (let tag = 1; tag <= 5; tag++) {
    const holders = events.filter(({ relations }) => relations.tags?.some((s) => s.id === tag));
    const holding = { field: 'tags', target: tag };
    const found = await store.scan('event', { afterId: 0, limit: 100, holding });
    expect(found.map(({ id }) => id)).toEqual(holders.map(({ id }) => id).sort((a, b) => a - b));
    const usage = await store.usage([{ kind: 'tag', id: tag }], NOW);
    expect(usage.get(`tag ${tag}`)?.published ?? 0).toBe(
      holders.filter((one) => statusOf(one) === 'publish').length,
    );
  }
}
