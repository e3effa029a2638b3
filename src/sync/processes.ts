/**
 * The processes over the same data. Their settings must agree, because lists answer what is in the
 * index, from any of them. Their releases may differ while one replaces the other.
 */
import { limits } from '../limits.js';
import { namedSettings } from '../present/texts.js';
import type { RunningProcess } from '../store/port.js';
import type { SyncDeps } from './deps.js';
import { indexStamp } from './push.js';

/** Announces this process for `limits.announcedMs`. → the others that run. */
export const announce = (deps: SyncDeps): Promise<RunningProcess[]> =>
  deps.store.announce(selfUntil(deps, deps.now() + limits.announcedMs));

/** Announces that this process has ended. Never throws: the announcement ends by itself. */
export async function leave(deps: SyncDeps): Promise<void> {
  await deps.store.announce(selfUntil(deps, 0)).catch(() => undefined);
}

/** Announces this process. Throws when another one runs with other settings, and names them. */
export async function requireSameSettings(deps: SyncDeps): Promise<void> {
  const own = Object.entries(namedSettings(deps.site));
  for (const { settings, untilMs } of await announce(deps)) {
    const differing = own.filter(([name, value]) => settings[name] !== value);
    if (differing.length === 0) continue;
    await leave(deps);
    const differences = differing.map(
      ([name, value]) => `${name}=${settings[name] ?? ''} (here: ${value})`,
    );
    throw new Error(
      `Another process runs over the same data with ${differences.join(', ')}. Stop it first. ` +
        `A process that was killed counts as running until ${new Date(untilMs).toISOString()}.`,
    );
  }
}

const selfUntil = (deps: SyncDeps, untilMs: number): RunningProcess => ({
  id: deps.processId,
  stamp: indexStamp(deps),
  settings: namedSettings(deps.site),
  untilMs,
});
