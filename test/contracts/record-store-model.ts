/**
 * Random writes, marks and removals against a model that holds everything in maps. A failure
 * prints its seed and the shortest run that shows it.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KindName, StoredRecord } from '../../src/kinds/record.js';
import type { RecordStore, Change as StoreChange } from '../../src/store/port.js';
import { makeRecord, makeSnapshot, NOW, TIME_LIMIT } from './builders.js';
import type { OpenStore } from './record-store.js';

interface Change {
  kind: KindName;
  id: number;
  /** Added to the held revision: 0 is right, anything else a conflict. */
  skew: number;
  isRemoval: boolean;
  slug: string;
  isReserved: boolean;
  externalId: string | null;
  status: StoredRecord['status'];
  tags: number[];
}

type Step =
  | { do: 'write'; changes: Change[]; touch: number }
  | { do: 'mark'; kind: KindName; id: number; back: number };

const KINDS: KindName[] = ['event', 'venue', 'tag'];
const kind = fc.constantFrom(...KINDS);
const id = fc.integer({ min: 1, max: 5 });

const change: fc.Arbitrary<Change> = fc.record({
  kind,
  id,
  skew: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, -1),
  isRemoval: fc.constantFrom(false, false, false, true),
  slug: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  isReserved: fc.boolean(),
  externalId: fc.constantFrom(null, null, null, 'x:1', 'x:2'),
  status: fc.constantFrom('publish', 'draft', 'private', 'trash'),
  tags: fc.uniqueArray(id, { maxLength: 3 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      // One record is written once in a write.
      changes: fc.uniqueArray(change, {
        minLength: 1,
        maxLength: 3,
        selector: (item) => `${item.kind}${item.id}`,
      }),
      touch: id,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      kind,
      id,
      back: fc.integer({ min: 0, max: 1 }),
    }),
  },
);

interface Model {
  records: Map<string, StoredRecord>;
  /** Revision of what was removed, by key; IDs come back in this model only above it. */
  removed: Map<string, number>;
  /** Version of each record and tombstone, and which of them the index has confirmed. */
  versions: Map<string, number>;
  indexed: Map<string, number>;
}

const keyOf = (record: { kind: KindName; id: number }) => `${record.kind} ${record.id}`;

/** Part of the record store's contract. */
export function describeStoreModel(open: OpenStore): void {
  describe('model', () => {
    test('random writes, marks and removals leave what a map of records would hold', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
          const { port, close } = await open();
          const model: Model = {
            records: new Map(),
            removed: new Map(),
            versions: new Map(),
            indexed: new Map(),
          };
          try {
            for (const one of steps) await run(port, model, one);
            await compare(port, model);
          } finally {
            await close();
          }
        }),
        { ...TIME_LIMIT, numRuns: 80 },
      );
    });
  });
}

async function run(store: RecordStore, model: Model, step: Step): Promise<void> {
  if (step.do === 'mark') {
    const key = `${step.kind} ${step.id}`;
    const held = model.versions.get(key);
    if (held === undefined) return;
    const version = Math.max(1, held - step.back);
    await store.markIndexed(step.kind, [{ id: step.id, version }]);
    if (version === held) model.indexed.set(key, version);
    return;
  }
  // What was removed stays removed: the service never gives an ID twice.
  const changes = step.changes.filter((item) => !model.removed.has(keyOf(item)));
  const writes = changes.map((item) => toWrite(model, item));
  const touches = [{ kind: 'tag' as const, id: step.touch }];
  const { conflicts } = await store.write(writes.map((write) => ({ ...write, touches })));
  const refused = writes.flatMap((write, at) => {
    if (isRefused(model, write)) return at;
    apply(model, write);
    const touched = `tag ${step.touch}`;
    if (model.records.has(touched)) {
      model.versions.set(touched, (model.versions.get(touched) ?? 0) + 1);
    }
    return [];
  });
  expect(conflicts.map(({ at }) => at)).toEqual(refused);
}

function apply(model: Model, { record, isRemoval }: StoreChange): void {
  const key = keyOf(record);
  model.versions.set(key, (model.versions.get(key) ?? 0) + 1);
  if (isRemoval) {
    model.records.delete(key);
    model.removed.set(key, record.revision);
  } else model.records.set(key, record);
}

function toWrite(model: Model, item: Change): StoreChange {
  const held = model.records.get(keyOf(item));
  const isRemoval = item.isRemoval && held !== undefined;
  const record = makeRecord(item.kind, item.id, {
    revision: (held?.revision ?? 0) + 1,
    slug: isRemoval ? held.slug : item.slug,
    slug_reserved: isRemoval ? held.slug_reserved : item.isReserved,
    external_id: isRemoval ? held.external_id : item.externalId,
    status: item.status,
    relations:
      item.kind === 'event'
        ? { tags: item.tags.map((tag) => makeSnapshot(makeRecord('tag', tag))) }
        : {},
  });
  return { record, expected: Math.max(0, (held?.revision ?? 0) + item.skew), isRemoval };
}

function isRefused(model: Model, { record, expected }: StoreChange): boolean {
  if ((model.records.get(keyOf(record))?.revision ?? 0) !== expected) return true;
  return [...model.records.values()]
    .filter((other) => other.kind === record.kind && other.id !== record.id)
    .some(
      (other) =>
        (record.slug_reserved && other.slug_reserved && other.slug === record.slug) ||
        (record.external_id !== null && other.external_id === record.external_id),
    );
}

async function compare(store: RecordStore, model: Model): Promise<void> {
  for (const kind of KINDS) {
    const held = [...model.records.values()]
      .filter((record) => record.kind === kind)
      .sort((a, b) => a.id - b.id);
    expect((await store.scan(kind, 0, 100)).map(({ record }) => record)).toEqual(held);
    const open = [...model.versions]
      .filter(([key, version]) => key.startsWith(`${kind} `) && model.indexed.get(key) !== version)
      .map(([key, version]) => ({ id: Number(key.split(' ')[1]), version }))
      .sort((a, b) => a.id - b.id);
    const pending = await store.unindexed(kind, { limit: 100 });
    expect(pending.map(({ id, version }) => ({ id, version }))).toEqual(open);
  }
  const events = [...model.records.values()].filter((record) => record.kind === 'event');
  for (let tag = 1; tag <= 5; tag++) {
    const holders = events.filter(({ relations }) => relations.tags?.some((s) => s.id === tag));
    const found = await store.holders('tags', tag, 0, 100);
    expect(found.map(({ id }) => id)).toEqual(holders.map(({ id }) => id).sort((a, b) => a - b));
    const usage = await store.usage('tags', [tag], NOW);
    expect(usage.get(tag)?.published ?? 0).toBe(
      holders.filter(({ status }) => status === 'publish').length,
    );
  }
}
