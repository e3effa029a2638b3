/**
 * docker-compose.yml, Dockerfile and .dockerignore, checked without Docker: the compose file fits
 * the Compose Specification and our rules on exposed ports, limits and stored data.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/config.js';
import { loadSchema } from '../src/validation/schemas.js';

const top = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(join(top, name), 'utf8');

interface Service {
  image?: string;
  logging?: { options?: Record<string, string> };
  build?: unknown;
  environment?: Record<string, string>;
  ports?: string[];
  networks?: string[];
  volumes?: string[];
  healthcheck?: unknown;
  depends_on?: Record<string, { condition: string }>;
  mem_limit?: string;
  restart?: string;
  user?: string;
  profiles?: string[];
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
}

const known = new Set(Object.keys(loadSchema('settings.json').properties));
const text = read('docker-compose.yml');
const compose: Compose = parse(text, { merge: true });
const services = Object.entries(compose.services);
const ours = services.filter(([, service]) => service.build !== undefined);
const engines = services.filter(([, service]) => service.build === undefined);

describe('docker-compose.yml', () => {
  const schema = JSON.parse(read('test/fixtures/compose-spec.json'));
  // Ajv knows the draft under another address than the one in $schema.
  delete schema.$schema;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const validate = ajv.compile(schema);

  it('fits the Compose Specification', () => {
    expect(validate(compose), ajv.errorsText(validate.errors)).toBe(true);
  });

  it.each([
    ['a service with an unknown property', { services: { a: { image: 'a', restrat: 'no' } } }],
    ['ports that are not a list', { services: { a: { image: 'a', ports: '80' } } }],
    ['an unknown section', { services: {}, volume: {} }],
  ])('the schema refuses %s', (_name, wrong) => {
    expect(validate(wrong)).toBe(false);
  });

  const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
  it.skipIf(!hasCompose)('docker compose reads it (skipped without its plugin)', () => {
    const args = ['compose', '-f', 'docker-compose.yml', '--profile', '*', 'config', '--quiet'];
    const { status, stderr } = spawnSync('docker', args, { cwd: top, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  it('defines the service with both engines and the service on its own', () => {
    expect(services.map(([name]) => name)).toEqual([
      'marquee',
      'embedded',
      'mongo',
      'elasticsearch',
    ]);
    expect(compose.services.embedded?.profiles).toEqual(['embedded']);
    expect(compose.services.embedded?.depends_on).toBeUndefined();
    expect(Object.keys(compose.services.marquee?.depends_on ?? {})).toEqual([
      'mongo',
      'elasticsearch',
    ]);
  });

  it.each(services)('%s restarts, has a memory limit and a health check', (_name, service) => {
    expect(service.restart).toBe('unless-stopped');
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    const isChecked = service.build ? /^HEALTHCHECK /m.test(read('Dockerfile')) : false;
    expect(service.healthcheck !== undefined || isChecked).toBe(true);
  });

  it.each(engines)('%s: a fixed version, an internal network, no ports', (...args) => {
    const [name, { image, networks, ports }] = args;
    expect(image).toMatch(/:\d+(\.\d+)*$/);
    expect(ports).toBeUndefined();
    expect(networks).toEqual(['engines']);
    expect(compose.networks.engines?.internal).toBe(true);
    expect(compose.services.marquee?.depends_on?.[name]).toEqual({ condition: 'service_healthy' });
  });

  it.each(ours)('%s: ports on localhost only, known and valid settings', (_name, service) => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    const settings = Object.entries(service.environment ?? {});
    expect(settings.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
    const inForce = settings.map(([name, value]) => [name, interpolated(value)]);
    expect(() => readConfig(Object.fromEntries(inForce))).not.toThrow();
  });

  it('every setting of the service is passed on', () => {
    // Set by the image, for engines with users, and for tests.
    const others = /^(HOST|PORT|DATA_DIR|FAIL_POINT|ELASTICSEARCH_(API_KEY|USERNAME|PASSWORD))$/;
    const passed = Object.keys(compose.services.marquee?.environment ?? {});
    expect([...known].filter((name) => !others.test(name) && !passed.includes(name))).toEqual([]);
  });

  it('versions are pinned, logs are rotated', () => {
    for (const [name, { image, logging }] of Object.entries(compose.services)) {
      if (image !== 'marquee') expect(image, name).toMatch(/:\d+\.\d+\.\d+$/);
      expect(logging?.options?.['max-size'], name).toBe('10m');
    }
  });

  it('volumes and networks are declared, and every declared one is used', () => {
    const used = (of: (service: Service) => string[] | undefined) =>
      [...new Set(services.flatMap(([, service]) => of(service) ?? []))].sort();
    const volumes = used((service) => service.volumes?.map((volume) => volume.split(':')[0] ?? ''));
    expect(volumes).toEqual(Object.keys(compose.volumes).sort());
    expect(used((service) => service.networks)).toEqual(Object.keys(compose.networks).sort());
  });

  it('holds no password: secrets come only from the environment', () => {
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) => /pass|secret|token|key/i.test(name)),
    );
    for (const [name, value] of secrets) expect(value, name).toMatch(/^\$\{\w+:(\?|-\})/);
    expect(text).not.toMatch(/\/\/[^\s/@]+@/);
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const starts = lines.flatMap((line, at) => (line.startsWith('FROM ') ? [at] : []));
  const last = lines.slice(starts.at(-1));

  test('two stages on one version of Node, pinned', () => {
    expect(starts).toHaveLength(2);
    const images = starts.map((at) => lines[at]?.split(' ')[1]);
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^node:\d+\.\d+\.\d+-slim$/);
  });

  test('the image holds production packages only', () => {
    expect(lines.join('\n')).toMatch(/npm ci .*\n(.*\n)*RUN .*npm prune --omit=dev/);
    expect(last.filter((line) => /\bnpm\b/.test(line))).toEqual([]);
  });

  test('runs as an unprivileged user and has a health check', () => {
    const user = last.findIndex((line) => line.startsWith('USER '));
    expect(last[user]).toBe('USER node');
    expect(last.slice(user).filter((line) => line.startsWith('RUN '))).toEqual([]);
    expect(last.find((line) => line.startsWith('HEALTHCHECK '))).toContain('/ready`');
    expect(last.at(-1)).toMatch(/^CMD \["node", .*"dist\/src\/main\.js"\]$/);
  });

  test('downloads only packages, and copies only files that exist', () => {
    expect(lines.filter((line) => /^ADD |\bcurl\b|\bwget\b/.test(line))).toEqual([]);
    const copied = lines.flatMap(
      (line) => /^COPY (?!--)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? [],
    );
    const ignored = read('.dockerignore').split('\n');
    for (const path of copied) {
      expect(() => readFileSync(join(top, path)), path).not.toThrow(/ENOENT/);
      expect(ignored).not.toContain(path.split('/')[0]);
    }
  });

  test('.dockerignore excludes stored data, downloads and build output', () => {
    const ignored = read('.dockerignore').split('\n');
    const kept = ['node_modules', '.git', 'data', 'dist', '.engines'];
    expect(ignored).toEqual(expect.arrayContaining(kept));
    expect(ignored.filter((line) => line.startsWith('!'))).toEqual([]);
  });
});

/** → the value when no environment variable is set. */
function interpolated(value: string): string {
  return value.replace(/\$\{\w+(?::-([^}]*))?\}/g, (_all, fallback?: string) => fallback ?? '');
}
