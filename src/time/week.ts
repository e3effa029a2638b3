/** The day that weeks begin with, by the region that a time zone is of (CLDR, in Node itself). */
import { countryCodes } from '../lib/countries.js';

/** The names in Node's versions: TypeScript knows neither. */
interface LocaleInfo {
  timeZones?: string[];
  getTimeZones?: () => string[] | undefined;
  weekInfo?: { firstDay: number };
  getWeekInfo?: () => { firstDay: number };
}

const MONDAY = 1;
const firstDays = new Map<string, number>();

/** → 1 for Monday to 7 for Sunday; Monday where no region has the zone. */
export function firstDayOfWeek(zone: string): number {
  const known = firstDays.get(zone);
  if (known !== undefined) return known;
  const locale = countryCodes()
    .map((code) => new Intl.Locale(`und-${code}`) as LocaleInfo)
    .find((locale) => (locale.getTimeZones?.() ?? locale.timeZones)?.includes(zone));
  const { firstDay } = locale?.getWeekInfo?.() ?? locale?.weekInfo ?? { firstDay: MONDAY };
  firstDays.set(zone, firstDay);
  return firstDay;
}
