/** Recurring events of calendars and of our own rows: rules, changed dates. Contract 17, 29.5. */
import { expect } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import type { Json, TestApp } from '../support/app.js';
import { type Loaded, load as sendLoad } from '../support/http-loads.js';
import { inMarch } from '../support/series.js';

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

/** Loads lines of a calendar, or rows. */
const load = async (app: TestApp, lines: string | string[] | Json[]): Promise<Loaded> => {
  const isText = typeof lines[0] === 'string' && typeof lines !== 'string';
  const rows = isText ? lines.join('\r\n') : lines;
  const loaded = await sendLoad(app, 'events/bulk', rows, { as: 'admin' });
  await drain(app.deps);
  return loaded;
};

/** → of a load: created, updated, unchanged, rejected. */
const countsOf = async (app: TestApp, lines: string | string[] | Json[]): Promise<number[]> =>
  (await load(app, lines)).counts.slice(0, 4);

inMarch('a load of recurring events', {
  'makes series of them, and its changed dates differ in what the file says': async (app) => {
    const { lines, counts } = await load(app, CALENDAR);
    expect(counts).toEqual([2, 1, 0, 1, 4]);
    const reasons = lines.flatMap(({ params }) => (params ? Object.values(params) : []));
    expect(reasons).toEqual([expect.stringContaining('the series has no such date')]);
    const [series] = (await app.given({ request: 'GET /events?view=series&search=market' })).events;
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
    expect(await countsOf(app, CALENDAR)).toEqual([0, 0, 3, 1]);
    const key = series.external_id ?? 'ical:market@example.org';
    const rows = [
      { external_id: key, recurrence_id: '2026-03-24 19:00:00', title: 'Last market' },
      { external_id: 'ical:nobody', recurrence_id: '2026-03-24 19:00:00', title: 'None' },
    ];
    expect(await countsOf(app, rows)).toEqual([0, 1, 0, 1]);
    expect(await starts(app, 'search=last')).toEqual([
      ['2026-03-24 19:00:00', 'Last market', expect.arrayContaining(['title'])],
    ]);
  },
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

inMarch('a load with a change of all following dates', {
  'is a part of the series, and the same load again changes nothing': async (app) => {
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
    expect(await countsOf(app, following(CHANGES))).toEqual([1, 2, 0, 0]);
    expect(await starts(app, 'search=class')).toEqual(late);
    expect(await countsOf(app, following(CHANGES))).toEqual([0, 0, 3, 0]);
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
    expect(await countsOf(app, following([]))).toEqual([0, 1, 0, 0]);
    expect((await starts(app, 'search=class'))[3]).toEqual(['2026-03-24 19:00:00', 'Class', []]);
  },
});

inMarch('the same load of a series again', {
  'leaves it split where it was split here, and changes dates of both parts': async (app) => {
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
  },

  'finds the changed dates of years ago, which it made at first': async (app) => {
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
  },

  'as our own calendar has it, or an event with a key, creates none': async (app) => {
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
  },
});
