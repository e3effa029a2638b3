/** The day that weeks begin with, by the region that a time zone is of (CLDR, in Node itself). */
import { regionOfZone } from './zone-region.js';

/** The names of this in different versions of Node: TypeScript knows neither. */
interface LocaleWeek {
  weekInfo?: { firstDay: number };
  getWeekInfo?: () => { firstDay: number };
}

const MONDAY = 1;

/** → 1 for Monday to 7 for Sunday; Monday where no region has the zone. */
export function firstDayOfWeek(zone: string): number {
  const region = regionOfZone(zone);
  if (region === null) return MONDAY;
  const locale = new Intl.Locale(`und-${region}`) as LocaleWeek;
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? MONDAY;
}
