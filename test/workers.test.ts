/** WORKERS: one port served by several processes over the same data. Contract 9. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restartPauseMs } from '../src/http/workers.js';
import { linesOf } from './support/metrics.js';
import {
  ask,
  PREFIX,
  readMetrics,
  type Service,
  serve,
  start,
  tempFolder,
} from './support/process.js';
import { until } from './support/until.js';

const pidsOf = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, pid]) => Number(pid));
/** The workers that have served, in the order of their start. */
const workersOf = ({ stdout }: Service) =>
  pidsOf(stdout(), /"worker":(\d+),"msg":"a worker serves"/g);
/** Those that were given the upkeep. */
const keepersOf = ({ stdout }: Service) =>
  pidsOf(stdout(), /"pid":(\d+),[^\n]*"msg":"this process does the upkeep"/g);

const serveWith = async (count: number, settings = {}, options = {}): Promise<Service> => {
  const service = await serve({ WORKERS: String(count), ...settings }, options);
  await until(() => workersOf(service).length === count);
  return service;
};

it('all workers show what one of them has written, at once', async () => {
  const service = await serveWith(3, { KEEP_ANSWERS_SECONDS: '0' });
  const { api, token } = service;
  for (let made = 1; made <= 6; made++) {
    const body = { venue: `Hall ${made}` };
    expect((await ask(`${api}/venues`, { token, body })).status).toBe(201);
    // Each request is a connection of its own, so they go to the workers in turn.
    for (let asked = 0; asked < 3; asked++) {
      expect((await ask(`${api}/venues`)).body.total).toBe(made);
    }
  }
  const { code, stdout } = await service.stop();
  expect(code).toBe(0);
  expect(stdout.match(/"msg":"listening"/g)).toHaveLength(1);
  expect(stdout).toContain('"workers":3,"msg":"listening"');
  const answered = pidsOf(stdout, /"pid":(\d+),[^\n]*"msg":"request"/g);
  expect(new Set(answered).size).toBe(3);
});

it('metrics are those of all workers together, in the first process', async () => {
  const service = await serveWith(2, { METRICS_PORT: '0' });
  const [, url = ''] = await service.waitFor(/"url":"([^"]+)","msg":"metrics"/);
  // Each request is a connection of its own, so they go to the workers in turn.
  for (let asked = 0; asked < 4; asked++) await ask(`${service.api}/venues`);
  const text = await readMetrics(url);
  const counted = linesOf(text, 'http_requests_total');
  expect(counted).toEqual({ 'method="GET",route="/venues",status="200"': 4 });
  // What each of them reads from the same store is not added up.
  expect(Object.values(linesOf(text, 'marquee_build_info'))).toEqual([1]);
  expect(linesOf(text, 'marquee_unindexed_records')).toEqual({ '': 0 });
  // No question for metrics is taken for a message of our own.
  await readMetrics(url);
  expect(workersOf(service)).toHaveLength(2);
  expect(keepersOf(service)).toHaveLength(1);
  expect((await service.stop()).code).toBe(0);
});

