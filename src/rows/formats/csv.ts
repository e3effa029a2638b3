/**
 * CSV (RFC 4180) with any delimiter: the first record is the header, every value is text. Quoted
 * fields may hold delimiters, quotes and newlines.
 */
import { parse } from 'csv-parse/sync';
import type { Issue } from '../../errors.js';
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

/** Most lines above the header: a title and empty lines, of at most a filled field each. */
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
    const { first, all } = await peek(texts, hasLine);
    const delimiter = named ?? findDelimiter(first.join(''));
    let header: string[] | null = null;
    let inHeader = '';
    let above = 0;
    for await (const cuts of cutTexts(all, cutLines(findEndBy(delimiter)))) {
      for (const [line, fault, ...fields] of parseCuts(cuts, delimiter)) {
        if (fault) {
          yield { line: Number(line), error: fault };
          if (header === null) return;
        } else if (header === null) {
          if (sepLine.test(fields.join(delimiter))) continue;
          const isTitle = fields.length > 2 && fields.filter((field) => field.trim()).length < 2;
          if (isTitle && above < LINES_ABOVE) {
            above += 1;
            notes?.add('line', 'above the header and passed by, in files');
            continue;
          }
          header = fields.map((name) => name.trim());
          inHeader = `the header in line ${line} has ${header.length}`;
          if (above > 0)
            notes?.add('header', `${quoted(header.join(', '))} in line ${line}, in files`);
          const error = faultOfHeader(header, columns);
          if (error === null) continue;
          yield { line: Number(line), error };
          return;
        } else if (!isAsLong(fields, header)) {
          yield { line: Number(line), error: `${fields.length} columns where ${inHeader}` };
        } else {
          const item = toItem(Number(line), header, fields);
          if (item) yield item;
        }
      }
    }
  },
};

/** → whether a row has a field for each column; empty fields behind them say nothing. */
const isAsLong = (fields: string[], { length }: string[]): boolean =>
  fields.length >= length && fields.slice(length).every((field) => field.trim() === '');

/** → whether the texts hold a whole line with content. */
const hasLine = (texts: readonly string[]): boolean => {
  const start = texts.join('');
  return start.length >= recordBytesMax || start.trimStart().includes('\n');
};

/** → the most frequent delimiter of the header, outside of quotes. */
function findDelimiter(start: string): string {
  const text = start.trimStart();
  const named = sepLine.exec(text.split(/\r?\n/, 1)[0] ?? '')?.[1];
  if (named !== undefined) return named;
  const [header = ''] = text.replaceAll(/"[^"]*(?:"|$)/g, '').split('\n', 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  const [best = ','] = usualDelimiters.toSorted((a, b) => count(b) - count(a));
  return best;
}

function faultOfHeader(header: string[], columns: readonly string[]): string | null {
  const missing = columns.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    const named = `the header lacks the column ${missing.join(', ')} that is named`;
    return `${named}: this line was taken for it: ${quoted(header.join(', '))}`;
  }
  const seen = new Set<string>();
  // A name that does not make the set larger is in it already.
  const twice = header.find((name) => name !== '' && seen.size === seen.add(name).size);
  if (twice === undefined) return null;
  return `the header names the column "${twice}" twice: rename one of them`;
}

/** An error of a spreadsheet in a cell, in its languages: `#REF!`, `#N/A`, `#WERT!`. */
const CELL_ERROR = /^#(?:[\p{Lu}\d/¡¿]{2,12}[!?]|N\/[AD]|NV)$/u;
/** A text that is kept from being a number: `="01067"`. */
const KEPT = /^="([^"]*)"$/;

function toItem(line: number, header: string[], fields: string[]): RowItem | null {
  if (fields.every((field) => field.trim() === '')) return null;
  const warnings: Issue[] = [];
  const entries = header.map((name, index): [string, string] => {
    const cell = (fields[index] ?? '').replace(KEPT, '$1');
    if (!CELL_ERROR.test(cell)) return [name, cell];
    warnings.push({ param: name, reason: `left out: an error of a spreadsheet: ${quoted(cell)}` });
    return [name, ''];
  });
  return { line, row: Object.fromEntries(entries), ...(warnings.length > 0 ? { warnings } : {}) };
}

/**
 * Splits the records into fields. Each goes to the parser after two columns of ours, its line and
 * its error (empty when it has none), because the parser counts lines by its own rules and would
 * miscount after an omitted record.
 */
function parseCuts(cuts: Cut[], delimiter: string): string[][] {
  const records = cuts.map((cut) => {
    const [error, text] = 'error' in cut ? [cut.error, ''] : ['', delimiter + cut.text];
    return `${cut.line}${delimiter}"${error}"${text}\n`;
  });
  const parsed = (text: string): string[][] =>
    parse(text, { ...RELAXED, delimiter, record_delimiter: '\n' });
  try {
    return parsed(records.join(''));
  } catch {
    // Singly, so that the parser's refusal costs only the records it concerns.
    return cuts.flatMap(({ line }, at) => {
      try {
        return parsed(records[at] ?? '');
      } catch {
        return [[String(line), 'not valid CSV']];
      }
    });
  }
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
