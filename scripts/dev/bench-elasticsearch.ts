/**
 * Elasticsearch without the service, for the benchmark: indexes the service's own documents with
 * the official client's bulk helper, and removes everything that was made.
 */
import { Client } from '@elastic/elasticsearch';
import { MongoClient } from 'mongodb';
import type { OpenDeps } from '../../src/open.js';
import { toWriting, type Writing } from '../../src/search/elasticsearch/bulk.js';
import { documentsOf } from '../../src/sync/push.js';

/** Records read at a time. */
const BATCH = 1000;

/** Indexes the stored events again with the client's helper. → events per second. */
export async function bulkIndex(
  deps: OpenDeps,
  { url, prefix }: { url: string; prefix: string },
): Promise<number> {
  const writings = await writingsOfEvents(deps);
  const client = new Client({ node: url });
  try {
    const index = `${prefix}-helper`;
    await createLike(client, { alias: `${prefix}-event`, index });
    const start = performance.now();
    await bulkWrite(client, index, writings);
    const seconds = (performance.now() - start) / 1000;
    await client.indices.delete({ index });
    return writings.length / seconds;
  } finally {
    await client.close();
  }
}

/** Writes prepared documents by the client's bulk helper. Throws when one is not accepted. */
export async function bulkWrite(client: Client, index: string, writings: Writing[]): Promise<void> {
  const { failed } = await client.helpers.bulk<Writing>({
    datasource: writings,
    onDocument: ({ id, externalVersion, source }) => [
      {
        index: {
          _index: index,
          _id: String(id),
          version: externalVersion,
          version_type: 'external_gte',
        },
      },
      source as never,
    ],
  });
  if (failed > 0) throw new Error(`The helper could not index ${failed} documents.`);
}

/** → the documents that the adapter sends for the events, fully prepared. */
async function writingsOfEvents(deps: OpenDeps): Promise<Writing[]> {
  const writings: Writing[] = [];
  for (let afterId = 0; ; ) {
    const records = await deps.store.scan('event', { afterId, limit: BATCH });
    const last = records.at(-1);
    if (!last) return writings;
    afterId = last.id;
    writings.push(...(await documentsOf(deps, records)).map(toWriting));
  }
}

/** Creates an index with the settings and the mapping of the one that the service made. */
async function createLike(
  client: Client,
  { alias, index }: { alias: string; index: string },
): Promise<void> {
  const [held] = Object.values(await client.indices.get({ index: alias }));
  const { number_of_shards, number_of_replicas } = held?.settings?.index ?? {};
  await client.indices.create({
    index,
    settings: { number_of_shards, number_of_replicas } as Record<string, string>,
    mappings: held?.mappings ?? {},
  });
}

/** Removes every index with the prefix. */
export async function dropPrefix(url: string, prefix: string): Promise<void> {
  const client = new Client({ node: url });
  try {
    const names = Object.keys(await client.indices.get({ index: `${prefix}-*` }));
    if (names.length > 0) await client.indices.delete({ index: names });
  } finally {
    await client.close();
  }
}

/** Where a run keeps its records, and how to remove them. */
export interface RunStore {
  name: string;
  settings: Record<string, string>;
  drop: () => Promise<void>;
}

/** → a separate MongoDB database for the run when a server is named, else the embedded file. */
export function openStoreOf(mongoUrl: string | undefined, database: string): RunStore {
  if (!mongoUrl) {
    return { name: 'SQLite', settings: { MONGO_URL: '' }, drop: async () => undefined };
  }
  const [, head = '', query = ''] = /^(\w[\w+]*:\/\/[^/?]+)[^?]*(\?.*)?$/.exec(mongoUrl) ?? [];
  const url = `${head}/${database}${query}`;
  const drop = async () => {
    const client = new MongoClient(url);
    await client.db().dropDatabase();
    await client.close();
  };
  return { name: 'MongoDB', settings: { MONGO_URL: url }, drop };
}