it('with RATE_LIMIT_SHARED workers count requests together', async () => {
  const settings = { RATE_LIMIT: 'anonymous=4/600', RATE_LIMIT_SHARED: 'true' };
  const service = await serveWith(2, settings);
  const statuses: number[] = [];
  // Each request is a connection of its own, so they go to the workers in turn.
  for (let asked = 0; asked < 6; asked++) {
    statuses.push((await ask(`${service.api}/venues`)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  expect((await service.stop()).code).toBe(0);
});

it('probes are answered while a worker hangs, and metrics after it has died', async () => {
  const service = await serveWith(2, { METRICS_PORT: '0' });
  const [, url = ''] = await service.waitFor(/"url":"([^"]+)","msg":"metrics"/);
  // Each request is a connection of its own, so they go to the workers in turn.
  for (let asked = 0; asked < 4; asked++) await ask(`${service.api}/venues`);
  const answered = async () =>
    Object.values(linesOf(await readMetrics(url), 'http_requests_total'));
  expect(await answered()).toEqual([4]);
  const [first = 0] = workersOf(service);
  process.kill(first, 'SIGSTOP');
  const probe = async (path: string) => (await fetch(new URL(path, url))).json();
  expect(await probe('/health')).toMatchObject({ status: 'live', sync: { unindexed: 0 } });
  expect(await probe('/ready')).toEqual({ status: 'ready' });
  process.kill(first, 'SIGKILL');
  await until(() => workersOf(service).length === 3);
  expect(await answered()).toEqual([2]);
  expect((await service.stop()).code).toBe(0);
});

it('a worker that dies is replaced, and another one takes over the upkeep', async () => {
  const service = await serveWith(2, { METRICS_PORT: '0' });
  const [, url = ''] = await service.waitFor(/"url":"([^"]+)","msg":"metrics"/);
  const startOf = (text: string) => linesOf(text, 'process_start_time_seconds');
  const before = startOf(await readMetrics(url));
  expect(Object.keys(before)).toEqual(['']);
  await until(() => keepersOf(service).length === 1);
  for (let deaths = 1; deaths <= 2; deaths++) {
    const [keeper = 0] = keepersOf(service).slice(-1);
    process.kill(keeper, 'SIGKILL');
    await until(() => workersOf(service).length === 2 + deaths);
    await until(() => keepersOf(service).length === 1 + deaths);
    expect(keepersOf(service).at(-1)).not.toBe(keeper);
    expect((await ask(`${service.api}/venues`)).status).toBe(200);
  }
  const text = await readMetrics(url);
  expect(linesOf(text, 'marquee_workers_replaced_total')).toEqual({ '': 2 });
  expect(text.match(/# TYPE process_start_time_seconds /g)).toHaveLength(1);
  expect(startOf(text)).toEqual(before);
  // One at a time: a new keeper only after a death.
  expect(keepersOf(service)).toHaveLength(3);
  expect((await service.stop()).code).toBe(0);
});

it.each(['SIGTERM', 'SIGINT'] as const)('%s lets every worker finish', async (signal) => {
  const service = await serveWith(2);
  const body = JSON.stringify({ venue: 'Town hall' });
  const busy = await Promise.all(
    [1, 2].map(async () => {
      const socket = connect(service.port, '127.0.0.1');
      let received = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        received += part;
      });
      socket.write(
        `POST ${PREFIX}/venues HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\n` +
          'Content-Type: application/json\r\nExpect: 100-continue\r\n' +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      );
      await once(socket, 'data');
      return { socket, read: () => received };
    }),
  );
  service.child.kill(signal);
  await until(() => service.stdout().split('"msg":"stopping"').length === 4);
  for (const { socket, read } of busy) {
    const closed = once(socket, 'close');
    socket.write(body);
    await closed;
    expect(read()).toContain('HTTP/1.1 201 Created');
  }
  const { code, stdout } = await service.ended;
  expect(code).toBe(0);
  expect(stdout).toContain(`"signal":"${signal}"`);
  expect(stdout).not.toContain('is replaced');
});

it('a signal to the process group does not end DRAIN_SECONDS', async () => {
  const settings = { DRAIN_SECONDS: '300', METRICS_PORT: '0' };
  const service = await serveWith(2, settings, { detached: true });
  const [, url = ''] = await service.waitFor(/"url":"([^"]+)","msg":"metrics"/);
  const { pid = 0 } = service.child;
  const stopping = () => service.stdout().split('"msg":"stopping"').length - 1;
  // Each worker gets it directly, and from the first process.
  process.kill(-pid, 'SIGTERM');
  await until(() => stopping() === 3);
  // `npm start` passes on what the group got as well.
  process.kill(-pid, 'SIGTERM');
  for (let asked = 0; asked < 4; asked++) {
    expect((await ask(`${service.api}/venues`)).status).toBe(200);
  }
  const ready = await fetch(new URL('/ready', url));
  expect([ready.status, (await ready.json()).code]).toEqual([503, 'service_stopping']);
  const { code } = await service.stop('SIGINT');
  expect(code).toBe(0);
});

it('a port in use gives a message of one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const settings = { PORT: String(port), WORKERS: '2', ADMIN_TOKEN: 'x'.repeat(16) };
  const { code, stderr } = await start('src/main', [], {
    ...settings,
    DATA_DIR: join(tempFolder(), 'data'),
  }).ended;
  other.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^.*EADDRINUSE.*\n$/);
  expect(stderr).toContain(String(port));
});

it.each([
  [1, 200],
  [2, 400],
  [5, 3200],
  [9, 30_000],
  [99, 30_000],
])('after %i early deaths the next worker starts in %i ms', (failures, pauseMs) => {
  expect(restartPauseMs(failures)).toBe(pauseMs);
});
