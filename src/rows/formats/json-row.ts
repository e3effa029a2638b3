/**
 * A JSON text → a row. A GeoJSON feature gives its properties, with its coordinates in columns; a
 * wrapped element of a list gives its content.
 */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import type { Notes } from '../notes.js';
import type { RowItem } from './format.js';
import { nestsDeeper, parsedJson } from './json-text.js';

/** Members of an object with the rows: GeoJSON's, JSON-LD's, and members of common answers. */
const listMembers = [
  ...['features', '@graph', 'itemListElement', 'dataFeedElement', 'items', 'results', 'data'],
  ...['records', 'events', 'upcoming', 'hits', '_embedded'],
  // Overpass; SPARQL; ActivityStreams; the export of Facebook.
  ...['elements', 'bindings', 'first', 'orderedItems', 'your_events_v2'],
  // OData; Hydra; lists of GraphQL; the open data of Berlin.
  ...['value', 'hydra:member', 'edges', 'eventSearch', 'searchEvents', 'eventListings'],
  ...['groupByUrlname', 'upcomingEvents', 'index', 'values', 'entries', 'docs', 'rows', 'nodes'],
];

/** Members of a record of Airtable, Strapi or JSON:API, whose values are in one of the last two. */
const recordMembers = 'id type createdTime links meta relationships fields attributes'.split(' ');

/** Deepest nesting of a row: far beyond any field, and safe for recursion over rows. */
const levelsMax = 100;

/** → the names of the members with rows; our own list answers use the route. */
export const listNames = (route?: string): ReadonlySet<string> =>
  new Set(route === undefined ? listMembers : [...listMembers, route]);

/** → the row in the text of a record, or the reason of its fault; null to skip it. */
export function toRowItem(
  { line, text }: { line: number; text: string },
  notes?: Notes,
): RowItem | null {
  if (nestsDeeper(text, levelsMax))
    return { line, error: `nested deeper than ${levelsMax} levels` };
  const value = parsedJson(text);
  if (value === undefined) return { line, error: 'not valid JSON' };
  if (!isJsonObject(value)) return { line, error: 'not a JSON object' };
  const row = unwrapped(value);
  if (row === null) {
    notes?.add('items', `not "updated" and passed by (${String(value.state).slice(0, 20)})`);
    return null;
  }
  return { line, row };
}

function unwrapped(value: JsonObject): JsonObject | null {
  if (value.type === 'Feature' && 'geometry' in value) return rowOfFeature(value);
  const { item, data, _source, object } = value;
  // ListItem and DataFeedItem of schema.org; a hit of a search; an item of an RPDE feed.
  const { '@type': type = null } = value;
  // An item without a type is no event: a breadcrumb has the name of a page.
  if (isJsonObject(item) && /^(?:ListItem|DataFeedItem)$/.test(String(type)))
    return { '@type': type, ...item };
  if (isJsonObject(_source)) return _source;
  // A node of GraphQL, an event of Localist.
  const [inner = null, ...others] = Object.entries(value).filter(([name]) => name !== 'cursor');
  if (inner && others.length === 0 && /^(?:node|event)$/.test(inner[0]) && isJsonObject(inner[1]))
    return inner[1];
  if (isJsonObject(object) && object.type === 'Event') return object;
  const foreign = ofRecord(value) ?? ofElement(value) ?? ofBinding(value) ?? ofFacebook(value);
  if (foreign) return foreign;
  if (typeof value.state !== 'string' || !('modified' in value) || !('kind' in value)) return value;
  if (!isJsonObject(data)) return null;
  const isNamed = ['@id', 'id', 'identifier', 'url'].some((name) => name in data);
  return isNamed ? data : { ...data, identifier: value.id ?? null };
}

/** → a record with its values beside their object, so that paths into it stay. */
function ofRecord(value: JsonObject): JsonObject | null {
  const values = value.fields ?? value.attributes;
  const isRecord = Object.keys(value).every((name) => recordMembers.includes(name));
  return isRecord && isJsonObject(values) ? { ...value, ...values } : null;
}

/** → an element of Overpass as a feature has it. */
function ofElement({ type = null, id, tags, lat, lon, center }: JsonObject): JsonObject | null {
  if (!/^(?:node|way|relation)$/.test(String(type)) || !isJsonObject(tags)) return null;
  const at = isJsonObject(center) ? center : { lat, lon };
  const point = { geo_lat: at.lat ?? null, geo_lng: at.lon ?? null };
  return { ...tags, '@id': `${type}/${id}`, ...point };
}

/** → a solution of SPARQL by its variables. */
function ofBinding(value: JsonObject): JsonObject | null {
  const isTerm = (term: Json | undefined): term is JsonObject =>
    isJsonObject(term) && /^(?:uri|bnode|.*literal)$/.test(String(term.type));
  const terms = Object.entries(value).flatMap(([name, term]): [string, Json][] =>
    isTerm(term) ? [[name, dayOf(term) ?? term.value ?? null]] : [],
  );
  const isWhole = terms.length > 0 && terms.length === Object.keys(value).length;
  return isWhole ? Object.fromEntries(terms) : null;
}

/** → the day of a midnight in UTC: Wikidata has days, and writes them as times. */
const dayOf = ({ datatype, value }: JsonObject): string | undefined =>
  /#dateTime$/.test(String(datatype)) ? /^(.{10})T00:00:00Z$/.exec(String(value))?.[1] : undefined;

/** → an event of Facebook, whose export has the bytes of UTF-8 as characters. */
function ofFacebook({ end_timestamp, ...event }: JsonObject): JsonObject | null {
  if (!('start_timestamp' in event)) return null;
  const text = JSON.stringify(end_timestamp ? { ...event, end_timestamp } : event);
  const decoded = /^[\0-\xFF]*$/.test(text) ? Buffer.from(text, 'latin1').toString() : text;
  return JSON.parse(decoded.includes('\uFFFD') ? text : decoded);
}

/**
 * → the properties of a feature, its `id` if they have none, and `geo_lat`, `geo_lng`: of the
 * point, or the centre of any other geometry's bounds.
 */
function rowOfFeature({ id, properties, geometry }: JsonObject): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    ...(isJsonObject(properties) ? properties : {}),
    ...(isJsonObject(geometry) ? centreOf(geometry) : {}),
  };
}

function centreOf({ coordinates = null, geometries }: JsonObject): JsonObject {
  const parts: Json[] = [coordinates, ...[geometries ?? []].flat()];
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  // Iterative, because nesting in a file is too deep for recursion.
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (isJsonObject(part)) parts.push(part.coordinates ?? null);
    if (!Array.isArray(part)) continue;
    const [lng, lat] = part;
    if (typeof lng === 'number' && typeof lat === 'number') {
      [west, east] = [Math.min(west, lng), Math.max(east, lng)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    } else for (const inner of part) parts.push(inner);
  }
  if (west > east) return {};
  const middle = (low: number, high: number) => (low === high ? low : round((low + high) / 2));
  return { geo_lat: middle(south, north), geo_lng: middle(west, east) };
}

/** → degrees with 7 decimals, a centimetre. */
const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
