/**
 * CSV (RFC 4180) with any delimiter: the first record is the header, every value is text. Quoted
 * fields may hold delimiters, quotes and newlines.
 */
import { parse } from 'csv-parse/sync';
import type { Issue } from '../../errors.js';
import type { Notes } from '../notes.js';
import { peek } from '../read/bytes.js';
import { type Cut, cutLines, cutTexts, type FindEnd, recordBytesMax } from '../read/cuts.js';
import { quoted } from '../shown.js';
import type { Format, RowItem } from './format.js';

const quote = 34;
const newline = 10;
const carriageReturn = 13;

/** The usual delimiters, the most frequent first: on a tie the earlier counts. */
const usualDelimiters = [',', ';', '\t', '|'];

/** The line by which Excel names the delimiter. */
const sepLine = /^sep=([^"])$/i;

/** Most lines above the header of three columns or more, of at most a filled field each. */
const LINES_ABOVE = 10;

/** A quote inside a field without quotes is a sign as any: tables with tabs have no quotes. */
const RELAXED = { relax_column_count: true, relax_quotes: true };

const TEXT_AFTER_QUOTE = 'text after a closing quote';

/** CSV and its like: the delimiter is found in the header unless it is named. */
export const csv: Format = {
  name: 'csv',
  extensions: ['csv', 'tsv', 'tab'],
  mediaTypes: ['text/csv', 'text/tab-separated-values'],
  isLike: () => true,
  async *read(texts, { delimiter: named, columns = [], notes }) {
    const { first, all } = await peek(texts, hasTable);
    const { delimiter, width } = tableIn(first.join(''), named);
    let header: string[] | null = null;
    let inHeader = '';
    let above = 0;
    for await (const cuts of cutTexts(all, cutLines(findEndBy(delimiter)))) {
      for (const record of parseCuts(cuts, delimiter)) {
        const { line } = record;
        if ('error' in record) {
          yield record;
          if (header === null) return;
          continue;
        }
        const { fields } = record;
        if (header === null) {
          if (sepLine.test(fields.join(delimiter))) continue;
          const isTitle = width > 2 && fields.filter((field) => field.trim()).length < 2;
          if (isTitle && above < LINES_ABOVE) {
            above += 1;
            notes?.add('line', 'above the header and passed by, in files');
            continue;
          }
          header = namesIn(fields);
          inHeader = `the header in line ${line} has ${header.length}`;
          if (above > 0)
            notes?.add('header', `${quoted(header.join(', '))} in line ${line}, in files`);
          const lacking = columns.filter((name) => !header?.includes(name)).join(', ');
          if (lacking === '') continue;
          const named = `the header lacks the column ${lacking} that is named`;
          const taken = `this line was taken for it: ${quoted(header.join(', '))}`;
          yield { line, error: `${named}: ${taken}` };
          return;
        } else if (!isAsLong(fields, header)) {
          yield { line, error: `${fields.length} columns where ${inHeader}` };
        } else {
          const item = toItem(line, header, fields, notes);
          if (item) yield item;
        }
      }
    }
  },
};

/** → whether a row has a field for each column; empty fields behind them say nothing. */
const isAsLong = (fields: string[], { length }: string[]): boolean =>
  fields.length >= length && fields.slice(length).every((field) => field.trim() === '');

/** → the first lines outside of quotes, of which the last may be a part. */
const linesOf = (start: string): string[] =>
  start
    .trimStart()
    .replaceAll(/"[^"]*(?:"|$)/g, '')
    .split('\n', LINES_ABOVE + 2);

/** → whether the texts hold a whole line of a table, or more lines than stand above one. */
const hasTable = (texts: readonly string[]): boolean => {
  const start = texts.join('');
  const whole = start.slice(0, start.lastIndexOf('\n') + 1);
  const isEnough = start.length >= recordBytesMax || linesOf(whole).length > LINES_ABOVE + 1;
  return isEnough || tableIn(whole).width > 1;
};

/** → the delimiter, the most frequent of the first line that has one, and the columns there. */
function tableIn(start: string, named?: string): { delimiter: string; width: number } {
  const known = named ?? sepLine.exec(start.trimStart().split(/\r?\n/, 1)[0] ?? '')?.[1];
  const signs = known === undefined ? usualDelimiters : [known];
  const isRow = (line: string) =>
    !sepLine.test(line.trim()) && signs.some((sign) => line.includes(sign));
  const line = linesOf(start).find(isRow) ?? '';
  const width = (delimiter: string) => line.split(delimiter).length;
  const [delimiter = ','] = signs.toSorted((a, b) => width(b) - width(a));
  return { delimiter, width: width(delimiter) };
}

/** → the names of columns, a second `Notes` as `Notes (2)`. */
function namesIn(fields: string[]): string[] {
  const counts = new Map<string, number>();
  return fields.map((field) => {
    const name = field.trim();
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === '' ? name : `${name} (${count})`;
  });
}

/** An error of a spreadsheet in a cell, in its languages: `#REF!`, `#N/A`, `#WERT!`. */
const CELL_ERROR = /^#(?:[\p{Lu}\d/¡¿]{2,12}[!?]|N\/[AD]|NV)$/u;
/** A text that is kept from being a number: `="01067"`. */
const KEPT = /^="([^"]*)"$/;
const LINK = /^=HYPERLINK\("([^"]*)"(?:[,;] ?"([^"]*)")?\)$/i;
const OF_URLS = /url|link|web|site|lien|enlace|image|bild/i;

