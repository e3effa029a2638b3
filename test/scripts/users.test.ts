/** `npm run users`: what it prints, and what it refuses. */
import { describe, expect, it } from 'vitest';
import { hashToken } from '../../src/access/tokens.js';
import { readConfig } from '../../src/config.js';
import { silentLog } from '../../src/lib/log.js';
import { openDeps } from '../../src/open.js';
import { type Ended, runScript, tempFolder } from '../support/process.js';

const users = (dataDir: string, ...args: string[]): Promise<Ended> =>
  runScript('users', args, { DATA_DIR: dataDir });
const add = (dataDir: string, name: string, role: string) =>
  users(dataDir, 'add', '--name', name, '--role', role);
const lines = (text: string) => text.trimEnd().split('\n');

const logLine = ({ stderr }: Ended) => lines(stderr).find((line) => line.startsWith('{')) ?? '';

/** → a data folder with an empty database. */
async function givenFolder(): Promise<string> {
  const DATA_DIR = tempFolder();
  const config = readConfig({ DATA_DIR });
  await (await openDeps(config, { log: silentLog })).close();
  return DATA_DIR;
}

describe('users', () => {
  it('add prints only the token on standard output; list shows no token or hash', async () => {
    const folder = await givenFolder();
    const added = await add(folder, 'Ann Lee', 'editor');
    expect(added.code).toBe(0);
    expect(added.stdout).toMatch(/^mq_[\w-]{43}\n$/);
    expect(added.stderr).toContain('Ann Lee');
    const listed = await users(folder, 'list');
    expect(listed.code).toBe(0);
    expect(lines(listed.stdout)).toHaveLength(2);
    expect(lines(listed.stdout)[1]).toMatch(/^1\tAnn Lee\teditor\t\d{4}-\S+ \S+\tactive$/);
    const token = added.stdout.trim();
    expect(listed.stdout + listed.stderr).not.toContain(token);
    expect(listed.stdout + listed.stderr).not.toContain(hashToken(token));
    expect(added.stderr).not.toContain(token);
  });

  it('a revoked name is shown as revoked, and may be used again', async () => {
    const folder = await givenFolder();
    await add(folder, 'ann', 'author');
    expect((await users(folder, 'revoke', '--name', 'ann')).code).toBe(0);
    expect((await users(folder, 'list')).stdout).toMatch(/\tann\tauthor\t.*\trevoked \d{4}-/);
    expect((await users(folder, 'revoke', '--name', 'ann')).code).toBe(1);
    expect((await add(folder, 'ann', 'author')).code).toBe(0);
  });

  it('a revoked name that is added again has its ID again', async () => {
    const folder = await givenFolder();
    await add(folder, 'ann', 'author');
    await add(folder, 'bob', 'author');
    await users(folder, 'revoke', '--name', 'ann');
    await add(folder, 'ann', 'editor');
    expect(lines((await users(folder, 'list')).stdout)[1]).toMatch(/^1\tann\teditor\t.*\tactive$/);
  });

  it('set changes the role; the last administrator stays, unless forced', async () => {
    const folder = await givenFolder();
    await add(folder, 'ann', 'administrator');
    const demote = (...more: string[]) =>
      users(folder, 'set', '--name', 'ann', '--role', 'editor', ...more);
    const revoke = (...more: string[]) => users(folder, 'revoke', '--name', 'ann', ...more);
    for (const refused of [await demote(), await revoke()]) {
      expect(refused.code).toBe(1);
      expect(refused.stderr).toBe('ann is the last administrator. Use --force to go on.\n');
    }
    await add(folder, 'bob', 'administrator');
    expect((await demote()).code).toBe(0);
    expect((await users(folder, 'list')).stdout).toMatch(/\tann\teditor\t/);
    const end = await users(folder, 'revoke', '--name', 'bob', '--force');
    expect(end.code).toBe(0);
    expect(JSON.parse(logLine(end))).toMatchObject({
      name: 'bob',
      msg: 'user revoked',
    });
  });

  it('rotate prints a new token; the log line holds no token', async () => {
    const folder = await givenFolder();
    const first = (await add(folder, 'ann', 'author')).stdout.trim();
    const rotated = await users(folder, 'rotate', '--name', 'ann', '--overlap', '1h');
    expect(rotated.stdout).toMatch(/^mq_[\w-]{43}\n$/);
    expect(rotated.stdout.trim()).not.toBe(first);
    expect(JSON.parse(logLine(rotated))).toMatchObject({ name: 'ann', overlapSeconds: 3600 });
    expect(rotated.stderr).not.toMatch(/mq_/);
    for (const overlap of ['1', '0h', '91d', '1w']) {
      expect((await users(folder, 'rotate', '--name', 'ann', '--overlap', overlap)).code).toBe(1);
    }
  });

  it('needs no index: settings may differ from those of the service', async () => {
    const folder = await givenFolder();
    await runScript('rebuild-index', [], { DATA_DIR: folder, SITE_TIMEZONE: 'Europe/Berlin' });
    expect((await add(folder, 'ann', 'author')).code).toBe(0);
  });

  it('what is refused is one line, exit 1, and nothing on standard output', async () => {
    const folder = await givenFolder();
    await add(folder, 'bob', 'author');
    const refused: [args: string[], told: string][] = [
      [['add', '--name', 'bob', '--role', 'editor'], 'bob'],
      [['add', '--name', 'eve', '--role', 'king'], 'king'],
      [['add', '--name', 'eve'], '--role'],
      [['add', '--name', 'a:b', '--role', 'editor'], 'name'],
      [['add', '--name', ' ', '--role', 'editor'], 'name'],
      [['revoke', '--name', 'nobody'], 'nobody'],
      [['set', '--name', 'nobody', '--role', 'editor'], 'nobody'],
      [['rotate', '--name', 'nobody'], 'nobody'],
    ];
    for (const [args, told] of refused) {
      const { code, stdout, stderr } = await users(folder, ...args);
      expect([code, stdout, lines(stderr).length], told).toEqual([1, '', 1]);
      expect(stderr).toContain(told);
    }
    expect(lines((await users(folder, 'list')).stdout)).toHaveLength(2);
  });

  it('wrong settings give a message of one line', async () => {
    const settings = { DATA_DIR: tempFolder(), PORT: 'x', GEO_RADIUS_KM: '0' };
    const { code, stderr } = await runScript('users', ['list'], settings);
    expect(code).toBe(78);
    expect(lines(stderr)).toHaveLength(1);
    expect(stderr).toMatch(/PORT.*GEO_RADIUS_KM/);
  });
});
