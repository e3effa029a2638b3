/**
 * Loads of files as in `npm run load`, in a process with measured memory and CPU, compared with a
 * raw engine: the same records as JSON with their words, in batches of the same size.
 */
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import type { KindName, StoredRecord } from '../../../src/kinds/record.js';
import { openSqlite } from '../../../src/lib/sqlite.js';
import { limits } from '../../../src/limits.js';
import type { OpenDeps } from '../../../src/open.js';
import { startBuilt, usageOf } from './service.js';

/** Node's options in `npm run load`: the heap is collected earlier than by default. */
const HEAP = '--max-old-space-size=1024';

/**
 * Loads a file. → its lines, lines per second, CPU a line (ms, with the start of the process), the
 * highest memory (MiB). Throws when the load fails.
 */
export async function loadFile(args: string[], settings: Record<string, string>) {
  const child = startBuilt('scripts/bulk-load.js', settings, { node: [HEAP], args });
  let [memory, cpu] = [0, 0];
  const watch = setInterval(() => {
    const now = usageOf(child.pid);
    memory = Math.max(memory, now.memory);
    cpu = Math.max(cpu, now.cpu);
  }, 50);
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) output += chunk;
  clearInterval(watch);
  const [, lines, seconds] = /; (\d+) lines in ([\d.]+) s/.exec(output) ?? [];
  if (seconds === undefined) throw new Error(`The load failed: ${output}`);
  const count = Number(lines);
  const rate = count / Math.max(Number(seconds), 0.05);
  return { lines: count, rate, cpuMs: (cpu * 1000) / count, memory };
}

/** More records would not change the rate. */
const RAW_MAX = 20_000;

/** → records per second of the raw engine for the stored records of a kind. */
export async function rawRate(
  deps: OpenDeps,
  kind: KindName,
  at: { folder: string; url: string | null; prefix: string },
): Promise<number> {
  const records = await deps.store.scan(kind, { afterId: 0, limit: RAW_MAX });
  const start = performance.now();
  if (at.url === null) writeSqlite(records, join(at.folder, `raw-${kind}.sqlite`));
  else await writeElasticsearch(records, at.url, `${at.prefix}-raw-${kind}`);
  return (records.length * 1000) / (performance.now() - start);
}

function writeSqlite(records: StoredRecord[], file: string): void {
  const raw = openSqlite(file, { busyTimeoutMs: limits.busyTimeoutMs });
  raw.exec('CREATE TABLE record (id INTEGER PRIMARY KEY, text TEXT)');
  raw.exec("CREATE VIRTUAL TABLE word USING fts5 (title, text, content='')");
  for (let at = 0; at < records.length; at += limits.batchRecords) {
    raw.transaction(() => {
      for (const record of records.slice(at, at + limits.batchRecords)) {
        raw.run('INSERT INTO record VALUES (?, ?)', record.id, JSON.stringify(record));
        const { title, fields } = record;
        const text = String(fields.description ?? '');
        raw.run('INSERT INTO word (rowid, title, text) VALUES (?, ?, ?)', record.id, title, text);
      }
    });
  }
  raw.close();
}

async function writeElasticsearch(records: StoredRecord[], node: string, index: string) {
  const client = new Client({ node });
  try {
    await client.helpers.bulk({
      datasource: records,
      onDocument: ({ id }) => ({ index: { _index: index, _id: String(id) } }),
    });
    await client.indices.delete({ index });
  } finally {
    await client.close();
  }
}
