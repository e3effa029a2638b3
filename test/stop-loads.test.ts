/**
 * A stop during loads over HTTP: the batch under way is stored and answered, the rest is not loaded
 * and the answer says so, and the process ends in order.
 */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { limits } from '../src/limits.js';
import { ask, PREFIX, type Service, type Settings, serve } from './support/process.js';

interface Load {
  sent: ClientRequest;
  /** → all lines of the answer, once it or its connection has ended. */
  lines: Promise<Record<string, unknown>[]>;
  /** Waits until so many lines have come. */
  until: (count: number) => Promise<void>;
}

/** Begins a load of venues; rows are written by `send`. */
function begin(service: Service): Load {
  const sent = request({
    port: service.port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${PREFIX}/venues/bulk`,
    headers: {
      Authorization: `Bearer ${service.token}`,
      'Content-Type': 'application/x-ndjson',
    },
  });
  sent.on('error', () => undefined);
  let text = '';
  let look = () => {};
  const lines = new Promise<Record<string, unknown>[]>((resolve) => {
    sent.on('response', (response: IncomingMessage) => {
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        look();
      });
      response.on('error', () => undefined);
      response.on('close', () => resolve(parsed(text)));
    });
  });
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      look = () => parsed(text).length >= count && resolve();
      look();
    });
  return { sent, lines, until };
}

const parsed = (text: string): Record<string, unknown>[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

let rows = 0;
const rowsOf = (count: number): string =>
  Array.from({ length: count }, () => `${JSON.stringify({ venue: `Hall ${++rows}` })}\n`).join('');

/** Sends rows until the connection ends. */
async function keepSending({ sent }: Load): Promise<void> {
  while (!sent.destroyed) {
    if (!sent.write(rowsOf(50))) {
      await Promise.race([once(sent, 'drain'), once(sent, 'close')]).catch(() => undefined);
    }
    await new Promise(setImmediate);
  }
}

const BATCHES = 3 * limits.bulkRows;

describe.each<Settings>([{}, { WORKERS: '2' }])('SIGTERM during loads, %j', (settings) => {
  const stopped = async (service: Service, load: Load) => {
    const before = performance.now();
    const { code, signal, stderr, stdout } = await service.stop();
    expect([code, signal, stderr]).toEqual([0, null, '']);
    // Operators are alerted by lines of this level.
    expect(stdout).not.toContain('"level":50');
    // Less than the stop waits for what does not end.
    expect(performance.now() - before).toBeLessThan(limits.stopTimeoutMs);
    const lines = await load.lines;
    const created = lines.filter(({ status }) => status === 'created').length;
    const again = await serve({ DATA_DIR: service.dataDir });
    expect((await ask(`${again.api}/venues`)).body.total).toBe(created);
    await again.stop();
    expect(created).toBeGreaterThanOrEqual(BATCHES);
    return { summary: lines.at(-1), created };
  };

  it('a client that goes on sending', async () => {
    const service = await serve(settings);
    const load = begin(service);
    void keepSending(load);
    await load.until(BATCHES);
    const { summary, created } = await stopped(service, load);
    expect(summary).toMatchObject({
      summary: { created },
      complete: false,
      code: 'service_stopping',
    });
  });

  it('a client that sends no more rows', async () => {
    const service = await serve(settings);
    const load = begin(service);
    load.sent.write(rowsOf(BATCHES));
    await load.until(BATCHES);
    const { summary } = await stopped(service, load);
    expect(summary).toMatchObject({ complete: false, code: 'service_stopping' });
  });

  it('a client that has gone', async () => {
    const service = await serve(settings);
    const load = begin(service);
    load.sent.write(rowsOf(2 * BATCHES));
    await load.until(limits.bulkRows);
    load.sent.destroy();
    const { code, signal, stderr } = await service.stop();
    expect([code, signal, stderr]).toEqual([0, null, '']);
  });
});
