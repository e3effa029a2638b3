/** Settings: defaults, bounds, and one message that names everything that is wrong. */
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.js';
import { findMistaken, listSettings } from '../src/settings.js';

const read = (env: Record<string, string> = {}) => readConfig(env);

describe('settings', () => {
  it('none is required', () => {
    const config = read();
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: './data',
      baseUrl: 'http://127.0.0.1:3000',
      siteUrl: 'http://127.0.0.1:3000',
      siteTimeZone: 'UTC',
      perPageDefault: 10,
      perPageMax: 50,
      geoRadiusKm: 40,
      adminToken: null,
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each<[Record<string, string>, object]>([
    [{ PORT: '8080' }, { baseUrl: 'http://127.0.0.1:8080' }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0', baseUrl: 'http://127.0.0.1:3000' }],
    [{ HOST: '::1' }, { host: '::1', baseUrl: 'http://[::1]:3000' }],
    [{ BASE_URL: 'https://a.example/x/' }, { baseUrl: 'https://a.example/x' }],
    [{ BASE_URL: 'https://a.example' }, { siteUrl: 'https://a.example' }],
    [{ SITE_URL: 'https://b.example//' }, { siteUrl: 'https://b.example' }],
    [
      { PORT: ' 81 ', SITE_TIMEZONE: '' },
      { port: 81, siteTimeZone: 'UTC' },
    ],
    [{ MAX_PER_PAGE: '5' }, { perPageMax: 5, perPageDefault: 5 }],
    [{ METRICS_PORT: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
    [{ METRICS_PORT: '0.0.0.0:0' }, { metrics: { host: '0.0.0.0', port: 0 } }],
    [{ METRICS_PORT: '[::1]:9464' }, { metrics: { host: '::1', port: 9464 } }],
    [
      { ELASTICSEARCH_URL: 'http://a:9200/, http://b:9200' },
      {
        elasticsearch: expect.objectContaining({
          urls: ['http://a:9200', 'http://b:9200'],
          refresh: 'true',
        }),
      },
    ],
    [{ INDEX_REFRESH: 'wait_for' }, { elasticsearch: null }],
    [{ SITE_TIMEZONE: 'Europe/Berlin' }, { siteTimeZone: 'Europe/Berlin' }],
    [{ ADMIN_TOKEN: 'sixteen-letters-' }, { adminToken: 'sixteen-letters-' }],
    [{ WORKERS: '4' }, { workers: 4 }],
    [{ WORKERS: 'auto' }, { workers: availableParallelism() }],
    [{ CACHE_CONTROL: 'public, max-age=60' }, { cacheControl: 'public, max-age=60' }],
    [{ IMAGE_CHECK: 'offline' }, { isImageCheckOnline: false }],
  ])('%j is accepted', (env, expected) => {
    expect(read(env)).toMatchObject(expected);
  });

  it.each<[string, string]>([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['HOST', '300.1.1.1'],
    ['HOST', 'a b'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', '::1:9464'],
    ['RATE_LIMIT', 'token=1/1,token=2/2'],
    ['BASE_URL', 'example.com'],
    ['BASE_URL', 'http://[::1'],
    ['BASE_URL', 'https://a.example?x'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['SITE_TIMEZONE', 'Europe/Atlantis'],
    ['DEFAULT_PER_PAGE', '0'],
    ['MAX_PER_PAGE', '1001'],
    ['CURRENCY_POSITION', 'above'],
    ['CURRENCY_CODE', 'euro'],
    ['GEO_RADIUS_KM', '20041'],
    ['IMAGE_CHECK', 'maybe'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', 'all'],
    ['CACHE_CONTROL', 'max-age: 60'],
    ['CACHE_CONTROL', 'public\r\nX-Other: 1'],
    ['ADMIN_TOKEN', 'fifteen-letters'],
    ['ADMIN_TOKEN', 'a token with white space'],
    ['ADMIN_TOKEN', 'a-token-for-Bücher'],
    ['LOG_LEVEL', 'loud'],
    ['MONGO_URL', 'http://db'],
    ['ELASTICSEARCH_URL', 'search:9200'],
    ['ELASTICSEARCH_URL', 'http://a:9200,ftp://b'],
    ['ELASTICSEARCH_PREFIX', 'Events'],
    ['INDEX_REFRESH', 'yes'],
  ])('%s=%s is refused, and the message names it', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`Settings are wrong: ${name} must`);
  });

  it('one message names every wrong setting, and does not repeat the token', () => {
    const wrong = { PORT: 'x', SITE_TIMEZONE: 'y', ADMIN_TOKEN: 'zzz', LOG_LEVEL: 'w' };
    let message = '';
    try {
      read(wrong);
    } catch (error) {
      message = (error as Error).message;
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(name);
    expect(message).not.toContain('zzz');
    expect(message).not.toContain('\n');
  });

  it('a default page larger than the largest page is refused', () => {
    const env = { DEFAULT_PER_PAGE: '60', MAX_PER_PAGE: '40' };
    expect(() => read(env)).toThrow('DEFAULT_PER_PAGE must be at most MAX_PER_PAGE (40)');
  });
});

describe('texts of the operator', () => {
  const env = { SITE_LANGUAGES: 'en,de-AT', SITE_NAME: 'City', SITE_NAME_DE_AT: 'Stadt' };

  it('may be in each language of the site, else they are those of all', () => {
    const { siteIn } = read({ ...env, SITE_LINKS: 'Imprint=/i', SITE_LINKS_DE_AT: 'Impressum=/i' });
    const links = (name: string) => [{ name, href: '/i' }];
    expect(siteIn('en')).toEqual({ name: 'City', description: '', links: links('Imprint') });
    expect(siteIn('de-AT')).toMatchObject({ name: 'Stadt', links: links('Impressum') });
  });

  it('are checked in each language, and named by their variables', () => {
    expect(() => read({ ...env, SITE_LINKS_DE_AT: 'x' })).toThrow('SITE_LINKS_DE_AT must be up to');
  });

  it('are listed, and a language that the site does not have is told', () => {
    const shown = listSettings(env).map(({ name, value }) => `${name}=${value}`);
    expect(shown).toEqual(expect.arrayContaining(['SITE_NAME=City', 'SITE_NAME_DE_AT=Stadt']));
    const mistaken = { ...env, SITE_NAME_FR: 'Ville' };
    expect(findMistaken(mistaken)).toEqual([{ name: 'SITE_NAME_FR', meant: 'SITE_NAME' }]);
  });
});

describe('the list of settings', () => {
  const secrets = {
    ADMIN_TOKEN: 'a-token-of-my-own',
    MONGO_URL: 'mongodb://me:hidden@db/marquee',
    ELASTICSEARCH_URL: 'https://me:hidden@search:9200',
  };

  it('shows what is in force, and no secret', () => {
    const list = listSettings({ PORT: '81', ...secrets });
    const shown = new Map(list.map(({ name, value, isSet }) => [name, [value, isSet]]));
    expect(shown.get('PORT')).toEqual(['81', true]);
    expect(shown.get('HOST')).toEqual(['127.0.0.1', false]);
    expect(shown.get('BASE_URL')).toEqual([null, false]);
    for (const name of Object.keys(secrets)) expect(shown.get(name)).toEqual(['(secret)', true]);
    expect(JSON.stringify(list)).not.toMatch(/hidden|a-token/);
  });

  it.each([
    ['SITE_TIMZONE', 'SITE_TIMEZONE'],
    ['MAX_PER_PGAE', 'MAX_PER_PAGE'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
  ])('%s is taken for a mistaken %s', (name, meant) => {
    expect(findMistaken({ [name]: 'x', PATH: '/bin' })).toEqual([{ name, meant }]);
  });

  it.each(['SPORT', 'HOSTS', 'SITE_TIMEZONE', 'ELASTICSEARCH_HOSTS'])('%s is not', (name) => {
    expect(findMistaken({ [name]: 'x' })).toEqual([]);
  });
});
