/**
 * The drivers alone, for the benchmark of loads: rows that a load stored are written once more,
 * fully prepared, into an empty file with the same tables, or through the clients' bulk helpers.
 */
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { type Document, MongoClient } from 'mongodb';
import { kinds } from '../../src/kinds/index.js';
import type { KindName, StoredRecord } from '../../src/kinds/record.js';
import { chunksOf } from '../../src/lib/batches.js';
import { openSqlite, type Row, type Sqlite, type SqlValue } from '../../src/lib/sqlite.js';
import { limits } from '../../src/limits.js';
import type { OpenDeps } from '../../src/open.js';
import { toWriting } from '../../src/search/elasticsearch/bulk.js';
import { documentsOf } from '../../src/sync/push.js';
import { bulkWrite } from './bench-elasticsearch.js';

/** Rows are read again by so many at a time, and written in transactions of as many records. */
const BATCH = 500;

/** What the drivers do: records per second, and CPU time of this process, ms a record. */
export interface Raw {
  rate: number;
  cpuMs: number;
}

/** → what prepared statements do that write into the same tables. */
export async function rawSqlite(deps: OpenDeps, kind: KindName, folder: string): Promise<Raw> {
  const source = openSqlite(join(folder, 'data', 'marquee.sqlite'), BUSY);
  const target = openSqlite(join(folder, `raw-${kind}.sqlite`), BUSY);
  for (const { sql } of source.all(TABLES)) target.exec(String(sql));
  let seconds = 0;
  let cpuMs = 0;
  let count = 0;
  try {
    for await (const records of scanAll(deps, kind)) {
      const texts = (await documentsOf(deps, records)).map(({ id, text }) => ({ id, ...text }));
      const statements = statementsOf(source, kind, { records, texts });
      const start = performance.now();
      const before = process.cpuUsage();
      target.transaction(() => {
        for (const [sql, values] of statements) target.run(sql, ...values);
      });
      seconds += (performance.now() - start) / 1000;
      cpuMs += msOf(process.cpuUsage(before));
      count += records.length;
    }
    return { rate: count / seconds, cpuMs: cpuMs / count };
  } finally {
    source.close();
    target.close();
  }
}

/** The statements that make every table, index and trigger; FTS5 and R*Tree make their own. */
const TABLES = `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
  AND NOT EXISTS (SELECT 1 FROM sqlite_master AS made WHERE made.sql LIKE 'CREATE VIRTUAL%'
    AND sqlite_master.name LIKE made.name || '\\_%' ESCAPE '\\')
  ORDER BY type = 'table' DESC, rowid`;

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

const BUSY = { busyTimeoutMs: limits.busyTimeoutMs };

async function* scanAll({ store }: OpenDeps, kind: KindName): AsyncGenerator<StoredRecord[]> {
  for (let afterId = 0; ; ) {
    const records = await store.scan(kind, { afterId, limit: BATCH });
    const last = records.at(-1);
    if (!last) return;
    afterId = last.id;
    yield records;
  }
}

type Statement = [sql: string, values: SqlValue[]];

