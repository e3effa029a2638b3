#!/usr/bin/env node
/**
 * Lists the entries that the search index refused, with its reasons, and retries them on request.
 */
import { Command } from 'commander';
import { limits } from '../src/limits.js';
import type { OpenDeps } from '../src/open.js';
import { drain } from '../src/records/upkeep/drain.js';
import { openForScript, runScript } from './support.js';

new Command('set-aside')
  .description(
    'Lists entries that the search index refused for their content. They are tried again when ' +
      'their record changes, or with --replay. Exits 1 while there are any.',
  )
  .option('--replay', 'push them again')
  .action((options: { replay?: boolean }) => runScript(() => run(options.replay === true)))
  .parse();

async function run(isReplay: boolean): Promise<number> {
  const deps = await openForScript();
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
  for await (const entries of setAside(deps)) {
    // This makes them due at once and clears the refusal.
    await deps.store.outbox.renew(entries, { untilMs: deps.now() });
    count += entries.length;
  }
  const isDone = await drain(deps);
  process.stdout.write(`${count} pushed again${isDone ? '' : '; some are still to be tried'}\n`);
}

async function list(deps: OpenDeps): Promise<number> {
  let count = 0;
  for await (const entries of setAside(deps)) {
    for (const { records, position, refusal } of entries) {
      const [record] = records;
      if (!record) continue;
      const { kind, id } = record;
      process.stdout.write(`${kind} ${id} version ${position}: ${refusal}\n`);
    }
    count += entries.length;
  }
  return count;
}

async function* setAside({ store }: OpenDeps) {
  const query = { setAside: true, afterId: null as string | null, limit: limits.batchRecords };
  for (;;) {
    const entries = await store.outbox.list(query);
    const last = entries.at(-1);
    if (!last) return;
    yield entries;
    query.afterId = last.id;
  }
}
