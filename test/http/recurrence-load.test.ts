/** Recurring events of calendars and of our own rows: rules, changed dates. Contract 17, 29.5. */
import { expect, it } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import { overTwoPairs } from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { inMarch } from '../support/series.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');

/** A changed date stands before its series, and names its time in UTC. */
const CALENDAR = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:market@example.org',
  'RECURRENCE-ID:20260310T180000Z',
  'SUMMARY:Night market',
  'DTSTART;TZID=Europe/Paris:20260310T200000',
  'DTEND;TZID=Europe/Paris:20260310T230000',
  'LOCATION:Square',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:market@example.org',
  'SUMMARY:Market',
  'DTSTART;TZID=Europe/Paris:20260303T190000',
  'DTEND;TZID=Europe/Paris:20260303T210000',
  'RRULE:FREQ=WEEKLY;COUNT=4',
  'EXDATE;TZID=Europe/Paris:20260317T190000',
  'LOCATION:Square',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:market@example.org',
  'RECURRENCE-ID;TZID=Europe/Paris:20260311T190000',
  'SUMMARY:Never',
  'DTSTART;TZID=Europe/Paris:20260311T190000',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:odd@example.org',
  'SUMMARY:Odd start',
  'DTSTART;VALUE=DATE:20260305',
  'RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

const starts = async (app: TestApp, query: string): Promise<Json[]> => {
  const list = await app.given({ request: `GET /events?per_page=50&${query}` });
  return list.events.map((one: Json) => [one.start_date, one.title, one.recurrence?.changed]);
};

