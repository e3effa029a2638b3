/** Random records and queries for the search index, from small pools so that values collide. */
import { kinds } from '../../src/kinds/index.js';
import type { SortOrder } from '../../src/kinds/kind.js';
import type { JsonObject, KindName, Status, StoredRecord, Usage } from '../../src/kinds/record.js';
import type { GeoFilter } from '../../src/lib/place/geo.js';
import { sortKey } from '../../src/lib/text/words.js';
import type {
  SearchDocument,
  SearchQuery,
  Sort,
  TextQuery,
  VisibleClause,
  Where,
} from '../../src/search/port.js';
import { toText } from '../../src/search/sought.js';
import { fc } from '../support/seed.js';
import { makeDocument, makeQuery, makeRecord, makeSnapshot, NOW, utcText } from './builders.js';

const DAY = 86_400;

const WORDS = [
  ...['jazz', 'jazzy', 'ja', 'Night', 'nightly', 'café', 'Straße', "O'Neil", '東京', 'жар', 'a'],
  ...['well-known', 'wellknown', 'Käse', 'Kaese', '2026', 'AND', 'NOT', 'NEAR'],
  ...['title', '"x"', '*', 'common', 'rare'],
];

/** Most texts contain `common`: many entries match a search for it. */
const text = fc
  .tuple(fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }), fc.integer({ min: 0, max: 9 }))
  .map(([some, dice]) => [...some, ...(dice < 8 ? ['common'] : [])].join(' '));

/** Places that often go wrong: poles, antimeridian, duplicates, and ordinary towns. */
export const PLACES = [
  { lat: 90, lng: 0 },
  { lat: -90, lng: 45 },
  { lat: 89.999, lng: 170 },
  { lat: 12, lng: 180 },
  { lat: 12.01, lng: -180 },
  { lat: 12.02, lng: 179.99 },
  { lat: 12.02, lng: -179.99 },
  { lat: 0, lng: 0 },
  { lat: 52.52, lng: 13.405 },
  { lat: 52.52, lng: 13.405 },
  { lat: 52.5201, lng: 13.4052 },
  { lat: 40.7128, lng: -74.006 },
  { lat: -33.87, lng: 151.21 },
];

const CITIES = ['Berlin', 'BERLIN', 'Zürich', 'zurich', 'New  York', ''];

/** Records that events link; some are not public. */
export const TARGETS: StoredRecord[] = [
  ...PLACES.map((place, at) =>
    makeRecord('venue', 100_001 + at, {
      title: `Hall ${at % 5}`,
      status: at === 3 ? 'draft' : 'publish',
      fields: { geo_lat: place.lat, geo_lng: place.lng, city: CITIES[at % 6] ?? '' },
    }),
  ),
  makeRecord('venue', 100_100, { title: 'No place', fields: { city: 'Berlin' } }),
  ...[1, 2, 3].map((n) => makeRecord('organizer', 100_200 + n, { title: `Organizer ${n % 2}` })),
  ...[1, 2, 3, 4].map((n) => makeRecord('category', n, { title: `Category ${n % 3}` })),
  ...[5, 6, 7].map((n) => makeRecord('tag', n, { title: `Tag ${n}` })),
];

const targetsOf = (kind: KindName) => TARGETS.filter((record) => record.kind === kind);
const links = (kind: KindName, maxLength: number) =>
  fc
    .subarray(targetsOf(kind), { minLength: 0, maxLength })
    .map((records) => records.map((record) => makeSnapshot(record)));

const status = fc.constantFrom<Status>(
  ...(['publish', 'publish', 'publish', 'publish', 'future', 'future'] as const),
  ...(['draft', 'pending', 'private', 'trash'] as const),
);

const moment = (days: number) =>
  fc.integer({ min: -days * 24, max: days * 24 }).map((hours) => utcText(NOW + hours * 3600));

