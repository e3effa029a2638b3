/**
 * Rows of JSON-LD that name others of the same file (`{"@id": …}`): each embeds the named nodes.
 * Rows without references are passed on at once; the others wait for the end of the file, when all
 * nodes are read.
 */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { namesOf, ofParts, plainNode } from '../mappings/json-ld.js';
import { readSchedule } from '../mappings/schedule.js';
import type { Notes } from '../notes.js';
import { type Cutter, cutTexts, recordBytesMax } from '../read/cuts.js';
import type { RowItem } from './format.js';
import { toRowItem } from './json-row.js';

/** Longest text of the waiting rows and of the nodes, characters. */
const CHARS_MAX = 32 * 1024 * 1024;

/** How deep records are embedded, and how many in a row. */
const LEVELS_MAX = 2;
const NAMED_MAX = 20;

type Row = Extract<RowItem, { row: JsonObject }>;

/** → takes rows; `end` gives the waiting rows. A series with dates of its own is no row. */
export function openGraph() {
  const nodes = new Map<string, string>();
  const waiting: string[] = [];
  const withDates = new Set<string>();
  let chars = 0;
  const hasRoom = (text: string): boolean => {
    chars += text.length;
    return chars <= CHARS_MAX;
  };
  const remember = (value: Json | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    const id = '@id' in value ? value['@id'] : undefined;
    if (typeof id === 'string' && Object.keys(value).length > 1 && !nodes.has(id)) {
      const text = JSON.stringify(value);
      if (hasRoom(text)) nodes.set(id, text);
    }
    for (const inner of Object.values(value)) remember(inner);
  };
  const embedded = (row: JsonObject): JsonObject => withNamed(row, nodes);
  const takeOne = (sent: Row): RowItem[] => {
    const item = { ...sent, row: withNamedSeries(sent.row) };
    const text = JSON.stringify(item);
    if (!text.includes('"@id"')) return [item];
    remember(item.row);
    const { superEvent = null } = item.row;
    const above = isJsonObject(superEvent) && isTimed(item.row) ? superEvent['@id'] : null;
    if (typeof above === 'string' && hasRoom(above)) withDates.add(above);
    if (!(isSeries(item.row) || namesOthers(item.row)) || !hasRoom(text)) return [item];
    waiting.push(text);
    return [];
  };
  return {
    take(item: RowItem | null): RowItem[] {
      if (!item || 'error' in item) return item ? [item] : [];
      const within = nodesWithin(item.row);
      const isNode = '@type' in item.row || !('@graph' in item.row);
      // The dates of a series are its parts, where it has them.
      const isItself = isNode && !(within.some(isTimed) && isOfDates(item.row));
      const rows = [...(isItself ? [item.row] : []), ...within];
      return rows.flatMap(bySchedule).flatMap((row) => takeOne({ ...item, row }));
    },
    *end(): Generator<RowItem> {
      for (const text of waiting) {
        const item: Row = JSON.parse(text);
        if (isSeries(item.row) && withDates.has(String(item.row['@id']))) continue;
        yield { ...item, row: embedded(item.row) };
      }
    },
    /** Remembers an item of a feed, which is the newest of its name, and the nodes in it. */
    note(row: JsonObject): void {
      nodes.delete(String(row['@id']));
      remember(withNamedSeries(row));
    },
    /** → an item of a feed with its earlier nodes. */
    whole: (row: JsonObject): JsonObject => embedded(withNamedSeries(row)),
  };
}

/** → a row with the nodes that it names, within bounds. */
function withNamed(row: JsonObject, nodes: ReadonlyMap<string, string>): JsonObject {
  const left = { count: NAMED_MAX, chars: recordBytesMax };
  const embed = (value: Json, level: number): Json => {
    if (Array.isArray(value)) return value.map((member) => embed(member, level));
    if (!isJsonObject(value)) return value;
    const id = nameIn(value);
    const node = id === null ? undefined : nodes.get(id);
    const isIn = level < LEVELS_MAX && left.count > 0 && left.chars > (node?.length ?? 0);
    if (node !== undefined && isIn) {
      left.count -= 1;
      left.chars -= node.length;
      return embed(JSON.parse(node), level + 1);
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, embed(member ?? null, level)]),
    );
  };
  return embed(row, 0) as JsonObject;
}

/** A row without these names no node, and holds none. */
const OF_GRAPHS = /"@|"superEvent"|"eventSchedule"/;

/** → the rows of a file, each with the nodes of the file that it names. */
export async function* wholeRows(
  texts: AsyncIterable<string>,
  cutter: Cutter,
  notes?: Notes,
): AsyncGenerator<RowItem> {
  const graph = openGraph();
  for await (const cuts of cutTexts(texts, cutter)) {
    for (const cut of cuts) {
      const item = 'error' in cut ? cut : toRowItem(cut, notes);
      if ('text' in cut && OF_GRAPHS.test(cut.text)) yield* graph.take(item);
      else if (item) yield item;
    }
  }
  yield* graph.end();
}

/** → the number of parts with a time in a node without a time. */
export const countParts = (node: JsonObject): number =>
  isTimed(node) ? 0 : partsOf(node, 1, openRoom()).filter(isTimed).length;

