#!/usr/bin/env node
/**
 * Adds, lists, tests, replays and removes webhooks, as the routes of HTTP do. A new secret is shown
 * once, alone on standard output.
 */
import { Command } from 'commander';
import type { OpenDeps } from '../src/open.js';
import {
  addWebhook,
  removeWebhook,
  replayWebhook,
  testWebhook,
} from '../src/service/webhooks/manage.js';
import { webhooks } from '../src/service/webhooks/webhook.js';
import { prepareChanges } from '../src/sync/number.js';
import { printTable, runWithDeps } from './support.js';

const program = new Command('webhooks').description('Receivers of notices of changed records.');

program
  .command('add')
  .description('add a webhook and print its secret')
  .argument('<url>', 'where messages are sent')
  .option('--kinds <kinds>', 'its kinds, separated by commas; default: all')
  .option('--description <text>', 'its purpose')
  .action((url: string, options: Record<string, string>) =>
    runWith(async (deps) => {
      const { added, secret } = await addWebhook(deps, { url, ...options });
      process.stderr.write(
        `Webhook ${added.id} is told of what changes from now on. Its secret:\n`,
      );
      process.stdout.write(`${secret}\n`);
      return 0;
    }),
  );

program
  .command('list')
  .description('list webhooks')
  .action(() => runWith(list));

program
  .command('test')
  .description('send a message without changes, once')
  .argument('<id>', 'ID of a webhook', Number)
  .action((id: number) =>
    runWith(async (deps) => {
      const { delivered, reason, status, ms } = await testWebhook(deps, id);
      process.stderr.write(
        delivered ? `Taken with ${status} in ${ms} ms.\n` : `Failed: ${reason}.\n`,
      );
      return delivered ? 0 : 1;
    }),
  );

program
  .command('replay')
  .description('send changes once more')
  .argument('<id>', 'ID of a webhook', Number)
  .requiredOption('--after <number>', 'number of the change feed; 0: all that there are')
  .action((id: number, { after }: { after: string }) =>
    runWith(async (deps) => {
      const { value } = await replayWebhook(deps, id, { after });
      const when = value.enabled ? '' : ' when it is enabled: PATCH /webhooks/ID {"enabled":true}';
      process.stderr.write(`Webhook ${id} gets all changes after ${after} once more${when}.\n`);
      return 0;
    }),
  );

program
  .command('remove')
  .description('remove a webhook')
  .argument('<id>', 'ID of a webhook', Number)
  .action((id: number) =>
    runWith(async (deps) => {
      const { value } = await removeWebhook(deps, id);
      process.stderr.write(`Webhook ${id} (${value.url}) is removed.\n`);
      return 0;
    }),
  );

program.parse();

async function list(deps: OpenDeps): Promise<number> {
  const { last } = await deps.store.changes.position();
  const rows = (await webhooks.list(deps)).map(({ id, value }) => [
    id,
    value.url,
    value.kinds.join(',') || 'all',
    value.enabled ? 'enabled' : `disabled ${value.disabled_reason}`.trim(),
    `${value.position.after} of ${last}`,
    value.deliveries[0]?.reason ?? '',
  ]);
  printTable([['id', 'url', 'kinds', 'state', 'delivered', 'last failure'], ...rows]);
  return 0;
}

function runWith(work: (deps: OpenDeps) => Promise<number>): void {
  runWithDeps(async (deps) => {
    await prepareChanges(deps);
    return work(deps);
  });
}
