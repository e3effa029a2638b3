/**
 * Finds the engines for this run of the tests, once before it starts (vitest globalSetup): one
 * line for each says where it is, or why its tests are skipped. Workers read MONGO_URL and
 * ELASTICSEARCH_URL, or the reasons, from their environment.
 */
import { connect } from 'node:net';
import type { MongoMemoryReplSet } from 'mongodb-memory-server';

/** The environment variables that tell a worker why an engine is missing. */
export const REASONS = {
  mongo: 'MARQUEE_TEST_MONGO_REASON',
  elasticsearch: 'MARQUEE_TEST_ELASTICSEARCH_REASON',
} as const;

/** The time an engine has to answer, ms. It answers at once, unless the machine is very busy. */
const ANSWER_MS = 10_000;
/** The time the server of the mongod download has to accept a connection, ms. */
const CONNECT_MS = 4_000;
/** The time for the download (about 100 MB) and first start of a mongod, ms. */
const DOWNLOAD_MS = 300_000;

type Name = keyof typeof REASONS;
type Found = { url: string } | { reason: string };

/** Finds the engines. Ends the run if one named in REQUIRE_ADAPTERS is missing. */
export async function setup(): Promise<() => Promise<void>> {
  const required = requiredEngines();
  let own: MongoMemoryReplSet | null = null;
  const mongo = async (): Promise<Found> => {
    const url = process.env.MONGO_URL?.trim();
    if (url) return reach('MONGO_URL', url);
    own = await startMongo();
    return { url: own.getUri() };
  };
  const elasticsearch = async (): Promise<Found> => {
    const url = process.env.ELASTICSEARCH_URL?.trim();
    return url ? reach('ELASTICSEARCH_URL', url) : { reason: 'ELASTICSEARCH_URL is not set' };
  };
  const found = { mongo: await orReason(mongo), elasticsearch: await orReason(elasticsearch) };
  tell('MongoDB', found.mongo);
  tell('Elasticsearch', found.elasticsearch);
  if (Object.values(found).some((engine) => 'reason' in engine)) {
    console.log('To have both on this machine: export $(npm run --silent engines)');
  }
  const missing = required.filter((name) => 'reason' in found[name]);
  if (missing.length > 0) {
    await (own as MongoMemoryReplSet | null)?.stop();
    throw new Error(`REQUIRE_ADAPTERS names ${missing.join(' and ')}, which is not there.`);
  }
  give('MONGO_URL', REASONS.mongo, found.mongo);
  give('ELASTICSEARCH_URL', REASONS.elasticsearch, found.elasticsearch);
  return async () => {
    await (own as MongoMemoryReplSet | null)?.stop();
  };
}

/** → the engines named in REQUIRE_ADAPTERS. Throws if it names an unknown one. */
function requiredEngines(): Name[] {
  const names = (process.env.REQUIRE_ADAPTERS ?? '').split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== '' && name !== 'sqlite')
    .map((name) => {
      if (name in REASONS) return name as Name;
      throw new Error(`REQUIRE_ADAPTERS: ${name} is none of ${Object.keys(REASONS).join(', ')}.`);
    });
}

async function orReason(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    const [line = ''] = String((error as Error).message ?? error).split('\n', 1);
    return { reason: line };
  }
}

/** Starts our own mongod: installed, downloaded before, or downloaded now. Throws without one. */
async function startMongo(): Promise<MongoMemoryReplSet> {
  // Imported here, because every worker imports this file for its names.
  const { DryMongoBinary, MongoBinary, MongoMemoryReplSet } = await import('mongodb-memory-server');
  // One try: a server that cannot be reached must not delay the tests.
  process.env.MONGOMS_MAX_RETRIES ??= '1';
  const isThere = await DryMongoBinary.locateBinary(await DryMongoBinary.generateOptions());
  if (!isThere) await reachDownload();
  const start = async () => {
    // The binary comes first, so that a failed download gives a message of one line.
    await MongoBinary.getPath().catch((error: Error) => {
      const reason = error.message.replace(/\s+/g, ' ');
      throw new Error(`MONGO_URL is not set, and there is no mongod: ${reason}`);
    });
    return MongoMemoryReplSet.create({ replSet: { count: 1, storageEngine: 'wiredTiger' } });
  };
  return within(DOWNLOAD_MS, 'mongod did not start in time', start());
}

/** Throws if it is known that the download server cannot be reached. */
async function reachDownload(): Promise<void> {
  const { MONGOMS_DOWNLOAD_MIRROR: mirror, MONGOMS_RUNTIME_DOWNLOAD: isOn } = process.env;
  const hasProxy = Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name));
  if (mirror || hasProxy || isOn === 'false') return;
  await connects('fastdl.mongodb.org', 443, CONNECT_MS).catch((error: Error) => {
    throw new Error(`MONGO_URL is not set, and no mongod can be downloaded (${error.message})`);
  });
}

/** → the URL, if something accepts connections there. */
async function reach(setting: string, url: string): Promise<Found> {
  // The driver looks up the names of such a cluster, and reports faults soon enough.
  if (url.startsWith('mongodb+srv')) return { url };
  const [first = ''] = url.replace(/^\w+:\/\/([^@/]*@)?/, '').split(/[/,?]/, 1);
  const { hostname, port } = new URL(`tcp://${first}`);
  const fallback = url.startsWith('mongodb') ? 27_017 : url.startsWith('https') ? 443 : 80;
  const host = hostname.replace(/^\[|\]$/g, '');
  return connects(host, Number(port) || fallback, ANSWER_MS).then(
    () => ({ url }),
    () => ({ reason: `nothing answers at ${setting}, ${withoutPassword(url)}` }),
  );
}

/** Throws if nothing listens there. */
function connects(host: string, port: number, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`${host} does not answer`)));
  });
}

function within<T>(timeoutMs: number, reason: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(reason)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//…@');

function tell(title: string, found: Found): void {
  const text =
    'url' in found ? `used, at ${withoutPassword(found.url)}` : `skipped: ${found.reason}`;
  console.log(`${title}: ${text}`);
}

function give(setting: string, reasonName: string, found: Found): void {
  if ('url' in found) {
    process.env[setting] = found.url;
    delete process.env[reasonName];
  } else {
    delete process.env[setting];
    process.env[reasonName] = found.reason;
  }
}
