/**
 * The index fails in a write, completely or for some entries: the client gets its answer, the
 * record stays unindexed, drain repairs it. The store is the real one.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KindName } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import type { IndexEntry, PutResult } from '../../src/search/port.js';
import { drain } from '../../src/sync/drain.js';
import { workOff } from '../../src/sync/outbox.js';
import { usageOf } from '../../src/sync/push.js';
import { makeRecord, revise } from '../contracts/builders.js';
import { inserts } from '../contracts/record-store.js';
import { overPairs } from '../support/adapters.js';
import { AGES_MS, owedIds, refusedKeys } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { breakIndex, down } from './faulty.js';

const titleOf = (entry: IndexEntry): string =>
  'isRemoved' in entry ? '' : (entry.text.title?.[0] ?? '');

overPairs('push', (pair) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp(pair);
  });
  afterEach(() => app.close());

  const pendingIds = (kind: KindName) => owedIds(app.deps, kind);
  const list = (path: string): Promise<Json> => app.given({ request: `GET ${path}` });
  const titles = async (): Promise<string[]> =>
    (await list('/events')).events.map(({ title }: Json) => title);

  test('two writes of a record pushed together: each is answered as it was written', async () => {
    const { deps } = app;
    const tag = makeRecord('tag', 70, { title: 'First' });
    const options = { leasedUntilMs: deps.now() + limits.leaseMs };
    const one = await deps.store.write(inserts(tag), options);
    const second = revise(tag, { title: 'Second' });
    const two = await deps.store.write([{ record: second, expected: tag.revision }], options);
    // The later write may come first.
    const records = [...two.written, ...one.written];
    const entries = [...two.entries, ...one.entries].filter(({ task }) => task === 'index');
    expect(await workOff(deps, entries, records)).toBe(true);
    expect(records.map(({ title }) => title)).toEqual(['Second', 'First']);
    expect((await list('/tags?hide_empty=false')).tags.map(({ name }: Json) => name)).toEqual([
      'Second',
    ]);
  });

  test('why the index takes no entries is logged once a change, and /health says so', async () => {
    const told: string[] = [];
    const tell = (fields: object, message: string) => {
      if (/^the index/.test(message)) told.push(`${message}: ${JSON.stringify(fields)}`);
    };
    app.deps.log = { ...app.deps.log, info: tell, warn: tell, error: tell };
    const { id } = await givenEvent(app, { title: 'Refused' });
    const write = async (reason: string | null) => {
      const put = async (entries: readonly IndexEntry[]): Promise<PutResult[]> =>
        entries.map((entry) => ({ ...entry, outcome: 'retry', reason: `${reason}` }));
      const mend = breakIndex(app.deps, () => (reason === null ? {} : { put }));
      const body = { description: `${reason} ${app.clock.nowMs++}` };
      await app.given({ request: `PATCH /events/${id}`, body, isSettled: false });
      mend();
      const answer = await fetch(`${app.url}/health`);
      return ((await answer.json()) as Json).sync.index;
    };
    const full = '429 cluster_block_exception index [a-1] blocked: flood-stage';
    expect([await write(full), await write(full.replace('1', '2'))]).toEqual([
      'failing',
      'failing',
    ]);
    expect([await write('403 x'), await write('403 x')]).toEqual(['failing', 'failing']);
    expect([await write(null), await write(null)]).toEqual(['answering', 'answering']);
    const refuses = 'the index does not take entries; they will be tried again';
    expect(told).toEqual([
      `${refuses}: {"kind":"event","reason":"${full}"}`,
      `${refuses}: {"kind":"event","reason":"403 x"}`,
      'the index takes entries again: {"kind":"event"}',
    ]);
  });

  test('some entries fail: only those stay unindexed', async () => {
    for (const outcome of ['retry', 'refused'] as const) {
      const isRefused = outcome === 'refused';
      const mend = breakIndex(app.deps, (real) => ({
        put: async (entries) => {
          const bad = entries.filter((entry) => titleOf(entry).includes('bad'));
          const good = entries.filter((entry) => !bad.includes(entry));
          const failed = bad.map(
            ({ kind, id }): PutResult => ({ kind, id, outcome, reason: 'no' }),
          );
          return [...failed, ...(await real.put(good))];
        },
      }));
      const bad = await givenEvent(app, { title: `bad ${outcome}` });
      await givenEvent(app, { title: `good ${outcome}` });
      expect(await pendingIds('event')).toEqual([bad.id]);
      expect(await refusedKeys(app.deps)).toEqual(isRefused ? [`event ${bad.id}`] : []);
      mend();
      app.clock.nowMs += limits.pushPauseMaxMs;
      expect(await drain(app.deps)).toBe(true);
      expect(await titles()).toContain(`bad ${outcome}`);
    }
  });

  test('an entry that is always refused blocks no others', async () => {
    const mendAll = breakIndex(app.deps, down);
    const bad = await givenEvent(app, { title: 'bad' });
    const venue = await givenVenue(app, { venue: 'Late hall' });
    const term = await givenTerm(app, 'categories', 'Late');
    await givenEvent(app, { title: 'good', venue: venue.id, categories: [term.id] });
    mendAll();
    breakIndex(app.deps, (real) => ({
      put: async (entries) => {
        const good = entries.filter((entry) => titleOf(entry) !== 'bad');
        const refused = entries.filter((entry) => !good.includes(entry));
        const no = { outcome: 'refused', reason: 'no' } as const;
        return [
          ...refused.map(({ kind, id }): PutResult => ({ kind, id, ...no })),
          ...(await real.put(good)),
        ];
      },
    }));
    app.clock.nowMs += AGES_MS;
    expect(await drain(app.deps)).toBe(false);
    expect(await refusedKeys(app.deps)).toContain(`event ${bad.id}`);
    expect(await titles()).toEqual(['good']);
    expect((await list('/venues?has_events=true')).total).toBe(1);
    expect((await list('/categories')).total).toBe(1);
  });

  test('usage that could not be pushed is pushed by drain', async () => {
    const venue = await givenVenue(app);
    const mend = breakIndex(app.deps, (real) => ({
      put: async (entries) => {
        if (entries.some(({ kind }) => kind === 'venue')) throw new Error('connection refused');
        return real.put(entries);
      },
    }));
    await givenEvent(app, { venue: venue.id });
    expect((await list('/venues?has_events=true')).total).toBe(0);
    expect(await pendingIds('venue')).toEqual([venue.id]);
    mend();
    app.clock.nowMs += AGES_MS;
    expect(await drain(app.deps)).toBe(true);
    expect((await list('/venues?has_events=true')).total).toBe(1);
    expect(await pendingIds('venue')).toEqual([]);
  });

  test('many writes at once leave counts and texts as the store has them', async () => {
    const venue = await givenVenue(app);
    const tag = await givenTerm(app, 'tags', 'Busy');
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        givenEvent(app, { title: `Event ${at}`, venue: venue.id, tags: [tag.id] }),
      ),
    );
    await Promise.all([
      ...created.slice(0, 6).map(({ id }) => app.given({ request: `DELETE /events/${id}` })),
      ...created
        .slice(6, 10)
        .map(({ id }) => app.given({ request: `PATCH /events/${id}`, body: { venue: 0 } })),
      ...[1, 2, 3].map((n) =>
        app.given({ request: `PATCH /venues/${venue.id}`, body: { venue: `Hall ${n}` } }),
      ),
      app.given({ request: `PATCH /tags/${tag.id}`, body: { description: 'd' } }),
    ]);
    await drain(app.deps);
    const stored = await usageOf(app.deps, [{ kind: 'tag', id: tag.id }]);
    expect(stored.get(`tag ${tag.id}`)?.published).toBe(14);
    expect((await list('/tags')).tags.map(({ count }: Json) => count)).toEqual([14]);
    expect((await list(`/events?venue=${venue.id}`)).total).toBe(10);
    for (const event of (await list('/events?per_page=50')).events) {
      const { json_ld: _, ...item } = await app.given({ request: `GET /events/${event.id}` });
      const { venue: held, organizer: __, ...rest } = item;
      expect(event).toMatchObject(rest);
      delete held.json_ld;
      expect(event.venue).toEqual(held);
    }
  });
});
