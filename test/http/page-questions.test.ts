/**
 * 44 questions: a page, its own link to the interface, its calendar and its Atom feed have the
 * number of events that a count over the listing gives. Contract 26.1.
 */
import { beforeAll, expect, it } from 'vitest';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { openPage } from '../support/site.js';

/** An event as it is written; `day` is counted from today. */
interface Told {
  day: number;
  /** Days that it lasts; 0: two hours of an evening. */
  days: number;
  at: number;
}

// The clock stands at 2026-03-10 12:00 UTC, a Tuesday.
const dayOf = (day: number): string =>
  new Date(Date.UTC(2026, 2, 10 + day)).toISOString().slice(0, 10);

// None is on the day on which subscriptions begin.
const EVENTS: Told[] = Array.from({ length: 96 }, (_, at) => {
  const isLong = at % 16 === 15;
  const day = isLong ? -30 + (at % 5) : ((at * 7) % 60) - 20;
  return { at, day: Math.abs(day + 14) < 2 ? day + 4 : day, days: isLong ? 60 : 0 };
});

const isOnline = ({ at }: Told) => at % 6 === 0;
const isJazz = ({ at }: Told) => at % 4 === 1;
const atClub = ({ at }: Told) => at % 3 === 0;
const price = ({ at }: Told) => [0, 10, 20][at % 3] ?? 0;

type Ids = Record<'club' | 'hall' | 'ann', number>;

/** [the filter in the query of the page, the events that it means] */
const FILTERS: [query: (ids: Ids) => string, is: (told: Told) => boolean][] = [
  [() => '', () => true],
  [() => 'search=harp', ({ at }) => at % 5 === 0],
  [() => 'categories=music', (told) => isJazz(told) || told.at % 4 === 2],
  [() => 'categories=jazz', isJazz],
  [() => 'tags=late', ({ at }) => at % 7 === 3],
  [({ club }) => `venue=${club}`, atClub],
  [({ ann }) => `organizer=${ann}`, ({ at }) => at % 8 < 3],
  [() => 'is_free=true', (told) => price(told) === 0],
  [() => 'cost_max=15', (told) => price(told) < 15],
  [
    () => 'geoloc_lat=51.05&geoloc_lng=3.717&geoloc_radius=10',
    (told) => atClub(told) && !isOnline(told),
  ],
  [() => 'attendance_mode=online', isOnline],
];

const lastDay = ({ day, days }: Told) => day + days;
const within = (from: number, until: number) => (told: Told) =>
  told.day <= until && lastDay(told) >= from;
const isLong = ({ days }: Told) => days > 0;

/** [dates in the query of the page, what is on then, what its subscriptions have] */
const WHENS: [query: string, is: (told: Told) => boolean, fed: (told: Told) => boolean][] = [
  ['', (told) => lastDay(told) >= 0, (told) => lastDay(told) >= -14],
  ['overlaps=today,%2B6 days', within(0, 6), within(-14, 6)],
  ['overlaps=2026-03-14,2026-03-20', within(4, 10), within(4, 10)],
  [
    'ends_before=now&strict_dates=true&order=desc',
    (told) => lastDay(told) < 0,
    (told) => lastDay(told) < 0,
  ],
];

const questions = WHENS.flatMap(([dates, isOn, isFed]) =>
  FILTERS.map(([filter, is], at) => ({
    name: `${dates || 'any time'}: filter ${at}`,
    path: (ids: Ids) => `/?${[dates, filter(ids)].filter(Boolean).join('&')}`,
    // What runs through is a part of the list, unless days and places alone are asked for.
    listed: EVENTS.filter(
      (told) => is(told) && isOn(told) && !(isLong(told) && [0, 9].includes(at)),
    ).length,
    running: EVENTS.filter((told) => is(told) && isOn(told) && isLong(told)).length,
    fed: EVENTS.filter((told) => is(told) && isFed(told)).length,
  })),
);

describeApp('44 questions', (app) => {
  const ids: Ids = { club: 0, hall: 0, ann: 0 };

  beforeAll(async () => {
    const music = await givenTerm(app(), 'categories', 'Music');
    const jazz = await givenTerm(app(), 'categories', 'Jazz', { parent: music.id });
    const place = { city: 'Ghent', geo_lat: 51.051, geo_lng: 3.718 };
    ids.club = (await givenVenue(app(), { venue: 'Club', ...place })).id;
    ids.hall = (
      await givenVenue(app(), { venue: 'Hall', city: 'Lyon', geo_lat: 45, geo_lng: 4 })
    ).id;
    ids.ann = (await givenOrganizer(app(), { organizer: 'Ann' })).id;
    for (const told of EVENTS) {
      const { at, day, days } = told;
      await givenEvent(app(), {
        title: at % 5 === 0 ? `Harp ${at}` : `Evening ${at}`,
        start_date: `${dayOf(day)} 20:00`,
        end_date: `${dayOf(day + days)} 22:00`,
        categories: isJazz(told) ? [jazz.id] : at % 4 === 2 ? [music.id] : [],
        tags: at % 7 === 3 ? ['late'] : [],
        venue: atClub(told) ? ids.club : ids.hall,
        organizer: at % 8 < 3 ? [ids.ann] : [],
        cost: price(told) === 0 ? 'free' : `$${price(told)}`,
        ...(isOnline(told) ? { attendance_mode: 'online', online_url: 'https://o.test/' } : {}),
      });
    }
  });

  it.each(questions)('$name', async ({ path, listed, running, fed }) => {
    const { status, html } = await openPage(app(), path(ids));
    expect(status).toBe(200);
    const number = (pattern: RegExp) => Number(pattern.exec(html)?.[1] ?? 0);
    const shown = {
      listed: number(/id="results-title">(\d+) event/),
      running: number(/running=only"[^>]*>(\d+) /),
    };
    const linked = (type: string) => {
      const [, href = ''] =
        new RegExp(`<link[^>]*type="${type}"[^>]* href="([^"]+)"`).exec(html) ?? [];
      return totalOf(href.replaceAll('&amp;', '&'));
    };
    expect({
      ...shown,
      json: await linked('application/json'),
      ics: await linked('text/calendar'),
      atom: await linked('application/atom\\+xml'),
    }).toEqual({ listed, running, json: listed, ics: fed, atom: fed });
  });

  async function totalOf(href: string): Promise<number> {
    const { pathname, search } = new URL(href);
    const answer = await fetch(`${app().url}${pathname}${search}`);
    expect(answer.status).toBe(200);
    return Number(answer.headers.get('X-TEC-Total'));
  }
});
