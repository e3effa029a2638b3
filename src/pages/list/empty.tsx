/** A list without an event: events near in time, and near in place. Contract 26.1. */
import { omit } from '../../lib/omit.js';
import type { Point } from '../../lib/place/geo.js';
import { asTexts, paramOf } from '../../present/links.js';
import type { Deps } from '../../records/deps.js';
import { listRecords } from '../../records/list/list.js';
import { addDays, dayOf, type PageClock, todayOf } from '../event/days.js';
import type { PageList } from '../event/page-list.js';
import { dropped, isPlain, NOT_IN_MONTH, type PageState, PLACE, paramsOf } from '../event/state.js';
import { TO_PAST, toSpan } from '../event/when.js';
import { filtersOf } from '../site/category-counts.js';
import type { Site } from '../site/document.js';
import { aroundPoint, listedKind } from '../site/paths.js';
import { atTown } from '../town/landing.js';
import { ownTown } from '../town/place.js';
import { useLanguage } from '../words/language.js';
import { townIn } from './heading.js';

/** A list with events, and how many. */
interface Offer {
  name: string;
  href: string;
  count: number;
}

/** The offers in place of an empty list. */
export interface Instead {
  days: Offer[];
  towns: Offer[];
  /** The point of the list, or null. */
  centre: Point | null;
}

/** Offers of either kind. */
const OFFERS = 3;
/** Days that are looked through. */
const DAYS = 31;
/** How far a town is near, km. */
const NEAR_KM = '100';

interface EmptyList {
  list: Pick<PageList, 'count'>;
  state: PageState;
  clock: PageClock;
  site: Pick<Site, 'language' | 'roots' | 'towns'>;
}

/**
 * → offers near in time and place of a list without an event; null for other lists, and for lists
 * of all events or of a month. Throws the errors of lists.
 */
export async function offersNear(deps: Deps, asked: EmptyList): Promise<Instead | null> {
  const { list, state } = asked;
  if (list.count > 0 || isPlain(state) || state.when.is === 'month') return null;
  const centre = await centreOf(deps, state);
  const [days, towns] = await Promise.all([
    daysNear(deps, asked),
    centre ? townsNear(deps, asked, centre) : [],
  ]);
  return { days, towns, centre };
}

/** → the next days with events, from the first day that was asked for on. */
async function daysNear(deps: Deps, { state, clock, site }: EmptyList): Promise<Offer[]> {
  if (state.when.is !== 'days') return [];
  const today = todayOf(clock);
  const asked = dayOf(state.when.from, clock);
  const first = asked > today ? asked : today;
  const span = [first, addDays(first, DAYS - 1)] as const;
  const { days } = await listRecords(deps, listedKind, {
    raw: { ...paramsOf(state, { month: span }), per_page: '1' },
    caller: null,
    days: { first: Date.parse(`${first}T00:00:00Z`) / 1000, count: DAYS, each: 0 },
  });
  return days
    .map(({ total }, at) => ({ day: addDays(first, at), count: total }))
    .filter(({ count }) => count > 0)
    .slice(0, OFFERS)
    .map(({ day, count }) => ({
      name: site.language.dates.long(day, today),
      href: state.link({ ...dropped(NOT_IN_MONTH), ...toSpan(day, day) }),
      count,
    }));
}

/** → the point of a list: its own, else its town's, or null. */
async function centreOf(deps: Deps, { filters }: PageState): Promise<Point | null> {
  const { geoloc_lat: lat, geoloc_lng: lng } = filters;
  if (lat && lng) return { lat: Number(lat), lng: Number(lng) };
  return ownTown(deps, filters.city ?? townIn(filters));
}

/** → the towns with the most events of a list around its place. */
async function townsNear(deps: Deps, { state, site }: EmptyList, centre: Point): Promise<Offer[]> {
  const { filters } = state;
  const around = { ...aroundPoint(centre), geoloc_radius: NEAR_KM, geoloc_unit: 'km' };
  const raw = { ...omit(filtersOf(paramsOf(state)), PLACE), ...around };
  const counted = { ...raw, facets: 'town', per_page: '1' };
  const { facets } = await listRecords(deps, listedKind, { raw: counted, caller: null });
  const { called } = await site.towns();
  const left = Object.keys(filters).filter((name) => PLACE.includes(paramOf(name)));
  return (facets?.town ?? []).slice(0, OFFERS).flatMap(({ value, count }) => {
    const near = called(value);
    if (!near) return [];
    const changes = { ...dropped(left), ...asTexts({ town: near.values }) };
    return [{ name: near.name, href: atTown(state, near, site.roots).link(changes), count }];
  });
}

/** The text and the offers of a list without an event. */
export function Nothing({ state, instead }: { state: PageState; instead: Instead | null }) {
  const { text } = useLanguage();
  return (
    <div class="nothing">
      <p>{text(isPlain(state) ? 'list.empty' : 'list.none')}</p>
      <Offers title={text('list.nextDays')} offers={instead?.days ?? []} />
      <Offers title={text('list.nearTowns')} offers={instead?.towns ?? []} />
      {state.when.is !== 'past' && (
        <p>
          <a href={state.link(TO_PAST)}>{text('list.seePast')}</a>
        </p>
      )}
    </div>
  );
}

function Offers({ title, offers }: { title: string; offers: readonly Offer[] }) {
  const { number } = useLanguage();
  if (offers.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <ul class="terms">
        {offers.map(({ name, href, count }) => (
          <li key={href}>
            <a href={href}>
              <bdi>{name}</bdi> ({number.format(count)})
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
