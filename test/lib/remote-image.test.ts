// Image checks with a real server on loopback: content types, redirects, faults, and especially
// the addresses that must be refused. Where a test needs a host that looks public, names and
// allowed addresses are passed in. Nothing here leaves the machine.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createSocketServer,
  isIP,
  type LookupFunction,
  type Socket,
} from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { checkRemoteImage } from '../../src/lib/net/remote-image.js';
import { listening } from '../support/host.js';

const local = { online: true, timeoutMs: 5000, isPrivateAllowed: true };
const strict = { online: true, timeoutMs: 5000 };
const offline = { online: false, timeoutMs: 5000 };
const failed = { reason: expect.any(String) };

let server: Server;
let base: string;
let port: number;
let requests: IncomingMessage[] = [];

const answers: Record<string, (response: ServerResponse) => void> = {
  '/none': (response) => response.writeHead(200).end(),
  '/missing': (response) => response.writeHead(404, { 'content-type': 'image/png' }).end(),
  '/partial': (response) => response.writeHead(206, { 'content-type': 'image/png' }).end(),
  '/broken': (response) => response.destroy(),
  '/silent': () => undefined,
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/nowhere': (response) => response.writeHead(302).end(),
  '/not-modified': (response) => response.writeHead(304, { location: '/type/image/png' }).end(),
  '/wide': (response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'x-wide': 'x'.repeat(9000) }).end(),
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  requests.push(request);
  const url = new URL(request.url ?? '/', base);
  const known = answers[url.pathname];
  const hops = Number(url.searchParams.get('hops') ?? 0);
  if (known !== undefined) known(response);
  else if (url.pathname.startsWith('/type/')) {
    response.writeHead(200, { 'content-type': decodeURIComponent(url.pathname.slice(6)) }).end();
  } else if (url.pathname === '/hop' && hops > 0) {
    response.writeHead(301, { location: `/hop?hops=${hops - 1}` }).end();
  } else if (url.pathname === '/to') {
    response.writeHead(307, { location: url.searchParams.get('url') ?? '' }).end();
  } else response.writeHead(200, { 'content-type': 'image/png' }).end();
}

