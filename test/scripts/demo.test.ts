/** `npm run demo`: the README's first example. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ask, start, tempFolder } from '../support/process.js';

describe('demo', () => {
  it('prints a page and three URLs that answer with records, leaves nothing behind', async () => {
    const TMPDIR = tempFolder();
    const demo = start('scripts/demo', [], { PORT: '0', TMPDIR });
    await demo.waitFor(/Stop with/);
    const urls = demo.stdout().match(/http:\S+/g) ?? [];
    const [page = '', ...lists] = urls;
    expect(await (await fetch(page)).text()).toMatch(/<h2[^>]*>200 events/);
    expect(lists).toHaveLength(3);
    for (const url of lists) {
      const { status, body } = await ask(url);
      expect(status, url).toBe(200);
      expect(body.total, url).toBeGreaterThan(0);
    }
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

  it('a port in use gives a message of one line, exit 1, nothing left behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const TMPDIR = tempFolder();
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await start('scripts/demo', [], { PORT: String(port), TMPDIR }).ended;
    other.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^.*EADDRINUSE.*\n$/);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });
});
