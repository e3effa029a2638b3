/**
 * How long lanes of the background work stand: they have due entries, and for so long none of them
 * is done or taken up.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { limits } from '../../src/limits.js';
import { REBUILD } from '../../src/store/outbox-entries.js';

/** How long a lane may stand, ms: the lease of a process that was killed, and some seconds. */
export const LANE_MS = limits.leaseMs + 5000;

/** Time between two looks, ms. */
const LOOK_MS = 500;

interface Due {
  _id: object;
  task: string;
  tries: number;
}

/** Looks at the outbox of a database until its end. → how long each lane stood at most. */
export function watchLanes(url: string): { end: () => Promise<{ task: string; ms: number }[]> } {
  const client = new MongoClient(url);
  const outbox = client.db().collection<Due & { at: number }>('outbox');
  const lanes = new Map<string, { before: Map<string, number>; movedMs: number; mostMs: number }>();
  const state = { isOver: false };
  const look = async () => {
    const fields = { task: 1, tries: 1 };
    const all = await outbox.find({ at: { $lte: Date.now() } }, { projection: fields }).toArray();
    // A rebuild takes as long as it takes.
    const due = all.filter(({ task }) => !task.startsWith(REBUILD));
    const nowMs = performance.now();
    for (const task of new Set([...lanes.keys(), ...due.map((one) => laneOf(one.task))])) {
      const own = due.filter((one) => laneOf(one.task) === task);
      const now = new Map(own.map(({ _id, tries }) => [String(_id), tries]));
      const lane = lanes.get(task) ?? { before: new Map(), movedMs: nowMs, mostMs: 0 };
      const hasMoved = [...lane.before].some(([id, tries]) => now.get(id) !== tries);
      if (hasMoved || lane.before.size === 0) lane.movedMs = nowMs;
      const mostMs = Math.max(lane.mostMs, nowMs - lane.movedMs);
      lanes.set(task, { before: now, movedMs: lane.movedMs, mostMs });
    }
  };
  const running = (async () => {
    while (!state.isOver) {
      await look();
      await pause(LOOK_MS);
    }
  })();
  return {
    end: async () => {
      state.isOver = true;
      await running;
      await client.close();
      return [...lanes].map(([task, { mostMs }]) => ({ task, ms: Math.round(mostMs) }));
    },
  };
}

/** `index` and `usage` are one lane. */
const laneOf = (task: string): string => (task === 'usage' ? 'index' : task);
