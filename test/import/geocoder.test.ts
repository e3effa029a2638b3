/**
 * Coordinates by a geocoder: what is asked and read, how often, what becomes of faults, and which
 * addresses are connected to. Contract 17.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { locateByGeocoder } from '../../src/import/geocoder.js';
import { locateByTown } from '../../src/import/place.js';
import { listening } from '../support/host.js';

const place = (rank: number) => ({ lat: '58.38', lon: '26.72', place_rank: rank });
const answers: Record<string, [number, string]> = {
  house: [200, JSON.stringify([place(28), { lat: '0', lon: '0' }])],
  street: [200, JSON.stringify([place(26)])],
  suburb: [200, JSON.stringify([place(25)])],
  town: [200, JSON.stringify([place(13)])],
  county: [200, JSON.stringify([place(12)])],
  'of no rank': [200, '[{"lat":"58.38","lon":"26.72"}]'],
  nowhere: [200, '[]'],
  'off the globe': [200, '[{"lat":"91","lon":"0","place_rank":30}]'],
  busy: [429, '[]'],
  moved: [302, '[]'],
  wrong: [200, '{"error":"x"}'],
  broken: [200, '[{'],
  long: [200, `"${'x'.repeat(300_000)}"`],
};

let server: Server;
let url: string;
let requests: IncomingMessage[] = [];
const questionOf = (request: IncomingMessage | undefined) =>
  new URL(request?.url ?? '', 'http://x').searchParams.get('q') ?? '';

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const [address = ''] = questionOf(request).split(', ');
    const [status, text] = answers[address] ?? [404, ''];
    response.writeHead(status, { location: '/search?q=nowhere' }).end(text);
  });
  url = `${await listening(server)}/geo`;
});
beforeEach(() => {
  requests = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A way to place records, and what it told. */
function open(options = {}) {
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const userAgent = 'Marquee (https://x.test)';
  return { told, locate: locateByGeocoder({ url, userAgent, tell, everyMs: 0, ...options }) };
}

const rest = { city: 'Tartu', state: '', country: 'Estonia' };
const town = await locateByTown(rest);

it('asks as Nominatim is asked, and reads the first place', async () => {
  const found = { geo_lat: 58.38, geo_lng: 26.72, geo_precision: 'address' };
  expect(await open().locate({ ...rest, address: 'house' })).toEqual(found);
  const [request] = requests;
  expect(request?.url).toMatch(/^\/geo\/search\?format=jsonv2&limit=1&q=house/);
  expect(questionOf(request)).toBe('house, Tartu, Estonia');
  expect(request?.headers['user-agent']).toBe('Marquee (https://x.test)');
});

it.each([
  ['house', 'address'],
  ['street', 'address'],
  ['suburb', 'city'],
  ['town', 'city'],
])('a place that is a %s is %s', async (address, geo_precision) => {
  const located = await open().locate({ ...rest, address });
  expect(located).toEqual({ geo_lat: 58.38, geo_lng: 26.72, geo_precision });
});

it.each([
  'county',
  'of no rank',
  'nowhere',
  'off the globe',
])('%s: placed by the town', async (address) => {
  const { told, locate } = open();
  expect(await locate({ ...rest, address })).toEqual(town);
  expect(told).toEqual([]);
});

it('an address is asked once in a load, and nothing is asked without a street', async () => {
  const { locate } = open();
  for (const city of ['Tartu', 'TARTU']) await locate({ ...rest, address: 'house', city });
  for (const address of ['nowhere', 'nowhere']) await locate({ ...rest, address });
  expect(await locate(rest)).toEqual(town);
  expect(requests).toHaveLength(2);
});

it.each(['busy', 'moved', 'wrong', 'broken', 'long'])('an answer that is %s', async (address) => {
  const { told, locate } = open();
  expect(await locate({ ...rest, address })).toEqual(town);
  expect(told).toHaveLength(1);
  expect(requests).toHaveLength(1);
});

it('a geocoder that fails five times is not asked any more in this load', async () => {
  const { told, locate } = open();
  for (let at = 0; at < 8; at++) {
    expect(await locate({ ...rest, address: `busy, ${at}` })).toEqual(town);
  }
  expect(requests).toHaveLength(5);
  expect(told.at(-1)).toBe('geocoder: the server answered 429; it is not asked any more');
  expect(await locate({ ...rest, address: 'house' })).toEqual(town);
  expect(await open().locate({ ...rest, address: 'house' })).not.toEqual(town);
});

it('a question waits since the one before', async () => {
  const { locate } = open({ everyMs: 50 });
  const startMs = performance.now();
  for (const address of ['nowhere', 'busy', 'house']) await locate({ ...rest, address });
  // A timer may fire a millisecond early.
  expect(performance.now() - startMs).toBeGreaterThan(95);
});

it('a public name that leads to a private address is not connected to', async () => {
  const { port } = new URL(url);
  const lookup: LookupFunction = (_name, { all }, callback) =>
    all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
  for (const host of [`http://geocoder.example.com:${port}`, url]) {
    const { told, locate } = open({ url: host, rules: { lookup } });
    expect(await locate({ ...rest, address: 'house' })).toEqual(town);
    expect(told).toEqual(['geocoder: no answer (the address is not public)']);
  }
  expect(requests).toEqual([]);
});
