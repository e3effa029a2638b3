/**
 * Reads the settings from the environment, with all defaults in one place. None is required.
 * The README's table of settings lists every name used here.
 */
import { availableParallelism } from 'node:os';

/** The settings, validated and frozen. */
export interface Config {
  host: string;
  port: number;
  /** Processes that serve the port. */
  workers: number;
  dataDir: string;
  /** Root of the API's links, without a trailing slash. */
  baseUrl: string;
  /** Root of public pages and global IDs, without a trailing slash. */
  siteUrl: string;
  siteTimeZone: string;
  perPageDefault: number;
  perPageMax: number;
  currencySymbol: string;
  currencyPosition: 'prefix' | 'postfix';
  /** ISO 4217; for json_ld offers. */
  currencyCode: string;
  geoRadiusKm: number;
  /** False: image URLs are checked by their form alone, without a request to their server. */
  isImageCheckOnline: boolean;
  adminToken: string | null;
  /** Null: records are stored in the embedded database file. */
  mongoUrl: string | null;
  /** Null: the index is stored in the embedded database file. */
  elasticsearch: ElasticsearchSettings | null;
  /** The step at which a crash test kills the process; null in normal operation. */
  failPoint: string | null;
  corsOrigin: string;
  /** Header `Cache-Control` of what anonymous callers read. */
  cacheControl: string;
  /** How long cached anonymous responses may miss other processes' writes, s; 0: no caching. */
  keepAnswersSeconds: number;
  logLevel: string;
}

