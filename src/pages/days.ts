/** The days that visitors choose from, as parameters of the list. */
import { parseDateTime } from '../time/date-times.js';

/** One choice; `overlaps` is null for any day. */
export interface DayChoice {
  label: string;
  overlaps: string | null;
}

/** The clock and the zone of the site. */
export interface SiteClock {
  zone: string;
  nowMs: number;
}

/** → the choices. The weekend is given as dates: as words it would be another one on a Sunday. */
export function dayChoices(clock: SiteClock): DayChoice[] {
  const [saturday, sunday] = [dayOf('saturday', clock), dayOf('sunday', clock)];
  const from = saturday <= sunday ? saturday : dayOf('today', clock);
  return [
    { label: 'Any day', overlaps: null },
    { label: 'Today', overlaps: 'today,today' },
    { label: 'Tomorrow', overlaps: 'tomorrow,tomorrow' },
    { label: 'This weekend', overlaps: `${from},${sunday}` },
    { label: 'Next 7 days', overlaps: 'today,+6 days' },
  ];
}

/** → the day that a text names, `2026-11-23`; `""` when it names none. */
export const dayOf = (text: string, { zone, nowMs }: SiteClock): string =>
  parseDateTime(text, { zone, nowMs })?.local.slice(0, 10) ?? '';
