/** The heading of a list, which is its title, too: `Jazz in Berlin this weekend`. */
import { dayChoices, type PageClock } from './days.js';
import type { Place } from './place.js';
import type { PageState } from './state.js';

interface Listed {
  state: PageState;
  clock: PageClock;
  /** Titles of the records that filters name, by parameter. */
  titles: Readonly<Record<string, string>>;
  place: Place | null;
}

/** → what is listed, where and when, as far as filters say it. */
export function headingFor(listed: Listed): string {
  const { search, is_free: isFree, ends_before: isPast } = listed.state.filters;
  const { categories, tags, organizer } = listed.titles;
  const words = search === undefined ? '' : `“${search}”`;
  const what = [categories ?? tags ?? '', words].filter(Boolean).join(': ') || 'What is on';
  const parts = [what, whereOf(listed), organizer && `by ${organizer}`, whenOf(listed)];
  const more = [isFree === 'true' && 'free', isPast && 'past events'];
  return [parts.filter(Boolean).join(' '), ...more].filter(Boolean).join(', ');
}

function whereOf({ state, titles, place }: Listed): string {
  const { city } = state.filters;
  if (titles.venue) return `at ${titles.venue}`;
  if (place) return `${place.short === 'you' ? 'near' : 'in'} ${place.short}`;
  return city ? `in ${city}` : '';
}

function whenOf({ state, clock }: Listed): string {
  const { overlaps, start_date: from, end_date: until } = state.filters;
  const choice = dayChoices(clock).find(({ params }) => {
    const chosen = Object.entries(params);
    return chosen.length > 0 && chosen.every(([name, value]) => state.filters[name] === value);
  });
  if (choice) return choice.label.toLowerCase().replace(/^next/, 'in the next');
  if (overlaps === undefined) {
    return [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ');
  }
  const [first, last] = overlaps.split(',');
  return first === last ? `on ${first}` : `from ${first} until ${last}`;
}
