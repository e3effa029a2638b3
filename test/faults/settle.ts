/**
 * After the last fault: waits until the service reports that index and store agree and every
 * snapshot is current, then reads everything, one by one and by lists.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { allKinds, kinds } from '../../src/kinds/index.js';
import type { Kind } from '../../src/kinds/kind.js';
import { groupBy } from '../../src/lib/batches.js';
import { refKey } from '../../src/store/port.js';
import { checkCopies } from './check.js';
import { readAnswer, type Send } from './client.js';
import { checkSeries } from './series.js';
import {
  type Body,
  type Final,
  type Finding,
  findingOf,
  type Item,
  type List,
  type Operation,
  UNTOLD,
} from './types.js';

/**
 * How long it may take until everything agrees, ms: leases of dead processes last `limits.leaseMs`.
 */
const SETTLE_MS = 90_000;
/** Concurrent reads. */
const inParallel = pLimit(8);
/** IDs read beyond the highest ID of an answer: those of creates that got no answer. */
const BEYOND = 200;

/**
 * Waits, then reads. Adds to `findings` what did not come about in time. → the final state, the ms
 * until everything agreed, and when the final reads began (ms of performance.now()).
 */
export async function readFinal(
  send: Send,
  operations: readonly Operation[],
  { findings, series }: { findings: Finding[]; series: ReadonlySet<number> },
): Promise<{ final: Final; settledMs: number; readMs: number }> {
  const beginMs = performance.now();
  for (;;) {
    const isLate = performance.now() - beginMs > SETTLE_MS;
    const behind = await lagging(send);
    if (behind.length > 0 && !isLate) {
      await pause(300);
      continue;
    }
    const readMs = performance.now();
    const items = await readItems(send, operations, series);
    const lists: List[] = [];
    for (const kind of allKinds) {
      for (const service of [0, 1]) lists.push(...(await readLists(send, kind, service)));
    }
    const settledMs = performance.now() - beginMs;
    const bySlug = await readBySlug(send, items);
    const final = { items, lists, bySlug, series };
    // The backlog counts neither snapshots that are not yet renewed nor dates that a process had
    // begun to make when it was killed.
    const stale = [...checkCopies(items), ...checkSeries(final)].map(({ text }) => text);
    // Dates that were made between the two reads are in the lists alone.
    const read = new Set(items.map(refKey));
    for (const { kind, entries } of lists) {
      const isNew = ({ id }: Body) => !read.has(refKey({ kind, id: Number(id) }));
      stale.push(...entries.filter(isNew).map(({ id }) => `${kind} ${id} is new`));
    }
    const left = [...behind, ...stale, ...(await lagging(send))];
    if (left.length > 0 && isLate) {
      findings.push(findingOf('it does not settle', `after ${SETTLE_MS} ms: ${left.join('; ')}`));
    }
    if (left.length === 0 || isLate) return { final, settledMs, readMs };
    await pause(1000);
  }
}

/** → what each process reports as lagging behind. */
async function lagging(send: Send): Promise<string[]> {
  const answers = await Promise.all([0, 1].map((service) => send(service, 'GET', '//health')));
  return answers.flatMap(({ status, body, outcome }, service) => {
    const sync = body.sync as Body | null | undefined;
    const isDone =
      status === 200 &&
      sync?.unindexed === 0 &&
      sync.snapshots === 0 &&
      sync.set_aside === 0 &&
      sync.rebuilding === false;
    return isDone ? [] : [`service ${service}: ${outcome} ${JSON.stringify(sync)}`];
  });
}

async function readItems(
  send: Send,
  operations: readonly Operation[],
  series: ReadonlySet<number>,
): Promise<Item[]> {
  const spaces = groupBy(allKinds, ({ family }) => family.name);
  const wanted = [...spaces].flatMap(([space, own]) => {
    const written = operations.filter(({ kind }) => kinds[kind].family.name === space);
    const others = space === kinds.event.family.name ? [...series] : [];
    const highest = Math.max(0, ...others, ...written.map(({ id }) => id ?? 0));
    return Array.from({ length: highest + BEYOND }, (_, n) => ({ id: n + 1, own }));
  });
  const items = await inParallel.map(wanted, async ({ id, own }) => {
    for (const kind of own) {
      const item = await readItem(send, kind, id);
      if (item) return [item];
    }
    return [];
  });
  return items.flat();
}

/** → the record, or null when none of the kind has the ID. Asks both processes by turns. */
async function readItem(send: Send, kind: Kind, id: number): Promise<Item | null> {
  const answer = await send(id % 2, 'GET', `/${kind.route}/${id}`);
  const { status, body, outcome } = answer;
  if (status === 400 && outcome.endsWith('rest-invalid-event-id')) return null;
  const { seen } = readAnswer(kind.name, 'read', answer, { id, ...UNTOLD });
  if (seen === 'gone') return null;
  if (seen === null) throw new Error(`${kind.name} ${id} cannot be read: ${outcome}`);
  return { kind: kind.name, id, seen, body: status === 200 ? body : null };
}

async function readLists(send: Send, kind: Kind, service: number): Promise<List[]> {
  const statuses = kind.family.hasStatus ? (['publish', 'trash'] as const) : (['publish'] as const);
  const lists: List[] = [];
  for (const status of statuses) {
    const filters = [
      'per_page=50',
      ...(kind.family.hasStatus ? [`status=${status}`] : ['hide_empty=false']),
      ...(kind.window ? ['start_date=2000-01-01', 'end_date=2100-01-01'] : []),
    ].join('&');
    const entries = await walk(send, service, `/${kind.route}?${filters}`, kind.route);
    lists.push({ kind: kind.name, service, status, entries });
  }
  return lists;
}

/** How often a list is tried: an engine that hung is asked again after a pause of seconds. */
const TRIES = 10;

async function walk(send: Send, service: number, path: string, route: string): Promise<Body[]> {
  const entries: Body[] = [];
  for (let cursor = ''; ; ) {
    const next = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
    let answer = await send(service, 'GET', `${path}${next}`);
    for (let tries = 1; answer.status === 503 && tries < TRIES; tries++) {
      await pause(1000);
      answer = await send(service, 'GET', `${path}${next}`);
    }
    const { status, body, outcome } = answer;
    // A list without records may be answered as a missing page.
    if (status === 404 && outcome.endsWith('page-not-found')) return entries;
    if (status !== 200) throw new Error(`${path} cannot be read: ${outcome}`);
    entries.push(...((body[route] as Body[] | undefined) ?? []));
    if (typeof body.next_cursor !== 'string') return entries;
    cursor = body.next_cursor;
  }
}

async function readBySlug(send: Send, items: readonly Item[]): Promise<Final['bySlug']> {
  const wanted = items.filter(
    ({ kind, seen }) => seen === 'live' && kinds[kind].family.hasSlugRoutes,
  );
  return inParallel.map(wanted, async ({ kind, id, body }) => {
    const slug = String(body?.slug);
    const path = `/${kinds[kind].route}/by-slug/${encodeURIComponent(slug)}`;
    const answer = await send(id % 2, 'GET', path);
    return { kind, slug, id, answered: answer.status === 200 ? Number(answer.body.id) : null };
  });
}
