/**
 * Processes that end between any two steps of a write. Another process on the same engines
 * finishes the write, or finds no trace of it, and the index follows. Real signals: load-killed.test.ts.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../src/access/roles.js';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, KindName, StoredRecord } from '../../src/kinds/record.js';
import { statusOf } from '../../src/kinds/visibility.js';
import { limits } from '../../src/limits.js';
import type { Deps } from '../../src/records/deps.js';
import { mergeRecords } from '../../src/records/merge/merge.js';
import { removeRecord } from '../../src/records/remove.js';
import { createRecord, updateRecord } from '../../src/records/save.js';
import { MONGO_FAIL_POINTS } from '../../src/store/mongo/write.js';
import { changeOf } from '../../src/sync/change.js';
import { PUSH_FAIL_POINTS } from '../../src/sync/outbox.js';
import { PROPAGATE_FAIL_POINT } from '../../src/sync/propagate.js';
import { conflictsOf } from '../contracts/record-store.js';
import {
  type EnginePair,
  enginePairs,
  type Opened,
  openPair,
  overPairs,
  START_MS,
  type TakenEngines,
  takeEngines,
} from '../support/adapters.js';
import { AGES_MS, catchUp, disagreements, settle } from '../support/agree.js';
import { eventPayload } from '../support/factories.js';
import { loadText } from '../support/files.js';
import { type Mortal, openMortal } from '../support/mortal.js';
import { breakIndex, down } from './faulty.js';

const caller: Caller = { id: 1, name: 'admin', role: 'administrator' };

const create = (deps: Deps, kind: KindName, payload: JsonObject): Promise<StoredRecord> =>
  createRecord(deps, kinds[kind], { payload, caller });
const update = (deps: Deps, { kind, id }: StoredRecord, payload: JsonObject) =>
  updateRecord(deps, kinds[kind], { key: { id, sent: String(id) }, payload, caller });
const remove = (deps: Deps, { kind, id }: StoredRecord) =>
  removeRecord(deps, kinds[kind], { key: { id, sent: String(id) }, caller });

const eventOf = (name: string): JsonObject =>
  eventPayload({
    title: `Fair ${name}`,
    venue: { venue: `Hall ${name}` },
    organizer: { organizer: `Org ${name}` },
    categories: [`Category ${name}`],
    tags: [`Tag ${name}`],
  });
const PARTS = ['venue', 'organizer', 'categories', 'tags'];

/** Stands for a new event, which has no state before the write. */
const NONE = {} as StoredRecord;

/** A write during which a process ends, and what must be true afterwards. */
interface Verb {
  name: string;
  act: (deps: Deps, name: string, before: StoredRecord) => Promise<unknown>;
  /** → whether the event is in the state of before the write, or of after it. */
  isBefore: (event: StoredRecord | null) => boolean;
  isAfter: (event: StoredRecord | null) => boolean;
}

