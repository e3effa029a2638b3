/**
 * The dates of the list of events: default window, day rounding, the four sharp bounds, strict
 * dates, overlaps, site time zones. Contract 3.2, 3.5, 4.2; Contract 14.
 * Now is Tuesday 2026-03-10 12:00:00 UTC.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { oncePer, runScenarios, type Scenario } from '../support/scenarios.js';

type Times = Record<string, [start: string, end: string] | string>;

/** Events named by the key. A single time is both start and end. `timezone` applies to all. */
const given = oncePer((times: Times) =>
  oncePer((timezone: string | undefined) => async (app: TestApp) => {
    for (const [title, value] of Object.entries(times)) {
      const [start_date, end_date] = typeof value === 'string' ? [value, value] : value;
      await givenEvent(app, { title, start_date, end_date, ...(timezone ? { timezone } : {}) });
    }
  }),
);

const finds = (
  name: string,
  times: Times,
  query: string,
  titles: string,
  options: { zone?: string; eventZone?: string } = {},
): Scenario => ({
  name,
  ...(options.zone ? { settings: { SITE_TIMEZONE: options.zone } } : {}),
  given: given(times)(options.eventZone),
  call: { request: `GET /events?${query}` },
  status: 200,
  check: ({ body }) => {
    const found = body.events.map((event: Json) => event.title);
    expect(found).toEqual(titles.split(' ').filter(Boolean));
    expect(body.total).toBe(found.length);
  },
});

const refused = (rows: [query: string, ...params: string[]][]): Scenario[] =>
  rows.map(([query, ...params]) => ({
    name: `3.2 ${query} is 400 naming ${params.join(', ')}`,
    call: { request: `GET /events?${query}` },
    status: 400,
    code: 'rest_invalid_param',
    params,
  }));

const around = {
  before: '2026-03-08 23:59:59',
  yesterday: '2026-03-09 00:00:00',
  today: '2026-03-10 09:00:00',
  later: '2028-03-10 23:59:59',
  beyond: '2028-03-11 00:00:00',
};

const defaults: Scenario[] = [
  finds(
    '3.2 default window: yesterday 00:00 to the end of the day in 24 months',
    around,
    '',
    'yesterday today later',
  ),
  {
    name: '3.2 default window: as shown in links',
    call: { request: 'GET /events' },
    status: 200,
    check: ({ body }) => {
      const query = new URL(body.rest_url).searchParams;
      expect(query.get('start_date')).toBe('2026-03-09 23:59:00');
      expect(query.get('end_date')).toBe('2028-03-10 12:00:00');
    },
  },
  finds(
    '3.2 start_date alone: the default end stays',
    around,
    'start_date=2026-03-10',
    'today later',
  ),
  finds(
    '3.2 end_date alone: the default start stays',
    around,
    'end_date=2026-03-10',
    'yesterday today',
  ),
  finds(
    '3.2 both: past and far future',
    around,
    'start_date=2026-01-01&end_date=2030-01-01',
    'before yesterday today later beyond',
  ),
  finds(
    '3.2 default window with strict_dates: exact to the second',
    {
      first: '2026-03-09 23:58:59',
      second: '2026-03-09 23:59:00',
      third: '2028-03-10 12:00:00',
      fourth: '2028-03-10 12:00:01',
    },
    'strict_dates=true',
    'second third',
  ),
  finds(
    '3.2 default window: follows the time in Kiritimati (+14), where it is the 11th',
    {
      ninth: '2026-03-09 23:59:59',
      tenth: '2026-03-10 00:00:00',
      last: '2028-03-11 23:59:59',
      beyond: '2028-03-12 00:00:00',
    },
    '',
    'tenth last',
    { zone: 'Pacific/Kiritimati' },
  ),
  finds(
    '3.2 default window: follows the time in Honolulu (-10), where it is 02:00',
    {
      eighth: '2026-03-08 23:59:59',
      ninth: '2026-03-09 00:00:00',
      last: '2028-03-10 23:59:59',
      beyond: '2028-03-11 00:00:00',
    },
    '',
    'ninth last',
    { zone: 'Pacific/Honolulu' },
  ),
  {
    name: '3.2 default window: shown in the site zone',
    settings: { SITE_TIMEZONE: 'Asia/Tokyo' },
    call: { request: 'GET /events' },
    status: 200,
    check: ({ body }) => {
      const query = new URL(body.rest_url).searchParams;
      expect(query.get('start_date')).toBe('2026-03-09 23:59:00');
      expect(query.get('end_date')).toBe('2028-03-10 21:00:00');
    },
  },
];

