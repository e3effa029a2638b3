/**
 * Reads the rows of a file in turn: bytes are inflated and decoded, the format is found, the format
 * reads the rows. An unreadable row becomes an item of the stream, with its line, and never stops
 * the reading; an unreadable rest of a file becomes a last such item.
 */
import { kinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import type { Format, FormatOptions, RowItem } from './formats/format.js';
import { formatOfFile, formatOfText } from './formats/index.js';
import { fileFault, type Input, isFileFault, peek, plainBytes } from './read/bytes.js';
import { decodeText, type Encodings } from './read/decode.js';
import { unfolded } from './read/unfold.js';

/** How a file is read. Absent: found in its name and content. */
export interface ReadOptions extends Omit<FormatOptions, 'route'> {
  /** The kind of the records. */
  kind?: KindName | undefined;
  format?: Format | undefined;
  encoding?: string | undefined;
  /** The encoding of a header: for a calendar, only if its bytes are invalid UTF-8. */
  charset?: string | undefined;
}

/** Characters at the beginning by which a format is detected; less when the file is shorter. */
const startChars = 64 * 1024;

/**
 * → the rows of the source, in order; `line` is the line (from 1) where the row begins. Blank lines
 * and empty rows are skipped. An error item reports a malformed or overlong (1 MiB) record, bytes
 * invalid in the encoding, or an unusable header or file (the last item then). Memory is bounded by
 * a record and a chunk. Throws the errors of reading the source.
 */
export async function* readRows(
  source: Input,
  { kind, format: chosen, encoding, charset, ...rest }: ReadOptions = {},
): AsyncGenerator<RowItem> {
  const options = { ...rest, ...(kind ? { route: kinds[kind].route } : {}) };
  let encodings: Encodings = { encoding: encoding ?? charset };
  const lines = unfolded(plainBytes(source.bytes), () => {
    encodings = { encoding, otherwise: charset };
  });
  const texts = decodeText(lines, () => encodings);
  let line = 1;
  try {
    const named = chosen ?? formatOfFile(source.name ?? '');
    const { format, all } = named
      ? { format: named, all: texts }
      : await detectFormat(texts, options);
    const by = chosen ? 'chosen' : named ? 'by the name of the file' : 'as the content shows';
    let isFirst = true;
    if (kind && format.holds && format.holds !== kind) {
      throw fileFault(
        `a file of the format ${format.name} holds ${kinds[format.holds].route} alone`,
      );
    }
    for await (const item of format.read(all, options)) {
      ({ line } = item);
      // A wrong format makes the first row unreadable more often than a faulty row.
      if (isFirst && 'error' in item) rest.notes?.add('format', `${format.name}, ${by}; files`);
      isFirst = false;
      yield item;
    }
  } catch (error) {
    if (!isFileFault(error)) throw error;
    yield { line, error: `${error.message}; nothing behind this line was read` };
  } finally {
    await texts.return(undefined);
  }
}

/**
 * → whether enough text was read to detect the format: a whole line, or more if the line is an
 * object that may hold all rows. A client may wait for the answer to its first row.
 */
function isEnough(text: string, options: FormatOptions): boolean {
  const trimmed = text.trimStart();
  const end = trimmed.indexOf('\n');
  if (end < 0) return false;
  if (!trimmed.startsWith('{') || trimmed.slice(end).trim() !== '') return true;
  return formatOfText(text, options).isByLine === true;
}

/** Kinds of XML by a sign at their beginnings, and the way to load their data. */
const XML: readonly [sign: string, reason: string][] = [
  ['wordpress.org/export', "WordPress's export: load …/wp-json/tribe/events/v1/events or a CSV"],
  ['<rss', 'RSS, which has no dates of events: load the calendar (.ics) or the page of the site'],
  ['<feed', 'Atom, which has no dates of events: load the calendar (.ics) or the page of the site'],
  ['<kml', 'KML: save it as GeoJSON or CSV'],
  ['<?xml', 'XML: save it as CSV or JSON'],
];

/** → the kind of XML that a text is, with the way that works; null for any other text. */
function xmlIn(start: string): string | null {
  if (!/^\s*<(?:\?xml|rss|feed|kml)\b/i.test(start) || /<html\b/i.test(start)) return null;
  return XML.find(([sign]) => start.includes(sign))?.[1] ?? null;
}

async function detectFormat(texts: AsyncGenerator<string>, options: FormatOptions) {
  const { first, all } = await peek(texts, (chunks) => {
    const start = chunks.join('');
    return start.length >= startChars || isEnough(start, options);
  });
  const start = first.join('');
  // A text of NUL and other controls is no file of rows, whatever its name.
  if (start.includes('\0')) throw fileFault('the file is not text');
  const xml = xmlIn(start);
  if (xml !== null) throw fileFault(`the file is ${xml}`);
  return { format: formatOfText(start, options), all };
}
