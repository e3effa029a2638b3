/**
 * A bulk answer of Elasticsearch with different results per item: each is handled alone. The real
 * engine is behind a server that answers some items itself.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { drain } from '../../src/sync/drain.js';
import { makeRecord, revise } from '../contracts/builders.js';
import { inserts, UNLEASED } from '../contracts/record-store.js';
import { openPair, pairNamed, takeEngines } from '../support/adapters.js';
import { AGES_MS, disagreements, owedIds, refusedKeys } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { listening } from '../support/host.js';

/** The statuses of items not passed on, by ID; key 0 is the status of whole requests. */
type Faults = Map<number, number>;

interface Stub {
  url: string;
  /** The IDs of each bulk request so far. */
  bulks: number[][];
  close: () => Promise<void>;
}

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

async function ask(url: URL, from: IncomingMessage, body: Buffer) {
  const headers = { ...from.headers, host: url.host, 'content-length': String(body.length) };
  const asked = request(url, { method: from.method ?? 'GET', headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 500, headers: answer.headers, body: await readAll(answer) };
}

/** → the answer to a bulk request whose faulty items never reach the engine. */
async function bulk(url: URL, message: IncomingMessage, body: Buffer, stub: Stub, faults: Faults) {
  const lines = body.toString().trimEnd().split('\n');
  const pairs = lines.flatMap((line, at) => {
    if (at % 2 === 1) return [];
    const id = Number(JSON.parse(line).index._id);
    return { id, text: `${line}\n${lines[at + 1]}\n` };
  });
  stub.bulks.push(pairs.map(({ id }) => id));
  const whole = faults.get(0);
  if (whole !== undefined) {
    const error = { type: 'es_rejected_execution_exception', reason: 'queue is full' };
    const text = Buffer.from(JSON.stringify({ error, status: whole }));
    return { status: whole, headers: { 'content-type': 'application/json' }, body: text };
  }
  const good = pairs.filter(({ id }) => !faults.has(id));
  const text = Buffer.from(good.map((pair) => pair.text).join(''));
  const real = good.length > 0 ? await ask(url, message, text) : null;
  const items: Json[] = real ? JSON.parse(real.body.toString()).items : [];
  const merged = pairs.map(({ id }) => {
    const status = faults.get(id);
    if (status === undefined) return items.shift();
    return { index: { status, error: { type: `type_of_${status}`, reason: `item ${id}` } } };
  });
  const kind = 'application/vnd.elasticsearch+json;compatible-with=9';
  return {
    status: 200,
    headers: real?.headers ?? { 'content-type': kind, 'x-elastic-product': 'Elasticsearch' },
    body: Buffer.from(JSON.stringify({ items: merged })),
  };
}

/** Opens a server in front of the engine at `base`. */
async function openStub(base: string, faults: Faults): Promise<Stub> {
  const answer = async (message: IncomingMessage) => {
    const url = new URL(message.url ?? '/', base);
    const body = await readAll(message);
    if (url.pathname !== '/_bulk') return ask(url, message, body);
    return bulk(url, message, body, stub, faults);
  };
  const server: Server = createServer((message, response) => {
    answer(message).then(
      ({ status, headers, body }) => {
        const { 'transfer-encoding': _, ...others } = headers as Record<string, string>;
        response.writeHead(status, { ...others, 'content-length': String(body.length) });
        response.end(body);
      },
      () => response.destroy(),
    );
  });
  const stub: Stub = {
    url: await listening(server),
    bulks: [],
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return stub;
}

const pair = pairNamed('sqlite + elasticsearch');
const why = pair.unavailable === null ? '' : ` (skipped: ${pair.unavailable})`;
const STATUSES = [201, 409, 429, 503, 400];

describe.skipIf(pair.unavailable !== null)(`items of a bulk answer${why}`, () => {
  async function withStub(work: (given: Given) => Promise<void>): Promise<void> {
    const engines = await takeEngines(pair);
    const faults: Faults = new Map();
    const stub = await openStub(engines.settings.ELASTICSEARCH_URL ?? '', faults);
    const settings = { ...engines.settings, ELASTICSEARCH_URL: stub.url };
    const opened = await openPair(pair, { engines: { ...engines, settings } });
    try {
      await work({ ...opened, stub, faults, settings: engines.settings });
    } finally {
      await opened.close();
      await stub.close();
      await engines.release();
    }
  }
  type Given = Awaited<ReturnType<typeof openPair>> & {
    stub: Stub;
    faults: Faults;
    settings: Record<string, string>;
  };
  const records = STATUSES.map((_, at) => makeRecord('venue', at + 1));
  const writeEach = async ({ deps }: Given) => {
    for (const record of records) await deps.store.write(inserts(record), UNLEASED);
  };

  it('201 and 409 are done; 429, 503 and 400 are retried ever later', () =>
    withStub(async (given) => {
      const { deps, clock, stub, faults } = given;
      for (const [at, status] of STATUSES.entries()) if (status >= 400) faults.set(at + 1, status);
      await writeEach(given);
      expect(await drain(deps)).toBe(false);
      expect(stub.bulks).toEqual([[1, 2, 3, 4, 5]]);
      expect(await owedIds(deps, 'venue')).toEqual([3, 4, 5]);
      expect(await refusedKeys(deps)).toEqual(['venue 5']);
      expect(await deps.store.outbox.backlog()).toMatchObject({ unindexed: 2, refused: 1 });
      expect(deps.backoff.isOver()).toBe(true);
      // Nothing is retried at once; then those three are, after growing pauses.
      expect(await drain(deps)).toBe(true);
      expect(stub.bulks).toHaveLength(1);
      const times: number[] = [];
      const tries = () => stub.bulks.filter((ids) => ids.includes(3)).length;
      while (times.length < 6) {
        const before = tries();
        clock.nowMs += 250;
        await drain(deps);
        if (tries() > before) times.push(clock.nowMs);
      }
      const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
      for (const [at, pauseMs] of pauses.entries()) {
        const longest = Math.min(limits.pushPauseMs * 2 ** (at + 2), limits.pushPauseMaxMs);
        expect(pauseMs).toBeGreaterThanOrEqual(longest / 2);
        expect(pauseMs).toBeLessThanOrEqual(longest + 250);
      }
      expect(stub.bulks.flat().filter((id) => ![3, 4, 5].includes(id))).toEqual([1, 2]);

      faults.clear();
      // What was refused waits longest of all.
      clock.nowMs += limits.refusedPauseMaxMs;
      expect(await drain(deps)).toBe(true);
      expect(await owedIds(deps, 'venue')).toEqual([]);
      // The one reported as present with another version was missing: only a check finds that.
      const { conflicts } = await deps.store.write(
        [{ record: revise(records[1] as (typeof records)[0]), expected: 1 }],
        UNLEASED,
      );
      expect(conflicts).toEqual([]);
      expect(await drain(deps)).toBe(true);
      expect(await disagreements(deps)).toEqual([]);
    }));

  it('an index that takes no writes, as on a full disk: all stays owed until it does', () =>
    withStub(async ({ deps, clock, settings }) => {
      const block = async (isBlocked: boolean) => {
        const alias = `${settings.ELASTICSEARCH_PREFIX}-venue`;
        const answer = await fetch(`${settings.ELASTICSEARCH_URL}/${alias}/_settings`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ 'index.blocks.write': isBlocked }),
        });
        expect(answer.status).toBe(200);
      };
      await block(true);
      try {
        await deps.store.write(inserts(...records), UNLEASED);
        for (let tries = 0; tries < 3; tries++) {
          expect(await drain(deps)).toBe(false);
          const { unindexed, refused } = await deps.store.outbox.backlog();
          expect([unindexed, refused]).toEqual([records.length, 0]);
          clock.nowMs += AGES_MS;
        }
      } finally {
        await block(false);
      }
      expect(await drain(deps)).toBe(true);
      expect(await disagreements(deps)).toEqual([]);
    }));

  it('a removal is handled like an entry', () =>
    withStub(async ({ deps, clock, faults }) => {
      await deps.store.write(inserts(...records), UNLEASED);
      expect(await drain(deps)).toBe(true);
      faults.set(1, 503).set(2, 400);
      const removals = records.slice(0, 3).map((record) => ({
        record: revise(record),
        expected: 1,
        removal: {},
      }));
      expect((await deps.store.write(removals, UNLEASED)).conflicts).toEqual([]);
      expect(await drain(deps)).toBe(false);
      const held = await deps.index.versions('venue', { afterId: 0, limit: 10 });
      expect(held.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
      expect(await deps.store.outbox.backlog()).toMatchObject({ refused: 1 });
      faults.clear();
      clock.nowMs += AGES_MS;
      expect(await drain(deps)).toBe(true);
      expect(await disagreements(deps)).toEqual([]);
    }));

  it.each([429, 503])('a bulk request refused with %i leaves all entries to be retried', (status) =>
    withStub(async ({ deps, clock, faults }) => {
      faults.set(0, status);
      await deps.store.write(inserts(...records), UNLEASED);
      expect(await drain(deps)).toBe(false);
      const { unindexed, refused } = await deps.store.outbox.backlog();
      expect([unindexed, refused]).toEqual([STATUSES.length, 0]);
      faults.clear();
      clock.nowMs += AGES_MS;
      expect(await drain(deps)).toBe(true);
      expect(await disagreements(deps)).toEqual([]);
    }));
});
