/** What each format writes of one event, byte for byte, and of times that are hard. Contract 20. */
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { FormatName } from '../../src/kinds/kind.js';
import { presentCost } from '../../src/lib/money/cost.js';
import type { Feed } from '../../src/present/formats/format.js';
import { formats } from '../../src/present/formats/registry.js';
import { isoWithOffset, localToUtc } from '../../src/time/zones.js';
import type { Json } from '../support/app.js';

const FEED: Feed = {
  kind: kinds.event,
  title: 'Events at example.com',
  host: 'example.com',
  selfUrl: 'https://api.test/events.x?a=1&b=2',
  siteUrl: 'https://example.com',
  siteTimeZone: 'UTC',
  lang: null,
  currency: { symbol: '€', code: 'EUR' },
  isList: true,
  fields: null,
};

const EVENT: Json = {
  id: 12,
  uid: 'event-12@example.com',
  sequence: 3,
  title: 'Jazz, night',
  description: '<p>Hello &amp; welcome</p>',
  excerpt: 'Short',
  url: 'https://example.com/event/jazz/',
  image: { url: 'https://example.com/a.png', id: 7, extension: 'png' },
  date_utc: '2026-01-02 03:04:05',
  modified_utc: '2026-02-03 04:05:06',
  all_day: false,
  start_date: '2026-07-01 20:00:00',
  end_date: '2026-07-01 23:00:00',
  utc_start_date: '2026-07-01 18:00:00',
  utc_end_date: '2026-07-01 21:00:00',
  timezone: 'Europe/Berlin',
  cost: '€10 – €20',
  cost_details: { values: ['10', '20'] },
  categories: [{ name: 'Jazz; blues', slug: 'jazz-blues' }],
  tags: [{ name: 'Live', slug: 'live' }],
  venue: { venue: 'Blue', city: 'Berlin', geo_lat: 52.123456789, geo_lng: -13.5 },
  organizer: [{ organizer: 'Nobody' }, { organizer: 'Ann "A" Lee', email: 'ann@example.com' }],
  event_status: 'cancelled',
  event_status_reason: 'Rain',
  previous_dates: [],
  attendance_mode: 'hybrid',
  online_url: 'https://example.com/live',
  availability: 'sold_out',
};

/** → the whole text of a feed of these records. */
function write(name: FormatName, records: Json[], nextUrl: string | null = null): string {
  const format = formats[name];
  const writer = format.open(FEED);
  const parts = records.map((record) => writer.add(record));
  const { head, tail } = writer.close({ total: 9, returned: records.length, nextUrl });
  return head + parts.join(format.separator) + tail;
}

/** → the lines of the first VEVENT, unfolded. */
const eventLines = (changes: Json = {}): string[] => {
  const text = write('ics', [{ ...EVENT, ...changes }]).replaceAll('\r\n ', '');
  return (/BEGIN:VEVENT\r\n([\s\S]*)\r\nEND:VEVENT/.exec(text)?.[1] ?? '').split('\r\n');
};

