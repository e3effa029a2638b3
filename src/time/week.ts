/** The week of the region that a time zone is of (CLDR, in Node itself). */
import { regionOfZone } from './zone-region.js';

/** Days of a week: 1 for Monday to 7 for Sunday. */
interface Week {
  firstDay: number;
  weekend: readonly number[];
}

/** The names of this in different versions of Node: TypeScript knows neither. */
interface LocaleWeek {
  weekInfo?: Week;
  getWeekInfo?: () => Week;
}

/** The region where no other has the zone. */
const WORLD = '001';

/** → the first day and the weekend of weeks in a zone. */
export function weekIn(zone: string): Week {
  const locale = new Intl.Locale(`und-${regionOfZone(zone) ?? WORLD}`) as LocaleWeek;
  return locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1, weekend: [6, 7] };
}
