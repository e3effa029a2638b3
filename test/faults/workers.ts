/**
 * The clients: each writes and reads its own records and some that all share, one request at a
 * time, and records the answers. The seed chooses the requests.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { readAnswer, type Send } from './client.js';
import { type Choose, chooseFrom } from './random.js';
import {
  type Action,
  type Body,
  noteOf,
  type Operation,
  PARTS,
  type Part,
  titleOf,
  UNTOLD,
} from './types.js';

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
  /** By kind; workers choose from them and replace those that were removed. */
  shared: Map<KindName, Target[]>;
  /** Answers to list requests, counted by status. */
  listAnswers: Map<string, number>;
  /** Longest pause between two requests of a worker, ms. */
  pauseMs: number;
  isOver: () => boolean;
}

/**
 * How many records of each kind all share: enough that the next write does not repair every fault.
 */
const SHARED: [KindName, number][] = [
  ['venue', 7],
  ['organizer', 5],
  ['category', 6],
  ['tag', 7],
  ['event', 3],
];
/** Kinds that workers write; the first more often than the others. */
const OWN: KindName[] = ['event', 'event', 'event', 'venue', 'organizer', 'category', 'tag'];
const OWN_MAX = 14;
const UNKNOWN_MAX = 5;
/** The number of tag names that events give inline: many create the same tag at the same time. */
const POOL = 6;

/** Creates what the workers share, before any fault. */
export async function createShared(bench: Bench): Promise<void> {
  const fill = async ([kind, count]: (typeof SHARED)[number]) => {
    const worker = openWorker(bench, `shared-${kind}`);
    for (let n = 0; n < count; n++) await worker.createShared(kind);
  };
  await Promise.all(SHARED.map(fill));
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
    if (target) bench.shared.set(kind, [...(bench.shared.get(kind) ?? []), target]);
  };
  const replace = async (target: Target) => {
    const others = (bench.shared.get(target.kind) ?? []).filter((other) => other !== target);
    bench.shared.set(target.kind, others);
    await createShared(target.kind);
  };
  const stepOnShared = async () => {
    const [kind, count] = choose.of(SHARED);
    const targets = bench.shared.get(kind) ?? [];
    if (targets.length < count) return createShared(kind);
    // One record of each kind is written by everyone, the others seldom, so that losses stay
    // visible.
    const record = choose.of(choose.chance(0.4) ? targets.slice(0, 1) : targets);
    const action = choose.chance(0.06) ? 'delete' : choose.chance(0.6) ? 'update' : 'read';
    const { result, seen } = await act(record, action);
    const isGone =
      seen === 'gone' ||
      (kinds[kind].family.removal === 'permanent' && action === 'delete' && result !== 'failed');
    if (isGone || record.unknowns > UNKNOWN_MAX) await replace(record);
  };
  const step = async () => {
    if (choose.chance(0.06)) return list(bench, choose);
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
    payload: Body | undefined,
    links: Operation['links'] = {},
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
    const { payload, links } = payloadOf(bench, choose, to);
    if (kinds[kind].isSlugLate && choose.chance(0.3)) {
      payload.slug = `same-${choose.between(1, 4)}`;
    }
    if (kinds[kind].isTree && choose.chance(0.5)) payload.parent = sharedId(bench, choose, kind);
    const { result, id } = await perform('create', to, payload, links);
    if (result !== 'acknowledged' || id === null) return null;
    return { kind, key, id, nextVersion: 1, unknowns: 0 };
  };
  const act = async (target: Target, action: Action): Promise<Operation> => {
    const { kind, key, id } = target;
    if (action !== 'update') {
      const operation = await perform(action, { kind, key, id, ...UNTOLD }, undefined);
      if (action === 'delete' && operation.result === 'unknown') target.unknowns++;
      return operation;
    }
    const next = target.nextVersion++;
    // Sometimes only one part is written: a write based on stale data would undo the other part.
    const version = choose.chance(0.6) ? next : null;
    const note = version === null || choose.chance(0.3) ? next : null;
    const to = { kind, key, id, version, note };
    const { payload, links } = payloadOf(bench, choose, to);
    const operation = await perform(action, to, payload, links);
    if (operation.result === 'unknown') target.unknowns++;
    return operation;
  };
  return { create, act };
}

const METHODS = { create: 'POST', update: 'PATCH', delete: 'DELETE', read: 'GET' } as const;

const sharedId = (bench: Bench, choose: Choose, kind: KindName): number =>
  choose.of([...(bench.shared.get(kind) ?? []), { id: 0 }]).id;

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
  if (note !== null) payload.description = noteOf(note);
  if (version === null) return { payload, links };
  payload[titleField] = titleOf(key, version);
  if (window) {
    const day = String(choose.between(1, 28)).padStart(2, '0');
    payload.start_date = `2027-03-${day} 10:00:00`;
    payload.end_date = `2027-03-${day} 12:00:00`;
  }
  for (const { field, target, isMany, inline } of relations) {
    const shared = bench.shared.get(target) ?? [];
    const count = Math.min(shared.length, choose.between(0, isMany ? 2 : 1));
    const ids = new Set(Array.from({ length: count }, () => choose.of(shared).id));
    links[field] = [...ids];
    const names =
      inline === 'name' && !kinds[target].isTree && choose.chance(0.3)
        ? [`pool ${choose.between(1, POOL)}`]
        : [];
    const values = [...ids, ...names];
    if (isMany) payload[field] = values;
    else if (values[0] !== undefined) payload[field] = values[0];
  }
  return { payload, links };
}

async function list(bench: Bench, choose: Choose): Promise<void> {
  const { route } = kinds[choose.of(OWN)];
  const page = choose.between(1, 3);
  const { outcome } = await bench.send(choose.between(0, 1), 'GET', `/${route}?page=${page}`);
  bench.listAnswers.set(outcome, (bench.listAnswers.get(outcome) ?? 0) + 1);
}
