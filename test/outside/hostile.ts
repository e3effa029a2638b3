/** Events whose texts and times are hard for the formats: one each. */
import type { Json } from '../support/app.js';

const times = { start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' };
const zoned = (timezone: string, start: string, end: string): Json => ({
  title: `${timezone} at ${start}`,
  start_date: start,
  end_date: end,
  timezone,
});

/** Payloads; every one is accepted. */
export const hostileEvents: Json[] = [
  { ...times, title: 'Ends CDATA ]]> and <![CDATA[ begins', description: ']]></description>' },
  { ...times, title: '</script><script>alert(1)</script>', description: '<script>x</script>a' },
  {
    ...times,
    title: 'a,b;c:d\\e"f\'g',
    description: 'END:VEVENT\r\nBEGIN:VALARM\r\nEND:VCALENDAR',
  },
  { ...times, title: `${'long '.repeat(190)}end`, description: 'word '.repeat(20_000) },
  { ...times, title: `${'😀'.repeat(120)}é`, description: '👨‍👩‍👧‍👦'.repeat(300) },
  { ...times, title: 'مهرجان الموسيقى \u202eevil\u202c', description: 'שלום עולם' },
  {
    ...times,
    title: 'C1 \u0085 and \ufffe \uffff \u2028 \u2029',
    description: '\u0085\ufffe\uffff',
  },
  { ...times, title: '&amp;lt;b&gt; &nbsp; &#0; &#xD800; &bogus;', description: '&#0;&lt;b&gt;' },
  { ...times, title: '<b>bold</b>', description: `${'<div>'.repeat(20_000)}deep` },
  { ...times, title: 'Open tags', description: '<script '.repeat(5000) },
  { ...times, title: 'Line ends', description: 'one\rtwo\r\nthree\n\n\n\nfour\tfive' },
  { ...times, title: ' \u00a0 spaces \u3000 ', excerpt: 'only an excerpt' },
  { ...times, title: '-0', cost: '-5', website: 'https://example.com/?q=<>"&x=é' },
  {
    ...times,
    title: 'Everything',
    cost: ['0', '25,50 €'],
    categories: ['Rock, Pop; Soul', 'x"y', 'Ünïcode 日本'],
    tags: ['a&b', '<tag>'],
    venue: {
      venue: 'The "Big; Hall", Nº 5',
      address: 'Line one, 2',
      city: 'São Paulo',
      zip: '0001',
      country: 'Brazil',
      geo_lat: -23.5505,
      geo_lng: -46.6333,
    },
    organizer: [
      { organizer: 'No address' },
      { organizer: 'Ann "A" Lee, Jr; x:y', email: 'ann+x@example.com' },
    ],
  },
  { ...times, title: 'Bad address', organizer: [{ organizer: 'Bob', email: 'not an address' }] },
  { ...times, title: 'At the pole', venue: { venue: 'Pole', geo_lat: -90, geo_lng: 180 } },
  {
    ...times,
    title: 'Tiny degrees',
    venue: { venue: 'Null island', geo_lat: 1e-7, geo_lng: -1e-9 },
  },
  { ...times, title: 'No time at all', end_date: times.start_date },
  { title: 'One day', start_date: '2027-02-28', end_date: '2027-02-28', all_day: true },
  { title: 'Over the new year', start_date: '2027-12-31', end_date: '2028-01-02', all_day: true },
  {
    title: 'A day in Nuuk',
    start_date: '2027-03-27',
    end_date: '2027-03-27',
    all_day: true,
    timezone: 'America/Nuuk',
  },
  zoned('America/New_York', '2027-03-14 02:30:00', '2027-03-14 03:30:00'),
  zoned('America/New_York', '2027-11-07 01:30:00', '2027-11-07 01:45:00'),
  zoned('Europe/Berlin', '2027-03-27 23:00:00', '2027-03-28 04:00:00'),
  zoned('Europe/Berlin', '2061-07-01 10:00:00', '2061-12-01 10:00:00'),
  zoned('Europe/Moscow', '2013-07-01 10:00:00', '2013-07-01 12:00:00'),
  zoned('Europe/Istanbul', '2015-01-15 10:00:00', '2015-07-15 12:00:00'),
  zoned('Asia/Calcutta', '2027-01-15 10:00:00', '2027-01-15 12:00:00'),
  zoned('Australia/Lord_Howe', '2027-04-04 01:45:00', '2027-10-03 02:15:00'),
  zoned('Pacific/Apia', '2011-12-29 10:00:00', '2011-12-31 10:00:00'),
  zoned('Africa/Casablanca', '2027-02-20 10:00:00', '2027-03-20 10:00:00'),
  zoned('UTC', '2027-01-15 10:00:00', '2027-01-15 12:00:00'),
  zoned('UTC+5.75', '2027-01-15 10:00:00', '2027-01-15 12:00:00'),
  zoned('+02:00', '2027-01-15 10:00:00', '2027-01-15 12:00:00'),
  zoned('EST5EDT', '2027-07-15 10:00:00', '2027-07-15 12:00:00'),
];