/** Members with the parts of an event, and with the events of a page, place or organization. */
const PARTS = ['subEvent', 'subEvents'];
const AROUND = 'mainEntity event events itemListElement item @graph'.split(' ');

/** An event gets these members of its place, within so many characters: events may be many. */
const OF_PLACE = ['@type', '@id', 'name', 'address', 'geo', 'url', 'telephone'];
const PLACE_CHARS_MAX = 1024;

const isTimed = (node: JsonObject): boolean => 'startDate' in node || 'eventSchedule' in node;

/** Version 1 of OpenActive has no `@`. */
const typesOf = (node: JsonObject): string[] => namesOf(node['@type'] ?? node.type);

const isSeries = (node: JsonObject): boolean =>
  typesOf(node).some((type) => type.endsWith('series'));

/** → whether the parts of an event are all of it: a series, or a course. */
const isOfDates = (node: JsonObject): boolean =>
  isSeries(node) || typesOf(node).includes('courseinstance');

/** → a node without a time, or a series, as its parts need it; null for any other node. */
export function seriesIn(node: JsonObject): JsonObject | null {
  const { '@id': id, superEvent = null } = node;
  if (typeof id !== 'string' || (isTimed(node) && !isSeries(node))) return null;
  return { '@id': id, ...ofParts(node), superEvent };
}

/** → the node with its series as an object, which may be named by its address alone. */
const withNamedSeries = (node: JsonObject): JsonObject =>
  typeof node.superEvent === 'string' ? { ...node, superEvent: { '@id': node.superEvent } } : node;

/** Longest text of a series in all of its parts, and of all series of a row, characters. */
const [PARTS_CHARS_MAX, ROW_PARTS_CHARS_MAX] = [4 * recordBytesMax, 16 * recordBytesMax];

/** → the characters that the series of one row may still say in their parts. */
const openRoom = () => ({ chars: ROW_PARTS_CHARS_MAX });

/** → the parts of an event and their parts, each with its containing event. */
function partsOf(node: JsonObject, level: number, room: { chars: number }): JsonObject[] {
  const parts = PARTS.flatMap((name) => [node[name] ?? []].flat()).filter(isJsonObject);
  if (parts.length === 0 || level > LEVELS_MAX) return [];
  const whole = withNamedSeries({ ...ofParts(node), superEvent: node.superEvent ?? null });
  const chars = JSON.stringify(whole).length * parts.length;
  const isShort = chars <= Math.min(PARTS_CHARS_MAX, room.chars);
  if (isShort) room.chars -= chars;
  return parts.flatMap((sent) => {
    const above: JsonObject = isShort
      ? { '@context': node['@context'] ?? null, superEvent: whole }
      : {};
    const part: JsonObject = { '@type': 'Event', ...sent, ...above };
    return [...('name' in part || isTimed(part) ? [part] : []), ...partsOf(part, level + 1, room)];
  });
}

/** → the nodes with a name inside others; an event in a place is at this place. */
function nodesWithin(node: JsonObject, room = openRoom()): JsonObject[] {
  const isVersion1 = '@context' in node && 'type' in node;
  if (!('@type' in node || '@graph' in node || isVersion1)) return [];
  const parts = partsOf(node, 1, room);
  if (isTimed(node)) return parts;
  const isPlace = 'address' in node || 'geo' in node;
  const names = OF_PLACE.filter((name) => isPlace && name in node);
  const location = Object.fromEntries(names.map((name) => [name, node[name] ?? null]));
  const isShort = isPlace && JSON.stringify(location).length <= PLACE_CHARS_MAX;
  const inside = AROUND.flatMap((name) => {
    const around: JsonObject = isShort && /^events?$/.test(name) ? { location } : {};
    const nodes = [node[name] ?? []].flat().filter(isJsonObject);
    return nodes.flatMap((one) => [
      ...('name' in one && !('item' in one) ? [{ ...around, ...one }] : []),
      ...nodesWithin(one, room),
    ]);
  });
  return [...inside, ...parts];
}

/** Most schedules of an event that are read. */
const SCHEDULES_MAX = 10;

/** → an event with several schedules as an event for each: their starts distinguish them. */
function bySchedule(node: JsonObject): JsonObject[] {
  const schedules = [node.eventSchedule ?? []].flat().filter(isJsonObject);
  if (schedules.length < 2 || schedules.length > SCHEDULES_MAX) return [node];
  const starts = schedules.map((schedule) => readSchedule(plainNode(schedule))?.start ?? null);
  if (starts.includes(null) || new Set(starts).size < starts.length) return [node];
  return schedules.map((eventSchedule, at) => {
    const startDate = starts[at]?.replace(' ', 'T') ?? null;
    return { ...node, eventSchedule, startDate };
  });
}

/** → the ID by which an object names another one, having nothing else; or null. */
function nameIn(value: JsonObject): string | null {
  const id = value['@id'];
  const further = Object.keys(value).filter((name) => name !== '@id' && name !== '@type');
  return typeof id === 'string' && further.length === 0 ? id : null;
}

const namesOthers = (value: Json | undefined): boolean =>
  Array.isArray(value)
    ? value.some(namesOthers)
    : isJsonObject(value) && (nameIn(value) !== null || Object.values(value).some(namesOthers));
