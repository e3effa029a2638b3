/**
 * Pages with JSON-LD as event platforms, themes and plugins write it, after their published forms:
 * no event that is cancelled, sold out, moved or online is loaded as anything else.
 */
import { expect, test } from 'vitest';
import { type Facts, loadBody, openCases } from '../support/cases.js';

const app = openCases();

const venue = (name: string, city?: string) =>
  expect.objectContaining({ venue: name, ...(city ? { city } : {}) });

/** → a page with scripts of JSON-LD among other things. */
const page = (...nodes: unknown[]) =>
  [
    '<!DOCTYPE html>',
    '<html><head><title>What is on</title><script>window.a = "<b>";</script>',
    ...nodes.map((node) => {
      const text = typeof node === 'string' ? node : JSON.stringify(node, null, 1);
      return `<script type="application/ld+json">${text}</script>`;
    }),
    '</head><body><p>Text &amp; more</p></body></html>',
  ].join('\n');

const CONTEXT = { '@context': 'https://schema.org' };
const at = (day: number, hour = 19) => `2026-12-${day}T${hour}:00:00+01:00`;
const event = (name: string, more: Facts = {}, day = 10) => ({
  ...CONTEXT,
  '@type': 'Event',
  name,
  startDate: at(day),
  endDate: at(day, 21),
  url: `https://example.org/${name.toLowerCase().replaceAll(' ', '-')}`,
  ...more,
});
const hall = {
  '@type': 'Place',
  name: 'Hall',
  address: { '@type': 'PostalAddress', streetAddress: '1 Main St', addressLocality: 'Linz' },
};
const offer = (more: Facts) => ({ '@type': 'Offer', price: '10', priceCurrency: 'EUR', ...more });
const S = 'https://schema.org/';

