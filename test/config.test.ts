/** Settings: defaults, bounds, and one message that names everything that is wrong. */
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.js';
import { isTimeZone } from '../src/lib/zones.js';

const read = (env: Record<string, string> = {}) => readConfig(env, isTimeZone);

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
});
