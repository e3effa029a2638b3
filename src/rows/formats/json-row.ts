/**
 * A JSON text → a row. A GeoJSON feature gives its properties, with its coordinates in columns; a
 * wrapped element of a list gives its content.
 */
import type { Issue } from '../../errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';
import { faultOfPoint } from '../columns/clean.js';
import type { Notes } from '../notes.js';
import { fold, wordsOf } from '../words.js';
import type { RowItem } from './format.js';
import { nestsDeeper, parsedJson } from './json-text.js';

/** Members of an object with the rows: GeoJSON's, JSON-LD's, and members of common answers. */
const listMembers = [
  'features @graph itemListElement dataFeedElement items results data records events upcoming hits',
  // Overpass; SPARQL; ActivityStreams; the export of Facebook; OData; Hydra.
  '_embedded elements bindings first orderedItems your_events_v2 value hydra:member',
  // Lists of GraphQL; the open data of Berlin; CKAN, Sanity; Luma; Storyblok; Solr.
  'edges eventSearch searchEvents eventListings groupByUrlname upcomingEvents index',
  'result entries stories products response docs values rows nodes',
].flatMap((names) => names.split(' '));

/** Members with the values of a record; paths into the first two stay. */
const HOLDERS = 'fields attributes fieldData properties _source event node content'.split(' ');
/** Members with the times of an event, of OpenAgenda, Localist and others. */
const TIMES = 'timings event_instances occurrences instances dates schedules'.split(' ');
const FIELDS = new Map(
  wordsOf('event').flatMap(([field, words]) => words.map((word) => [word, field])),
);

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
  return { line, ...withFirstTime(row) };
}

function unwrapped(value: JsonObject): JsonObject | null {
  const { '@type': type = null, item, data, object } = value;
  // ListItem and DataFeedItem of schema.org; an item of an RPDE feed.
  // An item without a type is no event: a breadcrumb has the name of a page.
  if (isJsonObject(item) && /^(?:ListItem|DataFeedItem)$/.test(String(type)))
    return { '@type': type, ...item };
  if (isJsonObject(object) && object.type === 'Event') return object;
  const foreign = ofRecord(value) ?? ofElement(value) ?? ofBinding(value) ?? ofFacebook(value);
  if (foreign) return foreign;
  if (typeof value.state !== 'string' || !('modified' in value) || !('kind' in value)) return value;
  if (!isJsonObject(data)) return null;
  const isNamed = ['@id', 'id', 'identifier', 'url'].some((name) => name in data);
  return isNamed ? data : { ...data, identifier: value.id ?? null };
}

/**
 * → a record, or a feature of GeoJSON or ArcGIS, with its values and the point of its geometry;
 * null if the record has a title and a start itself.
 */
function ofRecord({ geometry, ...sent }: JsonObject): JsonObject | null {
  const isFeature = sent.type === 'Feature' && geometry !== undefined;
  const value = isFeature ? omit(sent, ['type']) : sent;
  const name = HOLDERS.find((one) => isJsonObject(value[one])) ?? 'properties';
  const values = value[name] ?? (isFeature ? {} : null);
  if (!isJsonObject(values) || '@type' in value) return null;
  const isWhole = has(value, 'start_') || (has(value, 'title') && !has(values, 'start_'));
  if (isWhole && !isFeature) return null;
  const others = HOLDERS.indexOf(name) < 2 ? value : omit(value, [name]);
  return { ...others, ...values, ...(isJsonObject(geometry) ? centreOf(geometry) : {}) };
}

const has = (row: JsonObject, field: string): boolean =>
  Object.keys(omit(row, HOLDERS)).some((name) => FIELDS.get(fold(name))?.startsWith(field));

/** → a row without a start with the first of its times. */
function withFirstTime(row: JsonObject): { row: JsonObject; warnings?: Issue[] } {
  const name = has(row, 'start_') ? '' : (TIMES.find((one) => Array.isArray(row[one])) ?? '');
  const [sent = null, ...others] = [row[name] ?? []].flat();
  const [inner = null] = isJsonObject(sent) ? Object.values(sent) : [];
  const first = [sent, inner].filter(isJsonObject).find((one) => has(one, 'start_'));
  if (!first) return { row };
  const reason = `left out: all but the first of ${others.length + 1} times`;
  const warnings = others.slice(0, 1).map(() => ({ param: name, reason }));
  return { row: { ...first, ...row }, warnings };
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
 * → `geo_lat`, `geo_lng` of a point, or the centre of the bounds of another geometry, in degrees.
 * ArcGIS has `x` and `y`.
 */
function centreOf({ coordinates = null, geometries, x, y }: JsonObject): JsonObject {
  const parts: Json[] = [coordinates, ...[geometries ?? []].flat(), [x ?? null, y ?? null]];
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
  if (west > east || faultOfPoint(Math.max(-south, north), Math.max(-west, east))) return {};
  // With 7 decimals, a centimetre.
  const middle = (low: number, high: number) =>
    low === high ? low : Math.round(((low + high) / 2) * 1e7) / 1e7;
  return { geo_lat: middle(south, north), geo_lng: middle(west, east) };
}
