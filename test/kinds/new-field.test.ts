/**
 * Adding a field takes only the steps in schemas/README.md: its lines in schemas/ and in the kind's
 * table. It is then validated, stored, answered, emptied, filtered, exported and documented; a text
 * that is localized also in each language: searched, counted, exported, fed and shown.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject } from '../../src/kinds/record.js';
import { exportRecords } from '../../src/records/tell/export.js';
import { embeddedPair } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { loadRows } from '../support/load-rows.js';

// Test files of one process may share their modules: here they are loaded anew, and after it.
vi.hoisted(() => vi.resetModules());

vi.mock('../../src/kinds/posts/event.js', async (original) => {
  const { event } = await original<typeof import('../../src/kinds/posts/event.js')>();
  const { defineKind } = await import('../../src/kinds/kind.js');
  const motto = {
    stored: 'text',
    answered: 'text',
    isOptional: true,
    isLocalized: true,
    index: { type: 'folded' },
    searched: { weight: 1 },
  } as const;
  return {
    event: defineKind({
      ...event,
      fields: { ...event.fields, motto },
      facets: { ...event.facets, motto: { field: 'motto' } },
      lightFields: [...(event.lightFields ?? []), 'motto'],
    }),
  };
});

vi.mock('../../src/kinds/posts/venue.js', async (original) => {
  const { venue } = await original<typeof import('../../src/kinds/posts/venue.js')>();
  const { defineKind } = await import('../../src/kinds/kind.js');
  const capacity = {
    stored: 'value',
    initial: 0,
    answered: 'value',
    isEmptied: true,
    index: { type: 'integer' },
  } as const;
  return {
    venue: defineKind({
      ...venue,
      fields: { ...venue.fields, capacity },
      filters: { ...venue.filters, capacity: { filter: 'equals', field: 'capacity' } },
    }),
  };
});

vi.mock('../../src/validation/schemas.js', async (original) => {
  const real = await original<typeof import('../../src/validation/schemas.js')>();
  const description = 'Seats.';
  const motto = { type: 'string', line: 100, description: 'A motto.' };
  const added: Record<string, JsonObject> = {
    'posts/event.json': motto,
    'answers/event.json': motto,
    'posts/venue.json': { type: ['integer', 'null'], coerce: 'coordinate', description },
    'answers/venue.json': { type: 'integer', description },
    'queries/venue-list.json': { type: 'integer', coerce: 'integer', minimum: 0, description },
  };
  return {
    ...real,
    loadSchema: (path: string) => {
      const schema = real.loadSchema(path);
      const { properties } = schema;
      if (path === 'queries/event-list.json') {
        const { facets = {} } = properties;
        const items = { enum: [...(facets.items?.enum ?? []), 'motto'] };
        return { ...schema, properties: { ...properties, facets: { ...facets, items } } };
      }
      const field = added[path];
      if (!field) return schema;
      const name = field === motto ? 'motto' : 'capacity';
      return { ...schema, properties: { ...properties, [name]: field } };
    },
  };
});

describe('a new field', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(embeddedPair, { settings: { SITE_LANGUAGES: 'de,fr' } });
    for (const [venue, capacity] of [
      ['Hall', '120'],
      ['Club', 80],
    ] as const) {
      await app.given({ request: 'POST /venues', as: 'admin', body: { venue, capacity } });
    }
    await app.given({ request: 'POST /venues', as: 'admin', body: { venue: 'Field' } });
  });
  afterAll(async () => {
    await app.close();
    vi.doUnmock('../../src/kinds/posts/event.js');
    vi.doUnmock('../../src/kinds/posts/venue.js');
    vi.doUnmock('../../src/validation/schemas.js');
    vi.resetModules();
  });

  const list = async (query: string) => {
    const { venues } = await app.given({ request: `GET /venues?order=asc&${query}` });
    return venues.map((venue: JsonObject) => [venue.venue, venue.capacity]);
  };

  it('is validated', async () => {
    const body = { venue: 'X', capacity: [] };
    const { status, body: answer } = await app.call({ request: 'POST /venues', as: 'admin', body });
    expect([status, Object.keys(answer.data.params)]).toEqual([400, ['capacity']]);
  });

  it('is stored, answered and usable as a filter', async () => {
    expect(await app.given({ request: 'GET /venues/1' })).toMatchObject({ capacity: 120 });
    expect(await list('')).toEqual([
      ['Hall', 120],
      ['Club', 80],
      ['Field', 0],
    ]);
    expect(await list('capacity=80')).toEqual([['Club', 80]]);
  });

  it('is exported, and cleared by a row where it is empty', async () => {
    const lines: string[] = [];
    for await (const text of exportRecords(app.deps, kinds.venue)) lines.push(...text.split('\n'));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ venue: 'Hall', capacity: 120 });
    const entry = { externalId: 'hall', payload: { venue: 'Big hall', capacity: 9 } };
    const caller = { id: 1, name: 'admin', role: 'administrator' } as const;
    await loadRows(app.deps, kinds.venue, [entry], { caller });
    const emptied = { ...entry, payload: { venue: 'Big hall' }, emptied: ['capacity'] };
    await loadRows(app.deps, kinds.venue, [emptied], { caller });
    expect(await app.given({ request: 'GET /venues/4' })).toMatchObject({ capacity: 0 });
  });

  it('is localized by one property', async () => {
    const times = { start_date: '2026-05-01 10:00:00', end_date: '2026-05-01 12:00:00' };
    const motto = { de: 'Über Berge', fr: 'Par monts' };
    const body = { title: { de: 'Fest', fr: 'Fête' }, motto, ...times };
    const { id } = await app.given({ request: 'POST /events', as: 'admin', body });
    const read = async (query: string) => app.given({ request: `GET /events/${id}${query}` });
    expect((await read('')).motto).toBe('Über Berge');
    expect((await read('?lang=fr')).motto).toBe('Par monts');
    const list = async (query: string) =>
      app.given({ request: `GET /events?start_date=2026-04-01&${query}` });
    const { events, facets } = await list('search=monts&lang=fr&facets=motto');
    expect(events).toMatchObject([{ id, motto: 'Par monts' }]);
    // Values of its own are counted in the default.
    expect(facets.motto).toEqual([{ value: 'Über Berge', count: 1 }]);
    const lines: string[] = [];
    for await (const text of exportRecords(app.deps, kinds.event)) lines.push(text);
    expect(JSON.parse(lines.join(''))).toMatchObject({
      motto: 'Über Berge',
      'motto.fr': 'Par monts',
    });
    const { text } = await app.call({ request: `GET /events/${id}.geojson?lang=fr` });
    expect(JSON.parse(text)).toMatchObject({ properties: { motto: 'Par monts' } });
    const { body: changes } = await app.call({ request: 'GET /events/changes' });
    expect(changes.items[0].data.motto).toEqual(motto);
    const bad = await app.call({
      request: `PUT /events/${id}`,
      as: 'admin',
      body: { motto: { de: ['A'] } },
    });
    expect([bad.status, Object.keys(bad.body.data.params)]).toEqual([400, ['motto']]);
    await app.given({ request: `PUT /events/${id}`, as: 'admin', body: { motto: { fr: null } } });
    expect(await read('?lang=fr')).toMatchObject({
      motto: 'Über Berge',
      text_languages: { motto: 'de' },
    });
  });

  it('is documented', async () => {
    const doc = await app.given({ request: 'GET /doc' });
    const told = { description: 'Seats.' };
    expect(doc.components.schemas.Venue.properties.capacity).toMatchObject(told);
    const parameters = doc.paths['/venues'].get.parameters;
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'capacity' }));
  });
});
