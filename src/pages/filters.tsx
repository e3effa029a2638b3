/** The filters of a page as visitors read them, each with a link that removes it. */
import { paramOf } from '../present/links.js';
import type { PageClock } from './days.js';
import { whenText } from './heading.js';
import { POINT } from './near.js';
import { HERE, type Place } from './place.js';
import { dropped, type PageState } from './state.js';
import { ANY_TIME, DATES, DAY_NAMES, type DayName, toDays } from './when.js';

interface FiltersOf {
  state: PageState;
  clock: PageClock;
  /** Titles of the records that filters name, by parameter. */
  titles: Readonly<Record<string, string>>;
  place: Place | null;
  radiusKm: number;
}

/** A filter in words, and the parameters that make it. */
interface Described {
  text: string;
  names: string[];
}

/** Parameters that choose nothing. */
const NO_FILTERS = ['per_page', 'orderby', 'order', 'weights', 'explain', 'tiles_zoom', 'status'];

const NAMES: Readonly<Record<string, string>> = {
  search: 'Words',
  categories: 'Category',
  tags: 'Tag',
  venue: 'Venue',
  organizer: 'Organizer',
  city: 'Town',
  country: 'Country',
  post_parent: 'Series',
};

/** What values of some parameters say. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  is_free: { true: 'Free', false: 'Not free' },
  featured: { true: 'Recommended', false: 'Not recommended' },
  recurring: { true: 'Recurring', false: 'Single events' },
  attendance_mode: { in_person: 'On site', online: 'Online', hybrid: 'On site and online' },
  event_status: {
    ...{ scheduled: 'As planned', cancelled: 'Cancelled', postponed: 'Postponed' },
    ...{ rescheduled: 'New date', moved_online: 'Moved online' },
  },
  availability: {
    ...{ available: 'Tickets available', limited: 'Few tickets left' },
    ...{ sold_out: 'Sold out', not_on_sale: 'Not on sale' },
  },
  part: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening', night: 'Night' },
};

const DAY_LABELS: Readonly<Record<DayName, string>> = {
  today: 'Today',
  tonight: 'Tonight',
  tomorrow: 'Tomorrow',
  weekend: 'This weekend',
  week: 'Next 7 days',
};

/** The quick choices of days; the one in force is marked. */
export function Days({ state }: Pick<FiltersOf, 'state'>) {
  const { is, name, isRunning, sent } = state.when;
  const isAny = is === 'any' && !isRunning && sent.part === undefined;
  return (
    <nav class="days" aria-label="Days">
      <ul>
        {[null, ...DAY_NAMES].map((choice) => (
          <li key={choice}>
            <a
              href={state.link(toDays(choice))}
              aria-current={
                (choice ? is === 'days' && name === choice : isAny) ? 'true' : undefined
              }
            >
              {choice ? DAY_LABELS[choice] : 'Any day'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The filters in force. */
export function ActiveFilters(props: FiltersOf) {
  const { state } = props;
  const filters = describeFilters(props);
  if (filters.length === 0) return null;
  const without = (names: string[]) => state.link(dropped(names));
  return (
    <ul class="filters" aria-label="Filters">
      {filters.map(({ text, names }) => (
        <li key={text}>
          <a href={without(names)}>
            <span class="hidden">Remove </span>
            <bdi>{text}</bdi>
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      <li>
        <a href={without(Object.keys(state.filters))}>Clear all</a>
      </li>
    </ul>
  );
}

function describeFilters(props: FiltersOf): Described[] {
  const { state, titles, place, radiusKm } = props;
  const { filters } = state;
  const centre = place && (place === HERE ? place.short : place.name);
  const radius = `${filters.geoloc_radius ?? radiusKm} ${filters.geoloc_unit ?? 'km'}`;
  const near: Described[] = place
    ? [
        {
          text: `Within ${radius} of ${centre}`,
          names: [...POINT, ...orderBy(state, 'distance'), ...orderBy(state, 'best')],
        },
      ]
    : [];
  const rest = Object.entries(filters)
    .filter(([name]) => ![...NO_FILTERS, ...DATES].includes(name))
    .filter(([name]) => !(place && POINT.includes(name)))
    .map(
      ([name, value]): Described => ({
        text: describeOne(name, value, titles[name]),
        names: name === 'search' ? [name, ...orderBy(state, 'relevance')] : [name],
      }),
    );
  return [...near, ...describeWhen(props), ...rest];
}

function describeWhen({ state, clock }: FiltersOf): Described[] {
  const { when } = state;
  const { is, name, sent, isRunning } = when;
  const all = Object.keys(ANY_TIME);
  const time = is === 'past' ? 'Past events' : is === 'days' ? whenText(when, clock) : '';
  const hasPart = sent.part !== undefined && name !== 'tonight';
  return [
    ...(time ? [{ text: time.charAt(0).toUpperCase() + time.slice(1), names: all }] : []),
    ...(hasPart ? [{ text: valueText('part', sent.part ?? ''), names: ['part'] }] : []),
    ...(isRunning ? [{ text: 'Only what runs through', names: ['running'] }] : []),
  ];
}

/** Parameters that the heading of a list tells. */
const IN_HEADING = ['search', 'categories', 'tags', 'venue', 'organizer', 'city', 'is_free'];

/** → the filters that the heading of a list does not tell. */
export const besideHeading = (
  { filters }: PageState,
  titles: Readonly<Record<string, string>>,
): string[] =>
  Object.entries(filters)
    .filter(([name]) => ![...NO_FILTERS, ...DATES, ...POINT].includes(name))
    .filter(([name]) => !IN_HEADING.includes(paramOf(name)))
    .map(([name, value]) => describeOne(name, value, titles[name]));

function describeOne(name: string, value: string, title: string | undefined): string {
  if (name === 'geoloc_bbox') return 'Within an area of the map';
  const param = paramOf(name);
  if (VALUES[param]) return valueText(param, value);
  const label = NAMES[param];
  return label ? `${label}: ${title ?? value}` : 'Another filter';
}

const valueText = (param: string, value: string): string =>
  value
    .split(',')
    .map((one) => VALUES[param]?.[one.trim()] ?? one)
    .join(', ');

/** The order that goes with a filter, when it is chosen. */
const orderBy = ({ filters }: PageState, order: string): string[] =>
  filters.orderby === order ? ['orderby', 'order'] : [];
