/** Users and passwords of sources, and secrets in their addresses. Contract 32. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { shownUrl } from '../../src/sources/shown-url.js';
import { changeSource } from '../../src/sources/source.js';
import { pairNamed, takeEngines } from '../support/adapters.js';
import { openTestApp } from '../support/app.js';
import { calendar, club, open, run, serve, subscribe, titles, useClub } from '../support/club.js';
import { listening } from '../support/host.js';
import { runScript, tempFolder } from '../support/process.js';

useClub();

const PASSWORD = 'gr€at secret: 7';
const origin = () => new URL(club.url).origin;
const given = () => ({ origin: origin(), user: 'club', password: PASSWORD });
const HEADER = `Basic ${Buffer.from(`club:${PASSWORD}`).toString('base64')}`;

/** Serves a calendar, and remembers what each request has said of its user. */
const remember = (redirects: Record<string, string> = {}) => {
  const seen: string[] = [];
  const text = calendar([{ uid: 'a' }]);
  club.answer = ({ url = '', headers }, response) => {
    seen.push(`${url} ${headers.authorization ?? 'nobody'}`);
    const location = redirects[url];
    if (location) return response.writeHead(302, { location }).end();
    response.end(text);
  };
  return seen;
};

describe('32 a user and a password', () => {
  it('are sent with the first request, and with no redirect', async () => {
    await open();
    const id = await subscribe({ credentials: given() });
    const seen = remember();
    expect((await run(id)).created).toBe(1);
    expect(seen).toEqual([`/club.ics ${HEADER}`]);
    const elsewhere = `http://localhost:${new URL(club.url).port}/other.ics`;
    for (const location of ['/other.ics', elsewhere]) {
      const asked = remember({ '/club.ics': location });
      await run(id);
      expect(asked).toEqual([`/club.ics ${HEADER}`, '/other.ics nobody']);
    }
    expect(await titles()).toEqual(['a']);
  });

  it('are told apart from none where they are refused', async () => {
    await open();
    const id = await subscribe({ credentials: given() });
    club.answer = (_, response) => response.writeHead(401).end();
    const failed = await run(id);
    expect(failed.reason).toBe('the server answered 401: it refuses this user and password');
    club.answer = ({ url }, response) => {
      const location = url === '/club.ics' ? { location: '/in' } : {};
      response.writeHead(url === '/club.ics' ? 302 : 401, location).end();
    };
    expect((await run(id)).reason).toContain('which no redirect takes along');
    expect(JSON.stringify([failed, await run(id)])).not.toContain('secret');
  });

  it.each([
    [
      'http',
      'http://club.test/a.ics',
      {},
      'url: Invalid parameter. A password goes over https alone.',
    ],
    [
      'another origin',
      'https://other.test/a.ics',
      {},
      'user: Invalid parameter. Is that of https://club.test',
    ],
    ['a colon', 'https://club.test/a.ics', { user: 'a:b' }, 'without a colon'],
    ['two lines', 'https://club.test/a.ics', { password: 'a\nb' }, 'one line'],
    ['no password', 'https://club.test/a.ics', { password: '' }, 'one line'],
  ])('must fit: %s', async (_, url, more, reason) => {
    await open();
    const { origin: of } = url.startsWith('http:') ? new URL(url) : { origin: 'https://club.test' };
    const credentials = { origin: of, user: 'club', password: PASSWORD, ...more };
    const params = await subscribe({ url, credentials }).catch(({ data }) => data.params);
    const told = Object.entries(params).map(([name, text]) => `${name}: ${text}`);
    expect(told.join('\n')).toContain(reason);
  });

  it('do not go along to another origin when the address changes', async () => {
    await open();
    const id = await subscribe({ credentials: given() });
    const url = club.url.replace('127.0.0.1', '127.0.0.2');
    await expect(changeSource(club.app.deps, id, { url })).rejects.toMatchObject({
      data: { params: { user: expect.stringContaining('give both again') } },
    });
    await changeSource(club.app.deps, id, { url, credentials: null });
  });

  it('go over TLS, which is checked', async () => {
    const folder = tempFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const files = ['-days', '2', '-keyout', key, '-out', cert];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files],
      {
        stdio: 'ignore',
      },
    );
    const seen: (string | undefined)[] = [];
    const options = { key: readFileSync(key), cert: readFileSync(cert) };
    const secure = createServer(options, ({ headers }, response) => {
      seen.push(headers.authorization);
      response.end(calendar([{ uid: 'a' }]));
    });
    const url = `${await listening(secure, 'https')}/a.ics`;
    await open();
    const credentials = { ...given(), origin: new URL(url).origin };
    const id = await subscribe({ url, credentials });
    expect((await run(id)).reason).toContain('(DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(seen).toEqual([]);
    const outbound = { isPrivateAllowed: true, ca: String(options.cert) };
    expect((await run(id, { ...club.app.deps, outbound })).created).toBe(1);
    expect(seen).toEqual([HEADER]);
    secure.close();
  });

  it('and secrets of addresses are shown by no command', { timeout: 180_000 }, async () => {
    const engines = await takeEngines(pairNamed('sqlite + sqlite'));
    await (await openTestApp(pairNamed('sqlite + sqlite'), { engines })).close();
    serve(calendar([{ uid: 'a', start: '20301001T100000Z' }]));
    const file = join(tempFolder(), 'password');
    writeFileSync(file, `${PASSWORD}\r\nmore\n`);
    const settings = { ...engines.settings, OUTBOUND: 'any' };
    const sources = (...args: string[]) => runScript('sources', args, settings);
    const url = `${club.url.replace('club.ics', 'private-c0ffee12/club.ics')}?key=hush`;
    const lone = await sources('add', url, '--user', 'club');
    expect([lone.code, lone.stderr]).toEqual([1, '--user: needs --password-file.\n']);
    const added = await sources('add', url, '--user', 'club', '--password-file', file);
    const seen = remember();
    const told = [added, await sources('run'), await sources('list'), await sources('remove', '1')];
    expect(told.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(seen).toEqual([`/private-c0ffee12/club.ics?key=hush ${HEADER}`]);
    const text = told.map(({ stdout, stderr }) => stdout + stderr).join('');
    expect(text).toContain(`${origin()}/…/club.ics?…`);
    for (const secret of ['gr€at', 'hush', 'c0ffee']) expect(text).not.toContain(secret);
    await engines.release();
  });
});

test.each([
  ['https://club.test/events.ics', 'https://club.test/events.ics'],
  [
    'https://club.test/wp-json/tribe/events/v1/events',
    'https://club.test/wp-json/tribe/events/v1/events',
  ],
  ['webcal://club.test/a.ics?token=x', 'webcal://club.test/a.ics?…'],
  [
    'https://calendar.google.com/calendar/ical/x4f9%40group.calendar.google.com/private-0a1b/basic.ics',
    'https://calendar.google.com/calendar/ical/…/…/basic.ics',
  ],
  [
    'https://outlook.office365.com/owa/calendar/3fd0c5e2@club.test/0cafe1/calendar.ics',
    'https://outlook.office365.com/owa/calendar/…/…/calendar.ics',
  ],
  ['https://p1.icloud.test/published/2/MTIzNDU2Nzg5', 'https://p1.icloud.test/published/2/…'],
  [
    'https://cloud.test/public-calendars/aBcDeFgHiJ?export',
    'https://cloud.test/public-calendars/…?…',
  ],
  ['https://user:word@club.test/a.ics#hush', 'https://club.test/a.ics'],
  ['no address', '…'],
])('%s is shown as %s', (url, shown) => expect(shownUrl(url)).toBe(shown));
