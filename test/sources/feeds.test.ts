/** Calendars in pages that lead astray, and one that hangs. Contract 32. */
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { readSource } from '../../src/sources/source.js';
import { openSources } from '../../src/sources/upkeep.js';
import { calendar, club, open, run, subscribe, titles, useClub } from '../support/club.js';
import { until } from '../support/until.js';

useClub();

test.each([
  ['itself', () => club.url, 'its next page is one that was read'],
  ['a page before', () => `${club.url}?page=2`, 'its next page is one that was read'],
  ['another host', () => club.url.replace('127.0.0.1', 'localhost'), 'on another host'],
])('a next page that is %s', async (_name, next, reason) => {
  await open();
  club.answer = ({ url = '' }, response) => {
    const second = url.includes('page=2') ? next() : '?page=2';
    response.writeHead(200, { link: `<${second}>; rel="next"` });
    response.end(calendar([{ uid: 'a' }]));
  };
  const id = await subscribe();
  expect(await run(id)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining(reason),
  });
  expect(club.asked).toHaveLength(2);
  expect(await titles()).toEqual([]);
});

test('one that hangs delays no other', async () => {
  await open();
  let hanging: ServerResponse | undefined;
  club.answer = ({ url = '' }, response) => {
    if (url.includes('hangs')) hanging = response;
    else response.end(calendar([{ uid: 'a' }]));
  };
  await subscribe({ url: `${club.url}?hangs` });
  const id = await subscribe();
  await openSources(club.app.deps)();
  await until(async () => (await readSource(club.app.deps, id)).value.last_run);
  expect(await titles()).toEqual(['a']);
  expect(hanging?.writableEnded).toBe(false);
  hanging?.end(calendar([]));
});
