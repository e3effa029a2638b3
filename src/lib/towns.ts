/**
 * Towns by name and by coordinates: those of 15,000 inhabitants and more, from GeoNames (CC BY
 * 4.0). The table has a line for each town, the largest first, and behind an empty line one for
 * each name with the numbers of its towns, sorted. It is read at the first lookup and searched as
 * it is: a map of its 200,000 names would take ten times its memory.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { countryCode, countryName } from './countries.js';
import { isOneLetterAway, mayBeMisspelled } from './one-letter.js';
import { packageRoot } from './package.js';
import { foldPlace } from './text.js';

/** The table, made by scripts/dev/towns.ts. */
export const TOWNS_FILE = join(packageRoot(), 'src', 'lib', 'towns.tsv.br');

/** A town: its centre in degrees (WGS 84), and its IANA time zone. */
export interface Town {
  name: string;
  /** ISO 3166, two letters. */
  country: string;
  /** The state, by code and by name; `""` outside the United States. */
  stateCode: string;
  state: string;
  lat: number;
  lng: number;
  population: number;
  timezone: string;
  /** As people write it: `Berlin, Germany`; `Portland, Oregon, United States`. */
  label: string;
}

/** The town to find: names as a source writes them. */
export interface TownQuery {
  city: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
}

/**
 * → the towns of the name that pass `isMeant`, the largest first. Names are compared folded
 * (foldPlace), in any language of the table. Towns that are also called so count only where none
 * has it as its main name.
 */
export function townsNamed(name: string, isMeant: (town: Town) => boolean): Town[] {
  const folded = foldPlace(name);
  const towns = numbersOf(folded).map(townNumber).filter(isMeant);
  const main = towns.filter((town) => foldPlace(town.name) === folded);
  return main.length > 0 ? main : towns;
}

/**
 * → the largest town of the name in the country and state; null when the table has none. A country
 * or state that is given must match, by name or code: a town of the same name elsewhere is wrong.
 */
export function findTown({ city = '', state = '', country = '' }: TownQuery): Town | null {
  const code = country === '' ? null : countryCode(country);
  if (country !== '' && code === null) return null;
  const inCountry = (town: Town) => code === null || town.country === code;
  const inState = (town: Town) => state === '' || isState(town, state);
  return townsNamed(city, (town) => inCountry(town) && inState(town))[0] ?? null;
}

/** → whether the town is in the state of this name or code. */
export function isState(town: Town, state: string): boolean {
  const folded = foldPlace(state);
  // A code may have dots: D.C.
  const isCode = foldPlace(town.stateCode) === folded.replaceAll(' ', '');
  return town.state !== '' && (isCode || foldPlace(town.state) === folded);
}

/**
 * → the towns that a visitor names, `Berlin`, `Portland, OR` or `Portland OR`, the largest first.
 * Behind the name stands a state or country, by name or code.
 */
export function townsCalled(text: string): Town[] {
  const [name = '', ...regions] = text.split(',').map((part) => part.trim());
  const named = regions.filter((region) => region !== '');
  const towns = townsNamed(name, (one) => named.every((region) => isIn(one, region)));
  if (towns.length > 0 || named.length > 0) return towns;
  const [, first = '', last = ''] = /^(.+)\s+(\S+)$/.exec(name) ?? [];
  return townsNamed(first, (one) => isIn(one, last));
}

const isIn = (town: Town, region: string): boolean =>
  isState(town, region) || town.country === countryCode(region);

/**
 * → towns that may be meant by a text that names none, the largest first: those of the name
 * elsewhere, else those whose name is one letter away.
 */
export function townsLike(text: string): Town[] {
  const [name = ''] = text.split(',');
  const elsewhere = townsNamed(name, () => true);
  if (elsewhere.length > 0) return elsewhere;
  const folded = foldPlace(name);
  if (!mayBeMisspelled(folded)) return [];
  const [first = ''] = folded;
  const numbers = new Set<number>();
  const { names } = readTable();
  for (let at = seek(first); at < names.length; ) {
    const line = readName(at);
    if (!line.name.startsWith(first)) break;
    if (isOneLetterAway(folded, line.name)) for (const number of line.numbers) numbers.add(number);
    at = line.end + 1;
  }
  return [...numbers].sort((a, b) => a - b).map(townNumber);
}

/** → all towns, the largest first. */
export const allTowns = (): Town[] =>
  readTable()
    .starts.slice(0, -1)
    .map((_, number) => townNumber(number));

/** → other towns of a town's name, with or without an addition, the largest first. */
export function townsBeside({ name, label }: Town, count: number): Town[] {
  const folded = foldPlace(name);
  const isNamed = (other: Town) => foldPlace(other.name).startsWith(folded);
  const others = numbersOf(folded).map(townNumber).filter(isNamed);
  return others.filter((other) => other.label !== label).slice(0, count);
}

/** → the town whose centre is at these coordinates, rounded to 3 decimals; null: none is. */
export function townAt(lat: number, lng: number): Town | null {
  const { towns } = readTable();
  const at = towns.indexOf(`\t${lat.toFixed(3)}\t${lng.toFixed(3)}\t`);
  return at === -1 ? null : toTown(lineAt(towns, at));
}

interface Table {
  towns: Buffer;
  /** Where the line of each town begins in `towns`. */
  starts: number[];
  names: Buffer;
}

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
  table = { towns, starts, names: text.subarray(end + 1) };
  return table;
}

const LINE_FEED = 0x0a;

/** → the numbers of the towns that have the name. */
function numbersOf(name: string): number[] {
  const at = seek(name);
  const line = at < readTable().names.length ? readName(at) : null;
  return line?.name === name ? line.numbers : [];
}

/** → where the line of the first name stands that is not before this one: a binary search. */
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
function readName(at: number): { name: string; numbers: number[]; end: number } {
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
  const [name = '', country = '', stateCode = '', state = '', lat, lng, population, timezone = ''] =
    line.split('\t');
  const numbers = { lat: Number(lat), lng: Number(lng), population: Number(population) };
  const label = [name, ...(state === '' ? [] : [state]), countryName(country)].join(', ');
  return { name, country, stateCode, state, ...numbers, timezone, label };
}
