#!/usr/bin/env node
/** Copies the embedded file of a service that may be running. See --help. Contract 18.3. */
import { statSync } from 'node:fs';
import { Command } from 'commander';
import { readConfig } from '../src/config.js';
import { copyDatabase } from '../src/lib/files/file-copy.js';
import { openSqlite } from '../src/lib/sqlite.js';
import { limits } from '../src/limits.js';
import { dataFile } from '../src/open.js';
import { requireFile, runScript, toolNeeded } from './support.js';

new Command('backup')
  .description(
    'Copies all records, users and the index to a new file, readable by its owner only, while ' +
      'the service runs. With MONGO_URL it names the tool to use, and exits with 3.',
  )
  .argument('<file>', 'the file to write; it must not exist')
  .action((file: string) => runScript(() => run(file)))
  .parse();

async function run(file: string): Promise<number> {
  const config = readConfig(process.env);
  if (config.mongoUrl !== null) {
    throw toolNeeded({ mongoUrl: config.mongoUrl, file }, 'mongodump --oplog');
  }
  const path = dataFile(config) ?? '';
  requireFile(path);
  const db = openSqlite(path, { busyTimeoutMs: limits.busyTimeoutMs });
  try {
    copyDatabase(db, file, []);
  } finally {
    db.close();
  }
  process.stdout.write(`${file}: ${statSync(file).size} bytes\n`);
  return 0;
}
