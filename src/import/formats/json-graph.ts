/**
 * Rows of JSON-LD that name others of the same file (`{"@id": …}`): each gets what it names. Those
 * that name nothing are given on at once; the others wait for the end of the file, where all that
 * they may name was read.
 */
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { recordBytesMax } from '../cuts.js';
import type { RowItem } from './format.js';

/** Longest text of the rows that wait and of what may be named, characters. */
const CHARS_MAX = 32 * 1024 * 1024;

/** How deep records are put into one another, and how many into one row. */
const LEVELS_MAX = 2;
const NAMED_MAX = 20;

type Row = Extract<RowItem, { row: JsonObject }>;

/** → takes rows; `end` gives those that waited. */
export function openGraph() {
  const nodes = new Map<string, string>();
  const waiting: string[] = [];
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
  return {
    take(item: Row): RowItem[] {
      const text = JSON.stringify(item);
      if (!text.includes('"@id"')) return [item];
      remember(item.row);
      if (!namesOthers(item.row) || !hasRoom(text)) return [item];
      waiting.push(text);
      return [];
    },
    *end(): Generator<RowItem> {
      for (const text of waiting) {
        const item: Row = JSON.parse(text);
        const left = { count: NAMED_MAX, chars: recordBytesMax };
        const embed = (value: Json, level: number): Json => {
          if (Array.isArray(value)) return value.map((one) => embed(one, level));
          if (!isJsonObject(value)) return value;
          const id = nameIn(value);
          const node = id === null ? undefined : nodes.get(id);
          const isIn = level < LEVELS_MAX && left.count > 0 && left.chars > (node?.length ?? 0);
          if (node !== undefined && isIn) {
            left.count -= 1;
            left.chars -= node.length;
            return embed(JSON.parse(node), level + 1);
          }
          const members = Object.entries(value);
          return Object.fromEntries(
            members.map(([name, one]) => [name, embed(one ?? null, level)]),
          );
        };
        yield { ...item, row: embed(item.row, 0) as JsonObject };
      }
    },
  };
}

/** → the ID by which an object names another one, having nothing else; or null. */
function nameIn(value: JsonObject): string | null {
  const id = value['@id'];
  const others = Object.keys(value).filter((name) => name !== '@id' && name !== '@type');
  return typeof id === 'string' && others.length === 0 ? id : null;
}

const namesOthers = (value: Json | undefined): boolean =>
  Array.isArray(value)
    ? value.some(namesOthers)
    : isJsonObject(value) && (nameIn(value) !== null || Object.values(value).some(namesOthers));
