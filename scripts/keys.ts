#!/usr/bin/env node
/** Lists the keys that a record is found by, and removes wrong ones. See --help. */
import { Command, InvalidArgumentError } from 'commander';
import { kinds } from '../src/kinds/index.js';
import type { KindName } from '../src/kinds/record.js';
import { listKeys, removeKey } from '../src/records/keys.js';
import { printTable, runWithDeps } from './support.js';

const program = new Command('keys').description(
  'What records are called in other systems and calendars. Contract 16.3.',
);

program
  .command('list <kind> <id>')
  .description('prints the keys of a record: the key, and the merged record that brought it')
  .action((kind: string, id: string) => {
    const record = { kind: readKind(kind), id: readId(id) };
    runWithDeps(async (deps) => {
      const keys = await listKeys(deps, record);
      printTable(keys.map(({ key, of }) => [key, of > 0 ? of : '']));
      return 0;
    });
  });

program
  .command('remove <kind> <id> <key>')
  .description('takes a key from a record: a row with it never matches the record again')
  .action((kind: string, id: string, key: string) => {
    const record = { kind: readKind(kind), id: readId(id) };
    runWithDeps(async (deps) => {
      await removeKey(deps, record, key);
      return 0;
    });
  });

function readKind(text: string): KindName {
  const kind = Object.values(kinds).find(({ name }) => name === text);
  if (kind) return kind.name;
  throw new InvalidArgumentError(`One of ${Object.keys(kinds).join(', ')}.`);
}

function readId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('The ID of a record.');
}

program.parse();
