/** The change feed. Source: Contract 30. */
import { expect, it } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import { limits } from '../../src/limits.js';
import { prepareChanges } from '../../src/sync/number.js';
import { catchUp } from '../support/agree.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { describeEverywhere } from '../support/shared.js';

const pathOf = (url: string) => url.replace('http://api.test/vendor/events/v1', '');

/** A reader that follows the feed of a kind into memory. */
class Mirror {
  readonly records = new Map<number, Json>();
  next: string;
  readonly numbers: number[] = [];

  constructor(
    readonly app: TestApp,
    readonly route: string,
    readonly limit = 2,
  ) {
    this.next = `/${route}/changes?limit=${limit}`;
  }

  async follow(): Promise<this> {
    for (;;) {
      const page = await this.app.given({ request: `GET ${this.next}` });
      expect(page.version).toBe('1.0');
      for (const { state, kind, id, modified, data } of page.items) {
        expect(`${kind}s`.replace('ys', 'ies')).toBe(this.route);
        this.numbers.push(modified);
        if (state === 'updated') this.records.set(id, data);
        else this.records.delete(id);
      }
      this.next = pathOf(page.next);
      if (page.items.length === 0) return this;
    }
  }
}

const follow = async (app: TestApp, route: string, limit?: number) => {
  await catchUp(app.deps);
  return new Mirror(app, route, limit).follow();
};