const april = {
  a: ['2026-04-01 09:00:00', '2026-04-01 11:00:00'],
  b: ['2026-04-02 09:00:00', '2026-04-05 11:00:00'],
  c: ['2026-04-03 09:00:00', '2026-04-03 11:00:00'],
} satisfies Times;

/** Rows of [rule, query, expected titles], all with the same events. */
const table = (section: string, times: Times, rows: [string, string, string][]): Scenario[] =>
  rows.map(([rule, query, titles]) =>
    finds(`${section} ${rule}`, times, query.replaceAll(' ', '%20'), titles),
  );

const bounds: Scenario[] = [
  finds(
    '3.2 bounds are inclusive to the second',
    { in: '2026-04-01 00:00:00', out: '2026-04-02 00:00:00', last: '2026-04-01 23:59:59' },
    'start_date=2026-04-01&end_date=2026-04-01',
    'in last',
  ),
  ...table('3.2', { old: '2001-01-01', ...april, far: '2040-01-01' }, [
    ['start_date: rounded down to its day', 'start_date=2026-04-02 23:00', 'b c'],
    ['end_date: rounded up to its day', 'end_date=2026-04-02 00:00:01', 'a b'],
    ['end_date bounds the start, not the end (3.2)', 'end_date=2026-04-02', 'a b'],
    ['end before start: nothing', 'start_date=2026-04-03&end_date=2026-04-01', ''],
  ]),
  ...table('3.5 strict_dates:', april, [
    ['start to the second', 'strict_dates=true&start_date=2026-04-02 09:00:00', 'b c'],
    ['start a second later', 'strict_dates=1&start_date=2026-04-02 09:00:01', 'c'],
    ['end to the second', 'strict_dates=yes&end_date=2026-04-02 09:00:00', 'a b'],
    ['end a second before', 'strict_dates=true&end_date=2026-04-02 08:59:59', 'a'],
    ['other text is false', 'strict_dates=banana&start_date=2026-04-02 23:00', 'b c'],
  ]),
  ...table('3.5', { old: '2001-01-01', ...april, far: '2040-01-01' }, [
    [
      'starts_before: to the end of its day, no default',
      'starts_before=2026-04-02 01:00',
      'old a b',
    ],
    ['starts_before: strict', 'strict_dates=true&starts_before=2026-04-02 09:00:00', 'old a'],
    ['a given start_date stays', 'starts_before=2026-04-01&start_date=2002-01-01', 'a'],
    ['a given end_date stays', 'starts_after=2026-04-01&end_date=2026-04-02', 'b'],
    ['starts_after: to the end of its day (3.5)', 'starts_after=2026-04-01 01:00', 'b c far'],
    ['starts_after: strict', 'strict_dates=true&starts_after=2026-04-02 09:00:00', 'c far'],
    ['ends_before: to the end of its day', 'ends_before=2026-04-03', 'old a c'],
    ['ends_before: strict', 'strict_dates=true&ends_before=2026-04-03 11:00:00', 'old a'],
    ['ends_after: to the end of its day', 'ends_after=2026-04-03', 'b far'],
    ['ends_after: strict', 'strict_dates=true&ends_after=2026-04-03 11:00:00', 'b far'],
    ['starts_after and starts_before', 'starts_after=2026-04-01&starts_before=2026-04-02', 'b'],
    ['ends_after and ends_before', 'ends_after=2026-04-02&ends_before=2026-04-04', 'c'],
  ]),
];

const running = {
  festival: ['2026-03-01 09:00:00', '2026-03-20 18:00:00'],
  ended: ['2026-03-08 09:00:00', '2026-03-09 18:00:00'],
  morning: ['2026-03-10 09:00:00', '2026-03-10 11:00:00'],
  tomorrow: ['2026-03-11 09:00:00', '2026-03-11 11:00:00'],
} satisfies Times;