/** A name; the nodes of its page; of each title what its event says. */
const PAGES: [name: string, nodes: unknown[], events: Record<string, Facts>][] = [
  ['one event', [event('One', { location: hall })], { One: { venue: venue('Hall', 'Linz') } }],
  ['a list of events', [[event('A'), event('B', {}, 11)]], { A: {}, B: {} }],
  [
    'a type below Event, in a list of types',
    [event('Gig', { '@type': ['MusicEvent', 'Event'], location: [hall] })],
    { Gig: { venue: venue('Hall') } },
  ],
  [
    'a graph of an SEO plugin',
    [
      {
        ...CONTEXT,
        '@graph': [
          { '@type': 'WebPage', '@id': 'https://example.org/#webpage', name: 'Page' },
          { '@type': 'Organization', '@id': 'https://example.org/#org', name: 'Club' },
          event('Graph', {
            organizer: { '@id': 'https://example.org/#org' },
            location: { '@id': '#hall' },
          }),
          { ...hall, '@id': '#hall' },
        ],
      },
    ],
    { Graph: { organizer: [{ organizer: 'Club' }], venue: venue('Hall') } },
  ],
  [
    'nodes of several scripts',
    [event('Split', { location: { '@id': '#hall' } }), { ...CONTEXT, ...hall, '@id': '#hall' }],
    { Split: { venue: venue('Hall') } },
  ],
  [
    'a list of items',
    [
      {
        ...CONTEXT,
        '@type': 'ItemList',
        itemListElement: [{ '@type': 'ListItem', position: 1, item: event('Item') }],
      },
    ],
    { Item: {} },
  ],
  [
    'a full URL of a state',
    [event('Off', { eventStatus: `${S}EventCancelled` })],
    cancelled('Off'),
  ],
  ['http', [event('Off', { eventStatus: 'http://schema.org/EventCancelled' })], cancelled('Off')],
  ['a bare state', [event('Off', { eventStatus: 'EventCancelled' })], cancelled('Off')],
  ['a prefix', [event('Off', { eventStatus: 'schema:eventcancelled' })], cancelled('Off')],
  ['a list of states', [event('Off', { eventStatus: [`${S}EventCancelled`] })], cancelled('Off')],
  ['a node', [event('Off', { eventStatus: { '@id': `${S}EventCancelled` } })], cancelled('Off')],
  [
    'several states: the one that keeps people away',
    [event('Off', { eventStatus: [`${S}EventRescheduled`, `${S}EventCancelled`] })],
    cancelled('Off'),
  ],
  ['an American spelling', [event('Off', { eventStatus: 'EventCanceled' })], cancelled('Off')],
  [
    'postponed',
    [event('Late', { eventStatus: `${S}EventPostponed` })],
    { Late: { event_status: 'postponed' } },
  ],
  [
    'moved online',
    [
      event('Web', {
        eventStatus: `${S}EventMovedOnline`,
        eventAttendanceMode: `${S}OnlineEventAttendanceMode`,
        location: { '@type': 'VirtualLocation', url: 'https://stream.example.org/' },
      }),
    ],
    {
      Web: {
        event_status: 'moved_online',
        attendance_mode: 'online',
        online_url: 'https://stream.example.org/',
      },
    },
  ],
  [
    'both here and online',
    [
      event('Both', {
        eventAttendanceMode: 'MixedEventAttendanceMode',
        location: [{ '@type': 'VirtualLocation', url: 'https://stream.example.org/' }, hall],
      }),
    ],
    { Both: { attendance_mode: 'hybrid', venue: venue('Hall') } },
  ],
  [
    'a place that is called online',
    [event('Call', { location: { '@type': 'Place', name: 'Online' } })],
    { Call: { attendance_mode: 'online', venue: [] } },
  ],
  [
    'a place that is called online, with a link and a country',
    [
      event('Link', {
        location: {
          '@type': 'Place',
          name: 'Online',
          url: 'https://zoom.us/j/2',
          address: { addressCountry: 'AT' },
        },
      }),
    ],
    { Link: { attendance_mode: 'online', online_url: 'https://zoom.us/j/2', venue: [] } },
  ],
  [
    'a place that is a town alone',
    [event('Town', { location: { '@type': 'Place', address: { addressLocality: 'Linz' } } })],
    { Town: { attendance_mode: 'in_person', venue: venue('Linz', 'Linz') } },
  ],
  [
    'a meeting as a text',
    [event('Zoom', { location: 'https://us02web.zoom.us/j/1' })],
    { Zoom: { attendance_mode: 'online', online_url: 'https://us02web.zoom.us/j/1' } },
  ],
  [
    'an address as a text',
    [event('Text', { location: { '@type': 'Place', name: 'Barn', address: '2 Side St, Linz' } })],
    { Text: { venue: expect.objectContaining({ venue: 'Barn', address: '2 Side St, Linz' }) } },
  ],
  [
    'a room of a house',
    [event('Room', { location: { '@type': 'Place', name: 'Room 2', containedInPlace: hall } })],
    { Room: { venue: venue('Room 2, Hall', 'Linz') } },
  ],
  [
    'sold out',
    [event('Full', { offers: offer({ availability: `${S}SoldOut` }) })],
    { Full: { availability: 'sold_out', cost: '10 EUR' } },
  ],
  [
    'sold out, in lists and an aggregate',
    [
      event('Full', {
        offers: [
          {
            '@type': 'AggregateOffer',
            lowPrice: 5,
            highPrice: 20,
            priceCurrency: 'EUR',
            offers: [offer({ availability: ['SoldOut'] })],
          },
        ],
      }),
    ],
    { Full: { availability: 'sold_out' } },
  ],
  ['free', [event('Free', { isAccessibleForFree: true })], { Free: { cost: 'Free' } }],
  [
    'a length',
    [event('Long', { endDate: undefined, duration: 'PT2H30M' })],
    { Long: { utc_end_date: '2026-12-10 20:30:00' } },
  ],
  [
    'a day as the end',
    [event('Days', { endDate: '2026-12-12' })],
    { Days: { utc_end_date: '2026-12-12 22:59:59', all_day: false } },
  ],
  [
    'whole days',
    [event('Fair', { startDate: '2026-12-12', endDate: '2026-12-13' })],
    { Fair: { all_day: true, end_date: '2026-12-13 23:59:59' } },
  ],
  [
    'typed values and entities',
    [event('Quiz &amp; more', { startDate: { '@type': 'DateTime', '@value': at(10) } })],
    { 'Quiz & more': { utc_start_date: '2026-12-10 18:00:00' } },
  ],
  [
    'line ends inside of texts, and a wrapping for old browsers',
    [`\n//<![CDATA[\n${JSON.stringify(event('Raw')).replace('"Raw"', '"Raw\n text"')}\n//]]>\n`],
    { 'Raw text': {} },
  ],
  [
    'the event that a page is about',
    [{ ...CONTEXT, '@type': 'WebPage', name: 'Page', mainEntity: event('Main') }],
    { Main: {} },
  ],
  [
    'a list that a page is about',
    [
      {
        ...CONTEXT,
        '@type': 'CollectionPage',
        mainEntity: {
          '@type': 'ItemList',
          itemListElement: [
            { '@type': 'ListItem', name: 'First', item: event('Deep') },
            event('Deeper', { eventStatus: 'EventCancelled' }, 11),
          ],
        },
      },
    ],
    { Deep: {}, ...cancelled('Deeper') },
  ],
  [
    'events of a place are there, unless they say where',
    [
      {
        ...CONTEXT,
        ...hall,
        event: [event('Here'), event('Away', { location: { name: 'Barn' } }, 11)],
      },
    ],
    { Here: { venue: venue('Hall', 'Linz') }, Away: { venue: venue('Barn') } },
  ],
  [
    'the events of a series that has no time of its own',
    [
      {
        ...CONTEXT,
        '@type': 'EventSeries',
        name: 'Season',
        subEvent: [event('First'), event('Second', { eventStatus: 'EventCancelled' }, 11)],
      },
    ],
    { First: {}, ...cancelled('Second') },
  ],
  [
    'the dates of a series with a time of its own',
    [event('Season', { '@type': 'EventSeries', subEvent: [event('First', {}, 11)] })],
    { First: {} },
  ],
  [
    'the dates of a series that they name',
    [
      event('Season', { '@type': 'EventSeries', '@id': 'https://a.example.org/s' }),
      event('First', { superEvent: { '@id': 'https://a.example.org/s' } }, 11),
    ],
    { First: {} },
  ],
  [
    'an event behind breadcrumbs without types',
    [
      {
        ...CONTEXT,
        '@type': 'BreadcrumbList',
        itemListElement: [{ '@type': 'ListItem', item: { '@id': '/', name: 'Home' } }],
      },
      event('Single', { image: { '@type': 'ImageObject', url: 'https://a.example.org/1.jpg' } }),
    ],
    { Single: { image: { url: 'https://a.example.org/1.jpg' } } },
  ],
  ['a graph of one node', [{ ...CONTEXT, '@graph': event('Single') }], { Single: {} }],
  [
    'one that is broken beside one that is not',
    ['{"@type": "Event", "name": ', event('Whole')],
    { Whole: {} },
  ],
];

function cancelled(title: string): Record<string, Facts> {
  return { [title]: { event_status: 'cancelled' } };
}

test.each(PAGES)('%s', async (name, nodes, expected) => {
  const loaded = await loadBody(app(), page(...nodes), { type: 'text/html' });
  const rejected = name.includes('broken') ? 1 : 0;
  const created = Object.keys(expected).length;
  const said = JSON.stringify([loaded.lines, loaded.notes]);
  expect(loaded.summary, said).toMatchObject({ created, rejected });
  for (const [title, facts] of Object.entries(expected)) {
    expect(loaded.events.get(title)?.[0], title).toMatchObject(facts);
  }
});
