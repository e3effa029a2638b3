/** Starts and stops the process; nothing else. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { startServer, stopServer } from './http/server.js';
import { isTimeZone } from './lib/zones.js';
import { limits } from './limits.js';
import { type OpenDeps, openDeps } from './open.js';
import { publishDue } from './records/publish-due.js';
import { resumeSpreads } from './records/resume.js';
import { ensureAdministrator } from './records/users.js';
import { drain } from './sync/drain.js';
import { isStampStale, rebuild } from './sync/rebuild.js';

async function main(): Promise<void> {
  const deps = await openDeps(readConfig(process.env, isTimeZone));
  const { config, log } = deps;
  if (await isStampStale(deps)) {
    const records = await rebuild(deps);
    if (records > 0) log.info({ records }, 'index rebuilt for these settings');
  }
  const token = await ensureAdministrator(deps);
  if (token !== null) announceToken(config.dataDir, token);
  const server = await startServer(deps, createApp(deps).callback());
  log.info({ url: `${deps.places.api}/`, dataDir: config.dataDir }, 'listening');
  const upkeep = startUpkeep(deps);
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await stopServer(server, limits.stopTimeoutMs);
    await upkeep.stop();
    await deps.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

function announceToken(dataDir: string, token: string): void {
  const file = join(dataDir, 'admin-token');
  // The mode counts for a new file only, and one left over may be readable by others.
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  process.stdout.write(
    `\nAdministrator "admin" created. Token (shown once, kept in ${file}):\n\n  ${token}\n\n`,
  );
}

/** Work that no request asks for: retries of the sync, spreads left over, records that are due. */
function startUpkeep(deps: OpenDeps): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const work = async () => {
    try {
      await resumeSpreads(deps);
      await publishDue(deps);
      await drain(deps);
    } catch (error) {
      deps.log.error({ err: error }, 'upkeep failed; will retry');
    }
  };
  const next = () => {
    timer = setTimeout(() => {
      round = work().finally(next);
    }, limits.drainEveryMs);
  };
  next();
  return {
    stop: async () => {
      clearTimeout(timer);
      await round;
      clearTimeout(timer);
    },
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