const overlaps: Scenario[] = [
  ...table('14 overlaps:', { old: ['2001-01-01', '2001-02-01'], ...running }, [
    ['a festival that began last week is on today', 'overlaps=today,today', 'festival morning'],
    ['days', 'overlaps=2026-03-10 15:00,2026-03-11 08:00', 'festival morning tomorrow'],
    ['strict, at this moment', 'strict_dates=true&overlaps=now,now', 'festival'],
    [
      'strict: a start at the end of the window counts, an end at its start does not',
      'strict_dates=true&overlaps=2026-03-10 11:00,2026-03-11 09:00',
      'festival tomorrow',
    ],
    [
      'strict: an end one second later',
      'strict_dates=true&overlaps=2026-03-10 10:59:59,2026-03-11 08:59:59',
      'festival morning',
    ],
    ['drops the default window', 'overlaps=2001-01-15,2001-01-16', 'old'],
    ['a given start_date stays', 'overlaps=today,tomorrow&start_date=today', 'morning tomorrow'],
    ['a date, then a word', 'overlaps=2026-03-10,tomorrow', 'festival morning tomorrow'],
    ['a word, then a date', 'overlaps=yesterday,2026-03-09', 'festival ended'],
    ['a plus sent unencoded', 'overlaps=now,+1+day', 'festival morning tomorrow'],
  ]),
  {
    name: '14 what ends at midnight, or in the night of its own clock, is not on the next day',
    readsOnly: true,
    given: async (app) => {
      for (const [title, start_date, end_date] of [
        ['concert', '2026-03-10 20:00', '2026-03-11 00:00'],
        ['party', '2026-03-10 22:00', '2026-03-11 00:00:01'],
        ['deadline', '2026-03-11 00:00', '2026-03-11 00:00'],
        ['fair', '2026-03-10 09:00', '2026-03-11 18:00'],
        ['club', '2026-03-11 01:00', '2026-03-11 05:00'],
        ['festival', '2026-03-09 18:00', '2026-03-11 06:00'],
        ['vigil', '2026-03-10 21:00', '2026-03-11 06:01'],
      ]) {
        await givenEvent(app, { title, start_date, end_date });
      }
    },
    call: { request: 'GET /events?overlaps=2026-03-11,2026-03-11&orderby=title' },
    status: 200,
    check: async ({ body }, _, app) => {
      const titlesOf = ({ events }: Json) => events.map(({ title }: Json) => title);
      expect(titlesOf(body).join(' ')).toBe('club deadline fair festival party vigil');
      const query = 'clock=local&overlaps=2026-03-11,2026-03-11&orderby=title';
      const own = await app.call({ request: `GET /events?${query}` });
      expect(titlesOf(own.body)).toEqual(['club', 'deadline', 'fair', 'vigil']);
      const at = async (moment: string) => {
        const query = `strict_dates=true&overlaps=${moment},${moment}&orderby=title`;
        return titlesOf((await app.call({ request: `GET /events?${query}` })).body);
      };
      const running = ['fair', 'festival'];
      expect(await at('2026-03-11 00:00:00')).toEqual(['deadline', ...running, 'party', 'vigil']);
      expect(await at('2026-03-10 23:59:59')).toEqual(['concert', ...running, 'party', 'vigil']);
      expect(await at('2026-03-11 00:00:01')).toEqual([...running, 'vigil']);
    },
  },
  finds(
    '14 overlaps: days in the site zone',
    { late: '2026-03-10 23:30:00', next: '2026-03-11 00:30:00' },
    'overlaps=2026-03-10,2026-03-10',
    'late',
    { zone: 'America/New_York' },
  ),
  finds(
    '14 overlaps: words in the site zone, where it is already tomorrow',
    { tenth: '2026-03-10 12:00:00', eleventh: '2026-03-11 12:00:00' },
    'overlaps=today,2026-03-11',
    'eleventh',
    { zone: 'Pacific/Kiritimati' },
  ),
  finds(
    '14 overlaps: to the end of time',
    running,
    'overlaps=2026-03-11,9999-12-31%2023:59:59',
    'festival tomorrow',
    { zone: 'America/New_York' },
  ),
];

