/** The memory of the terms: a list is one request to the index. Contract 3.2, 14. */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, KindName } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import type { Deps } from '../../src/records/deps.js';
import { listRecords } from '../../src/records/list/list.js';
import { createRecord, updateRecord } from '../../src/records/save.js';
import { openTerms } from '../../src/records/terms.js';
import { openPair, overTwoPairs, takeEngines } from '../support/adapters.js';
import { eventPayload } from '../support/factories.js';

const caller = { id: 1, name: 'admin', role: 'administrator' } as const;

const create = (deps: Deps, kind: KindName, payload: JsonObject) =>
  createRecord(deps, kinds[kind], { payload, caller });

overTwoPairs('the memory of the terms', (pair) => {
  const withDeps = async (work: (deps: Deps, calls: string[], later: () => void) => unknown) => {
    const engines = await takeEngines(pair);
    const opened = await openPair(pair, { engines });
    const calls: string[] = [];
    const { search, lookUp } = opened.deps.index;
    const index = {
      ...opened.deps.index,
      search: (...args: Parameters<typeof search>) => {
        calls.push('search');
        return search(...args);
      },
      lookUp: (...args: Parameters<typeof lookUp>) => {
        calls.push(`lookUp ${args[0]}`);
        return lookUp(...args);
      },
    };
    const { now, config } = opened.deps;
    const terms = openTerms({ index, now, keepAnswersSeconds: config.keepAnswersSeconds });
    const later = () => {
      opened.clock.nowMs += limits.countSeconds * 1000;
    };
    try {
      await work({ ...opened.deps, index, terms }, calls, later);
    } finally {
      await opened.close();
      await engines.release();
    }
  };
  const list = async (deps: Deps, raw: JsonObject) => {
    const { records } = await listRecords(deps, kinds.event, { raw, caller: null });
    return records.map((text) => JSON.parse(text));
  };
  const given = async (deps: Deps) => {
    const music = await create(deps, 'category', { name: 'Music' });
    const jazz = await create(deps, 'category', { name: 'Jazz', parent: music.id });
    await create(deps, 'event', eventPayload({ categories: [jazz.id], tags: ['Late'] }));
    return { music, jazz };
  };

  it('lists after the first one ask the index once, until they are 5 s old', async () => {
    await withDeps(async (deps, calls, later) => {
      await given(deps);
      const raw = { categories: 'music', tags: 'late' };
      const [first] = await list(deps, raw);
      expect(first.categories[0]).toMatchObject({
        count: 1,
        url: 'https://example.com/events/category/music/jazz/',
      });
      for (const sent of [raw, {}, { categories: 'jazz' }, { tags: 'late' }] as JsonObject[]) {
        calls.length = 0;
        expect(await list(deps, sent)).toHaveLength(1);
        expect(calls).toEqual(['search']);
      }
      later();
      calls.length = 0;
      await list(deps, raw);
      expect(calls.sort()).toEqual(['lookUp category', 'lookUp tag', 'search']);
    });
  });

  it('a slug or ID that it lacks is looked up, and one that is unknown is refused', async () => {
    await withDeps(async (deps) => {
      const { jazz } = await given(deps);
      await list(deps, { categories: 'music', tags: 'late' });
      // As another process would: this memory hears nothing of it.
      const swing = await create(deps, 'category', { name: 'Swing', parent: jazz.id });
      await create(deps, 'event', eventPayload({ title: 'Two', categories: [swing.id] }));
      expect(await list(deps, { categories: 'swing' })).toMatchObject([{ title: 'Two' }]);
      expect(await list(deps, { categories: 'music' })).toHaveLength(2);
      await create(deps, 'tag', { name: 'Early' });
      expect(await list(deps, { tags: 'early' })).toEqual([]);
      await expect(list(deps, { categories: 'none' })).rejects.toMatchObject({ status: 400 });
      await expect(list(deps, { tags: '99999' })).rejects.toMatchObject({ status: 400 });
    });
  });

  it('own writes drop it: what is below, paths and counts are right at once', async () => {
    const engines = await takeEngines(pair);
    const { deps, close } = await openPair(pair, { engines });
    try {
      const { jazz } = await given(deps);
      expect(await list(deps, { categories: 'music' })).toHaveLength(1);
      const key = { id: jazz.id };
      await updateRecord(deps, kinds.category, { key, payload: { parent: 0 }, caller });
      expect(await list(deps, { categories: 'music' })).toEqual([]);
      await create(deps, 'event', eventPayload({ title: 'Two', categories: [jazz.id] }));
      const [one] = await list(deps, { categories: String(jazz.id) });
      expect(one.categories[0]).toMatchObject({
        count: 2,
        url: 'https://example.com/events/category/jazz/',
      });
    } finally {
      await close();
      await engines.release();
    }
  });
});
