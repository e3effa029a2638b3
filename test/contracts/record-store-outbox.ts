/** The outbox: the entries a write leaves, leases, refused entries, and the backlog. */
import { describe, expect, test } from 'vitest';
import type { Change, OutboxEntry, OutboxTask, RecordStore } from '../../src/store/port.js';
import { makeRecord, NOW, revise, utcText } from './builders.js';
import { freshStore, inserts, type OpenStore, UNLEASED } from './record-store.js';

const RECORD_TASKS: OutboxTask[] = ['index', 'usage', 'snapshots', 'publish'];
/** Later than every moment in these tests. */
const FOREVER_MS = Number.MAX_SAFE_INTEGER;

/** Part of the record store's contract. */
export function describeOutbox(open: OpenStore): void {
  describe('outbox', () => {
    const store = freshStore(open);
    describeEntries(store);
    describeLeases(store);
    describeRefused(store);
    describeBacklog(store);
  });
}

const event = makeRecord('event', 1);
const venue = makeRecord('venue', 1);

/** → entries as lines of text, without those of the change feed: not every engine needs them. */
const saidOf = (entries: readonly OutboxEntry[]): string[] =>
  entries.filter(({ task }) => task !== 'changes').map(said);

/** → an entry as one line of text. */
const said = ({ task, records, position }: OutboxEntry): string =>
  [task, ...records.map(({ kind, id }) => `${kind}:${id}`).sort(), position ?? ''].join(' ').trim();

const lease = (store: RecordStore, tasks = RECORD_TASKS, limit = 100) =>
  store.outbox.lease(tasks, { limit, untilMs: FOREVER_MS });

/** Finishes all entries, so that later writes can be checked alone. */
async function clear(store: RecordStore): Promise<void> {
  await store.outbox.finish(await lease(store));
}

function describeEntries(store: () => RecordStore): void {
  const owed = async (...changes: Change[]) => {
    const { entries } = await store().write(changes, UNLEASED);
    expect(saidOf(await lease(store())).sort()).toEqual(saidOf(entries).sort());
    return saidOf(entries).sort();
  };

  test('a write: an index entry for its records and those it creates', async () => {
    const creates = [makeRecord('tag', 1), makeRecord('venue', 2)];
    expect(await owed({ record: event, expected: 0, creates })).toEqual([
      'index event:1 tag:1 venue:2',
    ]);
  });

  test('a write: a usage entry for what it touched, each record once', async () => {
    const touched = [2, 3, 2].map((id) => ({ kind: 'tag' as const, id }));
    expect(
      await owed(
        { record: event, expected: 0, touched },
        { record: makeRecord('event', 2), expected: 0, touched },
      ),
    ).toEqual(['index event:1 event:2', 'usage tag:2 tag:3']);
  });

  test('an update of an embedded record leaves a snapshots entry; an insert does not', async () => {
    expect(await owed(...inserts(venue))).toEqual(['index venue:1']);
    await clear(store());
    expect(await owed({ record: revise(venue), expected: 1 })).toEqual([
      'index venue:1',
      'snapshots venue:1',
    ]);
  });

  test('an update of a record that nothing embeds leaves no snapshots entry', async () => {
    await store().write(inserts(event), UNLEASED);
    await clear(store());
    expect(await owed({ record: revise(event), expected: 1 })).toEqual(['index event:1']);
  });

  test('a removal: its version, and the snapshots that it leaves', async () => {
    const tag = makeRecord('tag', 1);
    await store().write(inserts(tag), UNLEASED);
    await clear(store());
    const removal = { record: revise(tag), expected: 1, removal: {} };
    const { entries } = await store().write([removal], UNLEASED);
    expect(saidOf(entries)).toEqual(['index tag:1', 'snapshots tag:1']);
    expect(entries[0]?.removed).toEqual({ 'tag 1': 2 });
  });

  test('records that are erased give one entry with the IDs of their images, if they have any', async () => {
    const records = [1, 2, 3].map((id) => makeRecord('organizer', id));
    await store().write(inserts(...records), UNLEASED);
    await clear(store());
    const images = [[5], [], undefined];
    const { entries } = await store().write(
      records.map((record, at) => ({
        record: revise(record),
        expected: 1,
        removal: { ...(images[at] ? { images: images[at] } : {}) },
      })),
      UNLEASED,
    );
    const scrubs = entries.filter(({ task }) => task === 'scrub');
    expect(scrubs.map(({ records, position }) => [records, position])).toEqual([[[], '[5]']]);
    expect((await lease(store(), ['scrub'])).length).toBe(1);
    expect((await store().outbox.backlog()).snapshots).toBe(3);
  });

  test('a future record leaves an entry to publish it when its time comes', async () => {
    const at = (id: number, seconds: number) =>
      makeRecord('event', id, { status: 'future', date_utc: utcText(NOW + seconds) });
    const { entries } = await store().write(inserts(at(1, 0), at(2, 500)), UNLEASED);
    const publish = entries.filter(({ task }) => task === 'publish');
    expect(publish.map(({ atMs, records }) => [records[0]?.id, atMs / 1000])).toEqual([
      [1, NOW],
      [2, NOW + 500],
    ]);
    expect((await lease(store(), ['publish'])).map(said)).toEqual(['publish event:1']);
  });

  test('a refused change leaves no entry', async () => {
    await store().write(inserts(event), UNLEASED);
    await clear(store());
    const { entries } = await store().write([{ record: revise(event), expected: 5 }], UNLEASED);
    expect(entries).toEqual([]);
    expect(await lease(store())).toEqual([]);
  });
}

