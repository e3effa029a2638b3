/**
 * docker-compose.yml, nginx.conf, Dockerfile and .dockerignore, checked without Docker: the compose file fits
 * the Compose Specification and our rules on exposed ports, limits and stored data.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/config.js';
import { limits } from '../src/limits.js';
import { loadSchema } from '../src/validation/schemas.js';
import { tempFolder } from './support/process.js';
import { until } from './support/until.js';

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
  stop_grace_period?: string;
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  ulimits?: unknown;
  profiles?: string[];
  configs?: { source: string; target: string }[];
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content?: string; file?: string }>;
}

const known = new Set(Object.keys(loadSchema('settings.json').properties));
const text = read('docker-compose.yml');
const compose: Compose = parse(text, { merge: true });
const services = Object.entries(compose.services);
const ours = services.filter(([, service]) => service.build !== undefined);
const engines = services.filter(([name]) => ['mongo', 'elasticsearch'].includes(name));
/** The processes behind the proxy. */
const processes = ours.filter(([name]) => name !== 'embedded');

describe('docker-compose.yml', () => {
  // The linter's package holds the schema of the Compose Specification.
  const linter = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const schema = JSON.parse(readFileSync(join(linter, 'schemas/compose.schema.json'), 'utf8'));
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

  it('defines two processes on both engines behind a proxy, and the service on its own', () => {
    expect(services.map(([name]) => name)).toEqual([
      'proxy',
      'marquee-1',
      'marquee-2',
      'embedded',
      'mongo',
      'elasticsearch',
    ]);
    const { proxy, embedded } = compose.services;
    expect(embedded?.profiles).toEqual(['embedded']);
    expect(embedded?.depends_on).toBeUndefined();
    expect(Object.keys(proxy?.depends_on ?? {})).toEqual(processes.map(([name]) => name));
    for (const [, { ports, environment }] of processes) {
      expect(ports).toBeUndefined();
      expect(environment).toEqual(processes[0]?.[1].environment);
    }
    // The second one finds what the first one has migrated and built.
    const after = compose.services['marquee-2']?.depends_on ?? {};
    expect(after['marquee-1']).toEqual({ condition: 'service_healthy' });
  });

  const proxyFile = () => read(compose.configs.nginx?.file ?? '');

  it.each(services)('%s: no inline configuration beside a read-only root', (_name, service) => {
    // Compose refuses it when the container starts, docker/compose#12031; `config` does not.
    const inline = (service.configs ?? []).filter(
      ({ source }) => compose.configs[source]?.file === undefined,
    );
    if (service.read_only) expect(inline).toEqual([]);
    for (const { source } of service.configs ?? []) expect(compose.configs[source]).toBeDefined();
  });

  it('the proxy is ready while one of the processes is', () => {
    const [, ready = ''] = /location = \/ready \{([^}]*)\}/.exec(proxyFile()) ?? [];
    expect(ready).toContain('proxy_next_upstream error timeout http_503;');
    expect(ready).not.toContain('proxy_cache');
  });

  it('the proxy knows each process, and is left by it in time', () => {
    const { proxy } = compose.services;
    expect(proxy?.configs).toEqual([{ source: 'nginx', target: '/etc/nginx/nginx.conf' }]);
    const servers = [...proxyFile().matchAll(/server (marquee-\d:3000) resolve/g)];
    expect(servers.map(([, name]) => name)).toEqual(processes.map(([name]) => `${name}:3000`));
    expect(proxyFile()).toMatch(/listen 3000;/);
    // It closes idle connections first.
    const [, seconds] = /keepalive_timeout (\d+)s/.exec(proxyFile()) ?? [];
    expect(Number(seconds)).toBeLessThan(limits.keepAliveMs / 1000);
    expect(interpolated(processes[0]?.[1].environment?.TRUST_PROXY ?? '')).toBe('1');
    // The addresses that a proxy in front has named are passed on.
    expect(proxyFile()).toContain('X-Forwarded-For $proxy_add_x_forwarded_for');
  });

  it('the proxy caches what anonymous callers read, and asks for it once', () => {
    const lines = proxyFile()
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'proxy_cache answers;',
        'proxy_cache_key $request_uri;',
        'proxy_cache_lock on;',
        'proxy_cache_use_stale updating;',
        'proxy_cache_background_update on;',
        'proxy_cache_bypass $http_authorization;',
        'proxy_no_cache $http_authorization;',
      ]),
    );
    // How long is said by Cache-Control alone.
    expect(proxyFile()).not.toMatch(/proxy_cache_valid|proxy_ignore_headers/);
  });

  const hasNginx = spawnSync('nginx', ['-v']).status === 0;

  /** Writes the file for this machine: names of other containers are resolved by Docker alone. */
  function writeLocal(listen: number, processPorts: number[]): string {
    const folder = tempFolder();
    const ports = [...processPorts];
    const local = proxyFile()
      .replace(/marquee-\d:3000 resolve/g, () => `127.0.0.1:${ports.shift()}`)
      .replace('listen 3000', `listen 127.0.0.1:${listen}`)
      .replaceAll('/tmp/', `${folder}/`);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, local);
    // It drops the rights of root, and writes there.
    chmodSync(folder, 0o777);
    return file;
  }

  it.skipIf(!hasNginx)(
    'nginx goes past a process that drains (skipped without nginx)',
    async () => {
      const draining = await listen(503);
      const ready = await listen(200);
      const free = await listen(200);
      await free.close();
      const file = writeLocal(free.port, [draining.port, ready.port]);
      const checked = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
      expect(checked.status, checked.stderr).toBe(0);
      const nginx = spawn('nginx', ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
      const ask = (path: string) =>
        fetch(`http://127.0.0.1:${free.port}${path}`).then(({ status }) => status);
      try {
        await until(async () => (await ask('/ready').catch(() => 0)) > 0);
        const asked = await Promise.all(Array.from({ length: 20 }, () => ask('/ready')));
        expect(new Set(asked)).toEqual(new Set([200]));
        expect(draining.count()).toBeGreaterThan(0);
      } finally {
        nginx.kill('SIGTERM');
        await once(nginx, 'close');
        await draining.close();
        await ready.close();
      }
    },
  );

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
    for (const [, { depends_on: first }] of processes) {
      expect(first?.[name]).toEqual({ condition: 'service_healthy' });
    }
  });

  it.each(services)('%s: no rights, and no limit that a host may refuse', (name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.cap_add).toBeUndefined();
    // Above the limit of the host it would prevent the start.
    expect(service.ulimits).toBeUndefined();
    // Elasticsearch's image writes beside its programs.
    expect(service.read_only ?? false).toBe(name !== 'elasticsearch');
    if (service.read_only) expect(service.tmpfs).toContain('/tmp');
  });

  it.each(services)('%s: ports on localhost only', (_name, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it.each(ours)('%s: may finish before it is killed', (_name, service) => {
    const { DRAIN_SECONDS = '' } = service.environment ?? {};
    const neededSeconds = Number(interpolated(DRAIN_SECONDS)) + (2 * limits.stopTimeoutMs) / 1000;
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(neededSeconds);
  });

  it.each(ours)('%s: known and valid settings', (_name, service) => {
    const settings = Object.entries(service.environment ?? {});
    expect(settings.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
    const inForce = settings.map(([name, value]) => [name, interpolated(value)]);
    expect(() => readConfig(Object.fromEntries(inForce))).not.toThrow();
  });

  it('every setting of the service is passed on', () => {
    // Set by the image, for engines with users, and for tests.
    const others = /^(HOST|PORT|DATA_DIR|ELASTICSEARCH_(API_KEY|USERNAME|PASSWORD))$/;
    const passed = Object.keys(compose.services['marquee-1']?.environment ?? {});
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
    // A number, as Kubernetes asks for with runAsNonRoot.
    expect(last[user]).toBe('USER 1000:0');
    // Any other user of group 0 writes to the data, and npm has a folder for its logs.
    expect(last).toContain('RUN mkdir /data && chown 1000:0 /data && chmod 0770 /data');
    expect(last).toContain('ENV HOME=/tmp');
    expect(last.slice(user).filter((line) => line.startsWith('RUN '))).toEqual([]);
    const check = last.find((line) => line.startsWith('HEALTHCHECK '));
    expect(check).toContain('/ready`');
    expect(check).toContain('--start-interval=1s');
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

  test('its labels are those of the package', () => {
    const { version, license } = JSON.parse(read('package.json'));
    const label = last.find((line) => line.startsWith('LABEL ')) ?? '';
    expect(label).toContain(`org.opencontainers.image.version="${version}"`);
    expect(label).toContain(`org.opencontainers.image.licenses="${license}"`);
  });

  test('.dockerignore excludes stored data, secrets, downloads and build output', () => {
    const ignored = read('.dockerignore').split('\n');
    const kept = ['node_modules', '.git', 'data', 'dist', '.engines', '.env'];
    expect(ignored).toEqual(expect.arrayContaining(kept));
    expect(ignored.filter((line) => line.startsWith('!'))).toEqual([]);
    expect(read('.gitignore').split('\n')).toContain('.env');
  });
});

describe('the tags of images', () => {
  const named = ['Dockerfile', 'docker-compose.yml', 'README.md', 'docs/operations.md'].flatMap(
    (file) =>
      [...read(file).matchAll(/\b(node|nginx|mongo|elasticsearch):(\d+\.\d[\w.-]*)/g)].map(
        ([, image = '', tag = '']) => ({ file, image, tag }),
      ),
  );

  it.each(['node', 'nginx', 'mongo', 'elasticsearch'])('%s: the same in every file', (name) => {
    const tags = named.filter(({ image }) => image === name).map(({ tag }) => tag);
    expect(new Set(tags).size, JSON.stringify(named)).toBe(1);
  });

  it('Elasticsearch is not older than its client', () => {
    const [, client = ''] =
      /~(\d+\.\d+)/.exec(JSON.parse(read('package.json')).dependencies['@elastic/elasticsearch']) ??
      [];
    const tag = named.find(({ image }) => image === 'elasticsearch')?.tag ?? '';
    const [major = 0, minor = 0] = tag.split('.').map(Number);
    const [clientMajor = 0, clientMinor = 0] = client.split('.').map(Number);
    expect(major).toBe(clientMajor);
    expect(minor).toBeGreaterThanOrEqual(clientMinor);
  });

  it('are watched', () => {
    const { enabledManagers } = JSON.parse(read('renovate.json'));
    expect(enabledManagers).toEqual(
      expect.arrayContaining(['dockerfile', 'docker-compose', 'npm']),
    );
  });
});

/** → the value when no environment variable is set. */
function interpolated(value: string): string {
  return value.replace(/\$\{\w+(?::-([^}]*))?\}/g, (_all, fallback?: string) => fallback ?? '');
}

/** A server that answers everything with a status. `count()`: the requests so far. */
async function listen(status: number) {
  let count = 0;
  const server = createServer((_request, answer) => {
    count++;
    answer.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, count: () => count, close };
}
