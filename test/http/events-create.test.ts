/**
 * POST /events: every field valid, empty, of a wrong type and null; who may create, and as whom.
 * Contract 0, 4.1–4.3, 6.2, 6.3.
 */
import { expect } from 'vitest';
import { bad, good, post, show } from '../support/event-rows.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const required: Scenario[] = [
  {
    name: '4.1 POST on the collection is 201 with the record and its Location',
    call: post(),
    status: 201,
    body: { title: 'Spring fair', status: 'publish', slug: 'spring-fair' },
    check: ({ headers, body }) =>
      expect(headers.get('location')).toBe(`http://api.test/vendor/events/v1/events/${body.id}`),
  },
  {
    name: '0 step 3: null counts as absent, "" as present',
    call: post({ title: null, start_date: '', featured: 'perhaps' }),
    status: 400,
    code: 'rest_missing_callback_param',
    params: ['title'],
  },
];

const texts: Scenario[] = [
  good('4.3 title is trimmed', { title: '  Fair ' }, { title: 'Fair', slug: 'fair' }),
  good('4.3 title "0" is a title', { title: '0' }, { title: '0', slug: '0' }),
  good('10 a title of 1,000 characters is accepted', { title: 'a'.repeat(1000) }, {}),
  ...[
    '',
    '   ',
    '\u200B',
    '\u00AD\u2060',
    '\u3164',
    '\u2800',
    5,
    true,
    ['Fair'],
    { a: 1 },
    'a'.repeat(1001),
  ].map((title) => bad(`4.3 title: ${show(title).slice(0, 20)} is 400`, { title })),
  ...['description', 'excerpt'].flatMap((field) => [
    good(`4.3 ${field}: a text`, { [field]: ' Stalls ' }, { [field]: 'Stalls' }),
    ...['', null].map((text) =>
      good(`4.3 ${field}: ${show(text)} is none`, { [field]: text }, { [field]: '' }),
    ),
    ...[5, ['x'], { a: 1 }].map((value) =>
      bad(`4.3 ${field}: ${show(value)} is 400`, { [field]: value }),
    ),
  ]),
  good(
    '4.3 website: an absolute URL',
    { website: 'https://a.test/x' },
    { website: 'https://a.test/x' },
  ),
  ...['', null].map((website) =>
    good(
      `4.3 website: ${show(website)} falls back to the event's url`,
      { website },
      {
        website: 'https://example.com/event/spring-fair/',
      },
    ),
  ),
  ...['nowhere', '/a', 'javascript:alert(1)', 'https://', 5, ['https://a.test']].map((website) =>
    bad(`4.3 website: ${show(website)} is 400`, { website }),
  ),
  ...[
    ['text', '20$', '20$'],
    ['number', 23, '$23'],
    ['list', ['0$', '20$', '30$'], 'Free – 30$'],
    ['empty text', '', ''],
    ['empty list', [], ''],
    ['null', null, ''],
  ].map(([name, cost, shown]) => good(`4.3 cost: ${name}`, { cost }, { cost: shown })),
  ...[{ a: 1 }, true, [['1']]].map((cost) => bad(`4.3 cost: ${show(cost)} is 400`, { cost })),
];

const FLAGS = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'all_day'];
const flags: Scenario[] = [
  ...FLAGS.flatMap((flag) => [
    ...[true, 1, '1', 'true', 'TRUE', 'True'].map((value) =>
      good(`0 ${flag}: ${show(value)} is true`, { [flag]: value }, { [flag]: true }),
    ),
    good(`0 ${flag}: "0" is false`, { [flag]: '0' }, { [flag]: false }),
    good(`0 ${flag}: null is absent, absent is false`, { [flag]: null }, { [flag]: false }),
    bad(`0 ${flag}: "yes" is 400`, { [flag]: 'yes' }),
  ]),
  ...['', 2, '2', 'no', 'on', -1, 1.5, [], [true], {}, ' true'].map((featured) =>
    bad(`0 featured: ${show(featured)} is 400`, { featured }),
  ),
  good(
    '0 featured: false, 0, "false" are false',
    { featured: 'False', sticky: 0, show_map: false },
    {
      featured: false,
      sticky: false,
      show_map: false,
    },
  ),
];

