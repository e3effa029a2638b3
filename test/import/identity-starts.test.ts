/** One identity with several starts: an event that moved, shows of a run, and what is over. */
import { expect, test } from 'vitest';
import { type Facts, loadBody, loadCase, openCases } from '../support/cases.js';

const app = openCases();

const event = (day: string, more: Facts = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'Show',
  url: 'https://example.org/show',
  startDate: `${day}T19:00:00+01:00`,
  ...more,
});
const load = (...nodes: object[]) => loadBody(app(), JSON.stringify(nodes));
const starts = (loaded: { events: Map<string, Facts[]> }, title = 'Show') =>
  (loaded.events.get(title) ?? []).map(({ start_date }) => start_date.slice(0, 10));

test('an event that moved is the same one', async () => {
  await loadCase(app(), '27-moved-event-1.jsonld');
  const loaded = await loadCase(app(), '27-moved-event-2.jsonld');
  expect(loaded.summary).toMatchObject({ created: 0, updated: 1 });
  const [moved, ...others] = loaded.events.get('M1 Vortrag') ?? [];
  expect(others).toEqual([]);
  expect(moved).toMatchObject({
    utc_start_date: '2026-12-17 18:00:00',
    event_status: 'rescheduled',
    previous_dates: [expect.objectContaining({ start_date: '2026-12-10 19:00:00' })],
  });
});

test.each([
  {},
  { '@id': 'https://example.org/#show-1' },
  { identifier: 17 },
])('also without its former start: %j', async (more) => {
  const [first] = (await load(event('2026-12-10', more))).lines;
  const again = await load(event('2026-12-17', more));
  expect(again.lines).toMatchObject([{ status: 'updated', id: first.id }]);
  expect((await load(event('2026-12-17', more))).lines).toMatchObject([{ status: 'unchanged' }]);
  expect((await load(event('2026-12-10', more))).lines).toMatchObject([{ id: first.id }]);
});

test('shows of a run stay several, in any order, for good', async () => {
  const run = ['2026-12-10', '2026-12-11', '2026-12-12'].map((day) => event(day));
  expect((await load(...run)).summary).toMatchObject({ created: 3 });
  expect((await load(...run.toReversed())).summary).toMatchObject({ created: 0, unchanged: 3 });
  const [alone] = (await load(event('2026-12-20'))).lines;
  expect(alone.status).toBe('created');
  const loaded = await load(event('2026-12-20'), ...run);
  expect(loaded.summary).toMatchObject({ created: 0, unchanged: 4 });
  expect(starts(loaded)).toEqual(['2026-12-10', '2026-12-11', '2026-12-12', '2026-12-20']);
});

test('what is over is not moved: the next one is another', async () => {
  await load(event('2026-11-20'));
  const loaded = await load(event('2027-11-20'));
  expect(loaded.summary).toMatchObject({ created: 1, updated: 0 });
  expect(starts(loaded)).toEqual(['2026-11-20', '2027-11-20']);
});

const vevent = (start: string, sequence = 0) =>
  `${['BEGIN:VEVENT', 'UID:story-time@example.org', 'SUMMARY:Show', `SEQUENCE:${sequence}`].join(
    '\n',
  )}\nDTSTART:${start}T100000Z\nEND:VEVENT\n`;
const calendar = (...events: string[]) =>
  loadBody(app(), `BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR\n`, { type: 'text/calendar' });

test('a UID that had several starts keeps them apart', async () => {
  const days = ['20261201', '20261208', '20261215'];
  const first = await calendar(...days.map((day) => vevent(day)));
  expect(first.summary).toMatchObject({ created: 3 });
  const uids = await Promise.all(
    (first.events.get('Show') ?? []).map(async ({ id }) => {
      const { text } = await app().call({ request: `GET /events/${id}.ics` });
      return /^UID:(.*)\r$/m.exec(text)?.[1];
    }),
  );
  expect(new Set(uids).size).toBe(3);
  expect((await calendar(vevent('20261215'))).lines).toMatchObject([{ status: 'unchanged' }]);
  expect((await calendar(vevent('20261222'))).lines).toMatchObject([{ status: 'created' }]);
  const all = await calendar(...[...days, '20261222'].map((day) => vevent(day)));
  expect(all.summary).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
});

test('a higher SEQUENCE is a version: the event moved', async () => {
  const [{ id }] = (await calendar(vevent('20261201'))).lines;
  const loaded = await calendar(vevent('20261201'), vevent('20261208', 1));
  expect(loaded.lines).toMatchObject([{ status: 'updated', id }]);
  expect(loaded.notes).toHaveProperty('sequence');
  expect(starts(loaded)).toEqual(['2026-12-08']);
});

test('a changed date without its series is an event until the series comes', async () => {
  const loaded = await loadCase(app(), '09-changed-date-alone.ics');
  expect(loaded.summary).toMatchObject({ created: 1, rejected: 0 });
  const [before] = loaded.events.get('Only this date') ?? [];
  expect(before).toMatchObject({ start_date: '2026-12-11 08:00:00', timezone: 'Europe/Berlin' });
  const again = await loadCase(app(), '09-changed-date-alone.ics');
  expect(again.summary).toMatchObject({ unchanged: 1 });
  const series = ['UID:m@x', 'SUMMARY:Series', 'RRULE:FREQ=WEEKLY;COUNT=3'].join('\n');
  const start = 'DTSTART;TZID=Europe/Berlin:20261204T093000\nDURATION:PT2H';
  await calendar(`BEGIN:VEVENT\n${series}\n${start}\nEND:VEVENT\n`);
  const whole = await loadCase(app(), '09-changed-date-alone.ics');
  const [date, ...others] = whole.events.get('Only this date') ?? [];
  expect(others).toEqual([]);
  expect(date).toMatchObject({
    start_date: '2026-12-11 08:00:00',
    recurrence: { original_start_date: '2026-12-11 09:30:00' },
  });
  expect(starts(whole, 'Series')).toEqual(['2026-12-04', '2026-12-18']);
  const { status, headers } = await app().call({
    request: `GET /events/by-slug/${before?.slug}`,
  });
  expect([status, headers.get('location')]).toEqual([301, expect.stringMatching(`/${date?.id}$`)]);
});