const zones: Scenario[] = [
  finds(
    '3.2 bounds: local time of the site zone, compared in UTC',
    { local: '2026-04-01 23:59:59', next: '2026-04-02 00:00:00' },
    'start_date=2026-04-01&end_date=2026-04-01',
    'local',
    { zone: 'Asia/Tokyo' },
  ),
  finds(
    '3.2 bounds: an event in another zone, by its instant',
    { shown: '2026-04-01 20:00:00', hidden: '2026-04-01 17:59:59' },
    'start_date=2026-04-02',
    'shown',
    { zone: 'Europe/Paris', eventZone: 'America/New_York' },
  ),
  finds(
    '3.2 day rounding: a day of 23 hours',
    { first: '2026-03-29 00:00:00', last: '2026-03-29 23:59:59', next: '2026-03-30 00:00:00' },
    'start_date=2026-03-29%2012:00&end_date=2026-03-29%2012:00',
    'first last',
    { zone: 'Europe/Paris' },
  ),
  finds(
    '3.2 day rounding: a day of 25 hours',
    { before: '2026-10-31 23:59:59', first: '2026-11-01 00:00:00', last: '2026-11-01 23:59:59' },
    'start_date=2026-11-01&end_date=2026-11-01',
    'first last',
    { zone: 'America/New_York' },
  ),
  finds(
    '3.2 day rounding: a time with an offset is an instant; its day is that of the site zone',
    { third: '2026-04-03 10:00:00', fourth: '2026-04-04 10:00:00' },
    'start_date=2026-04-03T20:00:00Z',
    'fourth',
    { zone: 'Asia/Tokyo' },
  ),
  finds(
    '3.5 starts_after: the end of the day in the site zone',
    { late: '2026-04-01 23:59:59', next: '2026-04-02 00:00:00' },
    'starts_after=2026-04-01',
    'next',
    { zone: 'America/New_York' },
  ),
  finds(
    '3.2 end_date: the last possible day, west of Greenwich',
    april,
    'end_date=9999-12-31',
    'a b c',
    { zone: 'America/New_York' },
  ),
  finds(
    '3.2 end_date: the last possible second, west of Greenwich',
    april,
    'end_date=9999-12-31%2023:59:59',
    'a b c',
    { zone: 'America/New_York' },
  ),
  finds(
    '3.2 start_date: the first possible day, east of Greenwich',
    april,
    'start_date=0001-01-01',
    'a b c',
    { zone: 'Asia/Tokyo' },
  ),
];

const threeDays = { a: '2026-03-10 09:00', b: '2026-03-11 09:00', c: '2026-03-12 09:00' };

const forms: Scenario[] = (
  [
    ['2026-03-12', 'c'],
    ['2026-03-12T09:00:00', 'c'],
    ['2026-03-12T00:00:00Z', 'c'],
    ['2026-03-12T01:00:00%2B02:00', 'b c'],
    ['2026-03-12%204pm', 'c'],
    ['1773273600', 'c'],
    ['tomorrow%209am', 'b c'],
    ['today', 'a b c'],
    ['%2B2%20days', 'c'],
    ['+2 days', 'c'],
    ['+2+days', 'c'],
    ['next%20thursday', 'c'],
  ] as [string, string][]
).map(([text, titles]) => finds(`4.2 start_date=${text}`, threeDays, `start_date=${text}`, titles));

const wrong = refused([
  ...[
    'start_date',
    'end_date',
    'starts_before',
    'starts_after',
    'ends_before',
    'ends_after',
  ].flatMap((name): [string, string][] =>
    ['', 'soon', '2026-02-30', '2026-13-01'].map((value) => [`${name}=${value}`, name]),
  ),
  ['start_date[]=2026-03-01', 'start_date'],
  ['start_date=x&end_date=y&starts_after=z', 'start_date', 'end_date', 'starts_after'],
  ['overlaps=', 'overlaps'],
  ['overlaps=today', 'overlaps'],
  ['overlaps=today,soon', 'overlaps'],
  ['overlaps=today,tomorrow,today', 'overlaps'],
  ['overlaps=tomorrow,today', 'overlaps'],
  ['overlaps=2026-03-12,2026-03-11', 'overlaps'],
  ['overlaps=2026-03-12,tomorrow', 'overlaps'],
  ['overlaps[]=today&overlaps[]=today', 'overlaps'],
]);

runScenarios(
  'events dates',
  [...defaults, ...bounds, ...overlaps, ...zones, ...forms, ...wrong],
  /default window: (yest|follows)|strict_dates: (start|end) to|overlaps: (days$|strict|to the)|another zone, by|25 hours/,
);
