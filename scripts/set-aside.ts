/** Shows the entries the search index refuses, with its reasons, and tries them again. */
import { Command } from 'commander';
import { allKinds } from '../src/kinds/index.js';
import { limits } from '../src/limits.js';
import type { OpenDeps } from '../src/open.js';
import { drain } from '../src/sync/drain.js';
import { openStoreForScript, runScript } from './support.js';

new Command('set-aside')
  .description(
    'Lists entries that the search index refused for what they hold. They are tried again when ' +
      'their record changes, or with --replay. Exits 1 while there are any.',
  )
  .option('--replay', 'push them again')
  .action((options: { replay?: boolean }) => runScript(() => run(options.replay === true)))
  .parse();

async function run(isReplay: boolean): Promise<number> {
  const deps = await openStoreForScript();
  try {
    if (isReplay) await replay(deps);
    const count = await list(deps);
    process.stdout.write(`${count} set aside\n`);
    return count === 0 ? 0 : 1;
  } finally {
    await deps.close();
  }
}

async function replay(deps: OpenDeps): Promise<void> {
  let count = 0;
  for (const { name } of allKinds) count += await deps.store.replay(name);
  const isDone = await drain(deps);
  process.stdout.write(`${count} pushed again${isDone ? '' : '; some are still to be tried'}\n`);
}

async function list({ store }: OpenDeps): Promise<number> {
  let count = 0;
  for (const { name } of allKinds) {
    for (let afterId = 0; ; ) {
      const aside = await store.setAsides(name, afterId, limits.batchRecords);
      for (const { id, version, reason } of aside) {
        process.stdout.write(`${name} ${id} version ${version}: ${reason}\n`);
      }
      count += aside.length;
      const last = aside.at(-1);
      if (!last) break;
      afterId = last.id;
    }
  }
  return count;
}
