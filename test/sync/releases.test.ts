/**
 * Two releases over the same data, as while one replaces the other: the newer one's entries have a
 * field more. Only processes of a release build its index, and in the end nothing is unlisted.
 */
import { describe, expect, it } from 'vitest';
import type { SearchIndex } from '../../src/search/port.js';
import { inspectIndex, prepareIndex } from '../../src/sync/inspect.js';
import { startUpkeep } from '../../src/sync/loop.js';
import { announce, leave, requireSameSettings } from '../../src/sync/processes.js';
import { indexStamp } from '../../src/sync/push.js';
import { overTwoPairs, pairNamed, takeEngines } from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { until } from '../support/until.js';

/** Makes an app one of a release that has not yet heard of the index field `featured`. */
function makeOlder({ deps }: TestApp): void {
  const real = deps.index;
  const put: SearchIndex['put'] = (entries) =>
    real.put(
      entries.map((entry) => {
        if (!('values' in entry)) return entry;
        const { featured: _, ...values } = entry.values;
        return { ...entry, values };
      }),
    );
  deps.index = { ...real, layout: 'of an older release', put };
}

describe.each(['sqlite + elasticsearch', 'mongo + elasticsearch'])('releases over %s', (name) => {
  const pair = pairNamed(name);
  it.skipIf(pair.unavailable !== null)(
    `writes of both, and after the switch${
      pair.unavailable === null ? '' : ` (skipped: ${pair.unavailable})`
    }`,
    async () => {
      const engines = await takeEngines(pair);
      const older = await openTestApp(pair, { engines });
      makeOlder(older);
      const newer = await openTestApp(pair, { engines });
      const ids: number[] = [];
      const write = async (app: TestApp) => {
        const { id } = await givenEvent(app, { title: `Event ${ids.length}`, featured: true });
        ids.push(id);
        const [first = id] = ids;
        await app.given({ request: `PATCH /events/${first}`, body: { cost: `${ids.length}` } });
      };
      try {
        await requireSameSettings(older.deps);
        await prepareIndex(older.deps);
        const ofOlder = startUpkeep(older.deps);
        await until(async () => (await newer.deps.index.stamp()) === indexStamp(older.deps));
        for (let n = 0; n < 5; n++) await write(older);

        const built = [0, 0];
        for (const [at, { deps }] of [older, newer].entries()) {
          const { rebuild } = deps.index;
          deps.index.rebuild = (...args) => {
            built[at] = (built[at] ?? 0) + 1;
            return rebuild(...args);
          };
        }
        await requireSameSettings(newer.deps);
        await prepareIndex(newer.deps);
        const ofNewer = startUpkeep(newer.deps);
        const isSwitched = async () => (await newer.deps.index.stamp()) === indexStamp(newer.deps);
        do {
          await write(older);
          await write(newer);
        } while (!(await isSwitched()));
        for (let n = 0; n < 5; n++) {
          await write(older);
          await write(newer);
        }
        await inspectIndex(older.deps);
        expect(built).toEqual([0, 1]);

        await ofOlder.stop();
        await leave(older.deps);
        const ofOther = { afterId: 0, limit: 9, stampOtherThan: indexStamp(newer.deps) };
        await until(async () => {
          await inspectIndex(newer.deps);
          await newer.deps.index.refresh();
          return (await newer.deps.index.versions('event', ofOther)).length === 0;
        });
        const { unindexed, rebuilding } = await newer.deps.store.outbox.backlog();
        expect([unindexed, rebuilding, built]).toEqual([0, null, [0, 1]]);
        await ofNewer.stop();
        expect(await disagreements(newer.deps)).toEqual([]);
        const list = await newer.given({ request: 'GET /events?featured=true&per_page=100' });
        expect(list.events.map(({ id }: Json) => id).sort()).toEqual([...ids].sort());
        const [first] = ids;
        const changed = list.events.find(({ id }: Json) => id === first);
        expect(changed.cost_details.values).toEqual([`${ids.length}`]);
      } finally {
        await newer.close();
        await older.close();
        await engines.release();
      }
    },
  );
});

overTwoPairs('an index of another release', (pair) => {
  it('is left to its processes while they run, and built anew once they have ended', async () => {
    const engines = await takeEngines(pair);
    const app = await openTestApp(pair, { engines });
    const { deps } = app;
    try {
      const rebuilding = async () => (await deps.store.outbox.backlog()).rebuilding?.stamp ?? null;
      const other = { id: 'other', stamp: 'theirs', settings: {}, untilMs: deps.now() + 1000 };
      const process = { type: 'process', id: 1, revision: 0, keys: ['other'] } as const;
      await deps.store.documents.swap({ ...process, value: other });
      await (await deps.index.rebuild('theirs')).finish();
      await inspectIndex(deps);
      expect(await rebuilding()).toBeNull();
      // What they have ordered is theirs, too.
      await deps.store.outbox.add({ task: 'rebuild:theirs', records: [], position: null });
      await inspectIndex(deps);
      expect(await rebuilding()).toBe('theirs');
      app.clock.nowMs += 1001;
      await inspectIndex(deps);
      expect(await rebuilding()).toBe(indexStamp(deps));
    } finally {
      await app.close();
      await engines.release();
    }
  });

  it('processes of other settings are refused by name until the first has ended', async () => {
    const engines = await takeEngines(pair);
    const first = await openTestApp(pair, { engines, settings: { SITE_TIMEZONE: 'Asia/Tokyo' } });
    const second = await openTestApp(pair, { engines });
    try {
      await requireSameSettings(first.deps);
      const refused = /SITE_TIMEZONE=Asia\/Tokyo \(here: [^)]*\)\. Stop it first/;
      await expect(requireSameSettings(second.deps)).rejects.toThrow(refused);
      // The one that is refused does not keep the first from its own work.
      expect(await announce(first.deps)).toEqual([]);
      await leave(first.deps);
      await requireSameSettings(second.deps);
      await expect(requireSameSettings(first.deps)).rejects.toThrow('SITE_TIMEZONE');
    } finally {
      await second.close();
      await first.close();
      await engines.release();
    }
  });
});
