/** Parameters of lists about places: a circle, a box, map tiles. Contract 11, 27. */
import type { Issue } from '../errors.js';
import { TILES_FACET } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { type DistanceUnit, type GeoFilter, metersIn } from '../lib/place/geo.js';
import { tilesIn } from '../lib/place/tiles.js';
import type { Town } from '../lib/place/town-table.js';
import { townsLike } from '../lib/place/towns.js';
import { townsCalled } from '../lib/place/towns-called.js';
import { limits } from '../limits.js';
import { parseBbox } from './keywords.js';

/** Half the equator in metres, rounded up: no two points are further apart. */
const RADIUS_MAX_M = 20_040_000;

/** A town as answers name it: `name` is such that `near` takes it for this one. */
type Place = Pick<Town, 'name' | 'country' | 'lat' | 'lng'>;

/** The town that `near` names, and other candidates, the largest first. */
export interface NearTown extends Place {
  candidates: Place[];
}

/** Most towns that are named to choose from. */
const CANDIDATES = 5;

const placeOf = ({ label, country, lat, lng }: Town): Place => ({ name: label, country, lat, lng });

/** → the largest town of the sent name, else `otherwise`; null without a name or a town. */
export function readNear({ near }: JsonObject, otherwise: NearTown | null): NearTown | null {
  const [town, ...candidates] = typeof near === 'string' ? townsCalled(near) : [];
  if (!town) return otherwise;
  return { ...placeOf(town), candidates: candidates.slice(0, CANDIDATES).map(placeOf) };
}

/** → the filter by place; null when not requested. `near`: the named town. */
export function readGeo(
  values: JsonObject,
  unit: DistanceUnit,
  { geoRadiusKm, near }: { geoRadiusKm: number; near: NearTown | null },
): GeoFilter | null {
  const { geoloc, geoloc_bbox: bbox, geoloc_radius } = values;
  const { geoloc_lat: lat = near?.lat, geoloc_lng: lng = near?.lng } = values;
  const online = values.geoloc_online === true ? { orOnline: true } : {};
  const box = typeof bbox === 'string' ? parseBbox(bbox) : null;
  // The default is in km, whatever the unit.
  const radiusM =
    typeof geoloc_radius === 'number' ? geoloc_radius * metersIn[unit] : geoRadiusKm * metersIn.km;
  const geo: GeoFilter = {
    ...(typeof geoloc === 'boolean' ? { hasPlace: geoloc } : {}),
    ...(typeof lat === 'number' && typeof lng === 'number'
      ? { point: { lat, lng }, radiusM, ...online }
      : {}),
    ...(box ? { box } : {}),
  };
  return Object.keys(geo).length > 0 ? geo : null;
}

/** → issues of the parameters of a circle. `taken`: the town that `near` was taken for. */
export function geoIssues(
  values: JsonObject,
  unit: DistanceUnit,
  taken: NearTown | null,
  isSent: (name: string) => boolean,
): Issue[] {
  const issues: Issue[] = [];
  for (const [sent, missing] of [
    ['geoloc_lat', 'geoloc_lng'],
    ['geoloc_lng', 'geoloc_lat'],
  ] as const) {
    if (!isSent(sent) || isSent(missing)) continue;
    issues.push({ param: missing, reason: `Must be given together with ${sent}.` });
  }
  const { geoloc_radius: radius, geoloc_online: isOnline, near } = values;
  const isPoint = isSent('geoloc_lat') || isSent('geoloc_lng');
  if (isSent('near') && isPoint) {
    const reason = 'Must not be given together with geoloc_lat and geoloc_lng.';
    issues.push({ param: 'near', reason });
  }
  if (typeof near === 'string' && !taken) {
    issues.push({ param: 'near', reason: unknownTown(near) });
  }
  if (!isPoint && !isSent('near')) {
    const reason = 'Needs a point: geoloc_lat and geoloc_lng, or near.';
    if (radius !== undefined) issues.push({ param: 'geoloc_radius', reason });
    if (isOnline === true) issues.push({ param: 'geoloc_online', reason });
  } else if (radius !== undefined && Number(radius) * metersIn[unit] > RADIUS_MAX_M) {
    issues.push({ param: 'geoloc_radius', reason: 'Must be at most 20,040 km.' });
  }
  return issues;
}

const UNKNOWN_PLACE =
  'There is no such town of 15,000 inhabitants or more, nor a venue with this postal code.';

function unknownTown(near: string): string {
  const candidates = townsLike(near)
    .slice(0, CANDIDATES)
    .map(({ label }) => label);
  if (candidates.length === 0) return UNKNOWN_PLACE;
  return `There is no such town; perhaps one of these: ${candidates.join('; ')}.`;
}

/** → issues of the facet `tiles`, if it is asked for: a box that holds few tiles of a zoom. */
export function tilesIssues(
  facets: readonly string[],
  values: JsonObject,
  isSent: (name: string) => boolean,
): Issue[] {
  if (!facets.includes(TILES_FACET)) return [];
  const missing = ['tiles_zoom', 'geoloc_bbox'].filter((param) => !isSent(param));
  if (missing.length > 0) {
    return missing.map((param) => ({ param, reason: `The facet ${TILES_FACET} needs it.` }));
  }
  const { tiles_zoom: zoom, geoloc_bbox: bbox } = values;
  const box = typeof bbox === 'string' ? parseBbox(bbox) : null;
  const tiles = box && typeof zoom === 'number' ? tilesIn(box, zoom) : 0;
  if (tiles <= limits.facetTiles) return [];
  const reason = `The box holds ${tiles} such tiles, and at most ${limits.facetTiles} are counted.`;
  return [{ param: 'tiles_zoom', reason }];
}
