/** Rows are validated before anything stored is read: what is matched and linked is what is kept. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { noCounts, runLoad } from '../../src/import/run.js';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject } from '../../src/kinds/record.js';
import type { MappedEntry } from '../../src/rows/statement.js';
import { embeddedPair, type Opened, openPair } from '../support/adapters.js';
import { loadRows } from '../support/load-rows.js';

const author = { id: 1, name: 'calendar', role: 'author' as const };
const times = { start_date: '2026-05-01 10:00', end_date: '2026-05-01 11:00' };

let opened: Opened;
beforeEach(async () => {
  opened = await openPair(embeddedPair);
});
afterEach(() => opened.close());

const row = (payload: JsonObject, externalId: string | null = null): MappedEntry => ({
  externalId,
  payload,
});
const load = (kind: 'venue' | 'event', ...rows: MappedEntry[]) =>
  loadRows(opened.deps, kinds[kind], rows, { caller: author });
const namesOf = async (kind: 'venue' | 'organizer' | 'event') =>
  (await opened.deps.store.scan(kind, { afterId: 0, limit: 100 })).map(({ title }) => title);

it('a name is matched as it is stored, without the tags of strangers', async () => {
  const hall = () => row({ venue: '<b>Hall</b>', city: 'Ghent' });
  expect((await load('venue', hall()))[0]?.outcome).toBe('created');
  expect((await load('venue', hall()))[0]?.outcome).toBe('unchanged');
  for (const title of ['First', 'Second']) {
    const venue = { venue: '<b>Hall</b>', city: '<i>Ghent</i>' };
    await load('event', row({ ...times, title, venue }));
  }
  expect(await namesOf('venue')).toEqual(['Hall']);
});

it('a described record may be named by its key alone, once it is there', async () => {
  const ofHall = (title: string) => row({ ...times, title, venue: { external_id: 'crm:7' } });
  const [missing] = await load('event', ofHall('Early'));
  expect(missing).toMatchObject({ outcome: 'rejected', issues: [{ param: 'venue' }] });
  await load('venue', row({ venue: 'Hall' }, 'crm:7'));
  const [linked] = await load('event', ofHall('Late'));
  expect(linked).toMatchObject({ outcome: 'created' });
  expect(await namesOf('venue')).toEqual(['Hall']);
});

it('what moves online is attended there, though its row leaves out how', async () => {
  const fair = (payload: JsonObject) => ({
    ...row({ ...times, title: 'Fair', ...payload }, 'x:1'),
    emptied: ['attendance_mode'],
  });
  await load('event', fair({}));
  const [moved] = await load('event', fair({ event_status: 'moved_online' }));
  expect(moved).toMatchObject({ outcome: 'updated' });
  const [event] = await opened.deps.store.scan('event', { afterId: 0, limit: 1 });
  expect(event?.fields.attendance_mode).toBe('online');
});

it('a row with an invalid part leaves nothing of its other parts', async () => {
  const venue = { venue: 'Hall', geo_lat: 200, geo_lng: 3 };
  const organizer = { organizer: 'Club' };
  const [refused] = await load('event', row({ ...times, title: 'Fair', venue, organizer }));
  expect(refused).toMatchObject({ outcome: 'rejected', issues: [{ param: 'venue' }] });
  expect(await namesOf('organizer')).toEqual([]);
});

it('all faults of a row are told at once, also of one about a date', async () => {
  async function* items() {
    const payload = { title: 'Fair', end_date: {}, featured: 'gone' };
    const lines = { lines: [1], warnings: [] };
    yield { ...lines, externalId: 'x:1', payload, occurrence: '2026-05-01 10:00:00' };
  }
  const run = { items: items(), caller: author, counts: noCounts() };
  const params: string[][] = [];
  for await (const batch of runLoad(opened.deps, kinds.event, run)) {
    for (const { result } of batch) {
      if (result.outcome === 'rejected') params.push(result.issues.map(({ param }) => param));
    }
  }
  expect(params).toEqual([['end_date', 'featured']]);
});

it("of texts in several languages the site's counts, whichever comes first", async () => {
  const texts = { lang: 'fr', title: 'Fête', 'title.en': 'Feast', description: 'Grande' };
  const [made] = await load('event', row({ ...times, ...texts }));
  expect(made).toMatchObject({ outcome: 'created', record: { title: 'Feast' } });
});