const VERBS: Verb[] = [
  {
    name: 'an event with venue, organizer and terms inline',
    act: (deps, name) => create(deps, 'event', eventOf(`${name}-new`)),
    isBefore: (event) => event === null,
    isAfter: (event) => PARTS.every((part) => event?.relations[part]?.length === 1),
  },
  {
    name: 'an update that brings another venue inline',
    act: (deps, name, before) =>
      update(deps, before, { venue: { venue: `Other hall ${name}` }, description: 'changed' }),
    isBefore: (event) => event?.relations.venue?.[0]?.title.startsWith('Hall') === true,
    isAfter: (event) => event?.relations.venue?.[0]?.title.startsWith('Other hall') === true,
  },
  {
    name: 'a change of the venue',
    act: async (deps, name, before) => {
      const id = before.relations.venue?.[0]?.id as number;
      const venue = (await deps.store.get('venue', { id })) as StoredRecord;
      await update(deps, venue, { venue: `Renamed hall ${name}` });
    },
    isBefore: (event) => event?.relations.venue?.[0]?.title.startsWith('Hall') === true,
    isAfter: (event) => event?.relations.venue?.[0]?.title.startsWith('Renamed') === true,
  },
  {
    name: 'a merge of the venue into another one',
    act: async (deps, _, before) => {
      const kept = (await deps.store.get('venue', { slug: 'kept' })) as StoredRecord;
      const parameters = { drop: [before.relations.venue?.[0]?.id as number] };
      await mergeRecords(deps, kinds.venue, { id: kept.id, parameters, caller });
    },
    isBefore: (event) => event?.relations.venue?.[0]?.title.startsWith('Hall') === true,
    isAfter: (event) => event?.relations.venue?.[0]?.title === 'Kept',
  },
  {
    name: 'the trash',
    act: (deps, _, before) => remove(deps, before),
    isBefore: (event) => event !== null && statusOf(event) === 'publish',
    isAfter: (event) => event !== null && statusOf(event) === 'trash',
  },
  {
    name: 'the removal of a term',
    act: async (deps, _, before) => {
      const id = before.relations.tags?.[0]?.id as number;
      await remove(deps, (await deps.store.get('tag', { id })) as StoredRecord);
    },
    isBefore: (event) => event?.relations.tags?.length === 1,
    isAfter: (event) => event?.relations.tags?.length === 0,
  },
];

// The second write of a venue change or a merge is that of the event that embeds the venue.
const PASSES = [
  ...VERBS.map((verb) => ({ verb, pass: 1 })),
  ...VERBS.slice(2, 4).map((verb) => ({ verb, pass: 2 })),
];