/** How to reach and use Elasticsearch. */
export interface ElasticsearchSettings {
  /** One or more nodes of the cluster. */
  urls: string[];
  apiKey: string | null;
  user: { username: string; password: string } | null;
  /** Prefix of all index names. */
  prefix: string;
  shards: number;
  replicas: number;
  /** Whether writes wait until lists show them: `true` refreshes now, `wait_for` waits. */
  refresh: 'true' | 'wait_for' | 'false';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * → the frozen settings. Throws one Error that lists every invalid setting.
 * `isTimeZone` validates SITE_TIMEZONE.
 */
export function readConfig(env: Environment, isTimeZone: (text: string) => boolean): Config {
  const faults: string[] = [];
  const reader = openReader(env, faults);
  const { text, number, oneOf, url, fault } = reader;
  const host = text('HOST', '127.0.0.1');
  const port = number('PORT', 3000, [0, 65535]);
  const shown = host.includes(':') ? `[${host}]` : host;
  const baseUrl = url('BASE_URL', `http://${shown === '0.0.0.0' ? '127.0.0.1' : shown}:${port}`);
  const siteTimeZone = text('SITE_TIMEZONE', 'UTC');
  if (!isTimeZone(siteTimeZone)) fault('SITE_TIMEZONE', 'must be an IANA time zone', 'UTC');
  const perPageMax = number('MAX_PER_PAGE', 50, [1, 1000]);
  const adminToken = text('ADMIN_TOKEN', '') || null;
  if (adminToken !== null && !/^[!-~]{16,}$/.test(adminToken)) {
    fault('ADMIN_TOKEN', 'must have at least 16 characters: letters, digits and symbols', null);
  }
  const currencyCode = text('CURRENCY_CODE', 'USD');
  if (!/^[A-Z]{3}$/.test(currencyCode)) {
    fault('CURRENCY_CODE', 'must be three capital letters (ISO 4217)', 'USD');
  }
  const cacheControl = text('CACHE_CONTROL', 'no-cache').toLowerCase();
  if (!/^[a-z-]+(=\d+)?( *, *[a-z-]+(=\d+)?)*$/.test(cacheControl)) {
    fault('CACHE_CONTROL', 'must be directives, for instance public, max-age=60', null);
  }
  const mongoUrl = text('MONGO_URL', '') || null;
  if (mongoUrl !== null && !/^mongodb(\+srv)?:\/\/./.test(mongoUrl)) {
    fault('MONGO_URL', 'must be a mongodb:// or mongodb+srv:// URL', null);
  }
  const config: Config = {
    host,
    port,
    workers:
      text('WORKERS', '1') === 'auto' ? availableParallelism() : number('WORKERS', 1, [1, 64]),
    dataDir: text('DATA_DIR', './data'),
    baseUrl,
    siteUrl: url('SITE_URL', baseUrl),
    siteTimeZone,
    perPageDefault: Math.min(number('DEFAULT_PER_PAGE', 10, [1, 1000]), perPageMax),
    perPageMax,
    currencySymbol: text('CURRENCY_SYMBOL', '$'),
    currencyPosition: oneOf('CURRENCY_POSITION', ['prefix', 'postfix'] as const, 'prefix'),
    currencyCode,
    geoRadiusKm: number('GEO_RADIUS_KM', 40, [1, 20_040]),
    isImageCheckOnline: oneOf('IMAGE_CHECK', ['online', 'offline'] as const, 'online') === 'online',
    adminToken,
    mongoUrl,
    elasticsearch: readElasticsearch(reader),
    failPoint: text('FAIL_POINT', '') || null,
    corsOrigin: text('CORS_ORIGIN', '*'),
    cacheControl,
    keepAnswersSeconds: number('KEEP_ANSWERS_SECONDS', 1, [0, 3600]),
    logLevel: oneOf(
      'LOG_LEVEL',
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const,
      'info',
    ),
  };
  if (faults.length > 0) throw new Error(`Settings are wrong: ${faults.join('; ')}.`);
  return Object.freeze(config);
}

function readElasticsearch({ text, number, oneOf, webUrl, fault }: Reader) {
  const urls = text('ELASTICSEARCH_URL', '')
    .split(',')
    .filter((part) => part.trim() !== '');
  const prefix = text('ELASTICSEARCH_PREFIX', 'marquee');
  if (!/^[a-z][a-z0-9_-]{0,63}$/.test(prefix)) {
    fault('ELASTICSEARCH_PREFIX', 'must be lower-case letters, digits, - and _', null);
  }
  const username = text('ELASTICSEARCH_USERNAME', '');
  const settings: ElasticsearchSettings = {
    urls: urls.map((part) => webUrl('ELASTICSEARCH_URL', part)),
    apiKey: text('ELASTICSEARCH_API_KEY', '') || null,
    user: username ? { username, password: text('ELASTICSEARCH_PASSWORD', '') } : null,
    prefix,
    shards: number('ELASTICSEARCH_SHARDS', 1, [1, 1024]),
    replicas: number('ELASTICSEARCH_REPLICAS', 1, [0, 100]),
    refresh: oneOf('INDEX_REFRESH', ['true', 'wait_for', 'false'] as const, 'true'),
  };
  return urls.length > 0 ? settings : null;
}

type Reader = ReturnType<typeof openReader>;

/** Readers for each type of setting; they add invalid settings to `faults`. */
function openReader(env: Environment, faults: string[]) {
  const fault = <T>(name: string, reason: string, fallback: T): T => {
    faults.push(`${name} ${reason}`);
    return fallback;
  };
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const number = (name: string, fallback: number, [min, max]: [number, number]) => {
    const value = Number(text(name, String(fallback)));
    const isGood = Number.isInteger(value) && value >= min && value <= max;
    return isGood ? value : fault(name, `must be a whole number from ${min} to ${max}`, fallback);
  };
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const value = text(name, fallback);
    return (
      values.find((item) => item === value) ??
      fault(name, `must be one of ${values.join(', ')}`, fallback)
    );
  };
  const webUrl = (name: string, given: string) => {
    const value = given.trim().replace(/\/+$/, '');
    const isGood = /^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(value) && URL.canParse(value);
    return isGood ? value : fault(name, 'must be an http or https URL', value);
  };
  const url = (name: string, fallback: string) => webUrl(name, text(name, fallback));
  return { fault, text, number, oneOf, webUrl, url };
}
