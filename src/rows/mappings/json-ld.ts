/**
 * JSON-LD → plain values: a list, a typed value (`{"@value"}`), a name (`{"@id"}`) or a text
 * becomes the value that a mapping expects.
 */
import { decodeHTMLStrict } from 'entities';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';

/** Members with several values in a mapping; of all others the first value counts. */
const MANY = new Set(
  (
    '@type activity byDay byMonth byMonthDay category eventAttendanceMode eventStatus ' +
    'eventSchedule exceptDate image keywords location offers organizer sameAs'
  ).split(' '),
);

/** → the node with plain values. Its nesting is bounded (formats/json-row.ts). */
export function plainNode(node: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [bare(name), plainValue(value, bare(name))]),
  );
}

/** `schema:name` and `http://schema.org/name` are called `name`. */
const bare = (name: string): string =>
  name.startsWith('@') ? name : (name.split(/[/#:]/).at(-1) ?? name);

function plainValue(value: Json | undefined, name: string): Json {
  if (Array.isArray(value)) {
    const texts = value.filter(isJsonObject).map((text) => [text['@language'], text['@value']]);
    // The first text may be of another language than the site's.
    if (texts.length > 1 && texts.every((pair) => pair.every((one) => typeof one === 'string')))
      return Object.fromEntries(texts);
    const values = value.map((item) => plainValue(item, name)).filter((plain) => plain !== null);
    return MANY.has(name) ? values : (values[0] ?? null);
  }
  if (!isJsonObject(value)) return value ?? null;
  if ('@value' in value) return plainValue(value['@value'], name);
  if ('@list' in value || '@set' in value) return plainValue(value['@list'] ?? value['@set'], name);
  const isName = Object.keys(value).every((key) => key === '@id' || key === '@type');
  if (isName && typeof value['@id'] === 'string') return value['@id'];
  return plainNode(value);
}

/** Members of a series that are its own: its names, its times, its parts and its places left. */
const OF_SERIES = new Set(
  (
    '@type type @id id identifier startDate endDate duration doorTime previousStartDate ' +
    'eventSchedule subEvent subEvents superEvent remainingAttendeeCapacity'
  ).split(' '),
);

/** → the members of an event that count for the events that are parts of it. */
export const ofParts = (series: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(series).filter(([name]) => !OF_SERIES.has(bare(name))));

/** → the plain node with missing members from its series. */
export function withSeries(node: JsonObject): JsonObject {
  const [series = null] = all(node.superEvent);
  const above = isJsonObject(series) ? ofParts(withSeries(series)) : {};
  const own = Object.entries(node).filter(([, value]) => value !== null);
  return { ...above, ...Object.fromEntries(own) };
}

/** → the name of the absent series of a plain node, or of its series; or undefined. */
export function absentSeries({ superEvent }: JsonObject): string | undefined {
  if (isJsonObject(superEvent)) return absentSeries(superEvent);
  return typeof superEvent === 'string' ? superEvent : undefined;
}

/** → the values of a member that may be a list. */
export const all = (value: Json | undefined): Json[] =>
  [value ?? []].flat().filter((item) => item !== null);

/** → the names of an enumeration or of types, in lower case: of a URL, a prefix, or as they are. */
export const namesOf = (value: Json | undefined): string[] =>
  all(value).flatMap((one) => {
    const text = isJsonObject(one) ? (one['@id'] ?? one.name) : one;
    const name = typeof text === 'string' ? text.trim().split(/[/#:]/).at(-1) : undefined;
    return name?.toLowerCase().replace(/[\s_-]+/g, '') ?? [];
  });

/**
 * → the identity of a node: its `@id` (a name for the whole web), else its identifier, else its
 * URL; or undefined.
 */
export function identifierOf({ '@id': id, identifier, url }: JsonObject): Json | undefined {
  if (typeof id === 'string' && /^[a-z][\w+.-]*:./i.test(id) && !id.startsWith('_:')) return id;
  const named = isJsonObject(identifier) ? identifier.value : identifier;
  const isText = typeof named === 'string' || typeof named === 'number';
  return isText && String(named).trim() !== '' ? named : (url ?? undefined);
}

/** → whether the brackets of a tag are written as entities. */
const isEscaped = (text: string): boolean =>
  text.split(/&lt;/i).some((part, at) => at > 0 && /^\/?[a-z][^<>]*?&gt;/i.test(part));

/** → HTML that a program has escaped once more, as WordPress does in its JSON-LD, as it was. */
export function unescaped(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || /<[a-z/]/i.test(value) || !isEscaped(value)) return value;
  return decodeHTMLStrict(value).replaceAll('\\n', '\n');
}
