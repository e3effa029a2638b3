/**
 * The clients: each writes and reads its own records and some that all share, one request at a
 * time, and records the answers. The seed chooses the requests.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { allKinds, kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { readAnswer, type Send } from './client.js';
import { type Choose, chooseFrom } from './random.js';
import { type Action, type Body, type Operation, PARTS, type Part, UNTOLD } from './types.js';

/** A record as its writers see it. */
interface Target {
  kind: KindName;
  key: string;
  id: number;
  nextVersion: number;
  /**
   * Writes of unknown outcome: after too many the record is abandoned, as its order would be
   * undecidable.
   */
  unknowns: number;
}

/** What all workers of a run share. */
export interface Bench {
  send: Send;
  seed: number;
  operations: Operation[];
  /** IDs of the series that were made. */
  series: Set<number>;
  /** Workers choose from them and replace those that were removed. */
  shared: Record<KindName, Target[]>;
  /** What list requests were answered. */
  listAnswers: string[];
  /** Longest pause between two requests of a worker, ms. */
  pauseMs: number;
  isOver: () => boolean;
}

/**
 * How many records of each kind all share: enough that the next write does not repair every fault.
 */
const SHARED = { venue: 7, organizer: 5, category: 6, tag: 7, event: 3 };
/** Kinds that workers write; the first more often than the others. */
const OWN: KindName[] = ['event', 'event', 'event', 'venue', 'organizer', 'category', 'tag'];
const OWN_MAX = 14;
const UNKNOWN_MAX = 5;
/** The number of tag names that events give inline: many create the same tag at the same time. */
const POOL = 6;

/** Creates what the workers share, before any fault. */
export async function createShared(bench: Bench): Promise<void> {
  const fill = async (kind: KindName) => {
    const worker = openWorker(bench, `shared-${kind}`);
    for (let n = 0; n < SHARED[kind]; n++) await worker.createShared(kind);
  };
  await Promise.all(allKinds.map(({ name }) => fill(name)));
}

/** Runs one worker until the run is over. */
export async function runWorker(bench: Bench, name: string): Promise<void> {
  const worker = openWorker(bench, name);
  while (!bench.isOver()) {
    await worker.step();
    await pause(worker.choose.between(1, bench.pauseMs));
  }
}

function openWorker(bench: Bench, name: string) {
  const choose = chooseFrom(bench.seed, name);
  const { create, act } = openHand(bench, name, choose);
  const own: Target[] = [];
  const createShared = async (kind: KindName) => {
    const target = await create(kind);
    if (target) bench.shared[kind].push(target);
  };
  const stepOnShared = async () => {
    const kind = choose.of(allKinds).name;
    const targets = bench.shared[kind];
    if (targets.length < SHARED[kind]) return createShared(kind);
    // One record of each kind is written by everyone, the others seldom, so that losses stay
    // visible.
    const record = choose.of(choose.chance(0.4) ? targets.slice(0, 1) : targets);
    const action = choose.chance(0.06) ? 'delete' : choose.chance(0.6) ? 'update' : 'read';
    const { result, seen } = await act(record, action);
    const isGone =
      seen === 'gone' ||
      (kinds[kind].family.removal === 'permanent' && action === 'delete' && result !== 'failed');
    if (!isGone && record.unknowns <= UNKNOWN_MAX) return;
    bench.shared[kind] = bench.shared[kind].filter((other) => other !== record);
    await createShared(kind);
  };
  const list = async () => {
    const path = `/${kinds[choose.of(OWN)].route}?page=${choose.between(1, 3)}`;
    const { outcome } = await bench.send(choose.between(0, 1), 'GET', path);
    bench.listAnswers.push(outcome);
  };
  const step = async () => {
    if (choose.chance(0.06)) return list();
    if (choose.chance(0.35)) return stepOnShared();
    if (own.length < OWN_MAX || choose.chance(0.1)) {
      if (own.length >= OWN_MAX) own.splice(choose.between(0, own.length - 1), 1);
      const target = await create(choose.of(OWN));
      if (target) own.push(target);
      return;
    }
    const record = choose.of(own);
    if (record.unknowns > UNKNOWN_MAX) own.splice(own.indexOf(record), 1);
    else {
      const action = choose.of(['update', 'update', 'read', 'read', 'delete'] as const);
      const { seen } = await act(record, action);
      // A record that is gone is still read now and then, in case it comes back.
      if (seen === 'gone' && choose.chance(0.3)) own.splice(own.indexOf(record), 1);
    }
  };
  return { choose, createShared, step };
}

