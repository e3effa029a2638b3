/** Subscribed calendars that cannot be read, must not be, or are run by upkeep and script. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { removeSource } from '../../src/sources/remove.js';
import { readSource } from '../../src/sources/source.js';
import { readState } from '../../src/sources/state.js';
import { openSources } from '../../src/sources/upkeep.js';
import { pairNamed, takeEngines } from '../support/adapters.js';
import { type Json, openTestApp } from '../support/app.js';
import { calendar, club, open, run, serve, subscribe, titles, useClub } from '../support/club.js';
import { listening } from '../support/host.js';
import { runScript, tempFolder } from '../support/process.js';
import { until } from '../support/until.js';

useClub();

describe('subscribed calendars', () => {
  it('32 the address of a calendar that answers a login page is no calendar', async () => {
    await open();
    club.answer = (_, response) => void response.end('<html><form>Log in</form></html>');
    const { outcome, reason } = await run(await subscribe());
    expect([outcome, reason]).toEqual(['failed', expect.stringContaining('is no calendar')]);
  });

  it.each([
    ['404', (response: Json) => response.writeHead(404).end(), '404: there is nothing at this URL'],
    ['401', (response: Json) => response.writeHead(401).end(), '401: it wants a user and a pass'],
    ['403', (response: Json) => response.writeHead(403).end(), '403: it lets nobody read this'],
    ['410', (response: Json) => response.writeHead(410).end(), '410: what was at this URL is gone'],
    ['502', (response: Json) => response.writeHead(502).end(), '502: it has a fault of its own'],
    ['418', (response: Json) => response.writeHead(418).end(), 'the server answered 418'],
    ['HTML', (response: Json) => response.end('<html></html>'), 'the answer is no calendar'],
    [
      'half an event',
      (response: Json) => response.end(calendar([{ uid: 'a' }]).slice(0, 90)),
      'the calendar is cut off',
    ],
    [
      'endless',
      (response: Json) => {
        response.on('error', () => undefined);
        const more = (): boolean =>
          response.write(`BEGIN:VCALENDAR\r\n${'X'.repeat(1_000_000)}`) && more();
        response.on('drain', more);
        more();
      },
      'more than 10485760 bytes',
    ],
    [
      'a gzip bomb',
      (response: Json) =>
        response.end(gzipSync(`BEGIN:VCALENDAR\r\n${'X'.repeat(40 * 1024 * 1024)}`)),
      'more than 10485760 bytes',
    ],
    [
      'redirects',
      (response: Json) => response.writeHead(302, { location: '/again' }).end(),
      'more than 5 redirects',
    ],
    [
      'a redirect to a file',
      (response: Json) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'a URL that may not be asked: Must be a URL.',
    ],
    ['a broken line', (response: Json) => response.destroy(), 'broken off (ECONNRESET)'],
  ])('32 %s: the run fails, and is made again later', async (_, respond, reason) => {
    await open();
    serve(calendar([{ uid: 'a' }]));
    const id = await subscribe();
    await run(id);
    club.answer = (__, response) => void respond(response);
    const failed = await run(id);
    expect([failed.outcome, failed.reason]).toEqual(['failed', expect.stringContaining(reason)]);
    const hours = async () =>
      ((await readSource(club.app.deps, id)).value.due_ms - club.app.clock.nowMs) / 3_600_000;
    expect(await hours()).toBe(1);
    await run(id);
    expect(await hours()).toBe(2);
    for (let tries = 0; tries < 6; tries += 1) await run(id);
    expect(await hours()).toBe(24);
    expect(await titles()).toEqual(['a']);
    serve(calendar([{ uid: 'a', summary: 'Well again' }]));
    await run(id);
    expect([await hours(), await titles()]).toEqual([1, ['Well again']]);
  });

  it('32 a certificate that nobody vouches for is refused', async () => {
    const folder = tempFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=127.0.0.1', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
      stdio: 'ignore',
    });
    const options = { key: readFileSync(key), cert: readFileSync(cert) };
    const secure = createServer(options, (_, response) => response.end(calendar([])));
    const root = await listening(secure);
    await open();
    const id = await subscribe({ url: `${root.replace('http', 'webcal')}/club.ics` });
    expect((await run(id)).reason).toBe(
      'its certificate is vouched for by nobody that this system trusts (DEPTH_ZERO_SELF_SIGNED_CERT)',
    );
    secure.close();
  });

  it('32 private addresses are refused, also behind names and redirects', async () => {
    await open(pairNamed('sqlite + sqlite'), { OUTBOUND: 'public' });
    await expect(subscribe()).rejects.toMatchObject({ code: 'rest_invalid_param' });
    const { port } = new URL(club.url);
    const lookup: LookupFunction = (_name, options, done) => {
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
      else done(null, '127.0.0.1', 4);
    };
    const id = await subscribe({ url: `http://calendar.example.org:${port}/club.ics` });
    expect((await run(id, { ...club.app.deps, outbound: { lookup } })).reason).toContain(
      'not public',
    );
    expect(club.asked).toEqual([]);
    club.answer = (_, response) => response.writeHead(302, { location: club.url }).end();
    const allowed = { lookup, allowIPAddressList: ['127.0.0.1'] };
    const failed = await run(id, { ...club.app.deps, outbound: allowed });
    expect(failed.reason).toContain('Its address is not public.');
    expect(club.asked).toHaveLength(1);
  });

  it('32 a calendar in pages, as our own are, is read to its end', async () => {
    await open();
    const paged = (pages: string[][]) => {
      club.answer = ({ url = '' }, response) => {
        const page = Number(new URL(url, club.url).searchParams.get('page') ?? 1);
        const link = page < pages.length ? { link: `<?page=${page + 1}>; rel="next"` } : {};
        response.writeHead(200, { etag: '"page"', ...link });
        response.end(calendar((pages[page - 1] ?? []).map((uid) => ({ uid }))));
      };
    };
    paged([['a', 'b'], ['c'], ['d']]);
    const id = await subscribe();
    expect((await run(id)).created).toBe(4);
    paged([['a', 'b'], ['d']]);
    await run(id);
    expect(await run(id)).toMatchObject({ missing: 1, lines: ['missing: trash: c'] });
    expect(await titles()).toEqual(['a', 'b', 'd']);
    paged(Array(21).fill(['a']));
    expect(await run(id)).toMatchObject({ outcome: 'failed', reason: 'more than 20 pages' });
  });

  it('32 an event that is over for its days is loaded as such, and then passed by', async () => {
    await open();
    const told = (summary: string) => [
      { uid: 'past', summary },
      { uid: 'far', start: '20270101T190000Z' },
    ];
    serve(calendar(told('Concert')));
    const id = await subscribe();
    await run(id);
    const known = async () => Object.keys(await readState(club.app.deps, id)).sort();
    club.app.clock.nowMs = Date.parse('2026-06-01T00:00:00Z');
    serve(calendar(told('The concert')));
    expect(await run(id)).toMatchObject({ updated: 1, unchanged: 1, passed_by: 0 });
    expect(await known()).toEqual(['far', 'past']);
    for (const name of ['once', 'and again']) {
      serve(calendar(told('The concert'), [`X-WR-CALNAME:${name}`]));
      expect(await run(id)).toMatchObject({ unchanged: 1, passed_by: 1, missing: 0 });
      expect(await known()).toEqual(['far']);
    }
    expect(await titles()).toEqual(['The concert', 'far']);
    // It is known again where it comes back into the days.
    serve(calendar([{ uid: 'past', start: '20260701T190000Z' }, { uid: 'far' }]));
    expect(await run(id)).toMatchObject({ created: 0, updated: 2 });
  });

  it('32 upkeep runs what is due; a longer REFRESH-INTERVAL wins', async () => {
    await open();
    serve(calendar([{ uid: 'a' }], ['REFRESH-INTERVAL;VALUE=DURATION:PT6H']));
    const id = await subscribe();
    const look = openSources(club.app.deps);
    const done = () => until(async () => (await readSource(club.app.deps, id)).value.last_run);
    await look();
    expect((await done()).created).toBe(1);
    const { due_ms } = (await readSource(club.app.deps, id)).value;
    expect(due_ms - club.app.clock.nowMs).toBe(6 * 3_600_000);
    await look();
    club.app.clock.nowMs = due_ms - 1;
    await look();
    expect(club.asked).toHaveLength(1);
    // The same answer says nothing, and changes nothing.
    club.app.clock.nowMs = due_ms;
    await until(async () => {
      await look();
      return (await done()).outcome === 'unchanged';
    });
    const later = (await readSource(club.app.deps, id)).value.due_ms;
    expect(later - club.app.clock.nowMs).toBe(6 * 3_600_000);
    await removeSource(club.app.deps, id);
    expect(await readState(club.app.deps, id)).toEqual({});
    expect(await titles()).toEqual(['a']);
    // Keys of events hold the ID, which no other source gets.
    expect(await subscribe({ url: `${club.url}?other` })).toBeGreaterThan(id);
    expect(await subscribe()).toBe(id);
  });

  it('32 a slow server has its time, and others are answered while a calendar is read', async () => {
    await open();
    const id = await subscribe();
    club.answer = (_, response) => {
      response.write('BEGIN:VCALENDAR\r\n');
      over.abort();
    };
    const over = new AbortController();
    const timers = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => over.signal);
    expect((await run(id)).reason).toBe('no answer in time');
    timers.mockRestore();
    const past = (uid: string) => ({ uid, start: '20200101T190000Z' });
    serve(calendar(Array.from({ length: 10_001 }, (_, at) => past(`${at}`))));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    expect(await run(id)).toMatchObject({ outcome: 'loaded', passed_by: 10_001 });
    clearInterval(timer);
    // Others are answered meanwhile.
    expect(turns).toBeGreaterThan(50);
    expect(await titles()).toEqual([]);
  });

  it('32 the script adds, lists, runs, changes and removes them', async () => {
    const pair = pairNamed('sqlite + sqlite');
    const engines = await takeEngines(pair);
    await (await openTestApp(pair, { engines })).close();
    serve(
      calendar([
        { uid: 'a', start: '20301001T100000Z' },
        { uid: 'b', start: 'never' },
      ]),
    );
    const sources = (...args: string[]) =>
      runScript('sources', args, { ...engines.settings, OUTBOUND: 'any' });
    const wrong = await sources('add', 'ftp://x.test/a.ics', '--zone', 'Moon/Base');
    expect([wrong.code, wrong.stderr.split('\n').length]).toEqual([1, 3]);
    expect((await sources('add', club.url, '--every', '15m', '--days', '30,4000')).code).toBe(0);
    expect((await sources('add', club.url)).stderr).toContain('Is subscribed to already.');
    const zone = { ...engines.settings, OUTBOUND: 'any', SITE_TIMEZONE: 'Asia/Tokyo' };
    const other = await runScript('sources', ['run', '1'], zone);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('SITE_TIMEZONE')]);
    const ran = await sources('run', '1');
    expect([ran.code, ran.stdout]).toEqual([
      1,
      expect.stringMatching(/^1\t\S+ \S+ 1 created, 1 rejected\n {2}line \d+: rejected: /),
    ]);
    expect((await sources('run')).stdout).toMatch(/^1\t\S+ \S+ unchanged\n$/);
    expect((await sources('list')).stdout).toContain(`1\t127.0.0.1\t${club.url}\t1 events\t`);
    const moved = ['--url', `${club.url}?moved`, '--category', 'Club'];
    expect((await sources('set', '1', ...moved, '--zone', 'Moon/Base')).code).toBe(1);
    expect((await sources('set', '2', ...moved)).stderr).toBe('There is no source 2.\n');
    expect((await sources('set', '1', ...moved)).stderr).toContain('Source 1 is changed.');
    // The same event, not a second one; what was not sent stays.
    expect((await sources('run')).stdout).toContain(' 1 updated, 1 rejected');
    const { stdout } = await sources('list');
    expect(stdout).toContain(`1\t127.0.0.1\t${club.url}?…\t1 events\t`);
    expect((await sources('remove', '1')).stderr).toContain(
      '1 of its events stay, 0 are in the trash.',
    );
    expect((await sources('run', '1')).stderr).toBe('There is no source 1.\n');
    await engines.release();
  });
});
