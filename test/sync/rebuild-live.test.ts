/**
 * Rebuilds while the service is constantly read and written, and rebuilds that end halfway: no
 * answer is ever an error, incomplete, or outdated.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chunksOf } from '../../src/lib/batches.js';
import { turn } from '../../src/lib/turn.js';
import { limits } from '../../src/limits.js';
import { drain } from '../../src/sync/drain.js';
import { REBUILD_FAIL_POINTS, rebuild } from '../../src/sync/rebuild.js';
import { makeRecord, revise } from '../contracts/builders.js';
import { UNLEASED } from '../contracts/record-store.js';
import {
  type EnginePair,
  type Opened,
  openPair,
  overTwoPairs,
  START_MS,
  type TakenEngines,
  takeEngines,
} from '../support/adapters.js';
import { catchUp, disagreements, owedIds } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { openMortal } from '../support/mortal.js';

/** More than one batch of a rebuild; fewer when the test's engine is slow. */
const countOf = (pair: EnginePair) => limits.batchRecords + (pair.engines.length > 0 ? 50 : 2500);

/** Events in store and index. → their IDs. */
async function givenEvents({ deps }: Opened, count: number): Promise<number[]> {
  const ids = await deps.store.nextIds('post', count);
  const changes = ids.map((id) => ({
    record: makeRecord('event', id, { author: 1, title: `Old ${id}` }),
    expected: 0,
  }));
  for (const batch of chunksOf(changes, limits.batchRecords)) {
    await deps.store.write(batch, UNLEASED);
  }
  await catchUp(deps);
  return ids;
}

/** An answer waits `limits.pushWaitMs` for the index; on a busy machine that is not enough. */
async function untilIndexed({ deps }: TestApp): Promise<void> {
  while ((await owedIds(deps, 'event')).length > 0) {
    await drain(deps);
    // The embedded engines answer without giving way.
    await turn();
  }
}

overTwoPairs('rebuild under load', (pair) => {
  let app: TestApp;
  beforeEach(async () => {
    // Each write refreshes: refreshing on reads would miss the index that is being replaced.
    app = await openTestApp(pair, { settings: { INDEX_REFRESH: 'true' } });
  });
  afterEach(() => app.close());

  it('no read fails, misses a record or shows an old title; all writes are there', async () => {
    const ids = await givenEvents(app, countOf(pair));
    // These are never removed: each list must contain all of them.
    const stable = ids.filter((_, at) => at % Math.ceil(ids.length / 40) === 0);
    const others = ids.filter((id) => !stable.includes(id));
    const titles = new Map(stable.map((id) => [id, `Old ${id}`]));
    const state = { isOver: false, reads: 0, writes: 0 };

    const read = async () => {
      while (!state.isOver || state.reads < 4) {
        const before = new Map(titles);
        const request = `GET /events?per_page=50&include=${stable.join(',')}`;
        const { status, body, text } = await app.call({ request });
        expect(status, text).toBe(200);
        expect(body.events.map(({ id }: Json) => id).sort()).toEqual([...stable].sort());
        for (const { id, title } of body.events) {
          // Titles written during the read may be old or new.
          expect([before.get(id), titles.get(id), `New ${id}`]).toContain(title);
          if (before.get(id) === `New ${id}`) expect(title).toBe(`New ${id}`);
        }
        state.reads++;
      }
    };
    const write = async () => {
      for (let at = 0; !state.isOver || at < 5; at++) {
        const id = stable[at % stable.length] as number;
        const title = `New ${id}`;
        await app.given({ request: `PATCH /events/${id}`, body: { title } });
        await untilIndexed(app);
        titles.set(id, title);
        const gone = others.pop();
        if (gone) await app.given({ request: `DELETE /events/${gone}` });
        await givenEvent(app, { title: `Added ${at}` });
        await untilIndexed(app);
        state.writes++;
      }
    };
    const load = [read(), read(), write()];
    const work = rebuild(app.deps).finally(() => {
      state.isOver = true;
    });
    const [records] = await Promise.all([work, ...load]);
    expect(records).toBeGreaterThanOrEqual(ids.length);
    expect(state.reads).toBeGreaterThan(3);
    expect(state.writes).toBeGreaterThan(1);
    const { total } = await app.given({ request: 'GET /events?status=publish&per_page=1' });
    expect(total).toBeGreaterThan(0);
    await catchUp(app.deps);
    expect(await disagreements(app.deps)).toEqual([]);
  });
});

overTwoPairs('rebuilds that end half way', (pair) => {
  let engines: TakenEngines;
  const clock = { nowMs: START_MS };
  beforeEach(async () => {
    engines = await takeEngines(pair);
  });
  afterEach(() => engines.release());

  // The store does not matter here, and the tests' MongoDB is slow.
  const points = pair.engines.includes('mongo') ? ['rebuild:filling'] : REBUILD_FAIL_POINTS;
  it.each(points)('at %s: the old index answers, another run finishes', async (step) => {
    const process = await openMortal(pair, engines, clock);
    const other = await openPair(pair, { engines, clock });
    const { deps } = other;
    const ids = await givenEvents(other, countOf(pair));
    const [first, second, third] = ids as [number, number, number];
    process.endAt(step, step === 'rebuild:filling' ? 2 : 1);
    const isEnded = await process.live(() => rebuild(process.deps).catch(() => undefined));
    expect(isEnded).toBe(true);
    const all = { afterId: 0, limit: 10_000 };
    expect(await deps.index.versions('event', all)).toHaveLength(ids.length);
    // Writes continue until the next run: none of them is lost.
    const stored = await deps.store.find('event', 'id', [first, second]);
    const [renamed, removed] = stored as [(typeof stored)[0], (typeof stored)[0]];
    await deps.store.write(
      [
        { record: revise(renamed, { title: 'Renamed' }), expected: 1 },
        { record: revise(removed), expected: 1, removal: {} },
      ],
      UNLEASED,
    );
    await catchUp(deps);
    clock.nowMs += limits.leaseMs + 1;
    const records = await rebuild(deps);
    expect(records).not.toBeNull();
    await catchUp(deps);
    expect(await disagreements(deps)).toEqual([]);
    const held = await deps.index.versions('event', { afterId: 0, limit: 3 });
    expect(held.map(({ id }) => id).slice(0, 2)).toEqual([first, third]);
    await process.close();
    await other.close();
  });
});