describe('ics', () => {
  it('an event with everything', () => {
    expect(eventLines()).toEqual([
      'UID:event-12@example.com',
      'SEQUENCE:3',
      'DTSTAMP:20260203T040506Z',
      'LAST-MODIFIED:20260203T040506Z',
      'CREATED:20260102T030405Z',
      'DTSTART;TZID=Europe/Berlin:20260701T200000',
      'DTEND;TZID=Europe/Berlin:20260701T230000',
      'SUMMARY:Jazz\\, night',
      'DESCRIPTION:Hello & welcome',
      'LOCATION:Blue\\, Berlin',
      'GEO:52.123457;-13.5',
      'URL:https://example.com/event/jazz/',
      'CATEGORIES:Jazz\\; blues',
      "ORGANIZER;CN=Ann ^'A^' Lee:mailto:ann@example.com",
      'IMAGE;DISPLAY=BADGE;VALUE=URI:https://example.com/a.png',
      'CONFERENCE;LABEL=Online;VALUE=URI:https://example.com/live',
      'STATUS:CANCELLED',
      'COMMENT:Rain',
    ]);
  });

  it('a calendar names itself, its source and its zones', () => {
    const head = write('ics', [EVENT]).split('BEGIN:VEVENT')[0]?.split('\r\n') ?? [];
    expect(head.slice(0, 10)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Marquee//Events//EN',
      'NAME:Events at example.com',
      'X-WR-CALNAME:Events at example.com',
      'SOURCE;VALUE=URI:https://api.test/events.x?a=1&b=2',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
    ]);
  });

  /** Times of a zone as the service stores them → DTSTART and DTEND. */
  const times = (timezone: string, start: string, end: string, all_day = false): string[] => {
    const [from, to] = [localToUtc(start, timezone), localToUtc(end, timezone)];
    const lines = eventLines({
      timezone,
      all_day,
      start_date: from.local,
      end_date: to.local,
      utc_start_date: from.utc,
      utc_end_date: to.utc,
    });
    return lines.filter((line) => /^DT(START|END)/.test(line));
  };

  it.each([
    ['UTC', ['DTSTART:20260701T100000Z', 'DTEND:20260701T120000Z']],
    ['UTC+2', ['DTSTART:20260701T080000Z', 'DTEND:20260701T100000Z']],
    ['+05:45', ['DTSTART:20260701T041500Z', 'DTEND:20260701T061500Z']],
    [
      'Asia/Calcutta',
      ['DTSTART;TZID=Asia/Calcutta:20260701T100000', 'DTEND;TZID=Asia/Calcutta:20260701T120000'],
    ],
  ])('times in %s', (zone, lines) =>
    expect(times(zone, '2026-07-01 10:00:00', '2026-07-01 12:00:00')).toEqual(lines));

  it('times are in UTC where the VTIMEZONE has other rules than those of the day', () => {
    expect(times('Europe/Moscow', '2013-07-01 10:00:00', '2013-07-01 12:00:00')).toEqual([
      'DTSTART:20130701T060000Z',
      'DTEND:20130701T080000Z',
    ]);
  });

  it('all-day: dates, the end being the day after', () => {
    const day = (start: string, end: string) => times('America/Nuuk', start, end, true);
    expect(day('2026-03-28 00:00:00', '2026-03-29 23:59:59')).toEqual([
      'DTSTART;VALUE=DATE:20260328',
      'DTEND;VALUE=DATE:20260330',
    ]);
    expect(day('9999-12-30 00:00:00', '9999-12-31 23:59:59')).toEqual([
      'DTSTART;VALUE=DATE:99991230',
      'DTEND;VALUE=DATE:99991231',
    ]);
  });

  it('an event without length has no end', () => {
    expect(times('UTC', '2026-07-01 10:00:00', '2026-07-01 10:00:00')).toEqual([
      'DTSTART:20260701T100000Z',
    ]);
  });

  it('what is empty is left out, and a bad address is none', () => {
    const lines = eventLines({
      venue: [],
      categories: [],
      organizer: [{ organizer: 'X', email: 'not an address' }],
      image: false,
      description: '',
      excerpt: '',
      online_url: '',
      event_status: 'postponed',
      event_status_reason: '',
    });
    expect(lines.slice(7)).toEqual([
      'SUMMARY:Jazz\\, night',
      'URL:https://example.com/event/jazz/',
      'STATUS:TENTATIVE',
      'X-MARQUEE-EVENT-STATUS:postponed',
    ]);
  });
});