/** → how one worker makes requests, each of which is recorded. */
function openHand(bench: Bench, name: string, choose: Choose) {
  let created = 0;
  let refusing: number | null = null;
  const perform = async (
    action: Action,
    to: Pick<Operation, 'kind' | 'key' | 'id' | Part>,
    { payload, links }: { payload?: Body; links: Operation['links'] },
  ): Promise<Operation> => {
    // After a refused connection, the next request goes to the other process.
    const service = refusing === null ? choose.between(0, 1) : 1 - refusing;
    const path = `/${kinds[to.kind].route}${to.id === null ? '' : `/${to.id}`}`;
    const startMs = performance.now();
    const answer = await bench.send(service, METHODS[action], path, payload);
    const facts = readAnswer(to.kind, action, answer, to);
    const endMs = performance.now();
    const writes = PARTS.filter((part) => to[part] !== null);
    const request = { worker: name, service, action, writes, startMs, endMs, links };
    const operation = { ...to, ...request, ...facts };
    bench.operations.push(operation);
    refusing = answer.status === 0 ? service : null;
    if (answer.status === 0) await pause(choose.between(20, 100));
    return operation;
  };
  const create = async (kind: KindName): Promise<Target | null> => {
    const key = `${kind}-${name}-${++created}`;
    const to = { kind, key, id: null, version: 0, note: 0 };
    const sent = payloadOf(bench, choose, to);
    const { isSlugLate, isTree } = kinds[kind];
    if (isSlugLate && choose.chance(0.3)) sent.payload.slug = `same-${choose.between(1, 4)}`;
    if (isTree && choose.chance(0.5)) {
      sent.payload.parent = choose.of([...bench.shared[kind], { id: 0 }]).id;
    }
    const { result, id } = await perform('create', to, sent);
    if (result !== 'acknowledged' || id === null) return null;
    return { kind, key, id, nextVersion: 1, unknowns: 0 };
  };
  const act = async (target: Target, action: Action): Promise<Operation> => {
    const { kind, key, id } = target;
    const to: Parameters<typeof perform>[1] = { kind, key, id, ...UNTOLD };
    if (action === 'update') {
      const next = target.nextVersion++;
      // Sometimes only one part is written: a write based on stale data would undo the other part.
      if (choose.chance(0.6)) to.version = next;
      if (to.version === null || choose.chance(0.3)) to.note = next;
    }
    const sent = action === 'update' ? payloadOf(bench, choose, to) : { links: {} };
    const operation = await perform(action, to, sent);
    if (action !== 'read' && operation.result === 'unknown') target.unknowns++;
    return operation;
  };
  return { create, act };
}

const METHODS = { create: 'POST', update: 'PATCH', delete: 'DELETE', read: 'GET' } as const;

/**
 * → the payload of a version: title with newly chosen links, description, and what makes it public.
 */
function payloadOf(
  bench: Bench,
  choose: Choose,
  { kind, key, version, note }: Pick<Operation, 'kind' | 'key' | Part>,
): { payload: Body; links: Record<string, number[]> } {
  const { titleField, relations, family, window } = kinds[kind];
  const payload: Body = family.hasStatus ? { status: 'publish' } : {};
  const links: Record<string, number[]> = {};
  if (note !== null) payload.description = `note ${note}`;
  if (version === null) return { payload, links };
  payload[titleField] = `${key} v${version}`;
  if (window) {
    const day = String(choose.between(1, 28)).padStart(2, '0');
    payload.start_date = `2027-03-${day} 10:00:00`;
    payload.end_date = `2027-03-${day} 12:00:00`;
  }
  for (const { field, target, isMany, inline } of relations) {
    const shared = bench.shared[target];
    const count = Math.min(shared.length, choose.between(0, isMany ? 2 : 1));
    const ids = new Set(Array.from({ length: count }, () => choose.of(shared).id));
    links[field] = [...ids];
    const values: (number | string)[] = [...ids];
    if (inline === 'name' && !kinds[target].isTree && choose.chance(0.3)) {
      values.push(`pool ${choose.between(1, POOL)}`);
    }
    if (isMany) payload[field] = values;
    else if (values[0] !== undefined) payload[field] = values[0];
  }
  return { payload, links };
}
