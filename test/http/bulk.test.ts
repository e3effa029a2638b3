/** Loads over HTTP. Source: Contract 16.2, 16.3. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { storeUnavailable } from '../../src/errors.js';
import { allKinds } from '../../src/kinds/index.js';
import { limits } from '../../src/limits.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload } from '../support/factories.js';
import { load } from '../support/http-loads.js';
import { describeApp } from '../support/shared.js';
import { openTalk } from '../support/talk.js';
import { until } from '../support/until.js';

const names = async (app: TestApp, route: string, key: string): Promise<string[]> => {
  const path = `GET /${route}?per_page=50&hide_empty=false`;
  return (await app.given({ request: path }))[route].map((one: Json) => one[key]).sort();
};

describeApp('bulk', (app) => {
  it('16.2 the charset of the Content-Type is that of the body', async () => {
    const send = (charset: string, body: Buffer) =>
      app().call({
        request: 'POST /tags/bulk',
        as: 'editor',
        type: `text/csv; charset=${charset}`,
        body,
      });
    const rows = Buffer.from('name\nCafé Zürich\n', 'latin1');
    const { id } = JSON.parse((await send('ISO-8859-1', rows)).text.split('\n')[0] ?? '');
    const { name } = await app().given({ request: `DELETE /tags/${id}` });
    expect(name).toBe('Café Zürich');
    expect((await send('utf-8', rows)).text).toContain('"status":"rejected"');
    const unknown = await send('latin-0', rows);
    expect([unknown.status, Object.keys(unknown.body.data.params)]).toEqual([
      400,
      ['Content-Type'],
    ]);
  });

  it('16.2 loads every kind, and changes nothing the second time', async () => {
    for (const { route, titleField } of allKinds) {
      const row = (key: string) => ({
        ...eventPayload(),
        [titleField]: `${route} ${key}`,
        external_id: `crm:${key}`,
      });
      const first = await load(app(), `${route}/bulk`, [row('a'), row('b')]);
      expect(first.counts, route).toEqual([2, 0, 0, 0, 2]);
      expect(first.end).toEqual({ complete: true, dry_run: false });
      expect(first.lines).toMatchObject([
        { line: 1, status: 'created' },
        { line: 2, status: 'created' },
      ]);
      const again = await load(app(), `${route}/bulk`, [row('b'), row('a')]);
      expect(again.lines).toMatchObject([
        { line: 1, status: 'unchanged', id: first.lines[1].id },
        { line: 2, status: 'unchanged', id: first.lines[0].id },
      ]);
      const found = await app().given({ request: `GET /${route}/external/crm/b` });
      expect(found.id).toBe(first.lines[1].id);
      // Lists show it when the answer ends.
      expect(await names(app(), route, titleField)).toEqual([`${route} a`, `${route} b`]);
    }
  });

  it('16.2 tells of each row: rejected ones with code and reasons, the good ones are kept', async () => {
    const { lines, counts } = await load(app(), 'venues/bulk', [
      { venue: 'One', colour: 'red' },
      { venue: 'Two', geo_lat: 91, geo_lng: 0, colour: 'red' },
      'no JSON',
      { description: 'x' },
      { venue: 'x'.repeat(2 ** 21) },
      { venue: 'Three', colour: 'red', city: 'Bonn' },
    ]);
    expect(counts).toEqual([2, 0, 0, 4, 6]);
    expect(lines).toMatchObject(
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
    expect(lines.filter(({ warnings }) => warnings)).toHaveLength(1);
  });

  it('16.2 CSV: columns, quoted newlines, a mapping that merges rows', async () => {
    const csv = ['key,town,name', 'a,Bonn,"Hall', 'of fame"', 'b,Ulm,Barn'];
    const path = 'venues/bulk?columns=name=venue,town=city,key=external_id';
    const { lines } = await load(app(), path, csv);
    expect(lines.map(({ line, status }) => [line, status])).toEqual([
      [2, 'created'],
      [4, 'created'],
    ]);
    const conf = { name: 'Conf', startDate: '2026-05-01', endDate: '2026-05-02', city: 'Bonn' };
    const merged = await load(app(), 'events/bulk?mapping=confs-tech', [
      { ...conf, topic: 'python' },
      { ...conf, topic: 'ruby' },
    ]);
    expect(merged.counts).toEqual([1, 0, 0, 0, 2]);
    expect(merged.lines[0].id).toBe(merged.lines[1].id);
  });

  it('16.2 a body that is packed by gzip is loaded; one that is cut off is told of', async () => {
    const packed = gzipSync('venue,city\n"Packed one",Bonn\n"Packed two",Köln\n');
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
    expect(dry.end).toEqual({ complete: true, dry_run: true });
    expect(dry.lines.filter(({ id }) => id !== undefined)).toEqual([]);
    expect(await names(app(), 'tags', 'name')).toEqual(before);
    expect((await load(app(), 'tags/bulk', rows)).counts).toEqual(dry.counts);
    expect(dry.counts[0]).toBe(2);
  });

  it('16.2 a dry run finds what earlier batches of it would create or change', async () => {
    const others = Array.from({ length: limits.bulkRows }, (_, at) => ({ name: `dry ${at}` }));
    const rock = { external_id: 'dry:rock', name: 'Dry rock' };
    const first = [{ ...rock, description: 'Quiet' }, ...others];
    const last = [
      { name: 'Dry punk', parent: 'dry:rock' },
      { name: 'Dry metal', parent: 'Dry Rock' },
      { ...rock, description: 'Loud' },
      { name: 'Dry jazz', parent: 'nowhere' },
    ];
    const dry = await load(app(), 'categories/bulk?dry_run=true', [...first, ...last]);
    expect(dry.counts).toEqual([first.length + 2, 1, 0, 1, first.length + 4]);
    const real = await load(app(), 'categories/bulk', [...first, ...last]);
    expect(real.counts).toEqual(dry.counts);
    const again = await load(app(), 'categories/bulk?dry_run=true', [...first, ...last]);
    expect(again.counts).toEqual([0, 2, first.length + 1, 1, first.length + 4]);
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

  it('16.2 images that cannot be fetched are left out; strict_images rejects their rows', async () => {
    const image = (name: string) => `https://img.example/${name}`;
    const ann = { organizer: 'Ann', image: image('ann.txt') };
    const bob = { organizer: 'Bob', image: image('bob.txt') };
    const row = { ...eventPayload(), image: image('fair.txt'), organizer: [ann, bob] };
    const strict = await load(app(), 'events/bulk?strict_images=true&dry_run=true', [row]);
    expect(strict.lines).toMatchObject([
      { status: 'rejected', params: { image: expect.any(String), organizer: expect.any(String) } },
    ]);
    const { lines } = await load(app(), 'events/bulk', [row]);
    const left = (name: string) =>
      `left out: ${image(name)}: its path has no extension of an image`;
    const warnings = {
      image: left('fair.txt'),
      'organizer.image': `${left('ann.txt')}; ${left('bob.txt')}`,
    };
    expect(lines).toMatchObject([{ line: 1, status: 'created', warnings }]);
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
    const { lines, end } = await load(app(), 'tags/bulk', [{ name: 'never' }]);
    app().deps.store = store;
    expect(lines).toEqual([]);
    expect(end).toEqual({ complete: false, dry_run: false, code: 'record_store_unavailable' });
  });
});

const matching = (params: Json): Json =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  );
