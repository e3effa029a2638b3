#!/usr/bin/env node
/** The entry point: starts and stops the process. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { startServer, stopServer } from './http/server.js';
import { isTimeZone } from './lib/zones.js';
import { limits } from './limits.js';
import { openDeps } from './open.js';
import { startUpkeep } from './records/upkeep/loop.js';
import { prepareIndex } from './records/upkeep/prepare.js';
import { ensureAdministrator } from './records/users.js';

async function main(): Promise<void> {
  // The service keeps running when standard output is not writable.
  process.stdout.on('error', () => undefined);
  const deps = await openDeps(readConfig(process.env, isTimeZone));
  const { config, log } = deps;
  await prepareIndex(deps);
  const token = await ensureAdministrator(deps);
  if (token !== null) announceToken(config.dataDir, token);
  const server = await startServer(deps, createApp(deps).callback());
  log.info({ url: `${deps.roots.api}/`, dataDir: config.dataDir }, 'listening');
  const upkeep = startUpkeep(deps);
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await Promise.all([stopServer(server, limits.stopTimeoutMs), upkeep.stop()]);
    await deps.close();
    await log.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

function announceToken(dataDir: string, token: string): void {
  const file = join(dataDir, 'admin-token');
  // The mode applies to new files only; an old file may be readable by others.
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  process.stdout.write(
    `\nAdministrator "admin" created. Token (shown once, kept in ${file}):\n\n  ${token}\n\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
