/** Who removed an event of a subscribed calendar, and what brings it back. Contract 8, 32. */
import { describe, expect, it } from 'vitest';
import { isClaim } from '../../src/kinds/claims.js';
import { kinds } from '../../src/kinds/index.js';
import { limits } from '../../src/limits.js';
import { removeRecord } from '../../src/records/remove.js';
import { serviceCaller } from '../../src/service/users.js';
import { removeSource } from '../../src/sources/remove.js';
import type { Json } from '../support/app.js';
import {
  calendar,
  club,
  listed,
  open,
  run,
  serve,
  subscribe,
  titles,
  useClub,
} from '../support/club.js';
import { loadRows } from '../support/load-rows.js';

useClub();

const table = (column: string, ids: string[]) =>
  ids.reduce(
    (text, id) => `${text}${id},${id},2026-03-20 19:00,2026-03-20 20:00\n`,
    `${column},title,start_date,end_date\n`,
  );

type Format = [name: string, type: string, textOf: (ids: string[]) => string];
const FORMATS: Format[] = [
  ['calendar', 'text/calendar', (uids) => calendar(uids.map((uid) => ({ uid })))],
  ['table of rows with keys', 'text/csv', (ids) => table('id', ids)],
  ['table of rows without keys', 'text/csv', (ids) => table('description', ids)],
];

describe('subscribed calendars', () => {
  it('32 a run that died after a removal is made again, and brings back what returns', async () => {
    await open();
    const told = ['a', 'b', 'c'].map((uid) => ({ uid }));
    serve(calendar(told));
    const id = await subscribe();
    await run(id);
    serve(calendar(told.slice(1)));
    await run(id);
    const { deps } = club.app;
    const write: typeof deps.store.keys.write = async (...change) => {
      if ((await titles()).length === 2) throw new Error('killed');
      return deps.store.keys.write(...change);
    };
    const keys = { ...deps.store.keys, write };
    await run(id, { ...deps, store: { ...deps.store, keys } });
    expect(await titles()).toEqual(['b', 'c']);
    expect((await run(id)).missing).toBe(0);
    serve(calendar(told));
    await run(id);
    expect(await titles()).toEqual(['a', 'b', 'c']);
  });

  it.each(
    FORMATS,
  )('32 what a run of a %s loaded that died is missing later', async (_, type, textOf) => {
    await open();
    const told = ['a', 'b', 'c'];
    const served = (uids: string[]) => {
      club.answer = (__, response) =>
        response.writeHead(200, { 'content-type': type }).end(textOf(uids));
    };
    served(told.slice(1));
    const id = await subscribe();
    await run(id);
    served(told);
    const { store } = club.app.deps;
    const dying: typeof store.write = async (...written) => {
      await store.write(...written);
      throw new Error('killed');
    };
    const deps = { ...club.app.deps, store: { ...store, write: dying } };
    expect((await run(id, deps)).reason).toBe('killed');
    // Its lease on the outbox ends.
    club.app.clock.nowMs += 3_600_000;
    expect((await titles()).sort()).toEqual(told);
    served(told.slice(1));
    await run(id);
    expect(await run(id)).toMatchObject({ missing: 1, lines: ['missing: trash: a'] });
    expect(await titles()).toEqual(['b', 'c']);
  });

  it.each(
    FORMATS,
  )('32 a %s that is removed and added again has its events', async (_, type, textOf) => {
    await open();
    const told = ['a', 'b', 'c'];
    club.answer = (__, response) =>
      response.writeHead(200, { 'content-type': type }).end(textOf(told));
    const ids = async () => (await listed()).map(({ id: event }) => event).sort();
    const id = await subscribe();
    await run(id);
    const before = await ids();
    const { deps, given } = club.app;
    await given({ request: `PATCH /events/${before[2]}`, body: { excerpt: 'Ours' } });
    const times = { start_date: '2026-03-20', end_date: '2026-03-20' };
    await given({ request: 'POST /events', body: { title: 'Ours', ...times } });
    const other = await subscribe({ url: `${club.url}?other`, authority: 'keep' });
    await run(other);
    await removeSource(deps, other);
    const added = await ids();
    expect(await removeSource(deps, id)).toMatchObject({ events: 3, trashed: 0 });
    expect(await ids()).toEqual(added);
    // The address is the same in another scheme.
    const again = await subscribe({ url: club.url.replace('http', 'HTTP') });
    expect(again).toBe(id);
    expect(await run(again)).toMatchObject({ created: 0, rejected: 0 });
    expect(await ids()).toEqual(added);
    expect(await removeSource(deps, again, { withEvents: true })).toMatchObject({ trashed: 3 });
    expect(await ids()).toEqual(added.filter((event) => !before.includes(event)));
    expect(await removeSource(deps, again).catch(String)).toContain('There is no source');
    expect(await run(await subscribe())).toMatchObject({ created: 0, rejected: 0 });
    expect(await ids()).toEqual(added);
  });

  it('32 a source that is removed while it loads loads no more, and claims nothing', async () => {
    await open();
    const told = Array.from({ length: limits.batchRecords + 1 }, (_, at) => ({ uid: `n${at}` }));
    serve(calendar(told));
    const id = await subscribe();
    const { store } = club.app.deps;
    const write: typeof store.write = async (...written) => {
      const outcome = await store.write(...written);
      await removeSource(club.app.deps, id).catch(() => undefined);
      return outcome;
    };
    const ran = await run(id, { ...club.app.deps, store: { ...store, write } });
    expect(ran.reason).toContain('another process runs it by now');
    const page = { prefix: `calendar-${id}:`, after: '', limit: told.length };
    const keys = await store.keys.list('event', page);
    expect(keys).toHaveLength(limits.batchRecords);
    expect(keys.filter(isClaim)).toEqual([]);
  });

  it('8 what a calendar lacked, a row of any calendar brings back, a row of a file does not', async () => {
    await open();
    const { deps } = club.app;
    const caller = await serviceCaller(deps);
    const payload = { title: 'Fair', start_date: '2026-03-20 19:00', end_date: '2026-03-20 20:00' };
    const load = async (extra: Json, options: { present?: Set<string> } = {}) => {
      const rows = [{ externalId: 'feed:1', payload: { ...payload, ...extra } }];
      const [result] = await loadRows(deps, kinds.event, rows, { caller, ...options });
      return result?.outcome === 'rejected' ? null : (result?.record ?? null);
    };
    const { id = 0 } = (await load({ status: 'private' })) ?? {};
    const remove = (by: 'user' | 'source') =>
      removeRecord(deps, kinds.event, { key: { id }, caller, by });
    await remove('source');
    const file = await load({ title: 'File', status: 'publish' });
    expect(file).toMatchObject({ title: 'File', removed: { by: 'source' } });
    const back = await load({ title: 'Feed', status: 'publish' }, { present: new Set<string>() });
    expect(back).toMatchObject({ title: 'Feed', removed: null, base_status: 'private' });
    await remove('user');
    const left = await load({ title: 'Again', status: 'publish' }, { present: new Set<string>() });
    expect(left).toMatchObject({ title: 'Again', removed: { by: 'user' } });
  });
});
