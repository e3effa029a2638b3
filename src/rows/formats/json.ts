/**
 * JSON of any size: an array of objects, or an object with their list in a member (a GeoJSON
 * FeatureCollection, JSON-LD's `@graph`, a list answered by this service), or a sequence of
 * objects. The rows are cut out while reading and parsed singly; everything else is skipped.
 */
import { peek } from '../read/bytes.js';
import { type Cut, type Cutter, recordBytesMax, TOO_LONG, toCut } from '../read/cuts.js';
import type { Format } from './format.js';
import { isJcal, rowsOfJcal } from './ical/jcal.js';
import { wholeRows } from './json-graph.js';
import { listNames } from './json-row.js';

const newline = 10;
const quote = 34;
const comma = 44;
const bracket = 91;
const backslash = 92;
const brace = 123;
const NO_JSON = 'not a JSON array or object; nothing behind it is read';
/** Longest name of a member that is read, characters. */
const nameCharsMax = 64;

/** → whether a text shows how its file begins; blanks of a whole kilobyte show no jCal. */
const isStart = (text: string): boolean => text.length > 1024 || text.trim().length > 20;

/** JSON, GeoJSON and JSON-LD. */
export const json: Format = {
  name: 'json',
  extensions: ['json', 'geojson', 'jsonld', 'jcal'],
  mediaTypes: [
    ...['application/json', 'application/geo+json', 'application/ld+json'],
    'application/calendar+json',
  ],
  isLike: (start) => /^\s*[[{]/.test(start),
  async *read(texts, options) {
    const { route, notes } = options;
    const { first, all } = await peek(texts, (chunks) => isStart(chunks.join('')));
    if (isJcal(first.join(''))) return yield* rowsOfJcal(all, options);
    yield* wholeRows(all, cutRows(listNames(route)), notes);
  },
};

/** The position in the brackets, and the current row. */
interface Position {
  line: number;
  /** Rows of the list that opened in this line; null when it continues on further lines. */
  inLine: number | null;
  depth: number;
  /** The depth of rows; 0 without an open list. */
  listDepth: number;
  /** Nested open objects that may hold the list, with the outermost. */
  holders: number;
  /** The last string among the members of an object outside of any list. */
  name: string;
  /** The row under way: its first line, and its text so far, null once it is too long. */
  row: { line: number; text: string | null } | null;
  /** The start of the row in the present piece of text. */
  from: number;
  cuts: Cut[];
}

/**
 * → a cutter that follows strings and brackets, so that a row is known by its position. An object
 * outside of any list is a row itself, unless it contains a list, directly or in an object in place
 * of the list (`{"data": {"events": […]}}`).
 */
export function cutRows(lists: ReadonlySet<string>): Cutter {
  const position: Position = {
    line: 1,
    inLine: null,
    depth: 0,
    listDepth: 0,
    holders: 1,
    name: '',
    row: null,
    from: 0,
    cuts: [],
  };
  let string: 'none' | 'open' | 'escaped' = 'none';
  let isOver = false;
  const stop = (error: string) => {
    position.cuts.push({ line: position.row?.line ?? position.line, error });
    position.row = null;
    isOver = true;
  };
  return (chunk, isEnd) => {
    position.from = 0;
    position.cuts = [];
    for (let at = 0; at < chunk.length && !isOver; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === newline) [position.line, position.inLine] = [position.line + 1, null];
      if (string !== 'none') {
        if (string === 'escaped') string = 'open';
        else if (code === backslash) string = 'escaped';
        else if (code === quote) string = 'none';
        if (position.depth === position.holders && string !== 'none')
          addToName(position, chunk, at);
      } else if (code === quote) {
        if (position.depth === 0) stop(NO_JSON);
        else if (position.depth === position.listDepth) begin(position, at);
        string = 'open';
        if (position.depth === position.holders) position.name = '';
      } else if (code === brace || code === bracket) open(position, at, code === bracket, lists);
      else if (code === brace + 2 || code === bracket + 2) {
        if (position.depth === 0) stop(NO_JSON);
        else close(position, chunk, at);
      } else if (code === comma) {
        if (position.depth === position.listDepth) end(position, chunk, at);
      } else if (code > 32 && position.depth === position.listDepth) {
        if (position.depth === 0) stop(NO_JSON);
        else begin(position, at);
      }
    }
    keep(position, chunk, chunk.length);
    if (isEnd && position.depth > 0 && !isOver) stop('the file ends before its JSON does');
    return position.cuts;
  };
}

function addToName(position: Position, chunk: string, at: number): void {
  if (position.listDepth === 0 && position.name.length < nameCharsMax) position.name += chunk[at];
}

function open(position: Position, at: number, isArray: boolean, lists: ReadonlySet<string>): void {
  const { depth, listDepth, holders } = position;
  const isNamed = depth === holders && listDepth === 0 && lists.has(position.name);
  if (isArray && listDepth === 0 && (depth === 0 || isNamed)) {
    position.row = null;
    position.inLine = 0;
    position.listDepth = depth + 1;
  } else if (depth === listDepth) {
    begin(position, at);
  } else if (isNamed) {
    position.holders += 1;
  }
  position.depth += 1;
  if (position.depth === position.holders) position.name = '';
}

function close(position: Position, chunk: string, at: number): void {
  if (position.depth === position.listDepth) {
    end(position, chunk, at);
    position.listDepth = 0;
  }
  if (position.depth === position.holders && position.holders > 1) position.holders -= 1;
  position.depth -= 1;
  if (position.depth === 0) end(position, chunk, at + 1);
}

function begin(position: Position, at: number): void {
  if (position.row) return;
  position.row = { line: position.line + (position.inLine ?? 0), text: '' };
  if (position.inLine !== null) position.inLine += 1;
  position.from = at;
}

function keep({ row, from }: Position, chunk: string, to: number): void {
  if (!row) return;
  const length = (row.text?.length ?? Infinity) + to - from;
  row.text = length > recordBytesMax ? null : row.text + chunk.slice(from, to);
}

function end(position: Position, chunk: string, at: number): void {
  keep(position, chunk, at);
  if (!position.row) return;
  const { line, text } = position.row;
  position.cuts.push(text === null ? { line, error: TOO_LONG } : toCut(line, text));
  position.row = null;
}
