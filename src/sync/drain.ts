/**
 * Retries what push could not do. Called by main on a timer, when the store tells of changes, and
 * by scripts at their end. Several processes share the work by claims.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { allKinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { openMemory } from '../lib/memory.js';
import { limits } from '../limits.js';
import type { Pending } from '../store/port.js';
import { type Gate, pauseMsAfter } from './gate.js';
import { push, type SyncDeps } from './push.js';

/**
 * Pushes every unindexed record and removal that no other process has claimed, in batches. What is
 * set aside is left out. → whether nothing is left.
 */
export async function drain(deps: SyncDeps): Promise<boolean> {
  await deps.store.recover();
  let isDone = true;
  for (const { name } of allKinds) {
    for (let afterId = 0; ; ) {
      const query = { afterId, limit: limits.drainBatch, isClaim: true };
      const entries = await deps.store.unindexed(name, query);
      const last = entries.at(-1);
      if (!last) break;
      // An entry the index does not take must not keep those behind it out.
      afterId = last.id;
      const due = entries.filter((entry) => isDue(deps, name, entry));
      const { left, isDown } = await push(deps, name, due);
      if (isDown) return false;
      remember(deps, name, left);
      if (left.length > 0 || due.length < entries.length) isDone = false;
      if (entries.length < limits.drainBatch) break;
      // An embedded engine never waits: requests have their turn between two batches.
      await turn();
    }
  }
  return isDone;
}

interface Deferral {
  version: number;
  tries: number;
  untilMs: number;
}

const openDeferrals = () => openMemory<string, Deferral>({ max: limits.deferredEntries });
const deferrals = new WeakMap<Gate, ReturnType<typeof openDeferrals>>();

function deferralsOf({ gate }: SyncDeps) {
  const known = deferrals.get(gate) ?? openDeferrals();
  deferrals.set(gate, known);
  return known;
}

/** An entry that failed waits; one that changed since is tried at once. */
function isDue(deps: SyncDeps, kind: KindName, { id, version }: Pending): boolean {
  const known = deferralsOf(deps).get(`${kind} ${id}`);
  return !known || known.version !== version || known.untilMs <= deps.now();
}

function remember(deps: SyncDeps, kind: KindName, left: readonly Pending[]): void {
  const known = deferralsOf(deps);
  for (const { id, version } of left) {
    const key = `${kind} ${id}`;
    const before = known.get(key);
    const tries = before?.version === version ? before.tries + 1 : 1;
    const untilMs = deps.now() + pauseMsAfter(tries, Math.random());
    known.set(key, { version, tries, untilMs });
  }
}
