/** Messages name the value, the column of the file, the header, the format, and the element. */
import { expect, test } from 'vitest';
import { loadBody, openCases } from '../support/cases.js';
import { readText } from '../support/read-text.js';

const app = openCases();
const csv = (...lines: string[]) => ({ body: lines.join('\n'), type: 'text/csv' });

async function load({ body, type }: { body: string; type?: string }, query = '') {
  return loadBody(app(), body, { query, ...(type ? { type } : {}) });
}

test('a value that rejects its row stands in the reason, with the column of the file', async () => {
  const { lines } = await load(
    csv(
      ...['Titel;Datum;Uhrzeit;Bild', 'Chor;05.12.2027;nach dem Essen;', 'Ball;irgendwann;19:00;'],
      'Markt;05.12.2027;19:00;a picture',
    ),
  );
  const [clock, day] = lines.map(({ params }) => params?.start_date);
  expect(clock).toMatch(
    /Must be a date-time .*: "2027-12-05 nach dem Essen" \(column Datum, Uhrzeit\)$/,
  );
  expect(day).toMatch(/: "irgendwann 19:00" \(column Datum, Uhrzeit\)$/);
});

test('a day of two readings names its column, a described record the value in it', async () => {
  const two = await load(csv('name,when', 'A,12/04/2027'), '?columns=name=title,when=start_date');
  expect(two.lines[0].params.start_date).toMatch(/^"12\/04\/2027" is .* \(column when\)$/);
  const venue = { venue: 'Hall', geo_lat: 'north', geo_lng: 1 };
  const row = { title: 'A', start_date: '2027-12-01 19:00', venue };
  const { lines } = await load({ body: JSON.stringify([row]) });
  expect(lines[0].params.venue).toMatch(/^The venue given is not valid: geo_lat: .*: "north"$/);
});

test('a word that a field does not have costs itself, and is named with its column', async () => {
  const table = csv('Name,When,State', 'A,2027-12-05,in review', 'B,2027-12-05,live');
  const { lines, summary } = await load(table, '?columns=Name=title,When=start_date,State=status');
  expect([summary.created, summary.rejected]).toEqual([2, 0]);
  expect(lines[0].warnings.status).toMatch(/^left out: .*: "in review" \(column State\)$/);
  // It may be hidden there.
  const path = `/events/${lines[0].id}`;
  expect((await app().given({ request: `GET ${path}`, as: 'admin' })).status).toBe('draft');
  await app().given({ request: `PATCH ${path}`, as: 'admin', body: { status: 'publish' } });
  await load(table, '?columns=Name=title,When=start_date,State=status');
  expect((await app().given({ request: `GET ${path}` })).status).toBe('publish');
  const of = { '@type': 'Event', name: 'C', startDate: '2027-12-06T19:00:00Z' };
  const stated = [
    { ...of, url: 'https://e.example.org/1', eventStatus: 'https://schema.org/EventMerged' },
    { ...of, url: 'https://e.example.org/2', eventStatus: ['EventMerged', 'EventCancelled'] },
  ];
  const { lines: events, summary: counts } = await load({ body: JSON.stringify(stated) });
  expect([counts.created, counts.rejected]).toEqual([2, 0]);
  expect(events[0].warnings.event_status).toMatch(/^left out: .*: "eventmerged"$/);
  expect(events[1].warnings).toBeUndefined();
  const own = { title: 'D', start_date: '2027-12-07', availability: 'some', event_status: 'void' };
  const [row] = (await load({ body: JSON.stringify([own]) })).lines;
  expect(Object.keys(row.warnings)).toEqual(['event_status', 'availability']);
});

test('a zone that no table has costs itself, and the zone that counts is named', async () => {
  const row = { title: 'A', start_date: '2027-12-05 19:00', timezone: 'CST' };
  const venue = { venue: 'Hall', city: 'Chicago', state: 'Illinois', country: 'United States' };
  const rows = [row, { ...row, title: 'B', venue }];
  const { lines, events } = await load({ body: JSON.stringify(rows) });
  const zones = ['UTC', 'America/Chicago'];
  expect(lines.map(({ warnings }) => warnings?.timezone)).toEqual(
    zones.map((zone) => expect.stringMatching(`^left out: .*: "CST"; ${zone} counts$`)),
  );
  expect(['A', 'B'].map((title) => events.get(title)?.[0].timezone)).toEqual(zones);
  const again = await load({ body: JSON.stringify(rows) });
  expect(again.lines[1]).toMatchObject({ status: 'unchanged', warnings: lines[1].warnings });
});

test('a path through a list means its first element, unless it names another', async () => {
  const row = { name: 'A', dates: [{ at: '2027-12-05' }, { at: '2027-12-06' }], '0': 'x' };
  const { payloads } = await readText(JSON.stringify([row]), {
    columns: 'name=title,dates.at=start_date',
  });
  expect(payloads).toMatchObject([{ title: 'A', start_date: '2027-12-05' }]);
  const second = { columns: 'name=title,dates.1.at=start_date' };
  expect((await readText(JSON.stringify([row]), second)).payloads[0].start_date).toBe('2027-12-06');
  const none = await readText(JSON.stringify([{ name: 'A', dates: [] }]), second);
  expect(none.notes).toEqual(['dates.1.at: named as a column that no row has, in files: 1']);
});

test('a row without a title or start names the columns that it has', async () => {
  const { lines } = await load(csv('Foo,When it is', 'Chor,05.12.2027'));
  const reason = 'no column is read as title, start_date: "Foo, When it is"';
  expect(lines[0].params).toMatchObject({ title: 'Is missing.', line: reason });
  const named = await load(csv('Title,Start Date', ',2027-12-05'));
  expect(named.lines[0].params).toEqual({ title: 'Is missing.' });
});

test('a format in which the first row cannot be read is named', async () => {
  const { notes } = await readText('title,start_date\nA,2027-12-05,x\nB,2027-12-06');
  expect(notes).toEqual(['format: csv, as the content shows; files: 1']);
  expect((await readText('title,start_date\nA,2027-12-05')).notes).toEqual([]);
  const json = await readText('title,start_date\nA,2027-12-05', { format: 'json' });
  expect(json.notes).toEqual(['format: json, chosen; files: 1']);
});

test('elements of an array in one line are counted, those in lines of their own are not', async () => {
  const rows = ['{"a":1}', '{"title":"A","start_date":"x"}', '{"b":1}'];
  const linesOf = async (body: string) => (await load({ body })).lines.map(({ line }) => line);
  expect(await linesOf(`[${rows.join(',')}]`)).toEqual([1, 2, 3]);
  expect(await linesOf(`{"page":1,"events":[${rows.join(',')}]}`)).toEqual([1, 2, 3]);
  expect(await linesOf(`[\n${rows.join(', ')}\n]`)).toEqual([2, 2, 2]);
  expect(await linesOf(`[${rows.join(',\n')}]`)).toEqual([1, 2, 3]);
});
