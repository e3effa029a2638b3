/** Subscribed calendars whose UIDs or bytes are not what a calendar should have. Contract 32. */
import { expect, test } from 'vitest';
import { calendar, club, counts, listed, open, run, subscribe, useClub } from '../support/club.js';

useClub();

test('a charset of the header, a mark and blank lines before, a line behind', async () => {
  await open();
  const text = calendar([{ uid: 'a', summary: 'Führung über Dächer' }]);
  const answer = (type: string, bytes: Buffer) => {
    club.answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(bytes);
  };
  answer('text/calendar; charset=ISO-8859-1', Buffer.from(text, 'latin1'));
  const id = await subscribe();
  expect(counts(await run(id))).toEqual([1, 0, 0, 0]);
  expect((await listed())[0]).toMatchObject({ title: 'Führung über Dächer' });
  answer('text/calendar', Buffer.from(`\uFEFF\n\n${text}\n<!-- cached by x -->\n`));
  expect(counts(await run(id))).toEqual([0, 0, 1, 0]);
  answer('text/calendar', Buffer.from(text.slice(0, -30)));
  expect(await run(id)).toMatchObject({ outcome: 'failed', reason: 'the calendar is cut off' });
});

test('IDs of a table that were stored in small letters, before what is missing counts', async () => {
  await open();
  const ids = ['AAMkAGI1AAA=', 'AAMkAGi1AAA=', 'G5v0Z1'];
  const rows = ids.map((id, at) => `${id},Show ${id},2026-04-0${at + 1} 19:00`);
  const serveRows = (all: readonly string[]) => {
    const body = ['id,title,start_date', ...all, ''].join('\n');
    const headers = { 'content-type': 'text/csv', 'content-length': Buffer.byteLength(body) };
    club.answer = (_, response) => response.writeHead(200, headers).end(body);
  };
  serveRows(rows);
  const id = await subscribe({ columns: 'id=id', missing: 'trash' });
  expect(counts(await run(id))).toEqual([3, 0, 0, 0]);
  const { keys } = club.app.deps.store;
  const prefix = `calendar-${id}:`;
  const stored = await keys.list('event', { prefix, after: '', limit: 9 });
  const small = stored.slice(1).map((row) => {
    const told = { ...row.told, gone: 1 };
    return { ...row, key: row.key.toLowerCase(), how: 'claim' as const, told };
  });
  await keys.write('event', { lost: stored.slice(1).map(({ key }) => key), writes: small });
  for (let at = 0; at < 3; at += 1) {
    serveRows([...rows.slice(at), ...rows.slice(0, at)]);
    expect(await run(id)).toMatchObject({ created: 0, updated: 0, unchanged: 3, missing: 0 });
  }
  expect(await listed()).toHaveLength(3);
});