/** → one statement for each row that the records have in any table. */
function statementsOf(
  source: Sqlite,
  name: KindName,
  { records, texts }: { records: StoredRecord[]; texts: Row[] },
): Statement[] {
  const kind = kinds[name];
  const main = `ix_${name}`;
  const ids = JSON.stringify(records.map(({ id }) => id));
  const among = 'IN (SELECT value FROM json_each(?))';
  // Generated columns are made by the table itself.
  const copy = (table: string, where = `id ${among}`) => {
    const columns = source.all(`PRAGMA table_info(${table})`).map((column) => column.name);
    return source
      .all(`SELECT ${columns} FROM ${table} WHERE ${where}`, ids)
      .map((one) => insertOf(table, one));
  };
  // The rows of words are in the order of their numbers, which exceed those of JavaScript.
  const byId = new Map(texts.map(({ id, ...words }) => [id, words]));
  const words = source
    .all(`SELECT id FROM ${main} WHERE id ${among} ORDER BY text_row`, ids)
    .map(({ id = null }): Statement => {
      const row = byId.get(id) ?? {};
      const marks = Object.keys(row).map(() => '?');
      const from = `SELECT text_row, ${marks} FROM ${main} WHERE id = ?`;
      const sql = `INSERT INTO ${main}_text (rowid, ${Object.keys(row)}) ${from}`;
      return [sql, [...Object.values(row), id]];
    });
  return [
    ...copy(`rec_${name}`),
    ...(kind.relations.length > 0 ? copy('rec_link') : []),
    ...copy(main),
    ...copy(`${main}_answer`),
    ...words,
    ...(kind.relations.length > 0 ? copy(`${main}_link`) : []),
    ...copy('ix_suggest', `kind = '${name}' AND id ${among}`),
    ...(kind.place
      ? [`${main}_place`, `${main}_geo`].flatMap((table) =>
          copy(table, `id IN (SELECT place FROM ${main} WHERE id ${among})`),
        )
      : []),
  ];
}

function insertOf(table: string, one: Row): Statement {
  const names = Object.keys(one);
  const sql = `INSERT OR IGNORE INTO ${table} (${names}) VALUES (${names.map(() => '?')})`;
  return [sql, Object.values(one)];
}

/**
 * → what both clients do, side by side: `insertMany` for records and links in
 * batches, and the bulk helper of the Elasticsearch client for entries.
 */
export async function rawEngines(
  deps: OpenDeps,
  kind: KindName,
  at: { url: string; prefix: string; mongoUrl: string },
): Promise<Raw> {
  const records: StoredRecord[] = [];
  for await (const some of scanAll(deps, kind)) records.push(...some);
  const writings = (await documentsOf(deps, records)).map(toWriting);
  const elasticsearch = new Client({ node: at.url });
  const mongo = new MongoClient(at.mongoUrl);
  try {
    const index = `${at.prefix}-raw-${kind}`;
    await createLike(elasticsearch, `${at.prefix}-${kind}`, index);
    const held = await documentsIn(mongo, kind);
    const start = performance.now();
    const before = process.cpuUsage();
    await Promise.all([insertAll(mongo, held), bulkWrite(elasticsearch, index, writings)]);
    const seconds = (performance.now() - start) / 1000;
    const cpuMs = msOf(process.cpuUsage(before)) / records.length;
    for (const name of held.keys()) await mongo.db().collection(name).drop();
    return { rate: records.length / seconds, cpuMs };
  } finally {
    await elasticsearch.close();
    await mongo.close();
  }
}

/** Documents by the collection that they are copied into, which has the same indexes. */
type Held = Map<string, Document[]>;

async function documentsIn(mongo: MongoClient, kind: KindName): Promise<Held> {
  const names = [`rec_${kind}`, ...(kinds[kind].relations.length > 0 ? ['link'] : [])];
  const held: Held = new Map();
  for (const name of names) {
    const from = mongo.db().collection(name);
    const into = await mongo.db().createCollection(`raw_${name}`);
    for (const { key, v: _, ...index } of await from.indexes()) await into.createIndex(key, index);
    held.set(into.collectionName, await from.find().toArray());
  }
  return held;
}

async function insertAll(mongo: MongoClient, held: Held): Promise<void> {
  for (const [name, documents] of held) {
    const into = mongo.db().collection(name);
    for (const some of chunksOf(documents, BATCH)) await into.insertMany(some);
  }
}

/** Creates an index with the settings and the mapping of the one that the service made. */
async function createLike(client: Client, alias: string, index: string): Promise<void> {
  const [held] = Object.values(await client.indices.get({ index: alias }));
  const { number_of_shards, number_of_replicas } = held?.settings?.index ?? {};
  await client.indices.create({
    index,
    settings: { number_of_shards, number_of_replicas } as Record<string, string>,
    mappings: held?.mappings ?? {},
  });
}