function toItem(line: number, header: string[], fields: string[], notes?: Notes): RowItem | null {
  if (fields.every((field) => field.trim() === '')) return null;
  const warnings: Issue[] = [];
  const entries = header.map((name, index): [string, string] => {
    const sent = (fields[index] ?? '').replace(KEPT, '$1');
    const [, url = '', text = url] = LINK.exec(sent) ?? [];
    const cell = url === '' ? sent : OF_URLS.test(name) ? url : text;
    if (name === '' && cell !== '') notes?.add('column', 'without a header, left out: cells');
    if (!CELL_ERROR.test(cell)) return [name, cell];
    warnings.push({ param: name, reason: `left out: an error of a spreadsheet: ${quoted(cell)}` });
    return [name, ''];
  });
  return { line, row: Object.fromEntries(entries), ...(warnings.length > 0 ? { warnings } : {}) };
}

/** → the records with their fields, or with the reason that they have none. */
function parseCuts(cuts: Cut[], delimiter: string) {
  const texts = cuts.flatMap((cut) => ('text' in cut ? cut.text : []));
  const options = { ...RELAXED, delimiter, record_delimiter: '\n' };
  const records: string[][] = parse(texts.join('\n'), options);
  const next = records.values();
  return cuts.map((cut) => ('error' in cut ? cut : { ...cut, fields: next.next().value ?? [] }));
}

/** → follows the quotes of one record to the first newline outside of quotes. */
function findEndBy(delimiter: string): FindEnd {
  const separator = delimiter.charCodeAt(0);
  return (text, start, isEnd) => {
    let state: 'field' | 'plain' | 'quoted' | 'closed' | 'ending' = 'field';
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (state === 'quoted') {
        if (code === quote) state = 'closed';
      } else if (code === newline) {
        return { at };
      } else if (state === 'ending') {
        // A carriage return after a closing quote belongs to the line end.
        if (code !== carriageReturn) return { fault: TEXT_AFTER_QUOTE };
      } else if (code === separator) {
        state = 'field';
      } else if (state === 'closed') {
        if (code === quote) state = 'quoted';
        else if (code === carriageReturn) state = 'ending';
        else return { fault: TEXT_AFTER_QUOTE };
      } else if (code === quote && state === 'field') {
        state = 'quoted';
      } else {
        state = 'plain';
      }
    }
    if (!isEnd) return null;
    return state === 'quoted' ? { fault: 'a quoted field is not closed' } : { at: text.length };
  };
}
