/** The balancer of the drill, constant requests through it, and what became of them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Send } from './client.js';

/** How often the balancer asks each process for /ready, ms. */
const POLL_MS = 500;

/** A load balancer as a client meets it: it asks each process for /ready, and sends in turn. */
interface Balancer {
  /** → one of the processes that were ready when last asked, in turn; null: none was. */
  choose(): number | null;
  isReady(service: number): boolean;
}

/** → the balancer of `count` processes, which first counts none of them as ready. */
export function openBalancer(count: number, send: Send): Balancer {
  const ready = new Set<number>();
  let turn = 0;
  const ask = async (service: number) => {
    const { status } = await send(service, 'GET', '//ready');
    if (status === 200) ready.add(service);
    else ready.delete(service);
  };
  const services = Array.from({ length: count }, (_, service) => service);
  setInterval(() => services.forEach((service) => void ask(service)), POLL_MS).unref();
  return {
    choose: () => {
      turn++;
      const able = services.filter((service) => ready.has(service));
      return able[turn % able.length] ?? null;
    },
    isReady: (service) => ready.has(service),
  };
}

/** How requests ended, over one sort of connections. */
export interface Tally {
  requests: number;
  /** Lists answered with `search_index_unavailable` while the index was away. */
  indexAway: number;
  /** What happened to requests that another process could have answered. */
  failed: string[];
}

/** What all workers share. */
export interface Load {
  balancer: Balancer;
  /** Whether lists may fail because the index is away. */
  isIndexAway: () => boolean;
  isOver: () => boolean;
  /** Pause between two requests of a worker, ms. */
  pauseMs: number;
}

/** Sends lists, items and writes in turn until the load is over, over connections of one sort. */
export async function runLoad(load: Load, send: Send, workers: number): Promise<Tally> {
  const tally: Tally = { requests: 0, indexAway: 0, failed: [] };
  await Promise.all(Array.from({ length: workers }, (_, n) => work(load, send, tally, n)));
  return tally;
}

async function work(load: Load, send: Send, tally: Tally, worker: number): Promise<void> {
  const ask = async (method: string, path: string, payload?: Record<string, string>) => {
    const isAway = load.isIndexAway();
    const service = load.balancer.choose();
    tally.requests++;
    const answer = service === null ? null : await send(service, method, path, payload);
    if (answer) judge(tally, answer, isAway || load.isIndexAway());
    else tally.failed.push('no process was ready');
    // Also where nothing was sent: timers and signals must get their turn.
    await pause(load.pauseMs);
    return answer;
  };
  let id = 0;
  for (let n = 0; !load.isOver(); n++) {
    if (id === 0) {
      const created = await ask('POST', '/venues', {
        venue: `Hall ${worker} ${performance.now()}`,
      });
      id = Number(created?.body.id ?? 0);
    } else if (n % 3 === 0) await ask('GET', `/venues?per_page=5&search=hall`);
    else if (n % 3 === 1) await ask('GET', `/venues/${id}`);
    else await ask('PATCH', `/venues/${id}`, { description: `Change ${n}` });
  }
}

function judge(tally: Tally, { status, outcome }: Answer, isIndexAway: boolean): void {
  if (isIndexAway && outcome === '503 search_index_unavailable') tally.indexAway++;
  // None of these requests is wrong: a refusal is a failure, too.
  else if (status <= 0 || status >= 400) tally.failed.push(outcome);
}
