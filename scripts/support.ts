/** What every script needs: the deps of the settings in force, a caller, honest exits. */
import { existsSync } from 'node:fs';
import type { Caller } from '../src/access/roles.js';
import { readConfig } from '../src/config.js';
import { silentLog } from '../src/lib/log.js';
import { isTimeZone } from '../src/lib/zones.js';
import { dataFile, type OpenDeps, openDeps } from '../src/open.js';
import { isStampStale, rebuild } from '../src/sync/rebuild.js';

/**
 * Opens what the settings name, beside a service that may be running. Throws, to exit 2, when the
 * embedded file is not there: only the service and loads make one.
 */
export async function openForScript(): Promise<OpenDeps> {
  const config = readConfig(process.env, isTimeZone);
  const file = dataFile(config);
  if (file !== null && !existsSync(file)) {
    throw Object.assign(new Error(`There is no file ${file}.`), { exitCode: 2 });
  }
  return openDeps(config, { log: silentLog });
}

/**
 * Opens what the settings name, and makes it where it is not there. Throws when the index was made
 * with other settings and holds records: two of them at once would answer in two voices.
 */
export async function openOrCreate(settings: Record<string, string> = {}): Promise<OpenDeps> {
  const config = readConfig({ ...process.env, ...settings }, isTimeZone);
  const deps = await openDeps(config, { log: silentLog });
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

/** Runs a script's work; what it throws is told in one line and exits 1, or as the error says. */
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
      const exitCode = error instanceof Error && 'exitCode' in error ? error.exitCode : 1;
      process.exitCode = Number(exitCode);
    },
  );
}
