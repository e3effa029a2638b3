/** The region that a time zone is of (CLDR, in Node itself). */
import { countryCodes } from '../lib/countries.js';

/** The names of this in different versions of Node: TypeScript knows neither. */
interface LocaleZones {
  timeZones?: string[];
  getTimeZones?: () => string[] | undefined;
}

const regions = new Map<string, string | null>();

/** → the ISO 3166 code of the region with a time zone; null without a region, as for UTC. */
export function regionOfZone(zone: string): string | null {
  const known = regions.get(zone);
  if (known !== undefined) return known;
  // Regions name each zone by one of its names.
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  const region = countryCodes().find((code) => {
    const locale = new Intl.Locale(`und-${code}`) as LocaleZones;
    return (locale.getTimeZones?.() ?? locale.timeZones)?.includes(timeZone);
  });
  regions.set(zone, region ?? null);
  return region ?? null;
}