/** → an event with the ID. */
export const anEvent = (id: number): fc.Arbitrary<StoredRecord> =>
  fc
    .record({
      title: text,
      description: text,
      status,
      author: fc.integer({ min: 1, max: 3 }),
      date: moment(2),
      modified: moment(3),
      start: moment(40),
      hours: fc.integer({ min: 0, max: 72 }),
      featured: fc.boolean(),
      hidden: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
      venue: fc.option(fc.constantFrom(...targetsOf('venue')), { freq: 8 }),
      organizer: links('organizer', 2),
      categories: links('category', 3),
      tags: links('tag', 2),
      // Records of earlier releases have none of these.
      life: fc.option(
        fc.record({
          event_status: fc.constantFrom('scheduled', 'cancelled', 'postponed', 'moved_online'),
          attendance_mode: fc.constantFrom('in_person', 'in_person', 'online', 'hybrid'),
          availability: fc.constantFrom('available', 'sold_out'),
          cost: fc.constantFrom<string[]>([], ['0'], ['10', '20'], ['Free'], ['$0 – $5']),
        }),
        { freq: 8 },
      ),
      // A series, or a date of one.
      recurrence: fc.option(
        fc.oneof<fc.Arbitrary<JsonObject>[]>(
          fc.constant<JsonObject>({ rules: ['RRULE:FREQ=DAILY'] }),
          fc.record({ start: moment(40), end: moment(40) }).map((before) => ({
            ...{ date: before.start, changed: [], rules: ['RRULE:FREQ=DAILY'] },
            ...{ start: before.start, zone: 'UTC', before },
          })),
        ),
        { freq: 2 },
      ),
      isAllDay: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
      isUsual: fc.integer({ min: 0, max: 9 }).map((dice) => dice < 8),
    })
    .map((made) => {
      const usual = makeSnapshot(targetsOf('category')[0] as StoredRecord);
      const others = made.categories.filter((snapshot) => snapshot.id !== usual.id);
      const end = utcText(Date.parse(`${made.start}Z`) / 1000 + made.hours * 3600);
      return makeRecord('event', id, {
        title: made.title,
        status: made.status,
        author: made.author,
        date_utc: made.date,
        modified_utc: made.modified,
        fields: {
          description: made.description,
          start_date: made.start,
          end_date: end,
          all_day: made.isAllDay,
          utc_start_date: made.start,
          utc_end_date: end,
          featured: made.featured,
          hide_from_listings: made.hidden,
          ...made.life,
          ...(made.recurrence ? { parent: 7, recurrence: made.recurrence } : {}),
        },
        relations: {
          venue: made.venue ? [makeSnapshot(made.venue)] : [],
          organizer: made.organizer,
          categories: made.isUsual ? [usual, ...others] : others,
          tags: made.tags,
        },
      });
    });

const usage: fc.Arbitrary<Usage> = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.boolean())
  .map(([published, more, isPast]) => ({
    published,
    events: published + more,
    last_start_published: published > 0 ? NOW + (isPast ? -DAY : DAY) : null,
    last_end_published: published > 0 ? NOW + (isPast ? -DAY : 2 * DAY) : null,
    last_start: published + more > 0 ? NOW + (isPast ? -DAY : 2 * DAY) : null,
  }));

/** → an entry of a venue, organizer or term with random texts and usage. */
export const aLinked = (kind: KindName, id: number): fc.Arbitrary<SearchDocument> =>
  fc
    .record({
      title: text,
      description: text,
      city: fc.constantFrom(...CITIES),
      place: fc.option(fc.constantFrom(...PLACES)),
      status,
      author: fc.integer({ min: 1, max: 3 }),
      date: moment(2),
      parent: fc.integer({ min: 0, max: 2 }),
      usage,
    })
    .map((made) => {
      const isPost = kinds[kind].family.hasStatus;
      const place = kind === 'venue' && made.place ? made.place : null;
      return makeDocument(
        makeRecord(kind, id, {
          title: made.title,
          ...(isPost
            ? { status: made.status, author: made.author, date_utc: made.date }
            : { author: 0 }),
          fields: {
            description: made.description,
            city: made.city,
            ...(place ? { geo_lat: place.lat, geo_lng: place.lng } : {}),
            ...(kind === 'category' ? { parent: made.parent } : {}),
          },
        }),
        made.usage,
      );
    });

const someIds = (max: number) =>
  fc.array(fc.integer({ min: 1, max }), { minLength: 1, maxLength: 6 });
const linked = (kind: KindName) =>
  fc.subarray([...targetsOf(kind).map(({ id }) => id), 999_999], { minLength: 0, maxLength: 3 });

