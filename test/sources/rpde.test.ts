/** Feeds of changes (RPDE) that are followed: pages, positions, faults. Contract 32. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FOLLOW_FAIL_POINT } from '../../src/sources/feed/follow.js';
import { runSource } from '../../src/sources/run.js';
import { readSource } from '../../src/sources/source.js';
import { catchUp, disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { club, open, run, subscribe, titles, useClub } from '../support/club.js';

useClub();

/** A session as OpenActive tells it. */
const session = (id: string | number, name: string, more: Json = {}) => ({
  ...{ state: 'updated', kind: 'ScheduledSession', id, modified: 1 },
  data: {
    ...{ '@context': 'https://openactive.io/', '@type': 'ScheduledSession' },
    ...{ '@id': `https://club.example/${id}`, name, startDate: '2026-03-20T19:00:00Z' },
    ...{ endDate: '2026-03-20T20:00:00Z' },
    ...more,
  },
});
const deleted = (id: string | number) => ({
  ...{ state: 'deleted', kind: 'ScheduledSession', id, modified: 2 },
});

/** The items of a feed, a few a page; its answers may be replaced. */
const feed = { items: [] as Json[], size: 2, asked: [] as string[] };
const base = () => club.url.replace('club.ics', 'feed');
const answer = (response: ServerResponse, status: number, body: Json) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const page = (request: IncomingMessage, response: ServerResponse) => {
  feed.asked.push(String(request.url));
  const after = Number(new URL(request.url ?? '', 'http://x').searchParams.get('after') ?? 0);
  const items = feed.items.slice(after, after + feed.size);
  const next = `${base()}?after=${after + items.length}`;
  return answer(response, 200, { items, next, license: 'https://example.org', version: '1.0' });
};
const begin = async (items: Json[]) => {
  await open();
  Object.assign(feed, { items, size: 2, asked: [] });
  club.answer = page;
  return subscribe({ url: base(), missing: '' });
};