overTwoPairs('a load of recurring events', (pair) => {
  it('makes series of them, and its changed dates differ in what the file says', async () => {
    const app = await openTestApp(pair, { overrides: { now: () => NOW } });
    const load = async (type: string, body: string): Promise<Json[]> => {
      const answer = await app.call({ request: 'POST /events/bulk', as: 'admin', type, body });
      const lines = String(answer.text ?? '').split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
    };
    try {
      const first = await load('text/calendar', CALENDAR);
      expect(first.at(-1)).toMatchObject({
        complete: true,
        summary: { created: 2, updated: 1, unchanged: 0, rejected: 1 },
      });
      const reasons = first.flatMap(({ params }) => (params ? Object.values(params) : []));
      expect(reasons).toEqual([expect.stringContaining('the series has no such date')]);
      const [series] = (await app.given({ request: 'GET /events?view=series&search=market' }))
        .events;
      expect(await starts(app, `post_parent=${series.id}`)).toEqual([
        ['2026-03-03 19:00:00', 'Market', []],
        [
          '2026-03-10 20:00:00',
          'Night market',
          ['all_day', 'end_date', 'start_date', 'timezone', 'title'],
        ],
        ['2026-03-24 19:00:00', 'Market', []],
      ]);
      expect(await starts(app, 'search=odd')).toEqual([
        ['2026-03-05 00:00:00', 'Odd start', []],
        ['2026-03-06 00:00:00', 'Odd start', []],
        ['2026-03-13 00:00:00', 'Odd start', []],
      ]);
      const again = await load('text/calendar', CALENDAR);
      expect(again.at(-1)?.summary).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
      const key = series.external_id ?? 'ical:market@example.org';
      const rows = [
        { external_id: key, recurrence_id: '2026-03-24 19:00:00', title: 'Last market' },
        { external_id: 'ical:nobody', recurrence_id: '2026-03-24 19:00:00', title: 'None' },
      ];
      const own = await load('application/json', JSON.stringify(rows));
      expect(own.at(-1)?.summary).toMatchObject({ updated: 1, rejected: 1 });
      expect(await starts(app, 'search=last')).toEqual([
        ['2026-03-24 19:00:00', 'Last market', expect.arrayContaining(['title'])],
      ]);
      await drain(app.deps);
      expect(await disagreements(app.deps)).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

const following = (rest: string[]) => [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:class',
  'SUMMARY:Class',
  'DTSTART;TZID=Europe/Paris:20260303T190000',
  'DTEND;TZID=Europe/Paris:20260303T210000',
  'RRULE:FREQ=WEEKLY;COUNT=5',
  'END:VEVENT',
  ...rest,
  'END:VCALENDAR',
];

/** From the third date on an evening later, the last one in another place. */
const CHANGES = [
  'BEGIN:VEVENT',
  'UID:class',
  'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Paris:20260317T190000',
  'SUMMARY:Late class',
  'DTSTART;TZID=Europe/Paris:20260318T200000',
  'DTEND;TZID=Europe/Paris:20260318T210000',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:class',
  'RECURRENCE-ID;TZID=Europe/Paris:20260331T190000',
  'SUMMARY:Last class',
  'DTSTART;TZID=Europe/Paris:20260401T200000',
  'DTEND;TZID=Europe/Paris:20260401T210000',
  'END:VEVENT',
];

overTwoPairs('a load with a change of all following dates', (pair) => {
  it('is a part of the series, and the same load again changes nothing', async () => {
    const app = await openTestApp(pair, { overrides: { now: () => NOW } });
    const load = async (lines: string[]): Promise<Json> => {
      const body = lines.join('\r\n');
      const given = { request: 'POST /events/bulk', as: 'admin', type: 'text/calendar', body };
      const { text } = await app.call(given);
      return JSON.parse(String(text).trim().split('\n').at(-1) ?? '').summary;
    };
    const early = [
      ['2026-03-03 19:00:00', 'Class', []],
      ['2026-03-10 19:00:00', 'Class', []],
    ];
    const late = [
      ...early,
      ['2026-03-18 20:00:00', 'Late class', []],
      ['2026-03-25 20:00:00', 'Late class', []],
      ['2026-04-01 20:00:00', 'Last class', ['title']],
    ];
    try {
      expect(await load(following(CHANGES))).toMatchObject({ created: 1, updated: 2, rejected: 0 });
      expect(await starts(app, 'search=class')).toEqual(late);
      expect(await load(following(CHANGES))).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 3,
      });
      expect(await starts(app, 'search=class')).toEqual(late);
      const [series] = (await app.given({ request: 'GET /events?view=series' })).events;
      expect(series.recurrence.parts[1].rules).toEqual(['RRULE:FREQ=WEEKLY;COUNT=3']);
      // A date sent back as it was read says nothing: the part stays the calendar's.
      const { events } = await app.given({ request: 'GET /events?per_page=50&search=class' });
      for (const date of events) {
        const request = `PUT /events/${date.id}?scope=following`;
        await app.given({ request, body: date });
      }
      expect(await app.given({ request: `GET /events/${series.id}` })).toMatchObject(series);
      const calendar = await app.call({ request: `GET /events/${series.id}.ics` });
      expect(String(calendar.text)).toContain('UID:class/20260317T190000');
      expect(String(calendar.text)).toContain('RELATED-TO:class');
      expect(await load(following([]))).toMatchObject({ updated: 1 });
      expect((await starts(app, 'search=class'))[3]).toEqual(['2026-03-24 19:00:00', 'Class', []]);
      await drain(app.deps);
      expect(await disagreements(app.deps)).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

/** → of a load of lines of a calendar: created, updated, unchanged, rejected. */
async function countsOf(app: TestApp, lines: string[] | string): Promise<number[]> {
  const body = typeof lines === 'string' ? lines : lines.join('\r\n');
  const given = { request: 'POST /events/bulk', as: 'admin', type: 'text/calendar', body };
  const { text } = await app.call(given);
  await drain(app.deps);
  const { summary } = JSON.parse(String(text).trim().split('\n').at(-1) ?? '');
  return [summary.created, summary.updated, summary.unchanged, summary.rejected];
}

overTwoPairs('the same load of a series again', (pair) => {
  it(
    'leaves it split where it was split here, and changes dates of both parts',
    inMarch(pair, async (app) => {
      expect(await countsOf(app, following([]))).toEqual([1, 0, 0, 0]);
      const { events } = await app.given({ request: 'GET /events?search=class' });
      const body = { scope: 'following', title: 'Our class' };
      await app.given({ request: `PATCH /events/${events[2].id}`, body });
      await drain(app.deps);
      const split = await starts(app, 'search=class');
      expect(split.map(([, title]) => title).join()).toBe(
        'Class,Class,Our class,Our class,Our class',
      );
      expect(await countsOf(app, following([]))).toEqual([0, 0, 1, 0]);
      expect(await starts(app, 'search=class')).toEqual(split);
      const guest = (day: string) => [
        'BEGIN:VEVENT',
        'UID:class',
        `RECURRENCE-ID;TZID=Europe/Paris:${day}T190000`,
        `SUMMARY:Guest class ${day}`,
        `DTSTART;TZID=Europe/Paris:${day}T190000`,
        `DTEND;TZID=Europe/Paris:${day}T210000`,
        'END:VEVENT',
      ];
      const guests = following([...guest('20260310'), ...guest('20260331')]);
      expect(await countsOf(app, guests)).toEqual([0, 2, 1, 0]);
      expect((await starts(app, 'search=class')).map(([, title]) => title).join()).toBe(
        'Class,Guest class 20260310,Our class,Our class,Guest class 20260331',
      );
    }),
  );

  it(
    'finds the changed dates of years ago, which it made at first',
    inMarch(pair, async (app) => {
      const old = [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:old',
        'SUMMARY:Old',
        'DTSTART;TZID=Europe/Paris:20230307T190000',
        'RRULE:FREQ=WEEKLY;UNTIL=20230404T170000Z',
        'END:VEVENT',
        ...['20230314', '20230315'].flatMap((day) => [
          'BEGIN:VEVENT',
          'UID:old',
          `RECURRENCE-ID;TZID=Europe/Paris:${day}T190000`,
          'SUMMARY:Old guest',
          `DTSTART;TZID=Europe/Paris:${day}T190000`,
          'END:VEVENT',
        ]),
        'END:VCALENDAR',
      ];
      expect(await countsOf(app, old)).toEqual([1, 1, 0, 1]);
      expect(await countsOf(app, old)).toEqual([0, 0, 2, 1]);
      expect(await starts(app, 'start_date=2000-01-01&search=old')).toEqual([
        ['2023-03-14 19:00:00', 'Old guest', ['title']],
      ]);
    }),
  );

  it(
    'as our own calendar has it, or an event with a key, creates none',
    inMarch(pair, async (app) => {
      await countsOf(
        app,
        following([]).map((line) => line.replace('UID:class', 'UID:a/b')),
      );
      const single = {
        title: 'Keyed class',
        timezone: 'Europe/Paris',
        start_date: '2026-03-05 19:00:00',
        end_date: '2026-03-05 21:00:00',
      };
      await app.given({ request: 'PUT /events/external/crm/7', as: 'admin', body: single });
      const before = await starts(app, 'search=class');
      expect(before).toHaveLength(6);
      const { text } = await app.call({ request: 'GET /events.ics?search=class' });
      expect((await countsOf(app, String(text)))[0]).toBe(0);
      expect(await starts(app, 'search=class')).toEqual(before);
      // Another system of this host has given the UID of a date to something else.
      const foreign = ['BEGIN:VEVENT', 'UID:event-2@example.com', 'SUMMARY:Opera', 'END:VEVENT'];
      foreign.splice(3, 0, 'DTSTART;TZID=Europe/Paris:20260401T200000');
      const body = ['BEGIN:VCALENDAR', ...foreign, 'END:VCALENDAR'];
      expect(await countsOf(app, body)).toEqual([1, 0, 0, 0]);
      const [series] = (await app.given({ request: 'GET /events?view=series' })).events;
      await app.given({ request: `PATCH /events/${series.id}`, body: { title: 'Other class' } });
      await drain(app.deps);
      const titles = (await starts(app, 'search=other')).map(([, title]) => title);
      expect(titles).toEqual(Array(5).fill('Other class'));
    }),
  );
});
