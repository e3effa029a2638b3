/** The filters of a page as visitors read them, each with a link that removes it. */
import { paramOf } from '../present/links.js';
import { type DayChoice, dayChoices, type PageClock, TONIGHT } from './days.js';
import { POINT } from './near.js';
import { HERE, type Place } from './place.js';
import { DATES, dropped, PAST, type PageState } from './state.js';

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
const NO_FILTERS = ['per_page', 'orderby', 'order', 'strict_dates', 'weights', 'clock'];

const NAMES: Readonly<Record<string, string>> = {
  search: 'Words',
  categories: 'Category',
  tags: 'Tag',
  venue: 'Venue',
  organizer: 'Organizer',
  start_date: 'From',
  end_date: 'Until',
  city: 'Town',
  country: 'Country',
  attendance_mode: 'Attendance',
  event_status: 'State',
  availability: 'Tickets',
  post_parent: 'Series',
  day: 'Day',
  part: 'Time of day',
};

/** The quick choices of days; the one in force is marked. */
export function Days({ state, clock }: Pick<FiltersOf, 'state' | 'clock'>) {
  // The past has an order of its own.
  const ofPast = state.filters.ends_before ? ['order'] : [];
  const others = dropped([...DATES, ...ofPast, 'view', 'month']);
  const isChosen = ({ params }: DayChoice) =>
    !state.own.view &&
    DATES.every((name) => state.filters[name] === (params as Record<string, string>)[name]);
  return (
    <nav class="days" aria-label="Days">
      <ul>
        {dayChoices(clock).map((choice) => (
          <li key={choice.label}>
            <a
              href={state.link({ ...others, ...choice.params })}
              aria-current={isChosen(choice) ? 'true' : undefined}
            >
              {choice.label}
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
        <a href={without(Object.keys(state.filters))}>Remove all</a>
      </li>
    </ul>
  );
}

function describeFilters({ state, clock, titles, place, radiusKm }: FiltersOf): Described[] {
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
    .filter(([name]) => !NO_FILTERS.includes(name) && !(place && POINT.includes(name)))
    // Tonight is one filter.
    .filter(([name, value]) => !(name === 'part' && value === TONIGHT.part && filters.day))
    .map(([name, value]): Described => {
      return {
        text: describeOne(name, value, { clock, titles, filters }),
        names: namesOf(name, state),
      };
    });
  return [...near, ...rest];
}

function describeOne(
  name: string,
  value: string,
  { clock, titles, filters }: Pick<FiltersOf, 'clock' | 'titles'> & Pick<PageState, 'filters'>,
) {
  if (name === 'overlaps') {
    const choice = dayChoices(clock).find(({ params }) => params.overlaps === value);
    return choice?.label ?? `On ${value.replace(',', ' – ')}`;
  }
  if (name === 'day' && filters.part === TONIGHT.part) return 'Tonight';
  if (name === 'ends_before') return value === 'now' ? 'Past events' : `Ended before ${value}`;
  if (name === 'geoloc_bbox') return 'Within an area of the map';
  if (name === 'is_free') return value === 'true' ? 'Free' : 'Not free';
  const param = paramOf(name);
  return `${NAMES[param] ?? param}: ${titles[name] ?? value}`;
}

/** → the parameter, and those that go with it. */
function namesOf(name: string, state: PageState): string[] {
  if (name === 'search') return [name, ...orderBy(state, 'relevance')];
  if (name === 'day') return [name, 'part'];
  return name === 'ends_before' ? Object.keys(PAST) : [name];
}

/** The order that goes with a filter, when it is chosen. */
const orderBy = ({ filters }: PageState, order: string): string[] =>
  filters.orderby === order ? ['orderby', 'order'] : [];
