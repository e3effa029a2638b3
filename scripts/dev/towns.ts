/**
 * Makes the table of towns (src/lib/place/town-table.ts) from two lists of GeoNames, whose first
 * lines name the columns. Towns, gzipped, the largest first: id, name, country, region code, region
 * name, lat, lng, population, zone, alternate names by `|`. Regions: country, region code, English
 * name, ISO 3166-2 code without the country, local name.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import { TOWNS_FILE } from '../../src/lib/place/town-table.js';
import { foldPlace } from '../../src/lib/text/text.js';
import { runScript } from '../support.js';

/** Smaller towns are known by their names in Latin letters alone: half of the table otherwise. */
const MANY_NAMES_FROM = 100_000;

/** Codes of regions that people write and ISO 3166-2 lacks, by country and ISO code. */
const USUAL_CODES: Record<string, string> = { 'DE NW': 'NRW', 'DE BW': 'BaWü', 'GB ENG': 'Eng' };

const program = new Command('towns')
  .description('Makes the table of towns from lists of GeoNames.')
  .argument('<towns>', 'the list of towns, gzipped')
  .argument('<regions>', 'the list of regions')
  .action((townsFile: string, regionsFile: string) => {
    const rows = readRows(gunzipSync(readFileSync(townsFile)));
    const numbers = numbersByName(rows);
    const towns = rows
      .map((row, at) => `${toLine(row, isAmbiguous(rows, numbers, at))}\n`)
      .join('');
    const used = new Set(rows.map(regionKey));
    const regions = readRows(readFileSync(regionsFile)).filter((row) => used.has(keyOf(row)));
    const text = [towns, toNameLines(numbers), regions.map(toRegionLine).join('')].join('\n');
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    };
    const packed = brotliCompressSync(text, { params });
    writeFileSync(TOWNS_FILE, packed);
    process.stdout.write(
      `${rows.length} towns, ${regions.length} regions, ${packed.length} bytes\n`,
    );
  });

function readRows(file: Buffer): string[][] {
  const [, ...lines] = file.toString('utf8').replace(/\n$/, '').split('\n');
  return lines.map((line) => line.split('\t'));
}

const keyOf = ([country, code]: string[]): string => `${country} ${code}`;

const regionKey = ([, , country, code]: string[]): string => `${country} ${code}`;

function toLine(row: string[], isNamedWithRegion: boolean): string {
  const [, name, country, region, , lat, lng, population, zone] = row;
  const point = [lat, lng].map((degrees) => Number(degrees).toFixed(3));
  const mark = isNamedWithRegion ? '+' : '';
  return [name, country, region, mark, ...point, population, zone].join('\t');
}

function toRegionLine(row: string[]): string {
  const [country, , name, iso, local] = row;
  return `${[keyOf(row), name, iso, local, USUAL_CODES[`${country} ${iso}`]].join('\t')}\n`;
}

/** → whether another town of the country has this one's name, too, among all of its names. */
function isAmbiguous(rows: string[][], numbers: Map<string, number[]>, at: number): boolean {
  const [, name = '', country] = rows[at] ?? [];
  const others = numbers.get(foldPlace(name)) ?? [];
  return country === 'US' || others.some((other) => other !== at && rows[other]?.[2] === country);
}

/** → by each folded name the numbers of its towns, the largest first. */
function numbersByName(rows: string[][]): Map<string, number[]> {
  const mainNames = new Set(rows.map(([, name = '']) => foldPlace(name)));
  const towns = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    for (const name of foldedNames(row, mainNames)) {
      towns.set(name, [...(towns.get(name) ?? []), at]);
    }
  }
  return towns;
}

/** → a line for each name, sorted by bytes: the name, and the numbers of its towns. */
function toNameLines(towns: Map<string, number[]>): string {
  const byBytes = (one: string, other: string) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other));
  const names = [...towns.keys()].sort(byBytes);
  return names.map((name) => `${name}\t${towns.get(name)?.join(' ')}\n`).join('');
}

function foldedNames(row: string[], mainNames: ReadonlySet<string>): Set<string> {
  const [, name = '', , , , , , population, , names = ''] = row;
  const main = foldPlace(name);
  const isLarge = Number(population) >= MANY_NAMES_FROM;
  // Codes of airports are no names. The list has `ROM` for `Rom` as well: it is a name where the
  // town's begins so, and no town is called so.
  const isCode = (text: string) => /^[A-Z]{3}$/.test(text);
  const isName = (text: string) =>
    main.startsWith(foldPlace(text)) && !mainNames.has(foldPlace(text));
  const alternates = names
    .split('|')
    .filter((text) => !isCode(text) || isName(text))
    .map(foldPlace)
    .filter((text) => text.length > 1 && (isLarge || /^[ -~]+$/.test(text)));
  return new Set([main, ...alternates]);
}

await runScript(async () => {
  await program.parseAsync();
  return 0;
});
