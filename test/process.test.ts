/**
 * The service as a process (src/main.ts): first start and its token, scripts while it runs, an
 * orderly stop, and what prevents a start.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../scripts/dev/engines/processes.js';
import {
  ask,
  fixture,
  PREFIX,
  runScript,
  type Service,
  serve,
  start,
  tempFolder,
} from './support/process.js';
import { until } from './support/until.js';

const TOKEN = /mq_[\w-]{43}/g;
const drafts = (service: Service) => `${service.api}/events?status=draft`;
const basic = (name: string, token: string) =>
  `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`;

describe('first start', () => {
  it('creates an administrator, prints the token once and stores it in a file', async () => {
    const service = await serve();
    const { token, dataDir } = service;
    expect(token).toMatch(/^mq_[\w-]{43}$/);
    expect(statSync(join(dataDir, 'admin-token')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const authorization of [`Bearer ${token}`, basic('admin', token)]) {
      expect((await ask(drafts(service), { authorization })).status).toBe(200);
      await ask(`${service.api}/events?access_token=x`, { authorization });
    }
    expect((await ask(drafts(service), { authorization: basic('bob', token) })).status).toBe(401);
    expect((await ask(drafts(service), { token: `${token}x` })).status).toBe(401);
    const { stdout, stderr } = await service.stop();
    expect(stdout.match(TOKEN)).toEqual([token]);
    const logged = stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(logged.length).toBeGreaterThan(4);
    expect(logged.join('\n')).not.toContain(token);
    expect(logged.join('\n')).not.toContain(Buffer.from(`admin:${token}`).toString('base64'));
    expect(stderr).toBe('');

    const again = await serve({ DATA_DIR: dataDir });
    expect((await ask(drafts(again), { token })).status).toBe(200);
    expect((await again.stop()).stdout).not.toMatch(TOKEN);
  });

  it('does not leave the token readable when an older file exists', async () => {
    const dataDir = join(tempFolder(), 'data');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'admin-token'), 'old\n', { mode: 0o644 });
    const service = await serve({ DATA_DIR: dataDir });
    expect(service.token).toMatch(/^mq_/);
    expect(statSync(join(dataDir, 'admin-token')).mode & 0o777).toBe(0o600);
  });

  it('uses ADMIN_TOKEN instead, and a later one replaces it', async () => {
    const given = 'a-token-of-my-own';
    const service = await serve({ ADMIN_TOKEN: given });
    const { dataDir } = service;
    expect((await ask(drafts(service), { token: given })).status).toBe(200);
    expect((await ask(drafts(service), { authorization: basic('admin', given) })).status).toBe(200);
    expect(existsSync(join(dataDir, 'admin-token'))).toBe(false);
    const { stdout } = await service.stop();
    expect(stdout).not.toContain(given);
    expect(stdout).not.toMatch(TOKEN);

    const next = await serve({ ADMIN_TOKEN: 'quite-another-token', DATA_DIR: dataDir });
    expect((await ask(drafts(next), { token: given })).status).toBe(401);
    expect((await ask(drafts(next), { token: 'quite-another-token' })).status).toBe(200);
  });

  it('with PORT=0 the log and the links name the assigned port', async () => {
    const service = await serve();
    expect(service.port).toBeGreaterThan(0);
    expect(service.api).toBe(`http://127.0.0.1:${service.port}${PREFIX}`);
    const venue = { venue: 'Town hall' };
    const made = await ask(`${service.api}/venues`, { token: service.token, body: venue });
    expect(made.body.url).toBe(`http://127.0.0.1:${service.port}/venue/town-hall/`);
    const list = await ask(`${service.api}/venues`);
    expect(list.body.rest_url).toContain(`${service.api}/venues/?`);
    expect(JSON.stringify((await ask(service.api)).body)).toContain(`"${service.api}/events"`);
  });

  it('with BASE_URL the links use it, whatever the port', async () => {
    const service = start('src/main', [], {
      PORT: '0',
      BASE_URL: 'https://events.example',
      DATA_DIR: tempFolder(),
    });
    const [, url] = await service.waitFor(/"url":"([^"]+)"/);
    expect(url).toBe(`https://events.example${PREFIX}/`);
  });
});

describe('scripts while the server runs', () => {
  it('a new token works at once, a revoked one is refused at once', async () => {
    const service = await serve();
    const settings = { DATA_DIR: service.dataDir };
    const added = await runScript('users', ['add', '--name', 'Eve', '--role', 'editor'], settings);
    const token = added.stdout.trim();
    expect((await ask(drafts(service), { token })).status).toBe(200);
    await runScript('users', ['revoke', '--name', 'Eve'], settings);
    expect((await ask(drafts(service), { token })).status).toBe(401);
  });

  it('loaded records appear in lists at once to callers with credentials', async () => {
    const service = await serve();
    const before = await ask(`${service.api}/venues`);
    expect(before.body.total).toBe(0);
    const args = [
      '--kind',
      'venue',
      '--mapping',
      'openbrewerydb',
      fixture('breweries-excerpt.csv'),
    ];
    expect((await runScript('bulk-load', args, { DATA_DIR: service.dataDir })).code).toBe(0);
    // Anonymous answers may be a second old.
    const { body } = await ask(`${service.api}/venues`, { token: service.token });
    expect(body.total).toBe(300);
  });
});

/** A connection that has sent `text`. */
async function send(service: Service, text: string): Promise<{ socket: Socket; read(): string }> {
  const socket = connect(service.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return { socket, read: () => received };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  it('finishes the current request, refuses new ones, exits 0 at once', async () => {
    const service = await serve();
    const host = `Host: 127.0.0.1:${service.port}\r\n`;
    const body = JSON.stringify({ venue: 'Town hall', description: 'x'.repeat(5000) });
    const silent = await send(service, '');
    const idle = await send(service, `GET ${PREFIX}/venues HTTP/1.1\r\n${host}\r\n`);
    await once(idle.socket, 'data');
    const busy = await send(
      service,
      `POST ${PREFIX}/venues HTTP/1.1\r\n${host}Authorization: Bearer ${service.token}\r\n` +
        'Content-Type: application/json\r\nExpect: 100-continue\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    );
    await once(busy.socket, 'data');
    expect(busy.read()).toMatch(/^HTTP\/1\.1 100 /);
    busy.socket.write(body.slice(0, 1000));

    const startMs = performance.now();
    const closed = [silent, idle].map(({ socket }) => once(socket, 'close'));
    service.child.kill(signal);
    await Promise.all(closed);
    await expect(fetch(service.api)).rejects.toThrow();
    const answered = once(busy.socket, 'close');
    busy.socket.write(body.slice(1000));
    await answered;
    expect(busy.read()).toContain('HTTP/1.1 201 Created');
    expect(busy.read()).toContain('"venue":"Town hall"');
    const { code, stdout } = await service.ended;
    expect(code).toBe(0);
    expect(stdout).toContain(`"signal":"${signal}"`);
    // Node itself would wait 5 s for keep-alive connections.
    expect(performance.now() - startMs).toBeLessThan(4000);

    const again = await serve({ DATA_DIR: service.dataDir });
    expect((await ask(`${again.api}/venues`)).body.total).toBe(1);
  });
});

describe('a stop behind a balancer', () => {
  const ready = async ({ port }: Service) => fetch(`http://127.0.0.1:${port}/ready`);

  it('SIGTERM: is not ready at once, and answers for DRAIN_SECONDS', async () => {
    const service = await serve({ DRAIN_SECONDS: '300' });
    const before = await ready(service);
    expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
    service.child.kill('SIGTERM');
    await service.waitFor(/"stopping"/);
    const now = await ready(service);
    expect(now.status).toBe(503);
    expect(await now.json()).toMatchObject({ code: 'service_stopping' });
    for (const path of ['/venues', '/venues', '/events/1']) {
      const { status, headers } = await fetch(`${service.api}${path}`);
      expect([path, headers.get('connection')]).toEqual([path, 'close']);
      expect(status).toBe(path === '/venues' ? 200 : 404);
    }
    // The second request ends the wait of five minutes.
    expect((await service.stop('SIGINT')).code).toBe(0);
  });

  it('the same signal from a parent that passes it on is no second request', async () => {
    const service = await serve({ DRAIN_SECONDS: '300' });
    service.child.kill('SIGTERM');
    await service.waitFor(/"stopping"/);
    service.child.kill('SIGTERM');
    for (let asked = 0; asked < 3; asked++) expect((await ready(service)).status).toBe(503);
    // Later it is one.
    await until(() => !service.child.kill('SIGTERM'));
    expect((await service.ended).code).toBe(0);
  });

  it('SIGINT does not wait', async () => {
    const service = await serve({ DRAIN_SECONDS: '300' });
    expect((await service.stop('SIGINT')).code).toBe(0);
  });

  it('idle connections are kept longer than balancers keep them', async () => {
    const service = await serve({});
    expect((await ready(service)).headers.get('keep-alive')).toBe('timeout=620');
  });
});

describe('a log that cannot be written', () => {
  it.each([
    'a full disk',
    'a reader that has stopped',
  ])('%s: the service does not wait for it', async (what) => {
    const port = await freePort(0);
    const isFull = what === 'a full disk';
    const disk = openSync('/dev/full', 'w');
    const folder = tempFolder();
    const settings = { PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'debug' };
    const child = spawn(process.execPath, ['dist/src/main.js'], {
      env: { PATH: process.env.PATH ?? '', ...settings },
      stdio: ['ignore', isFull ? disk : 'pipe', 'ignore'],
    });
    closeSync(disk);
    try {
      const url = `http://127.0.0.1:${port}${PREFIX}/${'x'.repeat(1500)}`;
      while (child.exitCode === null && !(await fetch(url).catch(() => null)));
      // The lines are more than a pipe and the buffer can hold.
      for (let count = 0; count < 900; count++) expect((await fetch(url)).status).toBe(404);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

// Together: some wait for servers that never answer.
describe.concurrent('what prevents a start', () => {
  it('a port in use gives a message of one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const settings = { PORT: String(port), DATA_DIR: tempFolder(), ADMIN_TOKEN: 'x'.repeat(16) };
    const { code, stderr } = await start('src/main', [], settings).ended;
    other.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^HOST, PORT: .*EADDRINUSE.*\n$/);
    expect(stderr).toContain(String(port));
  });

  it('wrong settings are all named in one message, and nothing is created', async () => {
    const dataDir = join(tempFolder(), 'data');
    const wrong = {
      PORT: '70000',
      SITE_TIMEZONE: 'Mars/Olympus',
      ADMIN_TOKEN: 'short',
      BASE_URL: 'ftp://x',
      LOG_LEVEL: 'loud',
    };
    const { code, stdout, stderr } = await start('src/main', [], { ...wrong, DATA_DIR: dataDir })
      .ended;
    expect(code).toBe(78);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    for (const name of Object.keys(wrong)) expect(stderr).toContain(name);
    expect(stderr).not.toContain('short');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('a process with other settings over the same data is named, until it has ended', async () => {
    const first = await serve({ SITE_TIMEZONE: 'Asia/Tokyo' });
    const other = { DATA_DIR: first.dataDir, PORT: '0', SITE_TIMEZONE: 'Europe/Paris' };
    const refused = await start('src/main', [], other).ended;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('SITE_TIMEZONE=Asia/Tokyo (here: Europe/Paris)');
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    const build = await runScript('rebuild-index', [], other);
    expect([build.code, build.stdout]).toEqual([1, '']);
    expect(build.stderr).toContain('SITE_TIMEZONE=Asia/Tokyo');
    const check = await runScript('check-sync', [], other);
    expect(check.code).toBe(1);
    expect(check.stdout).toContain('SITE_TIMEZONE');
    expect(
      (await runScript('check-sync', [], { ...other, SITE_TIMEZONE: 'Asia/Tokyo' })).code,
    ).toBe(0);
    await first.stop();
    await (await serve(other)).stop();
  });

  it('a file that is no database is named, with its setting', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'marquee.sqlite'), 'no database'.repeat(100));
    const { code, stderr } = await start('src/main', [], { DATA_DIR: folder }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATA_DIR: .*marquee\.sqlite: .*not a database\n$/);
  });

  it('a data folder that is a file gives a message of one line', async () => {
    const file = join(tempFolder(), 'data');
    writeFileSync(file, '');
    const { code, stderr } = await start('src/main', [], { DATA_DIR: file }).ended;
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`DATA_DIR: ${file}: `);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it.each([
    ['that nobody serves', '127.0.0.1:1/x?serverSelectionTimeoutMS=1', 1, /^MONGO_URL: .*REFUSED/],
    ['with wrong options', '127.0.0.1:1/x?ssl=maybe', 78, /MONGO_URL .*ssl must be/],
    ['with an unknown option', '127.0.0.1:1/x?replicaset1=rs0', 78, /MONGO_URL .*replicaset1/],
    ['with a port that is none', '127.0.0.1:99999/x', 78, /MONGO_URL .*99999/],
    ['with a path that is not encoded', '127.0.0.1:1/%zz', 78, /MONGO_URL .*malformed/],
  ])('a MONGO_URL %s is named, without its password', async (_name, url, exitCode, said) => {
    const settings = { MONGO_URL: `mongodb://ann:hunter2@${url}`, DATA_DIR: tempFolder() };
    const { code, stderr } = await start('src/main', [], settings).ended;
    expect(code).toBe(exitCode);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(said);
    expect(stderr).not.toContain('hunter2');
  });

  it('a MONGO_URL with TLS of a server without it is refused with the reason of TLS', async () => {
    const plain = createServer();
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(plain.address() as AddressInfo).port}`;
    const settings = { MONGO_URL: `mongodb://${host}/x?tls=true`, DATA_DIR: tempFolder() };
    const { code, stderr } = await start('src/main', [], settings).ended;
    plain.close();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^MONGO_URL: .*wrong version number/),
    ]);
  });

  it('an ELASTICSEARCH_URL that nobody serves is named in the log; items are served', async () => {
    const service = await serve({ ELASTICSEARCH_URL: 'http://ann:hunter2@127.0.0.1:1' });
    const [line] = await service.waitFor(/.*the index is not ready.*/);
    expect(line).toMatch(/ECONNREFUSED 127\.0\.0\.1:1.*ELASTICSEARCH_URL/);
    expect(line).not.toContain('hunter2');
    expect((await ask(`${service.api}/events/999`)).status).toBe(404);
    expect((await service.stop()).code).toBe(0);
  });

  it('a token that cannot be kept is told all the same', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'admin-token'));
    const running = start('src/main', [], { DATA_DIR: folder, PORT: '0' });
    const [, token] = await running.waitFor(/kept nowhere\):\s+(\S+)/);
    const [, api] = await running.waitFor(/"url":"([^"]+)\/".*"msg":"listening"/);
    const { status } = await ask(`${api}/venues`, { token, body: { venue: 'Hall' } });
    expect(status).toBe(201);
    const { code, stderr } = await running.stop();
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^DATA_DIR: .*admin-token: /)]);
  });
});
