/**
 * The processes over the same data. Their settings must agree, because any process answers lists
 * from the index. Their releases may differ during a replacement.
 */
import { randomInt } from 'node:crypto';
import { limits } from '../limits.js';
import { namedSettings } from '../present/texts.js';
import type { SyncDeps } from './deps.js';
import { indexStamp } from './push.js';

/** A process that runs over the data, as it announces itself to the others. */
interface RunningProcess {
  id: string;
  /** The stamp of its index entries. */
  stamp: string;
  /** The settings that are part of the stamp, by name. */
  settings: Readonly<Record<string, string>>;
  /** It counts as ended after this time, ms since the epoch. */
  untilMs: number;
}

/** Announces this process for `limits.announcedMs`, then reads the others. → running processes. */
export async function announce(deps: SyncDeps): Promise<RunningProcess[]> {
  const { documents } = deps.store;
  const value: RunningProcess = {
    id: deps.processId,
    stamp: indexStamp(deps),
    settings: namedSettings(deps.site),
    untilMs: deps.now() + limits.announcedMs,
  };
  const [stored] = await documents.list('process', { key: value.id });
  const { id, revision } = stored ?? { id: randomInt(2 ** 47), revision: 0 };
  await documents.swap({ type: 'process', id, revision, keys: [value.id], value });
  const others: RunningProcess[] = [];
  for (const stored of await documents.list<RunningProcess>('process')) {
    if (stored.id === id) continue;
    if (stored.value.untilMs > deps.now()) others.push(stored.value);
    else await documents.swap({ ...stored, value: null });
  }
  return others;
}

/** Announces that this process has ended. Never throws: the announcement ends by itself. */
export async function leave({ store: { documents }, processId }: SyncDeps): Promise<void> {
  try {
    const [stored] = await documents.list('process', { key: processId });
    if (stored) await documents.swap({ ...stored, value: null });
  } catch {
    // The store cannot be reached.
  }
}

/** Announces this process. Throws when another one runs with other settings, and names them. */
export async function requireSameSettings(deps: SyncDeps): Promise<void> {
  const settingsHere = Object.entries(namedSettings(deps.site));
  for (const { settings, untilMs } of await announce(deps)) {
    const differing = settingsHere.filter(([name, value]) => settings[name] !== value);
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
