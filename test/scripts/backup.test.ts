/** `npm run backup` beside a service that writes, and `npm run restore`. Contract 18.3. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json } from '../support/app.js';
import { ask, runScript, type Service, serve, tempFolder } from '../support/process.js';

/** Public addresses are the same wherever the service listens. */
const SETTINGS = { SITE_URL: 'https://example.com' };

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

async function post(service: Service, path: string, body: Json): Promise<Json> {
  const answer = await ask(`${service.api}${path}`, { token: service.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const eventOf = (n: number | string): Json => ({
  title: `Fair ${n}`,
  start_date: '2026-05-01 10:00:00',
  end_date: '2026-05-01 12:00:00',
  venue: { venue: `Hall ${n}`, city: 'Ghent' },
  organizer: { organizer: `Org ${n}` },
  tags: [`Tag ${n}`],
});

/** The dates of `eventOf`. Links of lists without dates name the minute in which they were made. */
const DATES = 'start_date=2026-01-01&end_date=2026-12-31';

/** A slow machine answers some writes before they are indexed. */
async function untilIndexed({ api }: Service): Promise<void> {
  for (let owed = 1; owed > 0; ) {
    const { body } = await ask(new URL('/health', api).href);
    owed = body.sync.unindexed;
  }
}

/** → the answers of paths, as texts. */
async function answersOf(service: Service, paths: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  for (const path of paths) {
    const { status, body } = await ask(`${service.api}${path}`, { token: service.token });
    const text = `${path} ${status} ${JSON.stringify(body)}`;
    answers.push(text.replaceAll(`:${service.port}/`, ':0/'));
  }
  return answers;
}

/** Creates and changes events until it is stopped. → the number of writes that were answered. */
function writeOn(service: Service): { stop: () => Promise<number> } {
  let isStopped = false;
  let writes = 0;
  const work = async (writer: number) => {
    for (let n = 0; !isStopped; n++) {
      const { id } = await post(service, '/events', eventOf(`w${writer}-${n}`));
      const change = { method: 'PATCH', token: service.token, body: { title: `Changed ${n}` } };
      await ask(`${service.api}/events/${id}`, change);
      writes += 2;
    }
  };
  const running = [1, 2].map(work);
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      return writes;
    },
  };
}

it('a backup under writes, restored, answers what was acknowledged before it', async () => {
  const service = await serve(SETTINGS);
  const paths: string[] = [];
  for (let n = 0; n < 12; n++) {
    const event = await post(service, '/events', eventOf(n));
    paths.push(`/events/${event.id}`, `/venues/${event.venue.id}`, `/tags/${event.tags[0].id}`);
    paths.push(`/organizers/${event.organizer[0].id}`, `/events?venue=${event.venue.id}&${DATES}`);
  }
  const trashed = await post(service, '/venues', { venue: 'Gone' });
  const gone = { method: 'DELETE', token: service.token };
  await ask(`${service.api}/venues/${trashed.id}`, gone);
  await post(service, '/events', { ...eventOf('draft'), status: 'draft' });
  paths.push(`/venues/${trashed.id}`, '/events/by-slug/fair-3', `/events?status=draft&${DATES}`);
  const users = ['add', '--name', 'ann', '--role', 'author'];
  const { stdout: token } = await runScript('users', users, { DATA_DIR: service.dataDir });
  await untilIndexed(service);
  const before = await answersOf(service, paths);
  expect(before.filter((answer) => answer.includes('"total":1'))).toHaveLength(13);

  const writing = writeOn(service);
  const file = join(tempFolder(), 'backup.sqlite');
  const made = await runScript('backup', [file], { DATA_DIR: service.dataDir });
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toMatch(/^\S+backup\.sqlite: \d+ bytes\n$/);
  expect(mode(file)).toBe('600');
  expect(await writing.stop()).toBeGreaterThan(0);
  expect(await answersOf(service, paths)).toEqual(before);
  await service.stop();

  const DATA_DIR = join(tempFolder(), 'restored');
  const restored = await runScript('restore', [file], { DATA_DIR });
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(mode(join(DATA_DIR, 'marquee.sqlite'))).toBe('600');
  const copy = { ...(await serve({ ...SETTINGS, DATA_DIR })), token: service.token };
  // The token is that of before: the file holds its hash, and no new administrator is made.
  expect(existsSync(join(DATA_DIR, 'admin-token'))).toBe(false);
  expect(await answersOf(copy, paths)).toEqual(before);
  const own = await ask(`${copy.api}/events`, { token: token.trim(), body: eventOf('ann') });
  expect(own.status).toBe(201);
  await copy.stop();
  // What a writer had leased at the moment of the backup waits until the lease ends.
  const check = await runScript('check-sync', [], { DATA_DIR });
  expect([check.code, check.stdout]).toEqual([0, expect.stringContaining('index agree')]);
  const text = readFileSync(file, 'latin1');
  expect([text.includes(service.token), text.includes(token.trim())]).toEqual([false, false]);
});

it('neither overwrites anything, and a damaged file leaves the folder as it was', async () => {
  const folder = tempFolder();
  const file = join(folder, 'backup');
  const none = await runScript('backup', [file], { DATA_DIR: join(folder, 'none') });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('There is no file')]);
  const service = await serve();
  await post(service, '/tags', { name: 'Kept' });
  const { dataDir: DATA_DIR } = service;
  writeFileSync(file, 'mine');
  const taken = await runScript('backup', [file], { DATA_DIR });
  expect([taken.code, taken.stderr]).toEqual([1, `There is a file ${file} already.\n`]);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const nowhere = await runScript('backup', [join(folder, 'no', 'file')], { DATA_DIR });
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    `There is no folder ${join(folder, 'no')}.\n`,
  ]);
  const good = join(folder, 'good');
  expect((await runScript('backup', [good], { DATA_DIR })).code).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['backup', 'good']);

  const used = await runScript('restore', [good], { DATA_DIR });
  expect([used.code, used.stderr]).toEqual([2, expect.stringContaining('is not empty')]);
  expect((await ask(`${service.api}/tags?hide_empty=false`)).body.total).toBe(1);

  const cut = join(folder, 'cut');
  const bytes = readFileSync(good);
  writeFileSync(cut, bytes.subarray(0, bytes.length - 8192));
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'marquee.sqlite.partial'), 'of an interrupted restore');
  for (const wrong of [file, cut, join(folder, 'missing')]) {
    const refused = await runScript('restore', [wrong], { DATA_DIR: empty });
    expect(refused.code, wrong).toBe(1);
    expect(refused.stderr).toMatch(/^(The file is no backup|There is no file)/);
    expect(readdirSync(empty).filter((name) => name === 'marquee.sqlite')).toEqual([]);
  }
  expect((await runScript('restore', [good], { DATA_DIR: empty })).code).toBe(0);
  expect(readdirSync(empty).filter((name) => name.includes('partial'))).toEqual([]);
});

it('row 3: with MONGO_URL both name the command for one moment, without the credentials', async () => {
  const settings = {
    MONGO_URL: 'mongodb://ann:secret@127.0.0.1:1,db2/marquee?replicaSet=rs0&proxyPassword=secret',
    DATA_DIR: tempFolder(),
  };
  // A URI with a database is refused by --oplog, and an archive with an oplog needs its replay.
  const rest =
    "--uri='mongodb://127.0.0.1:1,db2/?replicaSet=rs0' --username=ADMINISTRATOR " +
    "--authenticationDatabase=admin --gzip --archive='my file'";
  for (const [name, tool] of [
    ['backup', 'mongodump --oplog'],
    ['restore', 'mongorestore --oplogReplay'],
  ] as const) {
    const { code, stderr } = await runScript(name, ['my file'], settings);
    expect([code, stderr.trim().split('\n').at(-1)?.trim()]).toEqual([3, `${tool} ${rest}`]);
    expect(stderr).not.toContain('secret');
  }
});