function describeLeases(store: () => RecordStore): void {
  test('snapshots entries are left to whoever comes first, and are in no lease', async () => {
    await store().write(inserts(venue), UNLEASED);
    await clear(store());
    const renamed = { record: revise(venue), expected: 1 };
    await store().write([renamed], { leasedUntilMs: NOW * 1000 + 1 });
    expect((await lease(store())).map(({ task }) => task)).toEqual(['snapshots']);
  });

  test('the other entries of a write are leased to the writer until the time it gave', async () => {
    await store().write(inserts(event), { leasedUntilMs: NOW * 1000 + 1 });
    expect(await lease(store())).toEqual([]);
    await store().write(inserts(venue), { leasedUntilMs: NOW * 1000 });
    expect((await lease(store())).map(said)).toEqual(['index venue:1']);
  });

  test('a leased entry is not leased again; each lease is counted', async () => {
    await store().write(inserts(event), UNLEASED);
    const [leased] = await lease(store());
    expect(leased?.tries).toBe(1);
    expect(await lease(store())).toEqual([]);
    await store().outbox.renew(leased ? [leased] : [], { untilMs: 0 });
    expect((await lease(store()))[0]?.tries).toBe(2);
  });

  test('leases the oldest first, up to the limit, only of the given tasks', async () => {
    for (const id of [3, 1, 2]) await store().write(inserts(makeRecord('tag', id)), UNLEASED);
    await store().outbox.add({ task: 'rebuild:a', records: [], position: null });
    const first = await lease(store(), ['index'], 2);
    expect(first.map(said)).toEqual(['index tag:3', 'index tag:1']);
    expect((await lease(store(), ['usage'])).map(said)).toEqual([]);
    expect((await lease(store(), ['index', 'rebuild:a'])).map(({ task }) => task)).toEqual([
      'index',
      'rebuild:a',
    ]);
  });

  test('parallel leases never share an entry', async () => {
    for (let id = 1; id <= 20; id++) await store().write(inserts(makeRecord('tag', id)), UNLEASED);
    const leased = await Promise.all(Array.from({ length: 6 }, () => lease(store(), ['index'], 7)));
    const ids = leased.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length + (await lease(store())).length).toBe(20);
  });

  test('renew stores a position, and keeps the old one when none is given', async () => {
    await store().outbox.add({ task: 'rebuild:a', records: [], position: 'begun' });
    const entries = await lease(store(), ['rebuild:a']);
    await store().outbox.renew(entries, { untilMs: 0, position: 'half' });
    const again = await lease(store(), ['rebuild:a']);
    expect(again[0]?.position).toBe('half');
    await store().outbox.renew(again, { untilMs: 0 });
    expect((await lease(store(), ['rebuild:a']))[0]?.position).toBe('half');
  });

  test('there is at most one rebuild', async () => {
    const rebuild = { task: 'rebuild:a' as const, records: [], position: null };
    await store().outbox.add(rebuild);
    await store().outbox.add({ ...rebuild, position: 'another' });
    const entries = await lease(store(), ['rebuild:a']);
    expect(entries.map(({ position }) => position)).toEqual([null]);
    await store().outbox.finish(entries);
    await store().outbox.add(rebuild);
    expect(await lease(store(), ['rebuild:a'])).toHaveLength(1);
  });

  test('a rebuild of another stamp replaces it, and what its worker saves is dropped', async () => {
    const add = (task: OutboxTask) => store().outbox.add({ task, records: [], position: null });
    await add('rebuild:a');
    const [first] = await lease(store(), ['rebuild:a']);
    await add('rebuild:b');
    expect((await store().outbox.backlog()).rebuilding).toEqual({ stamp: 'b', records: 0 });
    await store().outbox.renew(first ? [first] : [], { untilMs: 0, position: 'half' });
    expect(await lease(store(), ['rebuild:a'])).toEqual([]);
    await store().outbox.finish(first ? [first] : []);
    const [second] = await lease(store(), ['rebuild:b']);
    expect(second).toMatchObject({ task: 'rebuild:b', position: null });
  });

  test('a finished entry is gone; finishing it again does nothing', async () => {
    await store().write(inserts(event), UNLEASED);
    const entries = await lease(store(), [...RECORD_TASKS, 'changes']);
    await store().outbox.finish(entries);
    await store().outbox.finish(entries);
    await store().outbox.renew(entries, { untilMs: 0 });
    expect(await lease(store())).toEqual([]);
    expect(await store().outbox.list({ afterId: null, limit: 9 })).toEqual([]);
  });
}

