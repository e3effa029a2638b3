/**
 * The place that a page is about: a town of the table, else a town of the listing's own venues,
 * else where the visitor is.
 */
import { kinds } from '../../kinds/index.js';
import type { JsonObject } from '../../kinds/record.js';
import { labelIn, nameIn, type Town, townAt } from '../../lib/place/town-table.js';
import { townsBeside } from '../../lib/place/towns.js';
import { COMMA } from '../../lib/text/text.js';
import { textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { listBeside } from '../event/page-list.js';
import type { PageState } from '../event/state.js';
import { placing } from '../site/paths.js';
import { chooseLanguage, languagesOf } from '../words/language.js';

/** A place with a name. */
export interface Place {
  /** As the form shows it. */
  name: string;
  /** Without its state and country. */
  short: string;
  /** Other towns of its name. */
  others: Town[];
}

/** The name of a point outside the known towns. */
export const HERE: Place = { name: '', short: '', others: [] };

/** Other towns that are offered. */
const OTHERS = 3;

/** How far a venue may be from its own point of 3 decimals, km. */
const ROUNDED_KM = '0.08';

/** → the place of a page, or null. */
export async function placeOf(deps: Deps, { filters }: PageState): Promise<Place | null> {
  const { geoloc_lat, geoloc_lng } = filters;
  if (!geoloc_lat || !geoloc_lng) return null;
  const [lat, lng] = [Number(geoloc_lat), Number(geoloc_lng)];
  // The list answers with the fault.
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return HERE;
  const town = townAt(lat, lng);
  if (town) {
    const { language } = chooseLanguage(languagesOf(deps.config.siteLanguages), deps);
    const { tag, comma } = language;
    const name = labelIn(town, tag, comma);
    return { name, short: nameIn(town, tag), others: townsBeside(town, OTHERS) };
  }
  const venue = await firstVenue(deps, { geoloc_lat, geoloc_lng, geoloc_radius: ROUNDED_KM });
  const city = venue && textOf(venue, 'city');
  return city ? { name: city, short: city, others: [] } : HERE;
}

/** → where a town of the listing's own venues is, by its name, with or without its country. */
export async function ownTown(deps: Deps, text: string): Promise<Pick<Town, 'lat' | 'lng'> | null> {
  const [city = '', country = ''] = text.split(COMMA).map((part) => part.trim());
  if (city === '') return null;
  const venue = await firstVenue(deps, { city, ...(country ? { country } : {}), geoloc: 'true' });
  return venue ? { lat: Number(venue.geo_lat), lng: Number(venue.geo_lng) } : null;
}

async function firstVenue(deps: Deps, filters: JsonObject) {
  if (!placing) return null;
  const raw = { ...filters, per_page: '1' };
  const [venue] = await listBeside(deps, kinds[placing.target], raw);
  return venue ?? null;
}
