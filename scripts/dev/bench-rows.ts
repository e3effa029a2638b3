/** The questions of the benchmark: what users ask, each in two forms. */
import { COMMON_WORD, RARE_WORD, randomFrom, STYLES, WORDS } from './bench-data.js';
import { PREFIX } from './bench-service.js';

/** One row: questions asked over and over, and questions that are never the same. */
export interface BenchRow {
  name: string;
  /** The status of every answer. */
  status: number;
  repeated: string[];
  anew: string[];
  /** True: while the repeated questions are asked, an event is changed every second. */
  isWritten?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** What the questions are about, from the loaded data. */
export interface BenchSample {
  /** IDs of events. */
  events: number[];
  venues: { id: number; city: string; point: [lat: number, lng: number] | null }[];
}

/** Different questions that are asked over and over, and those asked while events are changed. */
const REPEATED = 300;
const REPEATED_UNDER_WRITES = 3000;
/** More than are asked in one measurement of a list. */
const ANEW = 12_000;
/** An ID that no event has. */
const NO_EVENT = 900_000_000;

const FACETS = 'facets=categories,tags,venue,organizer,city,month';
/** What the front page asks for, besides what its visitor does. */
const SHOWN = 'per_page=20&facets=categories';

/** → makers of questions that are never the same, about these places. */
export function openQuestions(random: () => number, places: readonly [lat: number, lng: number][]) {
  const moment = () => new Date(Date.now() + Math.floor(random() * 500 * 86_400_000));
  const text = (date: Date) =>
    encodeURIComponent(date.toISOString().slice(0, 19).replace('T', ' '));
  return {
    // The second makes the question new; lists begin at the day of it.
    from: () => `start_date=${text(moment())}`,
    week: () => {
      const start = moment();
      const end = new Date(start.getTime() + 7 * 86_400_000);
      return `start_date=${text(start)}&end_date=${text(end)}`;
    },
    // At most about 100 m from a place.
    near: (km: number) => {
      const [lat, lng] = places[Math.floor(random() * places.length)] ?? [0, 0];
      const [dLat, dLng] = [random() / 1000, random() / 1000];
      return `geoloc_lat=${lat + dLat}&geoloc_lng=${lng + dLng}&geoloc_radius=${km}`;
    },
  };
}

/** → the rows, in the order in which users meet them. */
export function benchRows({ events, venues }: BenchSample): BenchRow[] {
  const random = randomFrom(7);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const placed = venues.flatMap(({ point }) => (point ? [point] : []));
  const cities = [...new Set(venues.map(({ city }) => city))].filter((city) => city !== '');
  const { from, week, near } = openQuestions(random, placed);
  const common = () => pick([COMMON_WORD, ...WORDS]);
  const two = () => `search=${COMMON_WORD}%20${pick(WORDS)}&${from()}`;
  const lists: Record<string, () => string> = {
    'default list': from,
    'a week': week,
    category: () => `categories=${pick(STYLES).toLowerCase()}&${from()}`,
    city: () => `city=${encodeURIComponent(pick(cities))}&${from()}`,
    venue: () => `venue=${pick(venues).id}&${from()}`,
    'near me, 10 km': () => near(10),
    'rare word': () => `search=${RARE_WORD}&${from()}`,
    'common word': () => `search=${common()}&${from()}`,
    'two common words': two,
    'by relevance': () => `search=${common()}&orderby=relevance&${from()}`,
    'common word, a week, 100 km': () => `search=${common()}&${week()}&${near(100)}`,
    'facets over all': () => `${FACETS}&${from()}`,
    'nearest first, 300 km': () => `${near(300)}&orderby=distance`,
    'nearest first, 5,000 km': () => `${near(5000)}&orderby=distance`,
  };
  const row = (name: string, path: () => string, status = 200): BenchRow => ({
    name,
    status,
    repeated: Array.from({ length: REPEATED }, path),
    anew: Array.from({ length: ANEW }, path),
  });
  const mixed = () =>
    `${PREFIX}/events?${pick([week, () => near(10), lists.city as () => string])()}`;
  const inTurn = shuffled(events, random);
  let asked = 0;
  const [first, ...others] = Object.entries(lists).map(([name, query]) =>
    row(name, () => `${PREFIX}/events?${query()}`),
  );
  return [
    // Everybody asks for the same default list.
    { ...(first as BenchRow), repeated: [`${PREFIX}/events`] },
    ...others,
    {
      ...row('lists while one event a second is changed', mixed),
      repeated: Array.from({ length: REPEATED_UNDER_WRITES }, mixed),
      isWritten: true,
      // As browsers ask: so many whole texts would not fit into the memory of kept answers.
      headers: { 'accept-encoding': 'gzip' },
    },
    row('page of a week', () => `/?${week()}`),
    row('the same list as JSON', () => `${PREFIX}/events?${SHOWN}&${week()}`),
    // In turn, so that no item is asked for again while its answer may still be kept.
    row('item', () => `${PREFIX}/events/${inTurn[asked++ % inTurn.length]}`),
    row('404', () => `${PREFIX}/events/${NO_EVENT + Math.floor(random() * 1e9)}`, 404),
  ];
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const keyed = items.map((item): [number, T] => [random(), item]);
  return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
}
