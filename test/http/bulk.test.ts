/** Loads over HTTP. Source: Contract 16.2, 16.3. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { storeUnavailable } from '../../src/errors.js';
import { allKinds } from '../../src/kinds/index.js';
import { limits } from '../../src/limits.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenVenue } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { openTalk } from '../support/talk.js';
import { until } from '../support/until.js';

interface Loaded {
  status: number;
  rows: Json[];
  summary: Json;
  /** created, updated, unchanged, rejected, lines. */
  counts: number[];
}

/** Loads rows, objects as NDJSON. */
async function load(app: TestApp, path: string, rows: (Json | string)[]): Promise<Loaded> {
  const body = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
  const answer = await app.call({
    request: `POST /${path}`,
    as: 'editor',
    body,
    type: 'text/plain',
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=UTF-8');
  const all = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { summary, ...end } = all.pop();
  return { status: answer.status, rows: all, summary: end, counts: Object.values(summary) };
}

const names = async (app: TestApp, route: string, key: string): Promise<string[]> => {
  const path = `GET /${route}?per_page=50&hide_empty=false`;
  return (await app.given({ request: path }))[route].map((one: Json) => one[key]).sort();
};

describeApp('bulk', (app) => {
  it('16.2 loads every kind, and changes nothing the second time', async () => {
    for (const { route, titleField } of allKinds) {
      const row = (key: string) => ({
        ...eventPayload(),
        [titleField]: `${route} ${key}`,
        external_id: `crm:${key}`,
      });
      const first = await load(app(), `${route}/bulk`, [row('a'), row('b')]);
      expect(first.counts, route).toEqual([2, 0, 0, 0, 2]);
      expect(first.summary).toEqual({ complete: true, dry_run: false });
      expect(first.rows).toMatchObject([
        { line: 1, status: 'created' },
        { line: 2, status: 'created' },
      ]);
      const again = await load(app(), `${route}/bulk`, [row('b'), row('a')]);
      expect(again.rows).toMatchObject([
        { line: 1, status: 'unchanged', id: first.rows[1].id },
        { line: 2, status: 'unchanged', id: first.rows[0].id },
      ]);
      const found = await app().given({ request: `GET /${route}/external/crm/b` });
      expect(found.id).toBe(first.rows[1].id);
      // Lists show it when the answer ends.
      expect(await names(app(), route, titleField)).toEqual([`${route} a`, `${route} b`]);
    }
  });

  it('16.2 tells of each row: rejected ones with code and reasons, the good ones are kept', async () => {
    const { rows, counts } = await load(app(), 'venues/bulk', [
      { venue: 'One', colour: 'red' },
      { venue: 'Two', geo_lat: 91, geo_lng: 0, colour: 'red' },
      'no JSON',
      { description: 'x' },
      { venue: 'x'.repeat(2 ** 21) },
      { venue: 'Three', colour: 'red', id: 7, city: 'Bonn' },
    ]);
    expect(counts).toEqual([2, 0, 0, 4, 6]);
    expect(rows).toMatchObject(
      [
        { line: 1, status: 'created', warnings: { colour: expect.stringContaining('no field') } },
        { line: 2, status: 'rejected', code: 'rest_invalid_param', params: { geo_lat: /./ } },
        {
          line: 3,
          status: 'rejected',
          code: 'rest_invalid_param',
          params: { line: 'not valid JSON' },
        },
        {
          line: 4,
          status: 'rejected',
          code: 'rest_missing_callback_param',
          params: { venue: /./ },
        },
        { line: 5, status: 'rejected', params: { line: expect.stringContaining('longer than') } },
        { line: 6, status: 'created' },
      ].map(({ params, ...row }: Json) => ({
        ...row,
        ...(params ? { params: expect.objectContaining(matching(params)) } : {}),
      })),
    );
    // A column nobody knows is named once.
    expect(rows.filter(({ warnings }) => warnings)).toHaveLength(1);
  });

  it('16.2 CSV: columns, quoted newlines, a mapping that merges rows', async () => {
    const csv = ['key,town,name', 'a,Bonn,"Hall', 'of fame"', 'b,Ulm,Barn'];
    const path = 'venues/bulk?columns=name=venue,town=city,key=external_id';
    const { rows } = await load(app(), path, csv);
    expect(rows.map(({ line, status }) => [line, status])).toEqual([
      [2, 'created'],
      [4, 'created'],
    ]);
    const conf = { name: 'Conf', startDate: '2026-05-01', endDate: '2026-05-02', city: 'Bonn' };
    const merged = await load(app(), 'events/bulk?mapping=confs-tech', [
      { ...conf, topic: 'python' },
      { ...conf, topic: 'ruby' },
    ]);
    expect(merged.counts).toEqual([1, 0, 0, 0, 2]);
    expect(merged.rows[0].id).toBe(merged.rows[1].id);
  });

  it('16.2 a body that is packed by gzip is loaded; one that is cut off is told of', async () => {
    const packed = gzipSync('venue,city\n"One",Bonn\n"Two",Köln\n');
    const send = async (body: Uint8Array, headers: Record<string, string>) => {
      const type = 'text/csv';
      const request = 'POST /venues/bulk';
      const { text } = await app().call({ request, as: 'editor', type, body, headers });
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const encoded = { 'Content-Encoding': 'gzip' };
    const created = { status: 'created' };
    const [one, two, end] = await send(packed, encoded);
    expect([one, two, end]).toMatchObject([created, created, { summary: { created: 2 } }]);
    expect(await app().given({ request: `GET /venues/${two.id}` })).toMatchObject({ city: 'Köln' });
    const cut = await send(packed.subarray(0, -9), encoded);
    const params = { line: expect.stringContaining('damaged or cut off') };
    expect(cut.at(-2)).toMatchObject({ status: 'rejected', params });
    expect(cut.at(-1)).toMatchObject({ summary: { rejected: 1 }, complete: true });
  });

  it('16.2 a dry run writes nothing, gives the same counts and no ID of its own', async () => {
    const rows = [{ name: 'dry 1' }, { name: 'dry 2' }, { name: 'DRY 1' }, { name: '' }];
    const before = await names(app(), 'tags', 'name');
    const dry = await load(app(), 'tags/bulk?dry_run=true', rows);
    expect(dry.summary).toEqual({ complete: true, dry_run: true });
    expect(dry.rows.filter(({ id }) => id !== undefined)).toEqual([]);
    expect(await names(app(), 'tags', 'name')).toEqual(before);
    expect((await load(app(), 'tags/bulk', rows)).counts).toEqual(dry.counts);
    expect(dry.counts[0]).toBe(2);
  });

  it.each([
    ['anonymous', 'venues/bulk', {}, 401, 'rest_forbidden'],
    ['an author', 'venues/bulk', { as: 'author' }, 403, 'rest_forbidden'],
    ['GET', 'venues/bulk', { as: 'admin', request: 'GET' }, 404, 'rest_no_route'],
    [
      'bad parameters',
      'tags/bulk?mapping=x&on_match=y&dry_run=z',
      { as: 'admin' },
      400,
      'rest_invalid_param',
    ],
    [
      'a mapping of another kind',
      'tags/bulk?mapping=confs-tech',
      { as: 'admin' },
      400,
      'rest_invalid_param',
    ],
    ['columns of no field', 'tags/bulk?columns=a=b', { as: 'admin' }, 400, 'rest_invalid_param'],
  ] as [
    string,
    string,
    Json,
    number,
    string,
  ][])('16.2 %s is refused', async (_, path, who, status, code) => {
    const method = who.request ?? 'POST';
    const body = method === 'GET' ? {} : { body: '{"name":"x"}', type: 'application/x-ndjson' };
    const answer = await app().call({ ...who, ...body, request: `${method} /${path}` });
    expect([answer.status, answer.body?.code], answer.text).toEqual([status, code]);
    if (path.includes('on_match')) {
      expect(Object.keys(answer.body.data.params)).toEqual(['on_match', 'dry_run', 'mapping']);
    }
  });

  it('16.2 rows are answered while the body is still sent', async () => {
    const talk = openTalk(app(), '/venues/bulk');
    talk.send({ venue: 'Talk 1' });
    expect(await talk.next()).toMatchObject({ line: 1, status: 'created' });
    talk.send({ venue: 'Talk 2' });
    expect(await talk.next()).toMatchObject({ line: 2, status: 'created' });
    talk.end();
    expect(await talk.next()).toMatchObject({ complete: true, summary: { created: 2 } });
  });

  it('16.2 a client has its time while it is waited for, not while its load is at work', async () => {
    const sockets: Socket[] = [];
    const hear = (started: unknown) => sockets.push((started as { socket: Socket }).socket);
    const timeouts = () => sockets.map(({ timeout = 0 }) => timeout);
    subscribe('http.server.request.start', hear);
    const { store, index } = app().deps;
    const atWork: number[][] = [];
    const write: typeof store.write = (...args) => {
      atWork.push(timeouts());
      return store.write(...args);
    };
    const refresh = async () => {
      atWork.push(timeouts());
      await index.refresh();
    };
    Object.assign(app().deps, { store: { ...store, write }, index: { ...index, refresh } });
    const talk = openTalk(app(), '/organizers/bulk');
    talk.send({ organizer: 'Waited for' });
    expect(await talk.next()).toMatchObject({ status: 'created' });
    await until(() => timeouts()[0] === limits.bulkIdleMs);
    talk.end();
    expect(await talk.next()).toMatchObject({ complete: true });
    unsubscribe('http.server.request.start', hear);
    Object.assign(app().deps, { store, index });
    expect(atWork.length).toBeGreaterThan(1);
    expect(new Set(atWork.flat())).toEqual(new Set([0]));
  });

  it('16.2 a client that goes away leaves whole rows only', async () => {
    const { refresh } = app().deps.index;
    let ends = 0;
    app().deps.index.refresh = async () => {
      await refresh();
      ends++;
    };
    const talk = openTalk(app(), '/organizers/bulk');
    talk.send({ organizer: 'Gone 1' });
    expect(await talk.next()).toMatchObject({ status: 'created' });
    talk.leave('{"organizer":"Gone 2"}\n{"organizer":"Gone 3","phone":"12');
    await until(() => ends > 0);
    app().deps.index.refresh = refresh;
    const left = (await names(app(), 'organizers', 'organizer')).filter((name) =>
      name.startsWith('Gone'),
    );
    // What arrived before it left may have been taken or not.
    expect([['Gone 1'], ['Gone 1', 'Gone 2']]).toContainEqual(left);
  });

  it('16.2 a store that fails ends the load with a last line that says so', async () => {
    const { store } = app().deps;
    app().deps.store = { ...store, write: () => Promise.reject(storeUnavailable(null)) };
    const { rows, summary } = await load(app(), 'tags/bulk', [{ name: 'never' }]);
    app().deps.store = store;
    expect(rows).toEqual([]);
    expect(summary).toEqual({ complete: false, dry_run: false, code: 'record_store_unavailable' });
  });
});

describeApp('bulk, identity', (app) => {
  describe('16.3 a row without a key', () => {
    const here = { geo_lat: 50.7, geo_lng: 7.1 };
    const stored = { venue: 'Café Müller', address: 'Ring 2', city: 'Bonn', ...here };

    it.each([
      ['the same name in other accents', { venue: 'CAFE MULLER' }, true],
      ['a field that the record lacks', { venue: 'Café Müller', phone: '1' }, true],
      ['a part of the address', { venue: 'Café Müller', address: 'ring 2, back' }, true],
      ['another city', { venue: 'Café Müller', city: 'Ulm' }, false],
      ['100 m away', { venue: 'Café Müller', ...here, geo_lat: 50.7009 }, true],
      ['200 m away', { venue: 'Café Müller', ...here, geo_lat: 50.7018 }, false],
      ['another name', { venue: 'Café Maier', city: 'Bonn' }, false],
    ])('%s', async (_name, row, isSame) => {
      const { id } = await givenVenue(app(), stored);
      const { rows } = await load(app(), 'venues/bulk', [row]);
      expect(rows[0].id === id, JSON.stringify(rows)).toBe(isSame);
      for (const one of [id, rows[0].id]) {
        await app().call({ request: `DELETE /venues/${one}`, as: 'admin' });
      }
    });
  });

  it('16.3 a row repeats a record as the rows before it in the batch leave it', async () => {
    const keyed = { external_id: 'named:1', venue: 'Old name' };
    const { id } = (await load(app(), 'venues/bulk', [keyed])).rows[0];
    const renamed = [{ ...keyed, venue: 'New name' }, { venue: 'Old name' }, { venue: 'NEW NAME' }];
    const { rows } = await load(app(), 'venues/bulk', renamed);
    expect(rows.map(({ status }) => status)).toEqual(['updated', 'created', 'updated']);
    expect([rows[0].id, rows[1].id === id, rows[2].id]).toEqual([id, false, id]);
    await load(app(), 'venues/bulk', [{ venue: 'Two phones' }]);
    const phones = ['1', '2'].map((phone) => ({ venue: 'Two phones', phone }));
    const told = await load(app(), 'venues/bulk', phones);
    expect(told.rows.map(({ status }) => status)).toEqual(['updated', 'created']);
  });

  it('16.1 the key of a venue in an event is read like that of a row', async () => {
    const keys = [' hall:1 ', 'hall:1', 7, '7', '', '', 'x'.repeat(1001)];
    const inEvents = keys.map((key, at) => ({
      ...eventPayload(),
      title: `Keyed ${at}`,
      // An empty key does not make one of two venues.
      venue: { venue: `Keyed ${key || at}`.trim().slice(0, 20), external_id: key },
    }));
    const { rows } = await load(app(), 'events/bulk', inEvents);
    expect(rows.pop()).toMatchObject({
      status: 'rejected',
      params: { venue: expect.stringContaining('1000 characters') },
    });
    const venues = [];
    for (const { id } of rows) {
      venues.push((await app().given({ request: `GET /events/${id}` })).venue.id);
    }
    const [hall, again, seven, asText, one, other] = venues;
    expect([again, asText]).toEqual([hall, seven]);
    expect(new Set([hall, seven, one, other]).size).toBe(4);
    const found = await app().given({ request: 'GET /venues/external/hall/1' });
    expect(found.id).toBe(hall);
  });

  it('4.4 an object with an ID in a row links that record, and creates none', async () => {
    const { id } = await givenVenue(app(), { venue: 'Main house' });
    const venue = { id, venue: 'Annex', external_id: 'annex:1' };
    const organizer = [{ id: 10 ** 9, organizer: 'Nobody' }];
    const { rows } = await load(app(), 'events/bulk', [
      { ...eventPayload(), title: 'In the main house', venue },
      { ...eventPayload(), title: 'Of nobody', organizer },
    ]);
    const [linked, unknown] = rows;
    expect(unknown).toMatchObject({
      status: 'rejected',
      params: { organizer: expect.stringContaining('no organizer') },
    });
    const event = await app().given({ request: `GET /events/${linked.id}` });
    expect(event.venue).toMatchObject({ id, venue: 'Main house' });
    expect(await names(app(), 'venues', 'venue')).not.toContain('Annex');
  });

  it('16.3 on_match: update, skip, reject, by key and by content', async () => {
    for (const row of [{ external_id: 'crm:1', organizer: 'Ann' }, { organizer: 'Bob' }]) {
      const { rows } = await load(app(), 'organizers/bulk', [row]);
      const changed = { ...row, phone: '7' };
      const on = async (what: string) =>
        (await load(app(), `organizers/bulk?on_match=${what}`, [changed])).rows[0];
      expect(await on('skip')).toEqual({ line: 1, status: 'unchanged', id: rows[0].id });
      expect(await on('reject')).toMatchObject({ status: 'rejected', code: 'rest_record_exists' });
      const path = `GET /organizers/${rows[0].id}`;
      expect(await app().given({ request: path })).not.toHaveProperty('phone');
      expect(await on('update')).toMatchObject({ status: 'updated', id: rows[0].id });
      expect(await app().given({ request: path })).toMatchObject({ phone: '7' });
    }
  });

  it('16.3 a near-duplicate is loaded and listed', async () => {
    const here = { geo_lat: 48.1, geo_lng: 11.5 };
    const { rows, counts } = await load(app(), 'venues/bulk', [
      { external_id: 'near:1', venue: 'Blue Note', ...here },
      { external_id: 'near:2', venue: 'The Blue Note', ...here, geo_lat: 48.1009 },
      { external_id: 'near:3', venue: 'The Blue Note', ...here, geo_lat: 48.11 },
      { external_id: 'near:4', venue: 'Opera', ...here },
    ]);
    expect(counts).toEqual([4, 0, 0, 0, 4]);
    expect(rows.map(({ near }) => near ?? null)).toEqual([
      null,
      [{ id: rows[0].id, title: 'Blue Note', likeness: 0.86, distance_m: 100 }],
      null,
      null,
    ]);
    const later = await load(app(), 'venues/bulk', [
      { external_id: 'near:5', venue: 'Opera!', ...here },
    ]);
    expect(later.rows[0].near).toMatchObject([{ id: rows[3].id, likeness: 1, distance_m: 0 }]);
  });

  it('16.3 terms: parents by key, slug or name, in any order; a name is there once', async () => {
    const { rows } = await load(app(), 'categories/bulk', [
      { external_id: 'c:3', name: 'Bebop', parent: 'c:2' },
      { external_id: 'c:2', name: 'Jazz', parent: 'music' },
      { name: 'Music' },
      { name: 'Lost', parent: 'nowhere' },
      { name: 'Egg', parent: 'Hen' },
      { name: 'Hen', parent: 'Egg' },
    ]);
    const wanted = ['created', 'created', 'created', 'rejected', 'rejected', 'rejected'];
    expect(rows.map(({ status }) => status)).toEqual(wanted);
    const bebop = await app().given({ request: `GET /categories/${rows[0].id}` });
    expect(bebop).toMatchObject({ parent: rows[1].id });
    expect(bebop.url).toContain('/music/jazz/bebop/');
    // A term that an event made by name gets the key; one that has another key is refused.
    const named = await load(app(), 'categories/bulk', [{ external_id: 'm:1', name: 'MUSIC' }]);
    expect(named.rows[0]).toMatchObject({ status: 'updated', id: rows[2].id });
    const other = await load(app(), 'categories/bulk', [{ external_id: 'm:2', name: 'music' }]);
    expect(other.rows[0]).toMatchObject({ status: 'rejected', code: 'term_exists' });
  });
});

const matching = (params: Json): Json =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  );
