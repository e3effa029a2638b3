/** Store → NDJSON on standard output: lines that bulk-load reads with our own field names. */
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { kinds } from '../src/kinds/index.js';
import type { RecordCore, StoredRecord } from '../src/kinds/record.js';
import { limits } from '../src/limits.js';
import type { OpenDeps } from '../src/open.js';
import type { loadedKinds } from '../src/records/load/batch.js';
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
      const records = await deps.store.scan(kindName, { afterId, limit: limits.batchRecords });
      const last = records.at(-1);
      if (!last) return 0;
      afterId = last.id;
      const held = records.filter((record) => record.status !== 'trash');
      const keys = await keysOfLinked(deps, held);
      const lines = held.map((record) => `${JSON.stringify(exportLine(record, keys))}\n`);
      // A pipe takes what its reader has read: the next batch waits for it.
      if (!process.stdout.write(lines.join(''))) await once(process.stdout, 'drain');
    }
  } finally {
    await deps.close();
  }
}

/** → the keys of the records that records hold copies of, by ID: copies do not have them. */
async function keysOfLinked(
  { store }: OpenDeps,
  records: readonly StoredRecord[],
): Promise<Map<number, string | null>> {
  const keys = new Map<number, string | null>();
  for (const { field, target, inline } of records[0] ? kinds[records[0].kind].relations : []) {
    if (inline !== 'object') continue;
    const linked = records.flatMap(({ relations }) => relations[field] ?? []);
    const found = await store.find(target, 'id', [...new Set(linked.map(({ id }) => id))]);
    for (const record of found) keys.set(record.id, record.external_id);
  }
  return keys;
}

function exportLine(record: StoredRecord, keys: ReadonlyMap<number, string | null>) {
  const own = new Map([...keys, [record.id, record.external_id] as const]);
  return toLine(record, own, record.relations);
}

/** Fields that follow from others, or are written in another form. */
const DERIVED = new Set(['utc_start_date', 'utc_end_date', 'image', 'parent_path']);

function toLine(
  record: RecordCore,
  keys: ReadonlyMap<number, string | null>,
  relations: StoredRecord['relations'] = {},
): Record<string, unknown> {
  const kind = kinds[record.kind];
  const own = Object.entries(record.fields).filter(
    ([name, value]) => !DERIVED.has(name) && value !== '' && value !== null,
  );
  const image = record.fields.image as { url?: string } | null | undefined;
  const linked = kind.relations.map(({ field, inline }) => [
    field,
    (relations[field] ?? []).map((snapshot) =>
      inline === 'name' ? snapshot.title : toLine(snapshot, keys),
    ),
  ]);
  return {
    external_id: keys.get(record.id) ?? `${record.kind}:${record.id}`,
    [kind.titleField]: record.title,
    ...(record.slug === '' ? {} : { slug: record.slug }),
    status: record.status,
    date_utc: record.date_utc,
    ...Object.fromEntries(own),
    ...(image?.url ? { image: image.url } : {}),
    ...Object.fromEntries(linked.filter(([, items]) => (items as unknown[]).length > 0)),
  };
}
