/**
 * The table of towns, made by scripts/dev/towns.ts from GeoNames (CC BY 4.0). It has three parts,
 * each after an empty line: a line for each town, the largest first; a line for each name with the
 * numbers of its towns, sorted; a line for each region. It is read at the first lookup, and names
 * are searched in the text: a map of the 200,000 would take ten times the memory.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { countryName } from '../countries.js';
import { packageRoot } from '../files/package.js';
import { foldPlace } from '../text/text.js';
import type { Point } from './geo.js';

/** The table, made by scripts/dev/towns.ts. */
export const TOWNS_FILE = join(packageRoot(), 'src', 'lib', 'place', 'towns.tsv.br');

/** Languages of names in the table, in its order. */
export const NAME_LANGUAGES = 'ar de en es fr it ja nl pl pt sv'.split(' ');

/** A town or region with its main name, mostly English. */
interface Named {
  name: string;
  /** Its names in NAME_LANGUAGES, by `|`; empty: the main name. */
  inLanguages: string;
}

/** A town: its centre in degrees (WGS 84), and its IANA time zone. */
export interface Town extends Named {
  /** ISO 3166, two letters. */
  country: string;
  /** Its state or region; without a name if it is not known. */
  region: Region;
  /** Whether the country has another town of its name. */
  isAmbiguous: boolean;
  lat: number;
  lng: number;
  population: number;
  timezone: string;
  /** As people write it: `Berlin, Germany`; with its state where it is ambiguous. */
  label: string;
}

/** A name of towns, folded, and their numbers, the largest first. */
interface NameLine {
  name: string;
  numbers: number[];
}

/** → the town with its centre at these coordinates, rounded to 3 decimals; null without a town. */
export function townAt(lat: number, lng: number): Town | null {
  const { towns } = readTable();
  const at = towns.indexOf(`\t${lat.toFixed(3)}\t${lng.toFixed(3)}\t`);
  return at === -1 ? null : toTown(lineAt(towns, at));
}

/** → the name in a language, or the main name. */
export function nameIn({ name, inLanguages }: Named, lang: string): string {
  const at = inLanguages === '' ? -1 : NAME_LANGUAGES.indexOf(lang.replace(/-.*/, ''));
  return (at < 0 ? '' : inLanguages.split('|')[at]) || name;
}

/** → the label of a town in a language, with its comma: `München, Deutschland`. */
export function labelIn(town: Omit<Town, keyof Point | 'population'>, lang = '', comma = ', ') {
  const state = town.isAmbiguous ? nameIn(town.region, lang) : '';
  const names = [nameIn(town, lang), state, countryName(town.country, lang || 'en')];
  // `Washington, D.C.` would be read as two names.
  return names.flatMap((name) => name.replaceAll(',', '') || []).join(comma);
}

/** → how many towns there are. */
export const townCount = (): number => readTable().starts.length - 1;

/** → the numbers of the towns that have the folded name, the largest first. */
export function numbersOf(name: string): number[] {
  const [line] = namesFrom(name);
  return line?.name === name ? line.numbers : [];
}

/** → the names of the table in order, from the first at or after this name. */
export function* namesFrom(name: string): Generator<NameLine> {
  const { names } = readTable();
  for (let at = seek(name); at < names.length; ) {
    const { end, ...line } = readName(at);
    yield line;
    at = end + 1;
  }
}

interface Table {
  towns: Buffer;
  /** Where the line of each town begins in `towns`. */
  starts: number[];
  names: Buffer;
  /** By country and code. */
  regions: Map<string, Region>;
}

interface Region extends Named {
  /** All its names and codes, folded. */
  names: ReadonlySet<string>;
}

const NO_REGION: Region = { name: '', inLanguages: '', names: new Set() };

let table: Table | null = null;

function readTable(): Table {
  if (table) return table;
  const text = brotliDecompressSync(readFileSync(TOWNS_FILE));
  const end = text.indexOf('\n\n') + 1;
  const towns = text.subarray(0, end);
  const starts = [0];
  for (let at = 0; at < end - 1; ) {
    at = towns.indexOf(LINE_FEED, at) + 1;
    starts.push(at);
  }
  const endOfNames = text.indexOf('\n\n', end + 1) + 1;
  const names = text.subarray(end + 1, endOfNames);
  const regions = text
    .toString('utf8', endOfNames + 1)
    .trimEnd()
    .split('\n');
  table = { towns, starts, names, regions: new Map(regions.map(readRegion)) };
  return table;
}

function readRegion(line: string): [key: string, region: Region] {
  const [key = '', inLanguages = '', name = '', ...rest] = line.split('\t');
  const names = [...inLanguages.split('|'), name, ...rest].map(foldPlace);
  const isName = (text: string) => text !== '' && !/^\d+$/.test(text);
  return [key, { name, inLanguages, names: new Set(names.filter(isName)) }];
}

const LINE_FEED = 0x0a;

/** → the place of the first line with a name at or after this name: a binary search. */
function seek(name: string): number {
  const { names } = readTable();
  const key = Buffer.from(name);
  let [from, to] = [0, names.length];
  while (from < to) {
    const at = startOfLine(names, (from + to) >> 1);
    if (key.compare(names, at, names.indexOf(TAB, at)) <= 0) to = at;
    else from = names.indexOf(LINE_FEED, at) + 1;
  }
  return from;
}

/** → the name in the line that begins at a position, the numbers of its towns, and its end. */
function readName(at: number): NameLine & { end: number } {
  const { names } = readTable();
  const end = names.indexOf(LINE_FEED, at);
  const [name = '', numbers = ''] = names.toString('utf8', at, end).split('\t');
  return { name, numbers: numbers.split(' ').map(Number), end };
}

const TAB = 0x09;

/** → the town of this number: 0 is the largest. */
export function townNumber(number: number): Town {
  const { towns, starts } = readTable();
  return toTown(lineAt(towns, starts[number] ?? 0));
}

const startOfLine = (text: Buffer, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf(LINE_FEED, at - 1) + 1;

const lineAt = (text: Buffer, at: number): string =>
  text.toString('utf8', startOfLine(text, at), text.indexOf(LINE_FEED, at));

function toTown(line: string): Town {
  const [name = '', country = '', code, mark, lat, lng, people, timezone = '', inLanguages = ''] =
    line.split('\t');
  const region = readTable().regions.get(`${country} ${code}`) ?? NO_REGION;
  const numbers = { lat: Number(lat), lng: Number(lng), population: Number(people) };
  const isAmbiguous = mark !== '';
  const town = { name, inLanguages, country, region, isAmbiguous, timezone, label: '' };
  town.label = labelIn(town);
  return Object.assign(town, numbers);
}
