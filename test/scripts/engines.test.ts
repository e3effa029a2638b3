/**
 * `npm run engines`: what it prints, what it leaves alone, what it survives. A small program
 * stands in for Elasticsearch, because only processes matter here. The real one is
 * started by every run of .ci/run.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import { type Ended, runScript, type Settings, tempFolder } from '../support/process.js';

const lines = (text: string): string[] => text.trimEnd().split('\n');
const ANSWERING = `
  const settings = readFileSync(join(process.env.ES_PATH_CONF, 'elasticsearch.yml'), 'utf8');
  const port = Number(/http.port: (\\d+)/.exec(settings)[1]);
  const answer = JSON.stringify({ uid: process.getuid(), pid: process.pid, env: process.env });
  createServer((request, response) => response.end(answer)).listen(port, '127.0.0.1');
`;
const ENDING = `console.log('no room on the disk'); process.exit(3);`;

let folder: string;
const engines = (args: string[], settings: Settings = {}): Promise<Ended> =>
  runScript('dev/engines', [...args, '--folder', folder], settings);
const only = ['--only', 'elasticsearch'];

let sharedNode = '';

/** → this Node, or a copy that every user may run: as root the program runs as another user. */
function nodeForAll(): string {
  const isOpen = (path: string): boolean =>
    (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpen(dirname(path)));
  if (isOpen(process.execPath)) return process.execPath;
  if (sharedNode === '') {
    const home = tempFolder();
    chmodSync(home, 0o755);
    sharedNode = join(home, 'node');
    copyFileSync(process.execPath, sharedNode);
  }
  return sharedNode;
}

/** → settings that use a program as Elasticsearch. */
function standIn(program: string): Settings {
  const home = tempFolder();
  chmodSync(home, 0o755);
  for (const name of ['bin', 'jdk/bin']) mkdirSync(join(home, name), { recursive: true });
  writeFileSync(join(home, 'jdk/bin/java'), '');
  const imports = `
    import { readFileSync } from 'node:fs';
    import { createServer } from 'node:http';
    import { join } from 'node:path';`;
  writeFileSync(join(home, 'program.mjs'), imports + program);
  const start = `#!/bin/sh\nexec '${nodeForAll()}' '${home}/program.mjs' "$@"\n`;
  writeFileSync(join(home, 'bin/elasticsearch'), start, { mode: 0o755 });
  return { ELASTICSEARCH_HOME: home, SECRET: 'of ours' };
}

const startArgs = ['start', ...only, '--elasticsearch-port', '0'];
const urlIn = ({ stdout }: Ended): string => /^ELASTICSEARCH_URL=(\S+)$/m.exec(stdout)?.[1] ?? '';

describe('engines', () => {
  beforeEach(() => {
    folder = join(tempFolder(), 'engines');
  });
  afterEach(async () => {
    await engines(['stop', '--wipe']);
  });

  it('start, start again, stop, stop again', async () => {
    const settings = standIn(ANSWERING);
    const started = await engines(startArgs, settings);
    expect(started.code, started.stderr).toBe(0);
    expect(started.stdout).toMatch(/^ELASTICSEARCH_URL=http:\/\/127\.0\.0\.1:\d+\n$/);
    const running: Json = await (await fetch(urlIn(started))).json();
    expect(running.env.SECRET).toBeUndefined();
    if (process.getuid?.() === 0) expect(running.uid).not.toBe(0);

    const again = await engines(['start', ...only], settings);
    expect([again.code, again.stdout]).toEqual([0, started.stdout]);
    expect(again.stderr).toContain(`running already (process ${running.pid})`);

    const stopped = await engines(['stop']);
    expect([stopped.code, stopped.stdout]).toEqual([0, '']);
    expect(lines(stopped.stderr).sort()).toEqual([
      'Elasticsearch stopped',
      'MongoDB was not running',
    ]);
    await expect(fetch(urlIn(started))).rejects.toThrow();
    const without = await engines(['stop']);
    expect([without.code, without.stderr]).toEqual([
      0,
      'Elasticsearch was not running\nMongoDB was not running\n',
    ]);
  });

  it('a port in use: an error that says so, nothing is started', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const args = ['start', ...only, '--elasticsearch-port', String(port)];
    const { code, stdout, stderr } = await engines(args, standIn(ANSWERING));
    server.close();
    expect([code, stdout]).toEqual([1, '']);
    expect(lines(stderr)).toHaveLength(1);
    expect(stderr).toMatch(new RegExp(`port ${port} .* taken .* --elasticsearch-port`));
  });

  it('a file that names another process: that is left alone, a new one is started', async () => {
    mkdirSync(folder);
    const file = join(folder, 'elasticsearch.json');
    const stale = { pid: process.pid, mark: `${folder}/elasticsearch`, port: 1 };
    writeFileSync(file, JSON.stringify(stale));
    expect((await engines(['stop', ...only])).stderr).toBe('Elasticsearch was not running\n');
    for (const text of [JSON.stringify({ ...stale, pid: 2 ** 30 }), '{"pid":', '']) {
      writeFileSync(file, text);
      const started = await engines(startArgs, standIn(ANSWERING));
      expect(started.code, started.stderr).toBe(0);
      expect(JSON.parse(readFileSync(file, 'utf8')).pid).not.toBe(process.pid);
      await engines(['stop']);
    }
  });

  it('an engine that exits at the start: the end of its log, exit 1, nothing left', async () => {
    const { code, stdout, stderr } = await engines(startArgs, standIn(ENDING));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('no room on the disk');
    expect(stderr).toContain('Elasticsearch ended instead of answering');
    expect(existsSync(join(folder, 'elasticsearch.json'))).toBe(false);
  });

  it('without Maven it says what to do', async () => {
    const bin = tempFolder();
    for (const name of ['id', 'chown', 'ps', 'sh']) {
      const path = onPath(name);
      if (path) symlinkSync(path, join(bin, name));
    }
    const { code, stderr } = await engines(startArgs, { PATH: bin, HOME: tempFolder() });
    expect(code).toBe(1);
    expect(lines(stderr).at(-1)).toMatch(/no mvn.*ELASTICSEARCH_HOME/);
  });

  it.each([
    ['a home without Elasticsearch', [...only], { ELASTICSEARCH_HOME: '/tmp' }, '/tmp'],
    ['a mongod that is not there', ['--only', 'mongo'], { MONGOMS_SYSTEM_BINARY: '/no' }, '/no'],
    ['an invalid port', ['--mongo-port', '70000'], {}, '65535'],
    ['an unknown engine', ['--only', 'redis'], {}, 'redis'],
  ])('%s: exit 1, a message of one line', async (_name, args, settings, told) => {
    const free = [
      '--elasticsearch-port',
      '0',
      ...(args[0] === '--mongo-port' ? [] : ['--mongo-port', '0']),
    ];
    const { code, stdout, stderr } = await engines([...free, ...args], settings as Settings);
    expect([code, stdout]).toEqual([1, '']);
    expect(lines(stderr)).toHaveLength(1);
    expect(stderr).toContain(told);
  });

  it('--help lists the commands', async () => {
    const { code, stdout } = await engines(['--help']);
    expect(code).toBe(0);
    for (const told of ['start', 'stop', 'export $(npm run']) expect(stdout).toContain(told);
  });
});

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).map((part) => join(part, name));
  return folders.find((path) => spawnSync('test', ['-x', path]).status === 0);
}