function describeRefused(store: () => RecordStore): void {
  test('a refused entry is counted until it is renewed otherwise, and leased when it is due', async () => {
    await store().write(inserts(event), UNLEASED);
    await store().outbox.renew(await lease(store()), { untilMs: 0, isRefused: true });
    const { unindexed, oldestMs, refused } = await store().outbox.backlog();
    expect([unindexed, oldestMs, refused]).toEqual([0, null, 1]);
    const entries = await lease(store());
    expect(entries.map(({ isRefused, tries }) => [isRefused, tries])).toEqual([[true, 2]]);
    await store().outbox.renew(entries, { untilMs: 0 });
    expect(await store().outbox.backlog()).toMatchObject({ unindexed: 1, refused: 0 });
  });
}

function describeBacklog(store: () => RecordStore): void {
  // One store numbers changes in the write itself, another one later.
  const backlog = async () => {
    const { unnumberedMs: _, ...rest } = await store().outbox.backlog();
    return rest;
  };
  const nothing = {
    unindexed: 0,
    snapshots: 0,
    oldestMs: null,
    refused: 0,
    rebuilding: null,
  };

  test('usage that a load counts at its end is owed once nobody holds its lease', async () => {
    const touched = [{ kind: 'tag' as const, id: 1 }];
    const leasedUntilMs = NOW * 1000 + 1;
    await store().write([{ record: event, expected: 0, touched }], { leasedUntilMs });
    const entries = await store().outbox.list({ afterId: null, limit: 9 });
    const usage = entries.filter(({ task }) => task === 'usage');
    expect(await backlog()).toMatchObject({ unindexed: 1, oldestMs: NOW * 1000 });
    await store().outbox.finish(entries.filter(({ task }) => task !== 'usage'));
    expect(await backlog()).toEqual(nothing);
    await store().outbox.renew(usage, { untilMs: NOW * 1000 });
    expect(await backlog()).toMatchObject({ unindexed: 1, oldestMs: NOW * 1000 });
    await store().outbox.lease(['usage'], { limit: 1, untilMs: NOW * 1000 + 1 });
    expect(await backlog()).toMatchObject({ unindexed: 1, oldestMs: NOW * 1000 });
  });

  test('counts all open work, and tells since when it waits', async () => {
    expect(await backlog()).toEqual(nothing);
    const touched = [1, 2].map((id) => ({ kind: 'tag' as const, id }));
    const future = { status: 'future' as const, date_utc: utcText(NOW + 500) };
    await store().write(inserts(venue, makeRecord('event', 9, future)), UNLEASED);
    await store().write(
      [
        { record: revise(venue), expected: 1 },
        { record: event, expected: 0, touched },
      ],
      UNLEASED,
    );
    await store().outbox.add({ task: 'rebuild:a', records: [], position: null });
    expect(await backlog()).toEqual({
      unindexed: 6,
      snapshots: 1,
      oldestMs: NOW * 1000,
      refused: 0,
      rebuilding: { stamp: 'a', records: 0 },
    });
  });

  test('leased entries count as open work; records to publish later do not', async () => {
    const future = { status: 'future' as const, date_utc: utcText(NOW + 500) };
    await store().write(inserts(makeRecord('event', 1, future)), { leasedUntilMs: FOREVER_MS });
    expect((await store().outbox.backlog()).unindexed).toBe(1);
    await store().outbox.finish(await store().outbox.list({ afterId: null, limit: 1 }));
    expect(await backlog()).toEqual(nothing);
  });
}