const bounds = fc
  .record(
    {
      gt: fc.integer({ min: -40, max: 40 }),
      gte: fc.integer({ min: -40, max: 40 }),
      lt: fc.integer({ min: -40, max: 40 }),
      lte: fc.integer({ min: -40, max: 40 }),
    },
    { requiredKeys: [] },
  )
  .map((days) =>
    Object.fromEntries(Object.entries(days).map(([name, day]) => [name, NOW + Number(day) * DAY])),
  );

/** → filters that make sense for the kind; `idMax` is the highest existing ID. */
function someWhere(kind: KindName, idMax: number): fc.Arbitrary<Where> {
  const any = (field: string, values: fc.Arbitrary<(string | number)[]>): fc.Arbitrary<Where> =>
    values.map((list) => ({ test: 'anyOf', field, values: list }));
  const common: fc.Arbitrary<Where>[] = [
    any('id', someIds(idMax)),
    someIds(idMax).map((values) => ({ test: 'noneOf', field: 'id', values })),
  ];
  const cities = any('city', fc.subarray(CITIES.map(sortKey), { minLength: 1, maxLength: 2 }));
  const counted: fc.Arbitrary<Where> = fc.record({
    test: fc.constant('usage' as const),
    field: fc.constantFrom<keyof Usage>(
      'published',
      'events',
      'last_start',
      'last_start_published',
      'last_end_published',
    ),
    gte: fc.constantFrom(1, 2, NOW),
    isNegated: fc.boolean(),
  });
  if (kind !== 'event') {
    return fc.oneof(...common, counted, ...(kind === 'venue' ? [cities] : []));
  }
  const dates: fc.Arbitrary<Where> = fc
    .tuple(fc.constantFrom('start', 'end', 'modified'), bounds)
    .map(([field, some]) => ({ test: 'range', field, ...some }));
  // As `collapse=series` asks.
  const firsts: fc.Arbitrary<Where> = fc
    .array(fc.tuple(fc.constantFrom('before_start', 'before_end'), bounds), {
      minLength: 1,
      maxLength: 2,
    })
    .map((some) => ({
      test: 'anyRange',
      ranges: some.map(([field, range]) => ({ test: 'range', field, ...range })),
    }));
  // As `running` asks.
  const running: fc.Arbitrary<Where>[] = [
    fc.integer({ min: -9, max: 9 }).map((day) => ({
      test: 'anyRange',
      ranges: [
        { test: 'range', field: 'start', gte: NOW + day * DAY },
        { test: 'range', field: 'lasting', lt: 1 },
      ],
    })),
    any('lasting', fc.constant([1])),
  ];
  return fc.oneof(
    ...common,
    dates,
    dates,
    firsts,
    ...running,
    any('recurring', fc.constantFrom([0], [1])),
    cities,
    any('categories', linked('category')),
    any('categories', fc.constant([1])),
    any('tags', linked('tag')),
    linked('tag').map((values): Where => ({ test: 'noneOf', field: 'tags', values })),
    any('venue', linked('venue')),
    any('organizer', linked('organizer')),
    any('featured', fc.constantFrom([0], [1])),
    any('part', fc.constantFrom(['morning'], ['evening', 'night'])),
    any('is_free', fc.constantFrom([0], [1])),
    any('event_status', fc.constantFrom(['cancelled'], ['scheduled', 'moved_online'])),
    any('attendance_mode', fc.constantFrom(['in_person'], ['online', 'hybrid'])),
    any('availability', fc.constantFrom(['sold_out'], ['limited'])),
  );
}

const SIGNED = ['"jazz night"', '"common"', '-jazz', '-"night jazz"', 'jazz -common', 'nights'];

const someText = (kind: KindName): fc.Arbitrary<TextQuery> =>
  fc
    .tuple(
      fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }),
      fc.constantFrom(99, 99, 3, 2),
      fc.option(fc.constantFrom(...SIGNED), { freq: 1 }),
    )
    .map(([some, letters, signed]) => {
      const sent = [...some.map((word) => word.slice(0, letters)), ...(signed ? [signed] : [])];
      return toText(kinds[kind], sent.join(' '), ['en', 'de']);
    });

const point = fc.oneof(
  fc.constantFrom(...PLACES),
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
);
const radiusM = fc.double({ min: 0, max: 7.3, noNaN: true }).map((power) => 10 ** power);
const box = fc
  .tuple(
    fc.constantFrom(-180, -179.995, -75, 0, 13.4, 151, 179.98, 180),
    fc.constantFrom(-180, -179.985, -74, 0, 13.406, 152, 179.995, 180),
    fc.constantFrom(-90, -34, 0, 12, 52.5),
    fc.constantFrom(12.01, 52.52, 60, 90),
  )
  .filter(([, , south, north]) => south <= north)
  .map(([west, east, south, north]) => ({ west, east, south, north }));

