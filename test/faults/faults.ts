/**
 * The faults of a run, at times and of types that the seed chooses: processes killed, paused, or
 * ended at named steps; the index out of reach; the index rebuilt.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MONGO_CHANGE_FAIL_POINTS } from '../../src/store/mongo/changes.js';
import { MONGO_FAIL_POINTS } from '../../src/store/mongo/write.js';
import { PUSH_FAIL_POINTS } from '../../src/sync/outbox.js';
import { PROPAGATE_FAIL_POINT } from '../../src/sync/propagate.js';
import { REBUILD_FAIL_POINTS } from '../../src/sync/rebuild.js';
import { within } from '../support/until.js';
import { type Choose, chooseFrom } from './random.js';
import type { Services } from './services.js';
import { findingOf } from './types.js';

/** What the faults know about a run. */
interface Faulting {
  services: Services;
  seed: number;
  isOver: () => boolean;
  /**
   * A rebuild would repair what the checks should find, so there is none in the second half of a
   * run.
   */
  isNearEnd: () => boolean;
  /** How long clients wait for an answer, ms. */
  patienceMs: number;
  /** Takes the name of each fault. */
  faults: string[];
}

/** Causes faults until the run is over. Each fault is undone before the next of its type. */
export async function runFaults(faulting: Faulting): Promise<void> {
  const { services } = faulting;
  await Promise.all([
    inTurn(faulting, 'processes', [200, 2500], harmProcess),
    inTurn(faulting, 'rebuilds', [3000, 9000], rebuildIndex),
    ...(services.proxies.length > 0 ? [inTurn(faulting, 'index', [300, 4000], harmIndex)] : []),
  ]);
}

type Fault = (faulting: Faulting, choose: Choose) => Promise<void>;

async function inTurn(
  faulting: Faulting,
  part: string,
  [least, most]: [number, number],
  fault: Fault,
): Promise<void> {
  const choose = chooseFrom(faulting.seed, part);
  for (;;) {
    await within(faulting.isOver, choose.between(least, most));
    if (faulting.isOver()) return;
    await fault(faulting, choose);
  }
}

const harmProcess: Fault = (faulting, choose) =>
  choose.of([kill, stop, endAtStep, endAtStep])(faulting, choose);

const kill: Fault = async ({ services, faults }, choose) => {
  const which = choose.chance(0.2) ? [0, 1] : [choose.between(0, 1)];
  faults.push(which.length > 1 ? 'both processes killed' : 'process killed');
  await Promise.all(which.map((service) => services.kill(service)));
  if (choose.chance(0.5)) await pause(choose.between(0, 1500));
  // Started together, they compete for work that only one start may do.
  await Promise.all(which.map((service) => services.start(service)));
};

const stop: Fault = async ({ services, patienceMs, faults }, choose) => {
  const service = choose.between(0, 1);
  const isLong = choose.chance(0.15);
  faults.push(isLong ? 'process stopped for long' : 'process stopped');
  services.signal(service, 'SIGSTOP');
  // Longer than clients wait: requests they gave up on still take effect later.
  const longMs = patienceMs + choose.between(500, 3000);
  await pause(isLong ? longMs : choose.between(50, 1500));
  services.signal(service, 'SIGCONT');
};

/** How long a process may take to reach the step at which it ends, ms. */
const STEP_MS = 5000;

const endAtStep: Fault = async ({ services, isOver, faults }, choose) => {
  const service = choose.between(0, 1);
  const stepsOfStore = services.mongoUrl
    ? [...MONGO_FAIL_POINTS, ...MONGO_CHANGE_FAIL_POINTS, ...MONGO_CHANGE_FAIL_POINTS]
    : [];
  const step = choose.of([...PUSH_FAIL_POINTS, PROPAGATE_FAIL_POINT, ...stepsOfStore]);
  await services.kill(service);
  // Numbers are given to many writes at once, and most writes change no copies.
  const isRare = [...MONGO_CHANGE_FAIL_POINTS, PROPAGATE_FAIL_POINT].includes(step);
  const most = isRare ? 4 : 25;
  await services.start(service, `${step}#${choose.between(1, most)}`);
  await within(() => isOver() || !services.isRunning(service), STEP_MS);
  faults.push(services.isRunning(service) ? `${step} not reached` : `ended at ${step}`);
  await services.kill(service);
  if (choose.chance(0.3)) await pause(choose.between(0, 1000));
  await services.start(service);
};

const rebuildIndex: Fault = async ({ services, faults, isNearEnd }, choose) => {
  if (isNearEnd()) return;
  const step = choose.chance(0.3) ? choose.of(REBUILD_FAIL_POINTS) : undefined;
  const { code, output } = await services.script('rebuild-index', { failPoint: step });
  if (step && code === null) faults.push(`rebuild ended at ${step}`);
  else faults.push(code === 0 ? 'rebuild' : 'rebuild failed');
  if (code === null || code === 0) return;
  services.findings.push(findingOf('a rebuild failed', output.slice(-400)));
};

const harmIndex: Fault = async ({ services, isOver, faults }, choose) => {
  const which = choose.chance(0.4) ? [0, 1] : [choose.between(0, 1)];
  const mode = choose.of(['refuse', 'hang', 'reset'] as const);
  faults.push(`index: ${mode}${which.length > 1 ? ' for both' : ''}`);
  await Promise.all(which.map((n) => services.proxies[n]?.set(mode)));
  const isLong = choose.chance(0.2);
  await within(isOver, isLong ? choose.between(4000, 12_000) : choose.between(100, 3000));
  await Promise.all(which.map((n) => services.proxies[n]?.set('pass')));
};