const times: Scenario[] = [
  ...(
    [
      ['2026-03-20T09:00:00', '2026-03-20 09:00:00'],
      ['2026-03-20', '2026-03-20 00:00:00'],
      ['2026-03-20 4pm', '2026-03-20 16:00:00'],
      ['tomorrow 9am', '2026-03-11 09:00:00'],
      ['next wednesday 4pm', '2026-03-11 16:00:00'],
      ['+1 week', '2026-03-17 12:00:00'],
    ] as const
  ).map(([sent, stored]) =>
    good(
      `4.2 start_date: ${sent}`,
      { start_date: sent, end_date: '2026-12-01' },
      { start_date: stored },
    ),
  ),
  ...['', 'soon', '2026-02-30', '2026-13-01', '2026-03-20 25:00:00', true, [], {}].map(
    (start_date) => bad(`4.2 start_date: ${show(start_date)} is 400`, { start_date }),
  ),
  bad('4.2 end_date: text that is not a date is 400', { end_date: 'later' }),
  good(
    '4.2 a time with an offset is an instant, shown in the event zone',
    {
      start_date: '2026-03-20T09:00:00+02:00',
      end_date: '2026-03-20T10:00:00Z',
      timezone: 'America/New_York',
    },
    {
      start_date: '2026-03-20 03:00:00',
      end_date: '2026-03-20 06:00:00',
      utc_start_date: '2026-03-20 07:00:00',
    },
  ),
  good(
    '4.3 all_day: whole days in the event zone, the end day kept',
    {
      all_day: true,
      end_date: '2026-03-22 11:00:00',
      timezone: 'America/New_York',
    },
    {
      all_day: true,
      start_date: '2026-03-20 00:00:00',
      end_date: '2026-03-22 23:59:59',
      utc_start_date: '2026-03-20 04:00:00',
      utc_end_date: '2026-03-23 03:59:59',
    },
  ),
  ...['', null, undefined].map((timezone) =>
    good(
      `4.3 timezone: ${show(timezone)} is the site zone`,
      { timezone },
      {
        timezone: 'Europe/Paris',
        utc_start_date: '2026-03-20 08:00:00',
      },
      { SITE_TIMEZONE: 'Europe/Paris' },
    ),
  ),
  ...['UTCX', 'UTC+99', 'Mars/Base', 'EST5', 5, []].map((timezone) =>
    bad(`4.3 timezone: ${show(timezone)} is 400`, { timezone }),
  ),
];

const authorship: Scenario[] = [
  {
    name: '4.3 author: the caller when absent, a number in the answer',
    call: post({}, 'author'),
    status: 201,
    check: ({ body }, _given, app) => expect(body.author).toBe(app.userIds.author),
  },
  {
    name: '4.3 author: an editor may name another user, also as text',
    call: (_given, app) => post({ author: String(app.userIds.author) }, 'editor'),
    status: 201,
    check: ({ body }, _given, app) => expect(body.author).toBe(app.userIds.author),
  },
  ...[0, -1, 999, 1.5, 'admin', '', [], [1], {}, true, '1.5', '0x1', '1e0', '99'].map((author) =>
    bad(`4.3 author: ${show(author)} is 400`, { author }),
  ),
  good(
    '4.3 date: publication date, date_utc derived',
    { date: '2026-03-01 09:00:00' },
    {
      date: '2026-03-01 09:00:00',
      date_utc: '2026-03-01 08:00:00',
      status: 'publish',
    },
    { SITE_TIMEZONE: 'Europe/Paris' },
  ),
  good(
    '4.3 date_utc: date derived',
    { date_utc: '2026-03-01 08:00:00' },
    {
      date: '2026-03-01 09:00:00',
      date_utc: '2026-03-01 08:00:00',
    },
    { SITE_TIMEZONE: 'Europe/Paris' },
  ),
  good(
    '4.3 date and date_utc: each is stored',
    {
      date: '2026-03-01 09:00:00',
      date_utc: '2026-02-01 08:00:00',
    },
    { date: '2026-03-01 09:00:00', date_utc: '2026-02-01 08:00:00' },
  ),
  good(
    '4.3 date: a time in a gap moves forward',
    { date: '2025-03-30 02:30:00' },
    {
      date: '2025-03-30 03:30:00',
      date_utc: '2025-03-30 01:30:00',
    },
    { SITE_TIMEZONE: 'Europe/Paris' },
  ),
  ...['date', 'date_utc'].flatMap((field) => [
    bad(`4.3 ${field}: text that is not a date is 400`, { [field]: 'once' }),
    bad(`4.3 ${field}: "" is 400`, { [field]: '' }),
  ]),
];

runScenarios('creating an event', [...required, ...texts, ...flags, ...times, ...authorship]);
