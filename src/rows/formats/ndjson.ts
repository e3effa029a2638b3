/** NDJSON: an object in each line. An invalid line costs only this line. */
import { isJsonObject, type JsonObject } from '../../kinds/record.js';
import { cutLines } from '../read/cuts.js';
import type { Format } from './format.js';
import { wholeRows } from './json-graph.js';
import { listNames } from './json-row.js';
import { parsedJson } from './json-text.js';

/** NDJSON, also JSON Lines and GeoJSON text sequences. */
export const ndjson: Format = {
  name: 'ndjson',
  extensions: ['ndjson', 'jsonl', 'geojsonl', 'geojsons', 'geojsonseq'],
  mediaTypes: 'x-ndjson ndjson jsonl x-jsonl jsonlines x-jsonlines geo+json-seq'
    .split(' ')
    .map((name) => `application/${name}`),
  isByLine: true,
  isLike: (start, { route }) => {
    const [, line, next] = /^\s*(\{.*)\s*(\S)?/.exec(start) ?? [];
    const value = parsedJson(line ?? '') ?? null;
    return isJsonObject(value) && (next === '{' || !holdsRows(value, route));
  },
  async *read(texts, { notes }) {
    yield* wholeRows(texts, cutLines(findLineEnd), notes);
  },
};

function holdsRows(value: JsonObject, route?: string): boolean {
  const names = listNames(route);
  return Object.entries(value).some(
    ([name, item]) =>
      names.has(name) && (Array.isArray(item) || (isJsonObject(item) && holdsRows(item, route))),
  );
}

function findLineEnd(text: string, start: number, isEnd: boolean) {
  const at = text.indexOf('\n', start);
  if (at >= 0) return { at };
  return isEnd ? { at: text.length } : null;
}
