#!/usr/bin/env node
/**
 * Adds, lists, changes and revokes users. A new token is shown once, alone on standard output. Each
 * change is a log line on standard error.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Role, roles } from '../src/access/roles.js';
import { openLog } from '../src/lib/log.js';
import type { OpenDeps } from '../src/open.js';
import {
  addUser,
  listUsers,
  revokeUser,
  rotateToken,
  setRole,
  type UserOutcome,
} from '../src/service/users.js';
import { printTable, runWithDeps, toSeconds } from './support.js';

const program = new Command('users').description('Users of the service and their tokens.');

const role = () => new Option('--role <role>', 'role').choices(roles).makeOptionMandatory();
/** Longest and shortest validity of the former token, s. */
const OVERLAP = { min: 1, max: 90 * 86_400 };

const FORCE = ['--force', 'even the last administrator', false] as const;

program
  .command('add')
  .description('add a user and print the new token; a revoked name gets its ID back')
  .requiredOption('--name <name>', 'user name', readName)
  .addOption(role())
  .action((user: { name: string; role: Role }) => runWith((deps) => add(deps, user)));

program
  .command('list')
  .description('list users')
  .action(() => runWith(list));

program
  .command('set')
  .description('give a user another role')
  .requiredOption('--name <name>', 'user name', readName)
  .addOption(role())
  .option(...FORCE)
  .action(({ name, role, force }: { name: string; role: Role; force: boolean }) =>
    runWith(async (deps) =>
      tell(name, `has the role ${role}`, await setRole(deps, { name, role, isForced: force })),
    ),
  );

program
  .command('rotate')
  .description('give a user a new token and print it')
  .requiredOption('--name <name>', 'user name', readName)
  .option('--overlap <time>', 'how long the old token is still valid: 90s, 30m, 1h, 7d', (text) =>
    toSeconds(text, OVERLAP),
  )
  .action(({ name, overlap = 0 }: { name: string; overlap?: number }) =>
    runWith((deps) => rotate(deps, name, overlap)),
  );

program
  .command('revoke')
  .description("end a user's tokens")
  .requiredOption('--name <name>', 'user name', readName)
  .option(...FORCE)
  .action(({ name, force }: { name: string; force: boolean }) =>
    runWith(async (deps) =>
      tell(name, 'revoked', await revokeUser(deps, { name, isForced: force })),
    ),
  );

program.parse();

function runWith(work: (deps: OpenDeps) => Promise<number>): void {
  runWithDeps(work, openLog('info', 2));
}

function readName(text: string): string {
  const name = text.trim();
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,99}$/u.test(name)) return name;
  throw new InvalidArgumentError('A name holds 1 to 100 letters, digits, spaces and . _ @ -');
}

async function add(deps: OpenDeps, { name, role }: { name: string; role: Role }): Promise<number> {
  const added = await addUser(deps, { name, role });
  if (added) return tellToken(`User ${name} (${role}) has ID ${added.user.id}`, added.token);
  process.stderr.write(`There is a user named ${name} already.\n`);
  return 1;
}

async function rotate(deps: OpenDeps, name: string, overlapSeconds: number): Promise<number> {
  const token = await rotateToken(deps, { name, overlapSeconds });
  return token === null ? tell(name, '', 'unknown') : tellToken(`${name} has a new token`, token);
}

function tellToken(text: string, token: string): number {
  process.stderr.write(`${text}. The token:\n`);
  process.stdout.write(`${token}\n`);
  return 0;
}

function tell(name: string, done: string, outcome: UserOutcome): number {
  const texts = {
    done: `${name} ${done}.`,
    unknown: `No active user is named ${name}.`,
    'last administrator': `${name} is the last administrator. Use --force to go on.`,
  };
  process.stderr.write(`${texts[outcome]}\n`);
  return outcome === 'done' ? 0 : 1;
}

async function list(deps: OpenDeps): Promise<number> {
  const rows = (await listUsers(deps)).map((user) => [
    user.id,
    user.name,
    user.role,
    user.created_utc,
    user.revoked_utc === null ? 'active' : `revoked ${user.revoked_utc}`,
  ]);
  printTable([['id', 'name', 'role', 'created (UTC)', 'state'], ...rows]);
  return 0;
}