describe('atom and rss', () => {
  it('an Atom entry', () => {
    const text = write('atom', [EVENT], 'https://api.test/next?a=1&b=2');
    expect(text).toContain('<updated>2026-02-03T04:05:06Z</updated><author>');
    expect(text).toContain(
      'rel="next" type="application/atom+xml" href="https://api.test/next?a=1&amp;b=2"/>',
    );
    expect(/<entry>.*<\/entry>/s.exec(text)?.[0].replaceAll('><', '>\n<').split('\n')).toEqual([
      '<entry>',
      '<id>tag:example.com,2026:event-12@example.com</id>',
      '<title>Cancelled: Jazz, night</title>',
      '<updated>2026-02-03T04:05:06Z</updated>',
      '<published>2026-01-02T03:04:05Z</published>',
      '<link rel="alternate" type="text/html" href="https://example.com/event/jazz/"/>',
      '<category term="jazz-blues" label="Jazz; blues"/>',
      '<category term="live" label="Live"/>',
      '<summary type="text">Short</summary>',
      '<content type="html">&lt;p&gt;Hello &amp;amp; welcome&lt;/p&gt;</content>',
      '<georss:point>52.1234568 -13.5</georss:point>',
      '<ev:startdate>2026-07-01T20:00:00+02:00</ev:startdate>',
      '<ev:enddate>2026-07-01T23:00:00+02:00</ev:enddate>',
      '<ev:location>Blue, Berlin</ev:location>',
      '</entry>',
    ]);
  });

  it('an Atom id is an absolute IRI, whatever the UID', () => {
    const idOf = (uid: string) =>
      /<entry><id>([^<]*)</.exec(write('atom', [{ ...EVENT, uid }]))?.[1] ?? '';
    const ids = ['7', 'a b#c%d"é', '{8-4}', '\ud800'].map(idOf);
    expect(ids.slice(0, 2)).toEqual([
      'tag:example.com,2026:7',
      'tag:example.com,2026:a%20b%23c%25d%22%C3%A9',
    ]);
    for (const id of ids)
      expect(id).toMatch(/^tag:[\w.]+,2026:([\w.~@:;,!$&'()*+=/?-]|%[\dA-F]{2})+$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('an RSS item', () => {
    const item = /<item>.*<\/item>/s.exec(write('rss', [EVENT]))?.[0] ?? '';
    expect(item.replaceAll('><', '>\n<').split('\n').slice(0, 8)).toEqual([
      '<item>',
      '<title>Cancelled: Jazz, night</title>',
      '<link>https://example.com/event/jazz/</link>',
      '<guid isPermaLink="false">event-12@example.com</guid>',
      '<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>',
      '<category>Jazz; blues</category>',
      '<category>Live</category>',
      '<description>&lt;p&gt;Hello &amp;amp; welcome&lt;/p&gt;</description>',
    ]);
  });

  it('characters that XML cannot hold are left out', () => {
    const title = 'a\u0000\u0008\u000b\ufffe\uffff\ud800b ]]> 😀';
    expect(write('rss', [{ ...EVENT, title }])).toContain('Cancelled: a\ufffdb ]]&gt; 😀<');
  });
});

describe('geojson and jsonld', () => {
  it('a collection without places has no box', () => {
    const { bbox, features, links } = JSON.parse(write('geojson', [{ ...EVENT, venue: [] }], 'n'));
    expect([bbox, features[0].geometry]).toEqual([undefined, null]);
    expect(links.map(({ rel, href }: Json) => [rel, href])).toEqual([
      ['self', FEED.selfUrl],
      ['next', 'n'],
    ]);
  });

  it('an online event has no place, even with a venue', () => {
    const event = { ...EVENT, attendance_mode: 'online' };
    expect(JSON.parse(write('geojson', [event])).features[0].geometry).toBeNull();
    expect(write('atom', [event])).not.toMatch(/georss:point|ev:location/);
    expect(eventLines({ attendance_mode: 'online' }).join()).not.toMatch(/LOCATION|GEO/);
  });

  it('a box is around all places', () => {
    const at = (lat: number, lng: number) => ({ ...EVENT, venue: { geo_lat: lat, geo_lng: lng } });
    const { bbox } = JSON.parse(write('geojson', [at(1, 2), at(-3, 40), at(5, -6)]));
    expect(bbox).toEqual([-6, -3, 40, 5]);
  });

  it('an event of schema.org with everything', () => {
    const text = write('jsonld', [EVENT]);
    const [event] = JSON.parse(text)['@graph'];
    expect(event).toMatchObject({
      '@type': 'Event',
      description: 'Hello & welcome',
      startDate: isoWithOffset(EVENT.start_date, EVENT.timezone),
      eventStatus: 'https://schema.org/EventCancelled',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        { '@type': 'Place', name: 'Blue', address: { addressLocality: 'Berlin' } },
        { '@type': 'VirtualLocation', url: 'https://example.com/live' },
      ],
      organizer: [
        { '@type': 'Organization', name: 'Nobody' },
        { name: 'Ann "A" Lee', email: 'ann@example.com' },
      ],
      offers: { price: '10', priceCurrency: 'EUR', availability: 'https://schema.org/SoldOut' },
    });
    expect(JSON.stringify(event)).not.toContain('""');
  });

  it.each([
    [['¥9,800'], { price: '9800', priceCurrency: 'JPY' }],
    [['€18'], { price: '18', priceCurrency: 'EUR' }],
    [['18'], { price: '18', priceCurrency: 'EUR' }],
    [['20 USD'], { price: '20', priceCurrency: 'USD' }],
    [['$5 kids $10 adults'], { price: '5', priceCurrency: 'USD' }],
    [['Day 1 $50, Day 2 $80'], { price: '50', priceCurrency: 'USD' }],
    [['zł 20'], { price: '20', priceCurrency: 'PLN' }],
    [['Free'], { price: '0', priceCurrency: 'EUR' }],
    [['0'], { price: '0', priceCurrency: 'EUR' }],
    [['Free', '20'], { price: '0', priceCurrency: 'EUR' }],
    [['100 kr'], null],
    [['€5', '$6'], { price: '5', priceCurrency: 'EUR' }],
    [['Pay what you can'], null],
  ])('the offer of %j is %j', (values, offer) => {
    const cost = presentCost(values, { symbol: '€', position: 'prefix' });
    const event = { ...EVENT, ...cost, availability: 'available' };
    const { offers } = JSON.parse(write('jsonld', [event]))['@graph'][0];
    if (offer) expect(offers).toMatchObject(offer);
    else expect(offers).toBeUndefined();
  });

  it('texts cannot end the script element that they stand in', () => {
    const text = write('jsonld', [{ ...EVENT, title: '</script><b>' }]);
    expect(text).toContain('\\u003c/script>\\u003cb>');
  });

  it('an event of whole days has dates, those before a change too', () => {
    const days = {
      ...EVENT,
      all_day: true,
      start_date: '2026-07-01 00:00:00',
      end_date: '2026-07-02 23:59:59',
      event_status: 'rescheduled',
      previous_dates: [{ start_date: '2026-06-01 00:00:00', timezone: 'Europe/Berlin' }],
    };
    expect(JSON.parse(write('jsonld', [days]))['@graph'][0]).toMatchObject({
      startDate: '2026-07-01',
      endDate: '2026-07-02',
      previousStartDate: '2026-06-01',
    });
  });

  it('an event without a place has a location all the same, a place without lines its name', () => {
    const of = (changes: Json) =>
      JSON.parse(write('jsonld', [{ ...EVENT, ...changes }]))['@graph'][0];
    const none = of({ venue: [], attendance_mode: 'in_person', online_url: '' });
    expect(none.location).toMatchObject({ '@type': 'Place', name: 'To be announced' });
    const bare = of({ venue: { venue: 'Blue' }, attendance_mode: 'in_person', online_url: '' });
    expect(bare.location).toEqual({ '@type': 'Place', name: 'Blue', address: 'Blue' });
  });
});

it('an attribute whose text is "true" keeps it', () => {
  const atom = write('atom', [{ ...EVENT, tags: [{ name: 'true', slug: 'true' }] }]);
  expect(atom).toContain('<category term="true" label="true"/>');
});
