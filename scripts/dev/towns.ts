/**
 * Makes the table of towns (src/lib/place/town-table.ts) from three lists of GeoNames, whose first
 * lines name the columns. Towns, gzipped, the largest first: id, name, country, region code, region
 * name, lat, lng, population, zone, alternate names by `|`. Regions: country, region code, English
 * name, ISO 3166-2 code without the country, local name. Names, gzipped: the id of a town or
 * `COUNTRY.CODE` of a region, then its name in each language; empty: as in the other list. That
 * list is town-names.tsv.gz beside this file: alternate names of GeoNames (CC BY 4.0), in Latin
 * letters mostly where Natural Earth has the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import { NAME_LANGUAGES, TOWNS_FILE } from '../../src/lib/place/town-table.js';
import { foldPlace } from '../../src/lib/text/text.js';
import { runScript } from '../support.js';

/** Smaller towns have alternate names in Latin letters alone: half of the table otherwise. */
const MANY_NAMES_FROM = 100_000;

/** Codes of regions that people write and ISO 3166-2 lacks, by country and ISO code. */
const USUAL_CODES: Record<string, string> = { 'DE NW': 'NRW', 'DE BW': 'BaWü', 'GB ENG': 'Eng' };

const NAMES_FILE = 'scripts/dev/town-names.tsv.gz';

const program = new Command('towns')
  .description('Makes the table of towns from lists of GeoNames.')
  .argument('<towns>', 'the list of towns, gzipped')
  .argument('<regions>', 'the list of regions')
  .argument('[names]', 'the list of names by language, gzipped', NAMES_FILE)
  .action((townsFile: string, regionsFile: string, namesFile: string) => {
    const named = readNames(gunzipSync(readFileSync(namesFile)));
    const rows = readRows(gunzipSync(readFileSync(townsFile)));
    const numbers = numbersByName(rows, named);
    const towns = rows
      .map((row, at) => `${toLine(row, isAmbiguous(rows, numbers, at), named)}\n`)
      .join('');
    const used = new Set(rows.map(regionKey));
    const regions = readRows(readFileSync(regionsFile)).filter((row) => used.has(keyOf(row)));
    const regionLines = regions.map((row) => toRegionLine(row, named)).join('');
    const text = [towns, toNameLines(numbers), regionLines].join('\n');
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
  return lines.map(cells);
}

/** By id: the names in NAME_LANGUAGES by `|`; empty: the main name. */
type Named = ReadonlyMap<string, string>;

function readNames(file: Buffer): Named {
  const [columns = [], ...rows] = file.toString('utf8').trimEnd().split('\n').map(cells);
  const order = NAME_LANGUAGES.map((language) => columns.indexOf(language));
  const namesOf = (row: string[]) => order.map((at) => row[at] ?? '').join('|');
  return new Map(rows.map((row) => [row[0] ?? '', namesOf(row).replace(/\|+$/, '')]));
}

const cells = (line: string): string[] => line.split('\t');

const keyOf = ([country, code]: string[]): string => `${country} ${code}`;

const regionKey = ([, , country, code]: string[]): string => `${country} ${code}`;

function toLine(row: string[], isNamedWithRegion: boolean, named: Named): string {
  const [id = '', name, country, region, , lat, lng, population, zone] = row;
  const point = [lat, lng].map((degrees) => Number(degrees).toFixed(3));
  const mark = isNamedWithRegion ? '+' : '';
  return [name, country, region, mark, ...point, population, zone, named.get(id)].join('\t');
}

function toRegionLine(row: string[], named: Named): string {
  const [country, code, name, iso, local] = row;
  const usual = USUAL_CODES[`${country} ${iso}`];
  return `${[keyOf(row), named.get(`${country}.${code}`), name, iso, local, usual].join('\t')}\n`;
}

/** → whether another town of the country has this one's name, too, among all of its names. */
function isAmbiguous(rows: string[][], numbers: Map<string, number[]>, at: number): boolean {
  const [, name = '', country] = rows[at] ?? [];
  const others = numbers.get(foldPlace(name)) ?? [];
  return country === 'US' || others.some((other) => other !== at && rows[other]?.[2] === country);
}

/** → by each folded name the numbers of its towns, the largest first. */
function numbersByName(rows: string[][], named: Named): Map<string, number[]> {
  const mainNames = new Set(rows.map(([, name = '']) => foldPlace(name)));
  const towns = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    const inLanguages = (named.get(row[0] ?? '') ?? '').split('|').map(foldPlace);
    for (const name of new Set([...foldedNames(row, mainNames), ...inLanguages])) {
      if (name === '') continue;
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
