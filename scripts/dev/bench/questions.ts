/** The questions of the benchmark: typical requests, and random combinations of parameters. */
import { COMMON_WORD, pickFrom, RARE_WORD, randomFrom, STYLES, WORDS } from './data.js';

/** The values in the questions, from the loaded data. */
export interface Sample {
  /** IDs of events. */
  events: number[];
  venues: { id: number; city: string; point: [lat: number, lng: number] | null }[];
}

/** A row of the table: questions that never repeat. */
export interface Question {
  name: string;
  /** → a path below the interface, or at the root where it begins with `//`. */
  path: () => string;
  /** The status of every answer; absent: 200. */
  status?: number;
}

const FACETS = 'facets=categories,tags,venue,organizer,city,month';

/** → makers of parts of questions. The second of a date makes a question new. */
function partsOf({ venues }: Sample, random: () => number) {
  const { pick } = pickFrom(random);
  const placed = venues.flatMap(({ point }) => (point ? [point] : []));
  const moment = () => new Date(Date.now() + Math.floor(random() * 500 * 86_400_000));
  const text = (date: Date) =>
    encodeURIComponent(date.toISOString().slice(0, 19).replace('T', ' '));
  const window = (days: number, name = 'start_date=S&end_date=E') => {
    const start = moment();
    const end = new Date(start.getTime() + days * 86_400_000);
    return name.replace('S', text(start)).replace('E', text(end));
  };
  const point = () => {
    // At most about 100 m from a venue.
    const [lat, lng] = pick(placed) ?? [0, 0];
    return [lat + random() / 1000, lng + random() / 1000] as const;
  };
  const near = (km: number) => {
    const [lat, lng] = point();
    return `geoloc_lat=${lat}&geoloc_lng=${lng}&geoloc_radius=${km}`;
  };
  const box = (degrees: number) => {
    const [lat, lng] = point();
    const [south, north] = [Math.max(-90, lat - degrees / 2), Math.min(90, lat + degrees / 2)];
    const [west, east] = [Math.max(-180, lng - degrees), Math.min(180, lng + degrees)];
    return `geoloc_bbox=${west},${south},${east},${north}`;
  };
  const city = () => `city=${encodeURIComponent(pick(venues).city || 'Berlin')}`;
  return { pick, from: () => `start_date=${text(moment())}`, window, near, box, city };
}

/** → the rows of the table, in the order in which users meet them. */
export function usualQuestions(sample: Sample, random: () => number): Question[] {
  const { pick, from, window, near } = partsOf(sample, random);
  const common = () => pick([COMMON_WORD, ...WORDS]);
  const list = (name: string, query: () => string) => ({ name, path: () => `/events?${query()}` });
  return [
    list('default list', from),
    list('a week', () => window(7)),
    list('category', () => `categories=${pick(STYLES).toLowerCase()}&${from()}`),
    list('venue', () => `venue=${pick(sample.venues).id}&${from()}`),
    list('near me, 10 km', () => near(10)),
    list('rare word', () => `search=${RARE_WORD}&${from()}`),
    list('common word', () => `search=${common()}&${from()}`),
    list('misspelled word', () => `search=${misspelled(pick(WORDS), random)}&${from()}`),
    list('by relevance', () => `search=${common()}&orderby=relevance&${from()}`),
    list('common word, a week, 100 km', () => `search=${common()}&${window(7)}&${near(100)}`),
    list('one facet over all', () => `facets=categories&${from()}`),
    list('six facets over all', () => `${FACETS}&${from()}`),
    list('nearest first, 300 km', () => `${near(300)}&orderby=distance`),
    list('best, 300 km', () => `${near(300)}&orderby=best`),
    { name: 'suggestions', path: () => `/events/suggest?q=${common().slice(0, 3)}` },
    { name: 'front page', path: () => `///?${random()}` },
    { name: 'page of a week', path: () => `///?${window(7)}` },
    { name: 'month, common word', path: () => `///?view=month&search=${common()}&${random()}` },
    { name: 'item', path: () => `/events/${pick(sample.events)}` },
    { name: '404', path: () => `/events/${9e8 + Math.floor(random() * 1e9)}`, status: 404 },
  ];
}

const misspelled = (word: string, random: () => number): string => {
  const at = 1 + Math.floor(random() * (word.length - 2));
  return word.slice(0, at) + word.slice(at + 1);
};

/** → random combinations of the public parameters of lists of events, the same for a seed. */
export function randomQuestions(sample: Sample, seed: number, count: number): string[] {
  const random = randomFrom(seed);
  const { pick, from, window, near, box, city } = partsOf(sample, random);
  const parts: [share: number, make: () => string][] = [
    [0.5, () => `search=${search()}`],
    [0.3, () => `categories=${pick(STYLES).toLowerCase()},${pick(WORDS)}`],
    [0.1, () => `venue=${pick(sample.venues).id}`],
    [0.1, city],
    [0.1, () => `is_free=${pick(['true', 'false'])}`],
    [
      0.3,
      () => pick([() => near(pick([1, 50, 500, 5000, 20_000])), () => box(pick([1, 20, 360]))])(),
    ],
    [0.2, () => window(pick([1, 30, 36_500]), 'overlaps=S,E')],
    [0.1, () => 'ends_after=2020-01-01'],
    [0.3, () => pick([from, () => window(7), () => 'start_date=2000-01-01&end_date=2100-01-01'])()],
    [0.2, () => pick([FACETS, 'facets=categories'])],
    [0.1, () => `${box(pick([20, 360]))}&facets=tiles&tiles_zoom=2`],
    [0.2, () => 'page=1000'],
    [0.2, () => `order=${pick(['asc', 'desc'])}`],
  ];
  const search = () => {
    const words = [...WORDS, COMMON_WORD, RARE_WORD, 's', 'ja', misspelled(pick(WORDS), random)];
    return Array.from({ length: pick([1, 1, 2, 3]) }, () => pick(words)).join('%20');
  };
  const question = () => {
    const query = parts.flatMap(([share, make]) => (random() < share ? [make()] : []));
    const orders = ['start_date', 'end_date', 'date', 'modified', 'title'];
    if (query.some((one) => one.startsWith('geoloc_lat'))) orders.push('distance', 'day', 'best');
    if (query.some((one) => one.startsWith('search'))) orders.push('relevance');
    return [...query, ...(random() < 0.5 ? [`orderby=${pick(orders)}`] : [])].join('&');
  };
  return Array.from({ length: count }, question);
}
