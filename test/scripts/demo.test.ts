/** `npm run demo`: the README's first example. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { comparePrinted } from '../support/printed.js';
import { ask, start, tempFolder, top } from '../support/process.js';
import { read } from '../support/sources.js';

/** The query of the README, with the answer printed below it. */
const FIRST_QUERY =
  /The first URL for programs, with `(&[^`]+)`, answers\n\n```json\n([\s\S]+?)```/;

describe('demo', () => {
  it('prints a page and three URLs that answer with records, leaves nothing behind', async () => {
    const TMPDIR = tempFolder();
    const demo = start('scripts/demo', [], { PORT: '0', TMPDIR });
    await demo.waitFor(/Stop with/);
    const urls =
      demo
        .stdout()
        .match(/^ {2}http:\S+/gm)
        ?.map((url) => url.trim()) ?? [];
    const [page = '', ...lists] = urls;
    expect(await (await fetch(page)).text()).toMatch(/<h2[^>]*>200 events/);
    expect(lists).toHaveLength(3);
    for (const url of lists) {
      const { status, body } = await ask(url);
      expect(status, url).toBe(200);
      expect(body.total, url).toBeGreaterThan(0);
    }
    const [, query = '', printed = ''] = FIRST_QUERY.exec(read('README.md')) ?? [];
    const first = await ask(`${lists[0]}${query}`);
    comparePrinted(first.body, JSON.parse(printed), query);
    expect(readdirSync(TMPDIR)).toHaveLength(1);
    const { code, stderr } = await demo.stop('SIGINT');
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it('leaves nothing behind when stopped while loading', async () => {
    const TMPDIR = tempFolder();
    const demo = start('scripts/demo', [], { PORT: '0', TMPDIR });
    await demo.waitFor(/venues loaded/);
    expect((await demo.stop('SIGINT')).code).toBe(0);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it('takes a free port where PORT is in use, and says so', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const TMPDIR = tempFolder();
    const { port } = other.address() as AddressInfo;
    const demo = start('scripts/demo', [], { PORT: String(port), TMPDIR });
    await demo.waitFor(/Stop with/);
    other.close();
    expect(demo.stdout()).toMatch(`Port ${port} is in use. The demo takes a free one.\n`);
    const [page = ''] = demo.stdout().match(/http:\S+/) ?? [];
    expect(new URL(page).port).not.toBe(String(port));
    expect((await fetch(page)).status).toBe(200);
    expect((await demo.stop('SIGINT')).code).toBe(0);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it('prints a command that writes an event, with its token, whatever the settings are', async () => {
    const TMPDIR = tempFolder();
    const settings = {
      ADMIN_TOKEN: 'a token of another service',
      MONGO_URL: 'mongodb://nowhere/x',
    };
    const demo = start('scripts/demo', [], { ...settings, PORT: '0', TMPDIR });
    await demo.waitFor(/Stop with/);
    const [command = ''] = demo.stdout().match(/curl [\s\S]*?\}'\n/) ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command.trim()} -s`]);
    const event = JSON.parse(stdout);
    expect([event.title, event.venue?.venue, event.status]).toEqual([
      'Jazz night',
      'Blue Note',
      'publish',
    ]);
    expect((await demo.stop('SIGINT')).code).toBe(0);
  });

  it('works with what the image holds', async () => {
    const image = tempFolder();
    const stage = read('Dockerfile').split('\nFROM ')[2] ?? '';
    const copied = [...stage.matchAll(/^COPY (?:--from=build \/app\/)?(\S+) (\S+)$/gm)];
    for (const [, from = '', to = ''] of copied) {
      const isFile = to.endsWith('/') && !from.endsWith('/');
      const target = join(image, isFile ? join(to, basename(from)) : to);
      // Packages are linked: the test does not see which of them are for development.
      if (from === 'node_modules') symlinkSync(join(top, from), target);
      else cpSync(join(top, from), target, { recursive: true });
    }
    const file = relative(join(top, 'dist'), join(image, 'dist/scripts/demo'));
    const demo = start(file, [], { PORT: '0', TMPDIR: tempFolder() });
    await demo.waitFor(/Stop with/);
    expect(demo.stdout()).toMatch(/300 venues loaded.*\n220 events loaded/);
    expect((await demo.stop('SIGINT')).code).toBe(0);
  });
});
