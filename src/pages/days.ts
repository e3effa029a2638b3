/** The days that visitors choose from, as parameters of the list. */
import type { Deps } from '../records/deps.js';
import { parseDateTime } from '../time/date-times.js';
import { secondsPerDay, secondsToText, textToSeconds } from '../time/wall-clock.js';
import { zoneAt } from '../time/zone-at.js';
import type { PageState } from './state.js';

/** One choice, and the parameters that make it; none of them for any day. */
export interface DayChoice {
  label: string;
  params: { overlaps?: string; day?: string; part?: string };
}

/** What begins tonight. */
export const TONIGHT = { day: 'today', part: 'evening,night' };

/** The moment, and the zone of a page's days. */
export interface PageClock {
  zone: string;
  nowMs: number;
}

/** → the clock of a page: in the zone of the point it asks for, else in that of the site. */
export function clockOf(deps: Deps, { filters }: PageState): PageClock {
  const zone = zoneAt(Number(filters.geoloc_lat), Number(filters.geoloc_lng));
  return { zone: zone ?? deps.site.siteTimeZone, nowMs: deps.now() };
}

/** → the choices. The weekend is given as dates: as words it would be another one on a Sunday. */
export function dayChoices(clock: PageClock): DayChoice[] {
  const [saturday, sunday] = [dayOf('saturday', clock), dayOf('sunday', clock)];
  const from = saturday <= sunday ? saturday : dayOf('today', clock);
  return [
    { label: 'Any day', params: {} },
    { label: 'Today', params: { overlaps: 'today,today' } },
    { label: 'Tonight', params: TONIGHT },
    { label: 'Tomorrow', params: { overlaps: 'tomorrow,tomorrow' } },
    { label: 'This weekend', params: { overlaps: `${from},${sunday}` } },
    { label: 'Next 7 days', params: { overlaps: 'today,+6 days' } },
  ];
}

/** → the day that a text names, `2026-11-23`; `""` when it names none. */
export const dayOf = (text: string, { zone, nowMs }: PageClock): string =>
  parseDateTime(text, { zone, nowMs })?.local.slice(0, 10) ?? '';

/** → the day so many days later, or earlier, `2026-11-24`. */
export const addDays = (day: string, days: number): string =>
  secondsToText(textToSeconds(`${day} 00:00:00`) + days * secondsPerDay).slice(0, 10);
