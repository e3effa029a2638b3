#!/usr/bin/env node
/** Puts a backup into an empty data folder. See --help. Contract 18.3. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { type Config, readConfig } from '../src/config.js';
import { syncFile } from '../src/lib/files/file-copy.js';
import { silentLog } from '../src/lib/log.js';
import { isWhole } from '../src/lib/sqlite.js';
import { dataFile, openDeps } from '../src/open.js';
import { prepareChanges } from '../src/sync/number.js';
import { orderRebuild } from '../src/sync/rebuild.js';
import { runScript, toolNeeded } from './support.js';

new Command('restore')
  .description(
    'Puts a backup into the data folder, which must be empty or not exist. Tokens that were ' +
      'valid when the backup was made are valid again. With MONGO_URL it names the tool to use, ' +
      'and exits with 3.',
  )
  .argument('<file>', 'a file that `npm run backup` wrote')
  .action((file: string) => runScript(() => run(file)))
  .parse();

async function run(file: string): Promise<number> {
  const config = readConfig(process.env);
  if (config.mongoUrl !== null) {
    throw toolNeeded(
      { mongoUrl: config.mongoUrl, file },
      'mongorestore --oplogReplay',
      'into an empty replica set, then npm run rebuild-index -- --restored',
    );
  }
  const path = dataFile(config) ?? '';
  // A separate folder: an interrupted restore leaves no data folder that looks whole.
  const partial = `${path}.partial`;
  const copy = join(partial, basename(path));
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  refuseUsed(config.dataDir, basename(partial));
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  try {
    // Made with its mode, before anything is in it.
    closeSync(openSync(copy, 'wx', 0o600));
    copyFileSync(file, copy);
    if (!isWhole(copy, ['rec_event'])) {
      throw new Error('The file is no backup, or it is damaged.');
    }
    await prepare({ ...config, dataDir: partial });
    syncFile(copy);
    // Changes that SQLite has not yet moved into the file are in its journal.
    if (existsSync(`${copy}-wal`)) renameSync(`${copy}-wal`, `${path}-wal`);
    renameSync(copy, path);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  process.stdout.write(`${config.dataDir} holds what ${file} holds.\n`);
  return 0;
}

/** Only the rest of an interrupted restore may be there. */
function refuseUsed(folder: string, partial: string): void {
  const entries = existsSync(folder) ? readdirSync(folder) : [];
  const others = entries.filter((name) => !name.startsWith(partial));
  if (others.length === 0) return;
  const error = new Error(`The folder ${folder} is not empty: it holds ${others[0]}.`);
  throw Object.assign(error, { exitCode: 2 });
}

/** Opens the store, which refuses the layout of a later release. */
async function prepare(config: Config): Promise<void> {
  const deps = await openDeps(config, { log: silentLog });
  try {
    // Who follows the change feed knows numbers that are given again.
    await prepareChanges(deps, { isRestored: true });
    // An index elsewhere knows records as they were after the backup.
    const isElsewhere = config.elasticsearch !== null;
    if (isElsewhere) await orderRebuild(deps);
  } finally {
    await deps.close();
  }
}
