/** What every script needs: the deps of the settings in force, a caller, honest exits. */

import type { Caller } from '../src/access/roles.js';
import { readConfig } from '../src/config.js';
import { silentLog } from '../src/lib/log.js';
import { isTimeZone } from '../src/lib/zones.js';
import { type OpenDeps, openDeps } from '../src/open.js';
import { isStampStale, rebuild } from '../src/sync/rebuild.js';

/** Opens what the settings name for a script that asks the record store alone. */
export function openStoreForScript(settings: Record<string, string> = {}): Promise<OpenDeps> {
  const config = readConfig({ ...process.env, ...settings }, isTimeZone);
  return openDeps(config, { log: silentLog });
}

/**
 * Opens what the settings name, as the service does, beside a service that may be running.
 * Throws when the index was made with other settings and holds records: two of them at once
 * would answer in two voices.
 */
export async function openForScript(settings: Record<string, string> = {}): Promise<OpenDeps> {
  const deps = await openStoreForScript(settings);
  if ((await deps.index.stamp()) === null) await rebuild(deps);
  if (await isStampStale(deps)) {
    await deps.close();
    throw new Error(
      'The index was made with other settings (SITE_TIMEZONE, CURRENCY_*). ' +
        'Use the same here, or run npm run rebuild-index with the new ones.',
    );
  }
  return deps;
}

/** → scripts act as the first administrator, who is user 1 on a data folder never served yet. */
export async function scriptCaller(deps: OpenDeps): Promise<NonNullable<Caller>> {
  const users = await deps.store.users.list();
  const admin = users.find((user) => user.role === 'administrator' && user.revoked_utc === null);
  return { id: admin?.id ?? 1, name: admin?.name ?? 'admin', role: 'administrator' };
}

/** Runs a script's work; what it throws is told in one line and exits 1. */
export function runScript(work: () => Promise<number>): void {
  // Whoever reads may have seen enough (`… | head`): that is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  work().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
