/** The clock of a page: the moment, and the zone of its days. */
import { perObject } from '../../lib/remember.js';
import type { Deps } from '../../records/deps.js';
import { parseDateTime } from '../../time/date-times.js';
import { secondsPerDay, secondsToText, textToSeconds } from '../../time/wall-clock.js';
import { zoneAt } from '../../time/zone-at.js';
import type { PageState } from './state.js';

/** The moment, and the zone of a page's days. */
export interface PageClock {
  zone: string;
  nowMs: number;
}

/** → the clock of a page: in the zone of its point, else of the site. */
export function clockOf(deps: Deps, { filters }: Pick<PageState, 'filters'>): PageClock {
  const zone = zoneAt(Number(filters.geoloc_lat), Number(filters.geoloc_lng));
  return { zone: zone ?? deps.site.siteTimeZone, nowMs: deps.now() };
}

/** → the day of the moment, worked out once for each page. */
export const todayOf = perObject((clock: PageClock) => dayOf('today', clock));

/** → the day of a text, `2026-11-23`; `""` for another text. */
export const dayOf = (text: string, { zone, nowMs }: PageClock): string =>
  parseDateTime(text, { zone, nowMs })?.local.slice(0, 10) ?? '';

/** → the day so many days later, or earlier, `2026-11-24`. */
export const addDays = (day: string, days: number): string =>
  secondsToText(textToSeconds(`${day} 00:00:00`) + days * secondsPerDay).slice(0, 10);
