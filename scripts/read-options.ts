/** The options of a load that say how its file is read. */
import { type Command, Option } from 'commander';
import type { KindName } from '../src/kinds/record.js';
import { formatNamed, formats } from '../src/rows/formats/index.js';
import { isEncoding } from '../src/rows/read/decode.js';
import type { ReadOptions } from '../src/rows/rows.js';
import { isTimeZone } from '../src/time/zones.js';

/** The options as they are given. */
export interface GivenReadOptions {
  kind: KindName;
  format?: string;
  encoding?: string;
  delimiter?: string;
  zone?: string;
}

/** Adds the options to a command. */
export function addReadOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--format <format>',
        'default: by the name of the file, else by its content',
      ).choices(formats.map(({ name }) => name)),
    )
    .option('--encoding <name>', 'windows-1252, shift_jis, …; default: by its mark, else UTF-8')
    .option('--delimiter <character>', 'between columns of a CSV (tab); default: by its header')
    .option('--zone <zone>', 'iCalendar: zone of times without a zone; default: SITE_TIMEZONE');
}

/** → how the file is read. Throws an Error of one line that names every option it cannot use. */
export function readOptionsOf(given: GivenReadOptions): ReadOptions {
  const { kind, format = '', encoding, zone } = given;
  const delimiter = /^(tab|\\t)$/i.test(given.delimiter ?? '') ? '\t' : given.delimiter;
  const faults = [
    ...(encoding === undefined || isEncoding(encoding) ? [] : [`--encoding: not ${encoding}`]),
    ...(delimiter === undefined || /^[^"\r\n]$/.test(delimiter)
      ? []
      : ['--delimiter: one character, or tab']),
    ...(zone === undefined || isTimeZone(zone) ? [] : [`--zone: no time zone ${zone}`]),
  ];
  if (faults.length > 0) throw new Error(`${faults.join('; ')}.`);
  return { kind, format: formatNamed(format) ?? undefined, encoding, delimiter, zone };
}
