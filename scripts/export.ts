/** Store → NDJSON on standard output: lines that bulk-load reads with our own field names. */
import { Command, Option } from 'commander';
import { kinds } from '../src/kinds/index.js';
import type { StoredRecord } from '../src/kinds/record.js';
import { limits } from '../src/limits.js';
import type { loadedKinds } from '../src/records/load.js';
import { openForScript, runScript } from './support.js';

new Command('export')
  .description('Writes all venues or events, an object a line, as bulk-load reads them.')
  .addOption(
    new Option('--kind <kind>', 'what to export').choices(['venue', 'event']).makeOptionMandatory(),
  )
  .action(({ kind }: { kind: keyof typeof loadedKinds }) => runScript(() => run(kind)))
  .parse();

async function run(kindName: keyof typeof loadedKinds): Promise<number> {
  const deps = await openForScript();
  try {
    for (let afterId = 0; ; ) {
      const records = await deps.store.scan(kindName, afterId, limits.batchRecords);
      const last = records.at(-1);
      if (!last) return 0;
      afterId = last.id;
      for (const record of records) {
        if (record.status === 'trash') continue;
        process.stdout.write(`${JSON.stringify(toLine(record))}\n`);
      }
    }
  } finally {
    await deps.close();
  }
}

function toLine(record: StoredRecord): Record<string, unknown> {
  const kind = kinds[record.kind];
  const derived = new Set(['utc_start_date', 'utc_end_date', 'image', 'parent_path']);
  const own = Object.entries(record.fields).filter(
    ([name, value]) => !derived.has(name) && value !== '' && value !== null,
  );
  const linked = kind.relations.map(({ field, inline }) => [
    field,
    (record.relations[field] ?? []).map((snapshot) =>
      inline === 'name' ? snapshot.title : { ...toLine(withoutLinks(snapshot)) },
    ),
  ]);
  return {
    external_id: record.external_id ?? `${record.kind}:${record.id}`,
    [kind.titleField]: record.title,
    status: record.status,
    date_utc: record.date_utc,
    ...Object.fromEntries(own),
    ...Object.fromEntries(linked.filter(([, items]) => (items as unknown[]).length > 0)),
  };
}

const withoutLinks = (snapshot: StoredRecord['relations'][string][number]): StoredRecord => ({
  ...snapshot,
  relations: {},
  external_id: null,
  slug_reserved: false,
  status_before_trash: null,
});