/** A circle or a box around the places. */
const someGeo: fc.Arbitrary<GeoFilter> = fc.oneof(
  fc.boolean().map((hasPlace) => ({ hasPlace })),
  fc.record({ point, radiusM }),
  fc.record({ point, radiusM, hasPlace: fc.boolean() }),
  box.map((given) => ({ box: given })),
  fc.record({ point, radiusM, box }),
  fc.record({ point, radiusM, orOnline: fc.constant(true) }),
  fc.record({ point, radiusM, box, hasPlace: fc.boolean(), orOnline: fc.boolean() }),
);

const VISIBLE: VisibleClause[][] = [
  [{ status: 'publish' }],
  [{ status: 'publish' }],
  [{ status: 'publish' }, { status: 'draft', author: 2 }, { status: 'future', author: 2 }],
  [{ status: 'future' }],
  [{ status: 'trash', author: 1 }, { status: 'private' }],
  (['publish', 'future', 'draft', 'pending', 'private'] as const).map((each) => ({ status: each })),
  [],
];

const weight = fc.integer({ min: 0, max: 9 });

/** → the orders of a kind, those of wall clocks as `clock=local` asks included. */
const ordersOf = (kind: KindName): SortOrder[] => {
  const { orders, window } = kinds[kind];
  const local = Object.values(window?.local ?? {});
  return [
    ...Object.values(orders),
    ...local.map((field): SortOrder => ({ by: 'field', field, direction: 'asc' })),
  ];
};

/** → list queries of the kind, in every shape the port allows. */
export function aQuery(kind: KindName, idMax: number): fc.Arbitrary<SearchQuery> {
  const { facets: counted = {}, tiles } = kinds[kind];
  const facets = [...Object.keys(counted), ...(tiles ? ['tiles'] : [])];
  const hasPlace = kinds[kind].place !== undefined;
  return fc
    .record({
      where: fc.array(someWhere(kind, idMax), { maxLength: 2 }),
      visible: fc.constantFrom(...(kinds[kind].family.hasStatus ? VISIBLE : [[]])),
      text: fc.option(someText(kind)),
      geo: hasPlace ? fc.option(someGeo) : fc.constant(null),
      order: fc.constantFrom(...ordersOf(kind)),
      direction: fc.constantFrom<Sort['direction']>('asc', 'desc'),
      limit: fc.integer({ min: 1, max: 20 }),
      page: fc.constantFrom(0, 0, 1, 2, 7),
      facets: fc.subarray(facets, { maxLength: Math.min(2, facets.length) }),
      tilesZoom: fc.integer({ min: 0, max: 8 }).map((half) => half * 2),
      nowSeconds: fc.integer({ min: -48, max: 48 }).map((hours) => NOW + hours * 3600),
      isFull: fc.boolean(),
      isSeries: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
      weights: fc.option(fc.record({ text: weight, distance: weight, soon: weight })),
      ids: someIds(idMax).map((one) => [...new Set(one)]),
      below: fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 }), { maxLength: 3 }),
    })
    .map(({ order, direction, page, ids, where, geo, text: sought, weights, below, ...made }) => {
      const needs = {
        distance: geo?.point,
        day: geo?.point,
        best: geo?.point || sought,
        relevance: sought,
        ...{ field: true, count: true, include: true },
      }[order.by];
      const sort: Sort = needs
        ? { by: order.by, direction, ...(order.by === 'best' && weights ? { weights } : {}) }
        : { by: 'field', field: 'title', direction };
      if (needs && order.field) sort.field = order.field;
      if (sort.by === 'include') sort.ids = ids;
      const branches = { categories: below.map((of, id) => ({ id, ids: of })) };
      return makeQuery(kind, {
        ...made,
        ...(made.facets.includes('categories') && below.length > 0 ? { branches } : {}),
        geo,
        text: sought,
        where: sort.ids ? [...where, { test: 'anyOf', field: 'id', values: ids }] : where,
        sort,
        from: { offset: page * made.limit },
      });
    });
}
