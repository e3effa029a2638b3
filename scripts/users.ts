#!/usr/bin/env node
/** Adds, lists and revokes users. A new token is shown once, alone on standard output. */
import { Command, Option } from 'commander';
import { isRole, roles } from '../src/access/roles.js';
import { addUser, revokeUser } from '../src/records/users.js';
import { openForScript, runScript } from './support.js';

const program = new Command('users').description('Users of the service and their tokens.');

program
  .command('add')
  .description('add a user and print the new token')
  .requiredOption('--name <name>', 'user name')
  .addOption(new Option('--role <role>', 'role').choices(roles).makeOptionMandatory())
  .action(({ name, role }: { name: string; role: string }) => runScript(() => add(name, role)));

program
  .command('list')
  .description('list users')
  .action(() => runScript(list));

program
  .command('revoke')
  .description("revoke a user's token")
  .requiredOption('--name <name>', 'user name')
  .action(({ name }: { name: string }) => runScript(() => revoke(name)));

program.parse();

async function add(name: string, role: string): Promise<number> {
  const trimmed = name.trim();
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,99}$/u.test(trimmed) || !isRole(role)) {
    process.stderr.write('A name holds 1 to 100 letters, digits, spaces and . _ @ -\n');
    return 1;
  }
  const deps = await openForScript();
  try {
    const added = await addUser(deps, { name: trimmed, role });
    if (!added) {
      process.stderr.write(`There is a user named ${trimmed} already.\n`);
      return 1;
    }
    process.stderr.write(`User ${trimmed} (${role}) added with ID ${added.user.id}. Its token:\n`);
    process.stdout.write(`${added.token}\n`);
    return 0;
  } finally {
    await deps.close();
  }
}

async function list(): Promise<number> {
  const deps = await openForScript();
  try {
    const rows = (await deps.store.users.list()).map((user) => [
      String(user.id),
      user.name,
      user.role,
      user.created_utc,
      user.revoked_utc === null ? 'active' : `revoked ${user.revoked_utc}`,
    ]);
    for (const row of [['id', 'name', 'role', 'created (UTC)', 'state'], ...rows]) {
      process.stdout.write(`${row.join('\t')}\n`);
    }
    return 0;
  } finally {
    await deps.close();
  }
}

async function revoke(name: string): Promise<number> {
  const deps = await openForScript();
  try {
    const isRevoked = await revokeUser(deps, name.trim());
    process.stderr.write(isRevoked ? `${name} revoked.\n` : `No active user is named ${name}.\n`);
    return isRevoked ? 0 : 1;
  } finally {
    await deps.close();
  }
}
