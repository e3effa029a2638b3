/** The geocoder: what is asked and read, faults, the rate, and which addresses are connected to. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openGeocoder } from '../../src/records/geocoder.js';

const pub = { lat: '58.38', lon: '26.72', place_rank: 30, display_name: 'x' };
const answers: Record<string, [number, string]> = {
  'Küüni 5A, Tartu': [200, JSON.stringify([pub, { lat: '0', lon: '0' }])],
  nowhere: [200, '[]'],
  busy: [429, '[]'],
  moved: [302, '[]'],
  wrong: [200, '{"error":"x"}'],
  broken: [200, '[{'],
  long: [200, `"${'x'.repeat(300_000)}"`],
  'off the globe': [200, '[{"lat":"91","lon":"0"}]'],
};

let server: Server;
let url: string;
let requests: IncomingMessage[] = [];
const questionOf = (request: IncomingMessage) =>
  new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? '';

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const [status, text] = answers[questionOf(request)] ?? [404, ''];
    response.writeHead(status, { location: '/search?q=nowhere' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/geo`;
});
beforeEach(() => {
  requests = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const open = (options = {}) =>
  openGeocoder({ url, userAgent: 'Marquee (https://x.test)', everyMs: 0, ...options });

it('asks as Nominatim is asked, and reads the first place', async () => {
  expect(await open()('Küüni 5A, Tartu')).toEqual({ lat: 58.38, lng: 26.72, rank: 30 });
  const [request] = requests;
  expect(request?.url).toMatch(/^\/geo\/search\?format=jsonv2&limit=1&q=K/);
  expect(request?.headers['user-agent']).toBe('Marquee (https://x.test)');
});

it.each(['nowhere', 'off the globe'])('%s is no place', async (address) => {
  expect(await open()(address)).toBeNull();
});

it.each(['busy', 'moved', 'wrong', 'broken', 'long'])('an answer that is %s', async (address) => {
  await expect(open()(address)).rejects.toThrow();
  expect(requests).toHaveLength(1);
});

it('questions wait for each other, and for a second since the one before', async () => {
  const waits: number[] = [];
  const ask = open({ everyMs: 1_000_000, pause: async (ms: number) => void waits.push(ms) });
  await Promise.all([ask('nowhere'), ask('busy').catch(() => null), ask('nowhere')]);
  expect(requests.map(questionOf)).toEqual(['nowhere', 'busy', 'nowhere']);
  expect(waits.map((ms) => ms > 900_000)).toEqual([false, true, true]);
});

it('a public name that leads to a private address is not connected to', async () => {
  const { port } = new URL(url);
  const lookup: LookupFunction = (_name, { all }, callback) =>
    all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
  const rules = { lookup };
  const ask = open({ url: `http://geocoder.example.com:${port}`, rules });
  await expect(ask('nowhere')).rejects.toThrow('not public');
  await expect(open({ rules })('nowhere')).rejects.toThrow('not public');
  expect(requests).toEqual([]);
});