const suite = (pair: EnginePair): void => {
  let engines: TakenEngines;
  let other: Opened;
  let mortal: Mortal;
  const clock = { nowMs: START_MS };
  const isMongo = pair.engines.includes('mongo');
  // Steps of a store are tried with one index, steps of the push with both engines.
  const points =
    pair.name === 'mongo + sqlite'
      ? MONGO_FAIL_POINTS
      : [...PUSH_FAIL_POINTS, PROPAGATE_FAIL_POINT];
  let cases = 0;

  beforeAll(async () => {
    engines = await takeEngines(pair);
    other = await openPair(pair, { engines, clock });
    mortal = await openMortal(pair, engines, clock);
    await create(other.deps, 'venue', { venue: 'Kept' });
  });
  afterAll(async () => {
    await mortal.close();
    await other.close();
    await engines.release();
  });

  /** A process ends in each sort of write. Long after, another one continues. */
  async function endIn(step: string): Promise<void> {
    const { deps } = other;
    const ended: { verb: Verb; name: string; before: StoredRecord; isEnded: boolean }[] = [];
    for (const { verb, pass } of PASSES) {
      const name = `${++cases}`;
      const before = verb === VERBS[0] ? NONE : await create(deps, 'event', eventOf(name));
      mortal.endAt(step, pass);
      const isEnded = await mortal.live(async () => {
        await verb.act(mortal.deps, name, before);
        await settle(mortal.deps);
      });
      ended.push({ verb, name, before, isEnded });
    }
    clock.nowMs += AGES_MS;
    await catchUp(deps);
    for (const { verb, name, before, isEnded } of ended) {
      const isNew = verb === VERBS[0];
      const key = isNew ? { slug: `fair-${name}-new` } : { id: before.id };
      const after = await deps.store.get('event', key);
      const told = `${verb.name}: ${JSON.stringify(after)}`;
      if (!isEnded) expect(verb.isAfter(after), told).toBe(true);
      expect(verb.isBefore(after) || verb.isAfter(after), told).toBe(true);
      if (!isNew) continue;
      // Everything it had reserved is used by what it wrote, or free again.
      const again = after ?? (await create(deps, 'event', eventOf(`${name}-new`)));
      const parts = PARTS.flatMap((part) => again.relations[part] ?? []);
      expect([again, ...parts].map((one) => one.slug)).toEqual(
        ['fair', 'hall', 'org', 'category', 'tag'].map((part) => `${part}-${name}-new`),
      );
    }
    expect(ended.some(({ isEnded }) => isEnded)).toBe(true);
    expect(await disagreements(deps)).toEqual([]);
  }

  it.each(points)('at %s: each sort of write is complete or left no trace', endIn);

  it('a merge that ends after its first slice of events is finished: no link is lost', async () => {
    const { deps } = other;
    const like = await create(deps, 'event', eventOf('many'));
    const dropped = like.relations.venue?.[0]?.id as number;
    const kept = (await deps.store.get('venue', { slug: 'kept' })) as StoredRecord;
    const ids = await deps.store.nextIds('post', limits.sliceRecords + 20);
    const changes = ids.map((id) => changeOf(null, { ...like, id, slug: `many-${id}` }));
    expect(await conflictsOf(deps.store, changes)).toEqual([]);
    mortal.endAt(PROPAGATE_FAIL_POINT);
    const parameters = { drop: [dropped] };
    const merge = async () => {
      await mergeRecords(mortal.deps, kinds.venue, { id: kept.id, parameters, caller });
      await settle(mortal.deps);
    };
    expect(await mortal.live(merge)).toBe(true);
    clock.nowMs += AGES_MS;
    await catchUp(deps);
    const holders = async (target: number) => {
      const holding = { field: 'venue', target };
      const all = await deps.store.scan('event', { afterId: 0, limit: 1000, holding });
      return all.map(({ id }) => id);
    };
    expect(await holders(dropped)).toEqual([]);
    expect(await holders(kept.id)).toEqual(expect.arrayContaining([like.id, ...ids]));
    expect(await disagreements(deps)).toEqual([]);
  });

  it('a calendar has changed dates, though they are left for another process to make', async () => {
    const { deps } = other;
    const rules = ['DTSTART:20260410T190000Z', 'SUMMARY:Daily', 'RRULE:FREQ=DAILY;COUNT=3'];
    const special = ['DTSTART:20260411T200000Z', 'SUMMARY:Special'];
    const event = (lines: string[]) =>
      ['BEGIN:VEVENT', 'UID:daily@club.example', ...lines, 'END:VEVENT'].join('\r\n');
    const load = ({ deps: into }: Opened, events: string[]) => {
      const text = ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR', ''].join('\r\n');
      return loadText(into, 'event', text, 'calendar.ics');
    };
    mortal.endAt(isMongo ? 'mongo:committed' : 'push:begin');
    expect(await mortal.live(() => load(mortal, [event(rules)]))).toBe(true);
    const changed = event(['RECURRENCE-ID:20260411T190000Z', ...special]);
    expect(await load(other, [event(rules), changed])).toMatchObject({ rejected: 0 });
    clock.nowMs += AGES_MS;
    await catchUp(deps);
    const [series] = await deps.store.find('event', 'slug', ['daily']);
    const dates = await deps.store.find('event', 'parent', [series?.id ?? 0], 9);
    expect(dates.map(({ title }) => title).sort()).toEqual(['Daily', 'Daily', 'Special']);
    expect(await disagreements(deps)).toEqual([]);
  });

  it('links of an ended process, made with the index down, stay and reach it later', async () => {
    const { deps } = other;
    mortal.endAt(isMongo ? 'mongo:committed' : 'push:begin');
    expect(await mortal.live(() => create(mortal.deps, 'event', eventOf('down')))).toBe(true);
    clock.nowMs += AGES_MS;
    const mend = breakIndex(deps, down);
    await expect(catchUp(deps)).rejects.toThrow('does not answer');
    mend();
    clock.nowMs += AGES_MS;
    await catchUp(deps);
    const event = await deps.store.get('event', { slug: 'fair-down' });
    expect(PARTS.map((part) => event?.relations[part]?.length)).toEqual([1, 1, 1, 1]);
    expect(await disagreements(deps)).toEqual([]);
  });
};

/** The pair left out has no engine of its own, and no step. */
const pairs = enginePairs.filter(({ name }) => name !== 'sqlite + elasticsearch');
overPairs('a process that ends', suite, pairs);
