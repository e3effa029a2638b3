/** The region that a time zone is of, and the zones of a region (CLDR, in Node itself). */
import { countryCodes } from '../lib/countries.js';
import { remembered } from '../lib/remember.js';

/** The names of this in different versions of Node: TypeScript knows neither. */
interface LocaleZones {
  timeZones?: string[];
  getTimeZones?: () => string[] | undefined;
}

/** → the ISO 3166 code of the region with a time zone; null without a region, as for UTC. */
export const regionOfZone = remembered((zone: string): string | null => {
  // Regions name each zone by one of its names.
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  return countryCodes().find((code) => zonesOfRegion(code).includes(timeZone)) ?? null;
});

/** → the zones of a region by its code, each by one of its names. */
export function zonesOfRegion(code: string): string[] {
  const locale = new Intl.Locale(`und-${code}`) as LocaleZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
