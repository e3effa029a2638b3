/**
 * What an anonymous caller can make the process do with one body of 1 MiB: work that is bounded until
 * its refusal. Contract 0, 10, 24.1.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairNamed } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { PREFIX, rawCall } from '../support/shared.js';

/** Just under the largest body, and the longest description. */
const BYTES = 999_000;

/** Unbounded work takes seconds; what is bounded stays below this on a busy machine, too. */
const CPU_MS = 500;

/** Code not yet compiled, a collection of garbage and a busy machine only add to what one costs. */
const TRIES = 4;

const repeated = (text: string, bytes = BYTES): string => text.repeat(bytes / text.length);

const halves = (first: string, second: string): string =>
  repeated(first, BYTES / 2) + repeated(second, BYTES / 2);

/** Texts that take long to clean, to split, to match or to parse where that is done badly. */
const TEXTS: Record<string, string> = {
  'tags in tags': halves('<', 'b>'),
  'nested elements': repeated('<div>'),
  'unclosed paragraphs': repeated('<p><li>x'),
  'ends of elements': repeated('</b>'),
  'comments that begin': repeated('<!--'),
  'closed comments': repeated('<!---->'),
  entities: repeated('&amp;'),
  'entities without an end': repeated('&#x'),
  'attributes without an end': `<a ${repeated('b="')}`,
  'many attributes': `<a ${repeated('b ')}>`,
  scripts: repeated('<script>'),
  digits: `${repeated('1')}x`,
  spaces: `x${repeated(' ')}x`,
  commas: repeated(','),
  'items of a list': repeated('a,'),
  letters: repeated('Åäé'.normalize('NFD')).normalize('NFD'),
};

/** Where a text may stand. */
const PLACES: Record<string, (text: string) => [string, Json]> = {
  'a title': (text) => ['events', { title: text }],
  'a description': (text) => ['events', { description: text }],
  'a list of terms as text': (text) => ['events', { categories: text }],
  'a list of terms': (text) => ['events', { tags: [text] }],
  'a term by name': (text) => ['events', { tags: [{ slug: text, name: text.slice(0, 10) }] }],
  'an image': (text) => ['events', { image: [text] }],
  'a venue given inline': (text) => ['events', { venue: { venue: 'Hall', description: text } }],
  'the name of an organizer': (text) => ['events', { organizer: [{ organizer: text }] }],
  'a date and a cost': (text) => {
    const [start_date, cost] = [text.slice(0, BYTES / 2), [text.slice(BYTES / 2)]];
    return ['events', { start_date, cost }];
  },
  'a time zone and a website': (text) => {
    const [timezone, website] = [text.slice(0, BYTES / 2), text.slice(BYTES / 2)];
    return ['events', { timezone, website }];
  },
  'coordinates of a venue': (text) => ['venues', { venue: 'Hall', geo_lat: text, geo_lng: 1 }],
  'a slug of a category': (text) => ['categories', { name: 'Jazz', slug: text, parent: 1 }],
};

const event = { title: 'Jazz', start_date: '2026-05-01', end_date: '2026-05-01' };

interface Shape {
  name: string;
  method: string;
  route: string;
  body: string;
  type?: string;
}

const texts = Object.entries(PLACES).flatMap(([place, put]) =>
  Object.entries(TEXTS).map(([name, text]): Shape => {
    const [route, payload] = put(text);
    const body = JSON.stringify(route === 'events' ? { ...event, ...payload } : payload);
    return { name: `${place}: ${name}`, method: 'POST', route, body };
  }),
);

const wrapped = (param: string, value: string): string =>
  JSON.stringify({ ...event, [param]: 0 }).replace(`"${param}":0`, `"${param}":${value}`);

const PARAMS = ['title', 'tags', 'image', 'venue', 'organizer', 'cost'];
const structures = PARAMS.flatMap((param): Shape[] =>
  Object.entries({
    'deep lists': halves('[', ']'),
    'deep objects': `${repeated('{"a":', 800_000)}1${repeated('}', 160_000)}`,
    'many items': `[${repeated('"b",')}1]`,
    'many objects': `[${repeated('{"a":1},')}1]`,
  }).map(([name, value]) => ({
    name: `${param}: ${name}`,
    method: 'POST',
    route: 'events',
    body: wrapped(param, value),
  })),
);

const FORM = 'application/x-www-form-urlencoded';
const bodies: Shape[] = Object.entries({
  'a long key': JSON.stringify({ [repeated('k')]: 1 }),
  'many keys': `{${Array.from({ length: 70_000 }, (_, at) => `"k${at}":1`).join()}}`,
  'equal keys': `{${repeated('"k":1,')}"k":1}`,
  'a list that ends early': repeated('['),
  'a text that ends early': `{"title":"${repeated('\\u003c')}`,
}).map(([name, body]) => ({ name, method: 'POST', route: 'events', body }));

const forms: Shape[] = Object.entries({
  'brackets in a key': `${repeated('[')}=1`,
  'closed brackets in a key': `a${repeated('[b]')}=1`,
  'percent signs': `title=${repeated('%')}`,
  'escaped bytes': `title=${repeated('%3C')}`,
  'many pairs': repeated('a=1&'),
  'ampersands alone': repeated('&'),
  'few pairs with long keys': repeated(`${'a'.repeat(999)}[b]=1&`),
}).map(([name, body]) => ({
  name: `a form: ${name}`,
  method: 'POST',
  route: 'events',
  body,
  type: FORM,
}));

const QUERY = {
  search: 'spaces',
  include: 'items of a list',
  categories: 'items of a list',
  fields: 'commas',
  city: 'letters',
  start_date: 'spaces',
  geoloc_bbox: 'commas',
  geoloc_lat: 'digits',
  cursor: 'letters',
  order: 'digits',
};
const queries = Object.entries(QUERY).map(
  ([param, text]): Shape => ({
    name: `the body of a list query: ${param}`,
    method: 'GET',
    route: 'events',
    body: JSON.stringify({ [param]: TEXTS[text] }),
  }),
);

describe('hostile bodies of 1 MiB', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(pairNamed('sqlite + sqlite'));
  });
  afterAll(() => app.close());

  const shapes = [...texts, ...structures, ...bodies, ...forms, ...queries];
  it('are at least 200', () => expect(shapes.length).toBeGreaterThanOrEqual(200));

  it.each(shapes)('$method, $name', async ({ method, route, body, type }) => {
    const path = `${PREFIX}/${route}`;
    const headers = { 'Content-Type': type ?? 'application/json' };
    let least = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < TRIES && least >= CPU_MS; tried += 1) {
      const before = process.cpuUsage();
      const { status } = await rawCall(app, { method, path, headers, body });
      const { user, system } = process.cpuUsage(before);
      expect([400, 401, 413]).toContain(status);
      least = Math.min(least, (user + system) / 1000);
    }
    expect(least).toBeLessThan(CPU_MS);
  });
});
