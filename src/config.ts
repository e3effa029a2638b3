/** The settings as the service uses them, read from the environment. All are optional. */

import { availableParallelism } from 'node:os';
import { readSiteLinks } from './lib/net/site-links.js';
import { type Environment, readValues, type Values } from './settings.js';

/** The settings, validated and frozen. Their meanings are in schemas/settings.json. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** → the frozen settings. Throws one Error that lists every invalid setting. */
export function readConfig(env: Environment) {
  const { text, number, list, languages, textIn } = readValues(env);
  const host = text('HOST');
  const urlHost = host.includes(':') ? `[${host}]` : host;
  const address = `http://${urlHost === '0.0.0.0' ? '127.0.0.1' : urlHost}:${number('PORT')}`;
  const baseUrl = withoutSlash(text('BASE_URL') || address);
  const perPageMax = number('MAX_PER_PAGE');
  const workers = text('WORKERS');
  const outbound = text('OUTBOUND')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());
  return Object.freeze({
    host,
    port: number('PORT'),
    workers: workers === 'auto' ? availableParallelism() : Number(workers),
    dataDir: text('DATA_DIR'),
    // Roots have no trailing slash.
    baseUrl,
    siteUrl: withoutSlash(text('SITE_URL') || baseUrl),
    /** → the operator's texts about the site in a language; without a name, `""`. */
    siteIn: (language: string) => ({
      name: textIn(language, 'SITE_NAME'),
      description: textIn(language, 'SITE_DESCRIPTION'),
      links: readSiteLinks(textIn(language, 'SITE_LINKS')) ?? [],
    }),
    siteLogo: text('SITE_LOGO'),
    siteLogoDark: text('SITE_LOGO_DARK'),
    siteImage: text('SITE_IMAGE'),
    siteColor: text('SITE_COLOR'),
    siteHead: text('SITE_HEAD'),
    siteHeadConnect: list('SITE_HEAD_CONNECT'),
    embedOrigins: list('EMBED_ORIGINS'),
    siteLanguages: languages,
    siteTimeZone: text('SITE_TIMEZONE'),
    siteUnit: text<'km' | 'mi'>('SITE_UNIT'),
    hasPages: text('EXPLORER') === 'on',
    hasPictures: text('EXPLORER') === 'on' && text('PAGE_IMAGES') === 'on',
    imageCacheBytes: number('IMAGE_CACHE_MB') * 1024 * 1024,
    mapTiles: text('MAP_TILES'),
    mapAttribution: text('MAP_ATTRIBUTION'),
    perPageDefault: number('DEFAULT_PER_PAGE') || Math.min(10, perPageMax),
    perPageMax,
    currencySymbol: text('CURRENCY_SYMBOL'),
    currencyPosition: text<'prefix' | 'postfix'>('CURRENCY_POSITION'),
    currencyCode: text('CURRENCY_CODE'),
    geoRadiusKm: number('GEO_RADIUS_KM'),
    isImageCheckOnline: text('IMAGE_CHECK') === 'online',
    isPrivateAllowed: outbound.includes('any'),
    /** Hosts whose images may be at private addresses. */
    imageHosts: outbound.filter((word) => !['any', 'public'].includes(word)),
    adminToken: text('ADMIN_TOKEN') || null,
    /** Null: records are stored in the embedded database file. */
    mongoUrl: text('MONGO_URL') || null,
    elasticsearch: readElasticsearch({ text, list }),
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
  });
}

/** → how to reach and use Elasticsearch: one or more nodes of a cluster; null: it is not used. */
function readElasticsearch({ text, list }: Pick<Values, 'text' | 'list'>) {
  const urls = list('ELASTICSEARCH_URL').map(withoutSlash);
  if (urls.length === 0) return null;
  return {
    urls,
    apiKey: text('ELASTICSEARCH_API_KEY') || null,
    prefix: text('ELASTICSEARCH_PREFIX'),
    refresh: text<'true' | 'wait_for' | 'false'>('INDEX_REFRESH'),
  };
}

function readMetrics(text: string): { host: string; port: number } | null {
  if (text === '') return null;
  const at = text.lastIndexOf(':');
  const host = at < 0 ? '127.0.0.1' : text.slice(0, at).replace(/^\[|\]$/g, '');
  return { host, port: Number(text.slice(at + 1)) };
}

/** → a limit of requests in a time for a caller. */
function readPolicy(text: string) {
  const [name = '', requests, seconds] = text.split(/[=/]/);
  return { name, requests: Number(requests), seconds: Number(seconds) };
}

const withoutSlash = (url: string): string =>
  url.endsWith('/') ? withoutSlash(url.slice(0, -1)) : url;
