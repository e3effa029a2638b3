/** NDJSON: one object in each line. A line that is not valid JSON costs that line. */
import { isJsonObject, type JsonObject } from '../../kinds/record.js';
import { cutLines, cutTexts } from '../cuts.js';
import type { Format } from './format.js';
import { listNames, toRowItem } from './json-row.js';

/** NDJSON, also JSON Lines and GeoJSON text sequences. */
export const ndjson: Format = {
  name: 'ndjson',
  extensions: ['ndjson', 'jsonl', 'geojsonl', 'geojsons', 'geojsonseq'],
  mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
  isByLine: true,
  isLike: (start, { route }) => {
    const [, line, next] = /^\s*(\{.*)(?:\n\s*(\S)|\s*$)/.exec(start) ?? [];
    const value = line === undefined ? null : parsed(line);
    return isJsonObject(value) && (next === '{' || !holdsRows(value, route));
  },
  async *read(texts) {
    for await (const cuts of cutTexts(texts, cutLines(findLineEnd))) {
      for (const cut of cuts) yield 'error' in cut ? cut : toRowItem(cut);
    }
  },
};

function holdsRows(value: JsonObject, route?: string): boolean {
  const names = listNames(route);
  return Object.keys(value).some((name) => names.has(name) && Array.isArray(value[name]));
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function findLineEnd(text: string, start: number, isEnd: boolean) {
  const at = text.indexOf('\n', start);
  if (at >= 0) return { at };
  return isEnd ? { at: text.length } : null;
}
