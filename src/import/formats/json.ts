/**
 * JSON of any size: an array of objects, or an object with the list of them in a member (a GeoJSON
 * FeatureCollection, JSON-LD's `@graph`, a list answered by this service), or objects one after the
 * other. The rows are cut out as they are read and parsed one by one; everything else is passed by.
 */
import { type Cut, type Cutter, cutTexts, recordBytesMax, TOO_LONG, toCut } from '../cuts.js';
import type { Format } from './format.js';
import { listNames, toRowItem } from './json-row.js';

const newline = 10;
const quote = 34;
const comma = 44;
const bracket = 91;
const backslash = 92;
const brace = 123;
const NO_JSON = 'not a JSON array or object; nothing behind it is read';
/** Longest name of a member that is looked at, characters. */
const nameCharsMax = 64;

/** JSON, GeoJSON and JSON-LD. */
export const json: Format = {
  name: 'json',
  extensions: ['json', 'geojson', 'jsonld'],
  mediaTypes: ['application/json', 'application/geo+json', 'application/ld+json'],
  isLike: (start) => /^\s*[[{]/.test(start),
  async *read(texts, { route }) {
    for await (const cuts of cutTexts(texts, cutRows(listNames(route)))) {
      for (const cut of cuts) yield 'error' in cut ? cut : toRowItem(cut);
    }
  },
};

/** The row under way: its first line, and its text so far, null once it is too long. */
interface Held {
  line: number;
  text: string | null;
}

/** Where the reading stands in the brackets, and the row it is in. */
interface Place {
  line: number;
  depth: number;
  /** The depth at which rows stand; 0 while no list is open. */
  listDepth: number;
  /** The last string among the members of an object outside of any list. */
  name: string;
  held: Held | null;
  /** Where the row goes on in the present piece of text. */
  from: number;
  cuts: Cut[];
}

/**
 * → a cutter that follows strings and brackets, so that a row is known by where it stands. An
 * object outside of any list is a row itself, unless a list turns up in it.
 */
function cutRows(lists: ReadonlySet<string>): Cutter {
  const place: Place = {
    line: 1,
    depth: 0,
    listDepth: 0,
    name: '',
    held: null,
    from: 0,
    cuts: [],
  };
  let string: 'none' | 'open' | 'escaped' = 'none';
  let isOver = false;
  const stop = (error: string) => {
    place.cuts.push({ line: place.held?.line ?? place.line, error });
    place.held = null;
    isOver = true;
  };
  return (chunk, isEnd) => {
    place.from = 0;
    place.cuts = [];
    for (let at = 0; at < chunk.length && !isOver; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === newline) place.line += 1;
      if (string !== 'none') {
        if (string === 'escaped') string = 'open';
        else if (code === backslash) string = 'escaped';
        else if (code === quote) string = 'none';
        if (place.depth === 1 && string !== 'none') addToName(place, chunk, at);
      } else if (code === quote) {
        if (place.depth === 0) stop(NO_JSON);
        else if (place.depth === place.listDepth) begin(place, at);
        string = 'open';
        if (place.depth === 1) place.name = '';
      } else if (code === brace || code === bracket) open(place, at, code === bracket, lists);
      else if (code === brace + 2 || code === bracket + 2) {
        if (place.depth === 0) stop(NO_JSON);
        else close(place, chunk, at);
      } else if (code === comma) {
        if (place.depth === place.listDepth) end(place, chunk, at);
      } else if (code > 32 && place.depth === place.listDepth) {
        if (place.depth === 0) stop(NO_JSON);
        else begin(place, at);
      }
    }
    keep(place, chunk, chunk.length);
    if (isEnd && place.depth > 0 && !isOver) stop('the file ends before its JSON does');
    return place.cuts;
  };
}

function addToName(place: Place, chunk: string, at: number): void {
  if (place.listDepth === 0 && place.name.length < nameCharsMax) place.name += chunk[at];
}

function open(place: Place, at: number, isArray: boolean, lists: ReadonlySet<string>): void {
  const { depth, listDepth } = place;
  const isNamed = depth === 1 && lists.has(place.name);
  if (isArray && listDepth === 0 && (depth === 0 || isNamed)) {
    place.held = null;
    place.listDepth = depth + 1;
  } else if (depth === listDepth) {
    begin(place, at);
  }
  place.depth += 1;
  if (place.depth === 1) place.name = '';
}

function close(place: Place, chunk: string, at: number): void {
  if (place.depth === place.listDepth) {
    end(place, chunk, at);
    place.listDepth = 0;
  }
  place.depth -= 1;
  if (place.depth === 0) end(place, chunk, at + 1);
}

function begin(place: Place, at: number): void {
  if (place.held) return;
  place.held = { line: place.line, text: '' };
  place.from = at;
}

function keep({ held, from }: Place, chunk: string, to: number): void {
  if (!held) return;
  const length = (held.text?.length ?? Infinity) + to - from;
  held.text = length > recordBytesMax ? null : held.text + chunk.slice(from, to);
}

function end(place: Place, chunk: string, at: number): void {
  keep(place, chunk, at);
  if (!place.held) return;
  const { line, text } = place.held;
  place.cuts.push(text === null ? { line, error: TOO_LONG } : toCut(line, text));
  place.held = null;
}