/** A raw socket server that answers each connection in its own way. */
async function listen(greet: (socket: Socket) => void) {
  const raw = createSocketServer((socket) => {
    socket.on('error', () => undefined).resume();
    greet(socket);
  });
  const url = `${await listening(raw)}/`;
  return { url, close: () => new Promise((done) => raw.close(done)) };
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

describe('online', () => {
  test.each<[string, string | null]>([
    ['image/jpeg', 'jpg'],
    ['image/png', 'png'],
    ['image/gif', 'gif'],
    ['image/webp', 'webp'],
    ['image/avif', 'avif'],
    ['image/x-icon', 'ico'],
    ['image/vnd.microsoft.icon', 'ico'],
    ['IMAGE/PNG; charset=binary', 'png'],
    ['image/svg+xml', null],
    ['text/html', null],
    ['image/', null],
  ])('%s → %s', async (type, extension) => {
    const found = await checkRemoteImage(`${base}/type/${encodeURIComponent(type)}`, local);
    expect(found).toEqual(extension === null ? failed : { extension });
  });

  test.each([
    'none',
    'missing',
    'partial',
    'broken',
    'nowhere',
    'not-modified',
    'wide',
    'loop',
  ])('/%s is not an image', async (path) => {
    expect(await checkRemoteImage(`${base}/${path}`, local)).toEqual(failed);
    expect(await checkRemoteImage(`https://127.0.0.1:${port}/${path}`, local)).toEqual(failed);
  });

  it('asks once, with HEAD, a short user agent and no cookies', async () => {
    await checkRemoteImage(`${base}/a.png#part`, local);
    expect(requests.map(({ method, url }) => [method, url])).toEqual([['HEAD', '/a.png']]);
    expect(requests[0]?.headers['user-agent']).toBe('Marquee');
    expect(requests[0]?.headers).not.toHaveProperty('cookie');
  });

  test.each([
    ...[400, 401, 403, 405, 500, 501].map((status) => [`${status}`, status] as const),
    ['hanging up', 0] as const,
  ])('a host that refuses HEAD by %s is asked by a GET of the first bytes', async (_, status) => {
    answers['/get-only'] = (response) => {
      const { method, headers } = response.req;
      if (method === 'HEAD') return status ? response.writeHead(status).end() : response.destroy();
      response.writeHead(headers.range ? 206 : 200, { 'content-type': 'image/png' });
      // The rest is not waited for.
      response.write('x');
    };
    expect(await checkRemoteImage(`${base}/get-only`, local)).toEqual({ extension: 'png' });
    const asked = requests.map(({ method, headers }) => [method, headers.range]);
    expect(asked).toEqual([
      ['HEAD', undefined],
      ['GET', 'bytes=0-1023'],
    ]);
  });

  test.each([404, 410, 429])('%s is no refusal of HEAD', async (status) => {
    answers['/final'] = (response) => response.writeHead(status).end();
    expect(await checkRemoteImage(`${base}/final`, local)).toEqual(failed);
    expect(requests).toHaveLength(1);
  });

  it('follows three redirects, not four', async () => {
    expect(await checkRemoteImage(`${base}/hop?hops=3`, local)).toEqual({ extension: 'png' });
    expect(requests).toHaveLength(4);
    expect(await checkRemoteImage(`${base}/hop?hops=4`, local)).toEqual(failed);
    expect(requests).toHaveLength(8);
  });

  test.each([
    'ftp://127.0.0.1/a.png',
    'file:///etc/hostname',
    'http://user:pw@127.0.0.1/a.png',
  ])('does not follow to %s', async (location) => {
    const url = `${base}/to?url=${encodeURIComponent(location)}`;
    expect(await checkRemoteImage(url, local)).toEqual(failed);
    expect(requests).toHaveLength(1);
  });

  it('gives up in time on a server that is silent, slow or sends too much', async () => {
    expect(await checkRemoteImage(`${base}/silent`, { ...local, timeoutMs: 50 })).toEqual(failed);
    const flood = await listen((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await checkRemoteImage(flood.url, { ...local, timeoutMs: 100 })).toEqual(failed);
    await flood.close();
  });

  test.each([
    'hello\r\n\r\n',
    'HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  ])('finds nothing at a server that sends %j, and after it stops', async (greeting) => {
    const odd = await listen((socket) => socket.end(greeting));
    expect(await checkRemoteImage(odd.url, { ...local, timeoutMs: 30_000 })).toEqual(failed);
    await odd.close();
    expect(await checkRemoteImage(odd.url, { ...local, timeoutMs: 30_000 })).toEqual(failed);
  }, 10_000);
});

describe('refused addresses', () => {
  const hosts =
    '127.0.0.1 127.0.0.1. 127.1 0x7f.1 0177.0.0.1 2130706433 １２７.0.0.1 0 10.0.0.1 ' +
    '169.254.169.254 [::1] [::] [::ffff:127.0.0.1] [::127.0.0.1] localhost LOCALHOST.';
  test.each(hosts.split(' '))('%s', async (host) => {
    expect(await checkRemoteImage(`http://${host}:${port}/a.png`, strict)).toEqual(failed);
    expect(requests).toEqual([]);
  });

  const refused =
    '0.0.0.0 172.16.0.1 192.168.1.1 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255 ' +
    'fe80::1%eth0 fc00::1 fec0::1 ff02::1 2001:db8::1 ::ffff:8.8.8.8 64:ff9b::7f00:1 ' +
    '64:ff9b:1::a00:1 2002:7f00:1:: 2001:0:7f00:1::';
  test.each(refused.split(' '))('a name that resolves to %s', async (address) => {
    const rules = { ...strict, lookup: resolving(async () => [address]) };
    const { reason } = (await checkRemoteImage('http://images.test/a.png', rules)) as Refusal;
    expect(reason).toContain('not public');
  });
});

describe('hosts of an intranet', () => {
  const at = (address: string, privateHosts: string[], more = {}) => ({
    ...{ ...strict, privateHosts, ...more },
    lookup: resolving(async () => [address]),
  });
  const media = (host = 'media.test') => `http://${host}:${port}/a.png`;

  it('are asked where they are named, and no others', async () => {
    const named = at('127.0.0.1', ['media.test']);
    for (const host of ['media.test', 'MEDIA.test.']) {
      expect(await checkRemoteImage(media(host), named), host).toEqual({ extension: 'png' });
    }
    expect(await checkRemoteImage(media('other.test'), named)).toEqual(failed);
    const to = encodeURIComponent(media('other.test'));
    const leading = `http://media.test:${port}/to?url=${to}`;
    expect(await checkRemoteImage(leading, named)).toEqual(failed);
    const literal = { ...strict, privateHosts: ['127.0.0.1'] };
    expect(await checkRemoteImage(media('127.0.0.1'), literal)).toEqual({ extension: 'png' });
  });

  const never =
    '169.254.169.254 169.254.1.1 fe80::1 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe ' +
    '100.100.100.200 192.0.0.192 fd00:ec2::254 fd20:ce::254 168.63.129.16 ::ffff:a83f:8110 ' +
    '64:ff9b::a83f:8110 ::ffff:0:a9fe:a9fe :: ::a9fe:a9fe ::7f00:1 ::169.254.169.254';
  test.each(never.split(' '))('%s is never asked, whatever is allowed', async (address) => {
    const all = { isPrivateAllowed: true };
    const host = address.includes(':') ? `[${address}]` : address;
    const answers = await Promise.all([
      checkRemoteImage(media(), at(address, ['media.test'], all)),
      checkRemoteImage(`http://${host}/a.png`, { ...strict, ...all, privateHosts: [address] }),
    ]);
    for (const answer of answers) expect((answer as Refusal).reason).toContain('not public');
  });
});

interface Refusal {
  reason: string;
}

/** → a resolver of names, which gives all addresses or the first, as it is asked. */
const resolving =
  (resolve: (name: string) => Promise<string[]>): LookupFunction =>
  (name, { all }, callback) => {
    resolve(name).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

describe('names and redirects', () => {
  const rules = (resolve: (name: string) => Promise<string[]>, timeoutMs = 5000) => ({
    online: true,
    timeoutMs,
    lookup: resolving(resolve),
    allowIPAddressList: ['127.0.0.1'],
  });

  it('connects to the checked address, and resolves only once', async () => {
    const replies = ['127.0.0.1', '10.0.0.1'];
    const resolved: string[] = [];
    const resolve = async (name: string) => {
      resolved.push(name);
      return [replies[resolved.length - 1] ?? ''];
    };
    const url = `http://images.test:${port}/a.png`;
    expect(await checkRemoteImage(url, rules(resolve))).toEqual({ extension: 'png' });
    expect(resolved).toEqual(['images.test']);
    expect(await checkRemoteImage(url, rules(resolve))).toEqual(failed);
    expect(requests).toHaveLength(1);
  });

  it('refuses a name with one bad address, or that does not resolve', async () => {
    const url = `http://images.test:${port}/a.png`;
    const both = async () => ['127.0.0.1', '10.0.0.1'];
    expect(await checkRemoteImage(url, rules(both))).toEqual(failed);
    const fail = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await checkRemoteImage(url, rules(fail))).toEqual(failed);
    const hang = () => new Promise<never>(() => undefined);
    expect(await checkRemoteImage(url, rules(hang, 50))).toEqual(failed);
    expect(requests).toEqual([]);
  });

  it('applies the rules of the first address to a redirect', async () => {
    const names = new Map([['inside.test', '10.0.0.1']]);
    const resolve = async (name: string) => [names.get(name) ?? '127.0.0.1'];
    for (const host of ['10.0.0.1', '127.0.0.2', '2130706434', '[::1]', 'inside.test']) {
      const to = encodeURIComponent(`http://${host}:${port}/a.png`);
      const url = `http://images.test:${port}/to?url=${to}`;
      expect(await checkRemoteImage(url, rules(resolve))).toEqual(failed);
    }
    expect(requests.every(({ url }) => url?.startsWith('/to'))).toBe(true);
    const to = encodeURIComponent(`http://other.test:${port}/a.png`);
    const url = `http://images.test:${port}/to?url=${to}`;
    expect(await checkRemoteImage(url, rules(resolve))).toEqual({ extension: 'png' });
  });
});

describe('offline', () => {
  test.each<[string, string]>([
    ['http://example.com/a.png', 'png'],
    ['HTTPS://example.com:8443/b/a.JPEG?x=1#y', 'jpg'],
    ['https://example.com/a.b.webp', 'webp'],
    ['https://example.com/favicon.ico', 'ico'],
    [`http://example.com/${'a'.repeat(2025)}.png`, 'png'],
  ])('%s → %s', async (url, extension) => {
    expect(await checkRemoteImage(url, offline)).toEqual({ extension });
    expect(requests).toEqual([]);
  });

  const paths = ['a.svg', 'png', '.png', 'a.png/', '?a.png'];
  const urls =
    'https://user@example.com/a.png https://:pw@example.com/a.png ftp://example.com/a.png ' +
    'file:///a.png data:image/png;base64,AA //example.com/a.png /a.png http:example.com/a.png ' +
    'http:\\\\example.com/a.png http:// http://example.com:99999/a.png';
  test.each(paths)('%j has no extension of an image', async (path) => {
    expect(await checkRemoteImage(`http://example.com/${path}`, offline)).toEqual(failed);
  });

  test.each([
    `http://example.com/${'a'.repeat(2026)}.png`,
    ...urls.split(' '),
    'http://exa mple.com/a.png',
    ' http://example.com/a.png',
    'http://example.com/a\n.png',
    `http://example.com/${'é'.repeat(1000)}.png`,
    '',
  ])('%j → null', async (url) => {
    expect(await checkRemoteImage(url, offline)).toBeNull();
  });
});
