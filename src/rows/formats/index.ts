/** The registry of file formats. A format is found by the name of the file, else by its content. */
import { csv } from './csv.js';
import type { Format, FormatOptions } from './format.js';
import { html } from './html.js';
import { ical } from './ical/ical.js';
import { json } from './json.js';
import { ndjson } from './ndjson.js';

/** Every format, in the order in which they are tried on a text; CSV takes whatever is left. */
export const formats: readonly Format[] = [ical, html, ndjson, json, csv];

/** → the format of this name, or null. */
export const formatNamed = (name: string): Format | null =>
  formats.find((format) => format.name === name) ?? null;

/** → the format whose end of name the file has (`rows.csv`, `rows.csv.gz`), or null. */
export function formatOfFile(name: string): Format | null {
  const extension = /\.([a-z]+)(\.gz)?$/.exec(name.toLowerCase())?.[1] ?? '';
  return formats.find(({ extensions }) => extensions.includes(extension)) ?? null;
}

/** → the format of a media type (`text/csv; charset=utf-8`), or null. */
export function formatOfMedia(type: string): Format | null {
  const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
  return formats.find(({ mediaTypes }) => mediaTypes.includes(bare)) ?? null;
}

/** → the format of a text that begins like this. */
export const formatOfText = (start: string, options: FormatOptions): Format =>
  formats.find((format) => format.isLike(start, options)) ?? csv;