describe('feeds of changes', () => {
  it('32 sessions have what their series says, on a page before; those inside of it are told', async () => {
    const series = 'https://club.example/series';
    const item = (id: string, more: Json) => ({
      ...{ state: 'updated', kind: 'SessionSeries', id, modified: 1 },
      data: { '@context': 'https://openactive.io/', '@type': 'SessionSeries', ...more },
    });
    const { data, ...rest } = session(1, '');
    const { name: _, ...nameless } = { ...data, superEvent: series };
    const location = { '@type': 'Place', name: 'Leisure Centre' };
    const id = await begin([
      item('s', { '@id': series, name: 'Yoga', location }),
      session(2, 'Two'),
      { ...rest, data: nameless },
      item('t', { name: 'Pilates', subEvent: [{ ...data, name: undefined }] }),
    ]);
    const done = await run(id);
    expect(done).toMatchObject({ created: 2, rejected: 1 });
    expect(done.lines).toEqual([expect.stringContaining('1 sessions inside of their series')]);
    const { events } = await club.app.given({ request: 'GET /events?start_date=2026-01-01' });
    const [yoga] = events.filter(({ title }: Json) => title === 'Yoga');
    expect(yoga).toMatchObject({ venue: { venue: 'Leisure Centre' } });
  });

  it('32 are read page by page from where the last run ended', async () => {
    const id = await begin([session(1, 'One'), session(2, 'Two'), session(3, 'Three')]);
    expect(await run(id)).toMatchObject({ created: 3, rejected: 0, lines: [] });
    expect((await titles()).sort()).toEqual(['One', 'Three', 'Two']);
    feed.asked = [];
    feed.items.push(session(1, 'One, changed'), deleted(2));
    expect(await run(id)).toMatchObject({ updated: 1, missing: 1 });
    expect(feed.asked).toEqual(['/feed?after=3', '/feed?after=5']);
    expect((await titles()).sort()).toEqual(['One, changed', 'Three']);
    feed.items.push(session(2, 'Two again'));
    expect(await run(id)).toMatchObject({ updated: 1 });
    expect((await titles()).sort()).toEqual(['One, changed', 'Three', 'Two again']);
    const { value } = await readSource(club.app.deps, id);
    expect(value).toMatchObject({ count: 3, format: 'rpde', failures: 0 });
    expect(await disagreements(club.app.deps)).toEqual([]);
  });

  it('32 the last state of an item counts, whatever its number', async () => {
    const last = { ...session('a', 'New'), modified: 0 };
    const id = await begin([session('a', 'Old'), last, deleted('b'), session('b', 'Back')]);
    feed.items.push(session('c', 'Gone'), deleted('c'), session('d', 'D'), session('d', 'D2'));
    await run(id);
    expect((await titles()).sort()).toEqual(['Back', 'D2', 'New']);
  });

  it('32 go on where a run was ended, which changes nothing twice', async () => {
    const all = Array.from({ length: 9 }, (_, at) => session(at, `S${at}`));
    const id = await begin([...all, deleted(3), deleted(4)]);
    for (let pages = 1; ; pages++) {
      let left = 2;
      const failPoint = (name: string) => {
        if (name === FOLLOW_FAIL_POINT && --left === 0) throw new Error('killed');
      };
      const dying = { ...club.app.deps, failPoint };
      const ended = await runSource(dying, await readSource(dying, id));
      if (ended?.outcome !== 'failed') break;
      expect(ended.reason).toBe('killed');
      expect(pages).toBeLessThan(20);
    }
    await catchUp(club.app.deps);
    expect((await titles()).sort()).toEqual([0, 1, 2, 5, 6, 7, 8].map((at) => `S${at}`));
    expect(await disagreements(club.app.deps)).toEqual([]);
  });

  it('32 that begin anew (410) are read again, and what they lack goes', async () => {
    const id = await begin([...'abcdefg'].map((name) => session(name, name)));
    await run(id);
    const before = feed.items;
    feed.items = before.filter(({ id: one }) => one !== 'b' && one !== 'c').reverse();
    let isGone = true;
    club.answer = (request, response) => {
      if (isGone && request.url?.includes('after=7')) {
        isGone = false;
        return answer(response, 410, { code: 'changes-restarted' });
      }
      return page(request, response);
    };
    expect(await run(id)).toMatchObject({ created: 0, unchanged: 5, missing: 2 });
    expect((await titles()).sort()).toEqual([...'adefg']);
    feed.items.push(session('b', 'Another b'));
    expect(await run(id)).toMatchObject({ created: 1 });
  });

  it('32 that begin anew again and again fail, and are asked later', async () => {
    const id = await begin([...'abcd'].map((name) => session(name, name)));
    club.answer = (request, response) =>
      request.url?.includes('after=2') ? answer(response, 410, {}) : page(request, response);
    expect(await run(id)).toMatchObject({ outcome: 'failed' });
    expect(feed.asked.length).toBeLessThan(4);
  });

  it('32 hold a run that would remove more than half', async () => {
    const id = await begin([...'abcdefgh'].map((name) => session(name, name)));
    await run(id);
    feed.items.push(...[...'abcde'].map(deleted));
    const held = await run(id);
    expect(held).toMatchObject({ missing: 0, held: 5 });
    expect(held.lines[0]).toContain(`run ${id} --accept`);
    expect(await run(id)).toMatchObject({ missing: 0, held: 5 });
    expect(await titles()).toHaveLength(8);
    const source = await readSource(club.app.deps, id);
    expect(await runSource(club.app.deps, source, { isAccepted: true })).toMatchObject({
      ...{ missing: 5, held: 0 },
    });
    expect((await titles()).sort()).toEqual([...'fgh']);
  });

  it.each([
    ['on another host', () => 'http://127.0.0.2:1/feed', 'its next page is on another host'],
    ['itself', (url: string) => url, 'its next page is itself, though it has items'],
    [
      'one that was read',
      (url: string) => (url.includes('?') ? base() : `${base()}?after=1`),
      'its next page is one that was read',
    ],
    ['not named', () => undefined, 'a page with items names no next one'],
  ])('32 fail where the next page is %s', async (_name, nextOf, reason) => {
    const id = await begin([]);
    const items = [session(1, 'One')];
    club.answer = (request, response) => {
      const url = new URL(request.url ?? '', base());
      answer(response, 200, { items, next: nextOf(url.href), version: '1.0' });
    };
    expect(await run(id)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining(reason),
    });
  });

  it('32 that hold what is no item tell it, and load all others', async () => {
    const id = await begin([session(1, 'One'), { ...session(2, 'Two'), data: 'text' }]);
    feed.items.push({ ...session(3, 'Three'), data: { '@type': 'ScheduledSession' } });
    const told = await run(id);
    expect(told).toMatchObject({ created: 1, outcome: 'loaded' });
    expect(told.lines.join('\n')).toContain('an item without data');
  });
});
