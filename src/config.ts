/** The settings as the service uses them, read from the environment. None is required. */
import { availableParallelism } from 'node:os';
import { type Environment, readValues, type Values } from './settings.js';

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
  /** What the pages call the site; `""`: its host. */
  siteName: string;
  siteTimeZone: string;
  /** Whether the pages for people are served. */
  hasPages: boolean;
  /** Whether pages show the images of records. */
  hasPictures: boolean;
  /** Bound of the pictures in the data folder, bytes. */
  imageCacheBytes: number;
  /** URL template of the street tiles of the map; `""`: none. */
  mapTiles: string;
  /** Their notice, HTML. */
  mapAttribution: string;
  perPageDefault: number;
  perPageMax: number;
  currencySymbol: string;
  currencyPosition: 'prefix' | 'postfix';
  /** ISO 4217; for json_ld offers. */
  currencyCode: string;
  geoRadiusKm: number;
  /** False: image URLs are checked by their form alone, without a request to their server. */
  isImageCheckOnline: boolean;
  /** Whether webhooks and subscribed calendars may be at private addresses, and without TLS. */
  isPrivateAllowed: boolean;
  adminToken: string | null;
  /** Null: records are stored in the embedded database file. */
  mongoUrl: string | null;
  /** Null: the index is stored in the embedded database file. */
  elasticsearch: ReturnType<typeof readElasticsearch>;
  /** Limits on requests; empty: none. */
  rateLimits: RatePolicy[];
  /** Whether processes over the same data count together. */
  isRateLimitShared: boolean;
  /** Number of proxies whose X-Forwarded-For is believed. */
  trustedProxies: number;
  /** Header `Cache-Control` of what anonymous callers read. */
  cacheControl: string;
  /** The same header of pages of the change feed that have items. */
  changesCacheControl: string;
  /** URL of the licence of the change feed; null: none is named. */
  changesLicense: string | null;
  /** How long anonymous answers are cached, s; 0: no caching. */
  keepAnswersSeconds: number;
  /** How long requests are still taken after a signal to stop, s. */
  drainSeconds: number;
  /** Days in the trash after which records are erased; null: they stay. */
  trashDays: number | null;
  /** Months ahead for which the dates of a series are made. */
  recurrenceMonths: number;
  /** Requests at a time beyond which reads are refused; 0: none are. */
  maxInFlight: number;
  /** Where metrics are read; null: nowhere. */
  metrics: { host: string; port: number } | null;
  logLevel: string;
}

/** How many requests a caller may send in so many seconds; `name` is that of the setting. */
export interface RatePolicy {
  name: string;
  requests: number;
  seconds: number;
}

/** → the frozen settings. Throws one Error that lists every invalid setting. */
export function readConfig(env: Environment): Config {
  const { text, number, list } = readValues(env);
  const host = text('HOST');
  const urlHost = host.includes(':') ? `[${host}]` : host;
  const own = `http://${urlHost === '0.0.0.0' ? '127.0.0.1' : urlHost}:${number('PORT')}`;
  const baseUrl = withoutSlash(text('BASE_URL') || own);
  const perPageMax = number('MAX_PER_PAGE');
  const workers = text('WORKERS');
  const config: Config = {
    host,
    port: number('PORT'),
    workers: workers === 'auto' ? availableParallelism() : Number(workers),
    dataDir: text('DATA_DIR'),
    baseUrl,
    siteUrl: withoutSlash(text('SITE_URL') || baseUrl),
    siteName: text('SITE_NAME'),
    siteTimeZone: text('SITE_TIMEZONE'),
    hasPages: text('EXPLORER') === 'on',
    hasPictures: text('EXPLORER') === 'on' && text('PAGE_IMAGES') === 'on',
    imageCacheBytes: number('IMAGE_CACHE_MB') * 1024 * 1024,
    mapTiles: text('MAP_TILES'),
    mapAttribution: text('MAP_ATTRIBUTION'),
    perPageDefault: number('DEFAULT_PER_PAGE') || Math.min(10, perPageMax),
    perPageMax,
    currencySymbol: text('CURRENCY_SYMBOL'),
    currencyPosition: text<Config['currencyPosition']>('CURRENCY_POSITION'),
    currencyCode: text('CURRENCY_CODE'),
    geoRadiusKm: number('GEO_RADIUS_KM'),
    isImageCheckOnline: text('IMAGE_CHECK') === 'online',
    isPrivateAllowed: text('OUTBOUND') === 'any',
    adminToken: text('ADMIN_TOKEN') || null,
    mongoUrl: text('MONGO_URL') || null,
    elasticsearch: readElasticsearch({ text, number, list }),
    rateLimits: list('RATE_LIMIT').map(readPolicy),
    isRateLimitShared: text('RATE_LIMIT_SHARED') === 'true',
    trustedProxies: number('TRUST_PROXY'),
    cacheControl: text('CACHE_CONTROL').toLowerCase(),
    changesCacheControl: text('CHANGES_CACHE_CONTROL').toLowerCase(),
    changesLicense: text('CHANGES_LICENSE') || null,
    keepAnswersSeconds: number('KEEP_ANSWERS_SECONDS'),
    drainSeconds: number('DRAIN_SECONDS'),
    trashDays: number('TRASH_DAYS') || null,
    recurrenceMonths: number('RECURRENCE_MONTHS'),
    maxInFlight: number('MAX_IN_FLIGHT'),
    metrics: readMetrics(text('METRICS_PORT')),
    logLevel: text('LOG_LEVEL'),
  };
  return Object.freeze(config);
}

/** → how to reach and use Elasticsearch: one or more nodes of a cluster; null: it is not used. */
function readElasticsearch({ text, list }: Values) {
  const urls = list('ELASTICSEARCH_URL').map(withoutSlash);
  if (urls.length === 0) return null;
  return {
    urls,
    apiKey: text('ELASTICSEARCH_API_KEY') || null,
    prefix: text('ELASTICSEARCH_PREFIX'),
    refresh: text<'true' | 'wait_for' | 'false'>('INDEX_REFRESH'),
  };
}

function readMetrics(text: string): Config['metrics'] {
  if (text === '') return null;
  const at = text.lastIndexOf(':');
  const host = at < 0 ? '127.0.0.1' : text.slice(0, at).replace(/^\[|\]$/g, '');
  return { host, port: Number(text.slice(at + 1)) };
}

function readPolicy(text: string): RatePolicy {
  const [name = '', requests, seconds] = text.split(/[=/]/);
  return { name, requests: Number(requests), seconds: Number(seconds) };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