describeEverywhere('change feed', (app) => {
  it('30 has each public record once, at its last change, and deletions', async () => {
    await prepareChanges(app().deps);
    const venue = await givenVenue(app(), { venue: 'Hall' });
    const kept = await app().given({
      request: 'POST /events',
      as: 'editor',
      body: eventPayload({ title: 'Kept', venue: venue.id, categories: ['Jazz'] }),
    });
    const gone = await app().given({
      request: 'POST /events',
      as: 'editor',
      body: eventPayload({ title: 'Gone' }),
    });
    const mirror = await follow(app(), 'events');
    expect([...mirror.records.keys()]).toEqual([kept.id, gone.id]);
    const venues = await follow(app(), 'venues');
    expect([...venues.records.keys()]).toEqual([venue.id]);
    await app().given({ request: `DELETE /events/${gone.id}`, as: 'editor' });
    await app().given({
      request: `PATCH /venues/${venue.id}`,
      as: 'editor',
      body: { venue: 'Great hall' },
    });
    await catchUp(app().deps);
    const before = mirror.numbers.length;
    await mirror.follow();
    expect(mirror.numbers.length - before).toBe(2);
    expect(mirror.numbers).toEqual([...mirror.numbers].sort((a, b) => a - b));
    expect([...mirror.records.keys()]).toEqual([kept.id]);
    expect(mirror.records.get(kept.id)?.venue.venue).toBe('Great hall');
    const { events } = await app().given({ request: 'GET /events' });
    const [read] = events;
    const [category] = read.categories;
    const { count, url, ...own } = category;
    expect(mirror.records.get(kept.id)).toEqual({ ...read, categories: [own] });
    const again = await follow(app(), 'events', 1000);
    expect(again.records).toEqual(mirror.records);
    expect(again.numbers.length).toBe(2);
  });

  it('30 is the same for every caller, and has a future record when its time comes', async () => {
    const body = eventPayload({ title: 'Soon', date: '2026-03-10 13:00:00', categories: ['Jazz'] });
    const { id } = await app().given({ request: 'POST /events', as: 'editor', body });
    const item = async () => {
      await catchUp(app().deps);
      const request = 'GET /events/changes?limit=1000';
      const own = await app().given({ request, as: 'admin' });
      const { body: page } = await app().call({ request });
      expect(own).toEqual(page);
      return page.items.find((one: Json) => one.id === id);
    };
    const before = await item();
    expect(before.state).toBe('deleted');
    const terms = await follow(app(), 'categories');
    app().clock.nowMs += 3_600_000;
    const after = await item();
    expect([after.state, after.data.status]).toEqual(['updated', 'publish']);
    expect(after.modified).toBeGreaterThan(before.modified);
    // Its category counts one event more, which is no change of the category.
    const count = terms.numbers.length;
    expect((await terms.follow()).numbers).toHaveLength(count);
  });

  it('30 gives drafts and erased records as deleted', async () => {
    const draft = await app().given({
      request: 'POST /events',
      as: 'editor',
      body: eventPayload({ title: 'Draft', status: 'draft' }),
    });
    const erased = await givenVenue(app(), { venue: 'Erased' });
    const request = `DELETE /venues/${erased.id}?force=true`;
    await app().given({ request, as: 'admin' });
    await catchUp(app().deps);
    for (const [route, id] of [
      ['events', draft.id],
      ['venues', erased.id],
    ]) {
      const { items } = await app().given({ request: `GET /${route}/changes` });
      expect(items.filter((item: Json) => item.id === id)).toEqual([
        {
          ...{ state: 'deleted', kind: route.slice(0, -1), id, modified: expect.any(Number) },
          ...{ origin: expect.any(Object), via: [expect.any(String)] },
        },
      ]);
    }
  });

  it('30 the last page has no items, names itself, and is kept for 5 seconds', async () => {
    for (const { route } of allKinds) {
      const { headers, body } = await app().call({
        request: `GET /${route}/changes?afterChangeNumber=9007199254740991`,
      });
      expect(body.items).toEqual([]);
      const own = `${app().deps.roots.api}/${route}/changes?afterChangeNumber=9007199254740991`;
      expect(body.next).toBe(own);
      expect(headers.get('cache-control')).toBe('public, max-age=5');
    }
  });

  it('30 pages are kept as the setting says, and answered with 304', async () => {
    await givenVenue(app(), { venue: 'Kept' });
    await catchUp(app().deps);
    const request = 'GET /venues/changes?limit=1';
    const { headers, body } = await app().call({ request });
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(new URL(body.next).searchParams.get('limit')).toBe('1');
    const conditional = {
      'If-None-Match': String(headers.get('etag')),
      'Cache-Control': 'max-age=0',
    };
    const again = await app().call({ request, headers: conditional });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, expect.any(String)]);
    const own = await app().call({ request, as: 'admin' });
    expect(own.headers.get('cache-control')).toBe('private, no-store');
  });

  it('30 refuses numbers that are none, and those of another space', async () => {
    const number = 'afterChangeNumber';
    for (const [query, names] of [
      [`${number}=x`, [number]],
      [`${number}=-1&limit=0&space=A!`, [number, 'limit', 'space']],
      ['limit=1001', ['limit']],
    ] as const) {
      const { status, body } = await app().call({ request: `GET /events/changes?${query}` });
      expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
      expect(Object.keys(body.data.params)).toEqual(names);
    }
    const { next } = await app().given({ request: 'GET /events/changes' });
    const path = next.replace('http://api.test/vendor/events/v1', '');
    await app().deps.store.changes.restart();
    const { status, body } = await app().call({ request: `GET ${path}&limit=7` });
    expect([status, body.code]).toEqual([410, 'changes-restarted']);
    const old = path.replace(/afterChangeNumber=\d+/, 'afterChangeNumber=9007199254740991');
    expect((await app().call({ request: `GET ${old}` })).status).toBe(410);
    const beyond = `GET /events/changes?${number}=99999999999999999999`;
    expect((await app().given({ request: beyond })).items).toEqual([]);
  });

  it('30 a restored backup begins a space, also one of before the feed', async () => {
    const { deps } = app();
    const venue = await givenVenue(app(), { venue: 'Hall' });
    const state = async () => {
      await catchUp(deps);
      const { items, next } = await app().given({ request: 'GET /venues/changes?limit=1000' });
      const { modified } = items.find(({ id }: Json) => id === venue.id);
      return { modified, space: new URL(next).searchParams.get('space') };
    };
    // Nothing has numbered the records of this store.
    const { position } = deps.store.changes;
    const changes = { ...deps.store.changes, position: async () => ({ space: null, last: 0 }) };
    await prepareChanges({ store: { ...deps.store, changes } }, { isRestored: true });
    const first = await state();
    await prepareChanges(deps);
    expect(await state()).toEqual(first);
    await prepareChanges(deps, { isRestored: true });
    const second = await state();
    expect(second.modified).toBe(first.modified);
    expect(second.space).not.toBe(first.space);
    expect((await position()).space).toBe(second.space);
  });

  it('30 ends a page of large records early', async () => {
    const { next } = await follow(app(), 'events');
    const body = eventPayload({ description: 'x'.repeat(900_000) });
    const count = Math.ceil(limits.feedBytes / 900_000);
    for (let n = 0; n <= count; n++) await app().given({ request: 'POST /events', body });
    await catchUp(app().deps);
    const request = `GET ${next.replace(/limit=\d+/, 'limit=1000')}`;
    const page = await app().given({ request });
    expect(page.items).toHaveLength(count);
    const rest = await app().given({ request: `GET ${pathOf(page.next)}` });
    expect(rest.items).toHaveLength(1);
  });
});
