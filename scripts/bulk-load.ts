#!/usr/bin/env node
/** Loads a file of records, and reports rejected lines. See --help. */
import { Command, Option } from 'commander';
import type { OnMatch } from '../src/import/entry.js';
import { locateByGeocoder } from '../src/import/geocoder.js';
import { type Locate, locateByTown } from '../src/import/place.js';
import { allKinds, kinds } from '../src/kinds/index.js';
import type { OpenDeps } from '../src/open.js';
import type { DayForm } from '../src/rows/columns/days.js';
import { type LoadReport, type LoadRequest, loadFile } from './load-file.js';
import { addReadOptions, type GivenReadOptions, readOptionsOf } from './read-options.js';
import { openMapper } from './row-mapper.js';
import { ROWS_SHOWN_MAX, showRows } from './show-rows.js';
import { LOADING, openOrCreate, openUnwritten, runScript } from './support.js';

const program = addReadOptions(new Command('load'))
  .description('Loads records of one kind from a file: CSV, NDJSON, JSON, GeoJSON or iCalendar.')
  .argument('<file>', 'the file, plain or gzip; - is standard input')
  .addOption(
    new Option('--kind <kind>', 'the kind of the records')
      .choices(allKinds.map(({ name }) => name))
      .makeOptionMandatory(),
  )
  .option('--mapping <name>', 'a shipped mapping, the path of a module, or columns: our names')
  .option('--columns <pairs>', 'COLUMN=FIELD,…: renames columns to our field names')
  .option('--lang <tag>', "of the file's texts; default: the first of SITE_LANGUAGES")
  .addOption(new Option('--dates <form>', 'the first part of 12/05/2026').choices(['dmy', 'mdy']))
  .option('--source <name>', 'whose IDs the column id holds; without it, they identify nothing')
  .addOption(
    new Option('--locate <how>', 'place records that have an address and no coordinates').choices([
      'city',
      'address',
    ]),
  )
  .option('--geocoder <url>', "Nominatim's interface for --locate address; one question a second")
  .option('--show [rows]', 'print the first rows as they would be stored (5), write nothing')
  .option('--dry-run', 'check every line, write nothing', false)
  .addOption(
    new Option('--on-match <what>', 'the effect of a row that repeats a record')
      .choices(['update', 'skip', 'reject'])
      .default('update'),
  )
  .option('--strict', 'stop at the first rejected line', false)
  .option(
    '--strict-images',
    'reject rows whose image cannot be fetched; else it is left out',
    false,
  )
  .action((file: string, options: Options) => runScript(() => run(file, options)));

interface Options extends GivenReadOptions {
  mapping?: string;
  columns?: string;
  source?: string;
  lang?: string;
  dates?: DayForm;
  locate?: 'city' | 'address';
  geocoder?: string;
  show?: string | true;
  dryRun: boolean;
  strict: boolean;
  strictImages: boolean;
  onMatch: OnMatch;
}

program.parse();

async function run(file: string, options: Options): Promise<number> {
  const ending = new AbortController();
  const interrupt = () => ending.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  let request: LoadRequest = {
    file,
    kind: kinds[options.kind],
    mapping: options.mapping,
    columns: options.columns,
    source: options.source,
    dates: options.dates,
    read: readOptionsOf(options),
    isDryRun: options.dryRun,
    isStrict: options.strict,
    isImageStrict: options.strictImages,
    onMatch: options.onMatch,
    signal: ending.signal,
  };
  let deps: OpenDeps | null = null;
  try {
    // A wrong option is reported before a data folder is created.
    await openMapper(request);
    const isWritten = options.show === undefined && !options.dryRun;
    deps = await (isWritten ? openOrCreate(LOADING) : openUnwritten(LOADING));
    request = { ...request, locate: locateOf(deps, options), lang: langOf(deps, options) };
    if (options.show !== undefined) {
      return (await showRows(deps, request, rowsShown(options.show))) ? 0 : 1;
    }
    const report = await loadFile(deps, request);
    const isInterrupted = ending.signal.aborted;
    if (isInterrupted) process.stderr.write('Interrupted; run it again.\n');
    print(report, options);
    return report.rejected > 0 || isInterrupted ? 1 : 0;
  } finally {
    // An input that says no more would keep the process running.
    if (file === '-') process.stdin.destroy();
    await deps?.close();
  }
}

/** → the language of plain texts. Throws an Error of one line for an unknown language. */
function langOf({ site: { languages } }: OpenDeps, { lang }: Options): string | undefined {
  const tag = languages.find((one) => one.toLowerCase() === lang?.toLowerCase());
  if (lang !== undefined && !tag) throw new Error(`--lang takes one of ${languages.join(', ')}.`);
  return tag;
}

/** → how records are placed. Throws an Error of one line without a geocoder to ask. */
function locateOf(deps: OpenDeps, { locate: how, geocoder }: Options): Locate | undefined {
  if (how !== 'address') return how && locateByTown;
  if (!/^https?:\/\//.test(geocoder ?? '')) {
    throw new Error('--locate address needs --geocoder with an http or https URL.');
  }
  const url = String(geocoder).replace(/\/+$/, '');
  const tell = (line: string) => void process.stderr.write(`${line}\n`);
  return locateByGeocoder({ url, userAgent: `Marquee (${deps.config.siteUrl})`, tell });
}

/** → how many rows are shown. Throws an Error of one line for no such number. */
function rowsShown(given: string | true): number {
  const count = given === true ? 5 : Number(given);
  if (Number.isInteger(count) && count >= 1 && count <= ROWS_SHOWN_MAX) return count;
  throw new Error(`--show: a number of rows from 1 to ${ROWS_SHOWN_MAX}.`);
}

function print(report: LoadReport, { kind, dryRun }: Options): void {
  const { created, updated, unchanged, rejected, lines, seconds } = report;
  const would = dryRun ? ' (dry run: nothing was written)' : '';
  process.stdout.write(
    `${kinds[kind].route}: ${created} created, ${updated} updated, ${unchanged} unchanged, ` +
      `${rejected} rejected; ${lines} lines in ${seconds.toFixed(1)} s${would}\n`,
  );
  if (created + updated === 0 && rejected === 0) process.stdout.write('Nothing changed.\n');
}
