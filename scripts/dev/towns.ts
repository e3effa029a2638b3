/**
 * Makes the table of towns (src/lib/towns.ts) from a list of GeoNames, gzipped, one line a town:
 * id, name, country, region code, region name, lat, lng, population, zone, alternate names by `|`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import { foldPlace } from '../../src/lib/text.js';
import { TOWNS_FILE } from '../../src/lib/towns.js';
import { runScript } from '../support.js';

/** Smaller towns are known by their names in Latin letters alone: half of the table otherwise. */
const MANY_NAMES_FROM = 100_000;

const program = new Command('towns')
  .description('Makes the table of towns from a gzipped list of GeoNames.')
  .argument('<file>', 'the list, its first line naming the columns')
  .action((file: string) => {
    const [, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
    const rows = lines.map((line) => line.split('\t'));
    const towns = rows.map((row) => `${toLine(row)}\n`).join('');
    const text = `${towns}\n${namesOf(rows)}`;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    };
    const packed = brotliCompressSync(text, { params });
    writeFileSync(TOWNS_FILE, packed);
    process.stdout.write(`${rows.length} towns, ${packed.length} bytes\n`);
  });

function toLine([, name, country, region, state, lat, lng, population, zone]: string[]): string {
  const point = [lat, lng].map((degrees) => Number(degrees).toFixed(3));
  return [name, country, state ? region : '', state, ...point, population, zone].join('\t');
}

/** → a line for each name, sorted by bytes: the name, and the numbers of its towns. */
function namesOf(rows: string[][]): string {
  const towns = new Map<string, number[]>();
  for (const [at, row] of rows.entries()) {
    for (const name of foldedNames(row)) towns.set(name, [...(towns.get(name) ?? []), at]);
  }
  const byBytes = (one: string, other: string) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other));
  const names = [...towns.keys()].sort(byBytes);
  return names.map((name) => `${name}\t${towns.get(name)?.join(' ')}\n`).join('');
}

function foldedNames(row: string[]): Set<string> {
  const [, name = '', , , , , , population, , names = ''] = row;
  const isLarge = Number(population) >= MANY_NAMES_FROM;
  const others = names
    .split('|')
    .filter((other) => !/^[A-Z]{3}$/.test(other)) // Codes of airports.
    .map(foldPlace)
    .filter((other) => other.length > 1 && (isLarge || /^[ -~]+$/.test(other)));
  return new Set([foldPlace(name), ...others]);
}

await runScript(async () => {
  await program.parseAsync();
  return 0;
});
