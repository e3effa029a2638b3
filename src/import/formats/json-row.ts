/** A JSON text → a row. A GeoJSON feature gives its properties, with its coordinates in columns. */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import type { RowItem } from './format.js';

/** Members of an object that hold the rows: GeoJSON's, JSON-LD's, and those of common answers. */
const listMembers = ['features', '@graph', 'items', 'results', 'data', 'records'];

/** Deepest nesting of a row: far beyond any field, and what recursion over rows stands. */
const levelsMax = 100;

/** → the names of the members that hold rows; our own list answers name theirs by the route. */
export const listNames = (route?: string): ReadonlySet<string> =>
  new Set(route === undefined ? listMembers : [...listMembers, route]);

/** → the row that the text of one record holds, or why it holds none. */
export function toRowItem({ line, text }: { line: number; text: string }): RowItem {
  let value: unknown;
  try {
    // RFC 8142: a record of a GeoJSON text sequence begins with a record separator.
    value = JSON.parse(text.startsWith('\u001E') ? text.slice(1) : text);
  } catch {
    return { line, error: 'not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, error: 'not a JSON object' };
  }
  const object = value as JsonObject;
  const isFeature = object.type === 'Feature' && 'geometry' in object;
  const row = isFeature ? rowOfFeature(object) : object;
  return isTooDeep(row) ? { line, error: `nested deeper than ${levelsMax} levels` } : { line, row };
}

function isTooDeep(row: JsonObject): boolean {
  const isNested = (value: Json) => typeof value === 'object' && value !== null;
  let values: Json[] = [row];
  for (let level = 0; level < levelsMax && values.length > 0; level += 1) {
    values = values.flatMap((value) => Object.values(value ?? {}).filter(isNested));
  }
  return values.length > 0;
}

/**
 * → the properties of a feature, its `id` where they have none, and `geo_lat`, `geo_lng`: of a
 * point its own, of any other geometry the centre of its bounds.
 */
function rowOfFeature({ id, properties, geometry }: JsonObject): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    ...(isJsonObject(properties) ? properties : {}),
    ...(isJsonObject(geometry) ? centreOf(geometry) : {}),
  };
}

function centreOf({ coordinates = null, geometries }: JsonObject): JsonObject {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const parts: Json[] = Array.isArray(geometries)
    ? geometries.map((one) => (isJsonObject(one) ? (one.coordinates ?? null) : null))
    : [coordinates];
  // A list of its own, because nesting in a file has no bound that recursion would stand.
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (!Array.isArray(part)) continue;
    const [lng, lat] = part;
    if (typeof lng !== 'number' || typeof lat !== 'number') {
      for (const inner of part) parts.push(inner);
      continue;
    }
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  }
  if (bounds.west > bounds.east) return {};
  const middle = (low: number, high: number) => (low === high ? low : round((low + high) / 2));
  return {
    geo_lat: middle(bounds.south, bounds.north),
    geo_lng: middle(bounds.west, bounds.east),
  };
}

/** → degrees with 7 decimals, a centimetre. */
const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
