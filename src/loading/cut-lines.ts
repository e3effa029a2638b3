/**
 * Splits a file into the texts of its records, NDJSON lines or CSV records, with line numbers.
 * Never more than one record (1 MiB) and one chunk are in memory. A malformed record costs one
 * line: splitting resumes on the line after its first.
 */
/** Longest record, bytes of UTF-8: the limit of a request body, because a record becomes one. */
export const recordBytesMax = 1024 * 1024;

const quote = 34;
const comma = 44;
const newline = 10;
const carriageReturn = 13;

/** The format of a file. */
export type RowFormat = 'csv' | 'ndjson';

/** The text of one record without its line end, or why there is none; `line` is where it starts. */
export type Cut = { line: number; text: string } | { line: number; error: string };

/** The records of one chunk of the file, and the format detected so far. */
export interface CutBatch {
  format: RowFormat;
  cuts: Cut[];
}

/** Where a record ends in the text, or why it is malformed; null: more text is needed. */
type RecordEnd = { at: number } | { fault: string } | null;

/**
 * Reads the file and yields its records, without blank lines, in one batch for each chunk.
 * → batches `{format, cuts}`; the format is NDJSON when the first character that is not blank is
 * `{`, else CSV, whose quoted fields may hold newlines. A BOM is dropped, invalid UTF-8 becomes
 * U+FFFD. Line ends are LF or CRLF. Throws what reading the bytes throws.
 */
export async function* cutBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CutBatch> {
  const decoder = new TextDecoder('utf-8');
  const cutter = createCutter();
  for await (const chunk of bytes) {
    const batch = cutter.take(decoder.decode(chunk, { stream: true }), false);
    if (batch.cuts.length > 0) yield batch;
  }
  const last = cutter.take(decoder.decode(), true);
  if (last.cuts.length > 0) yield last;
}

/** The state of splitting one file: the text left over, its line, and whether a line is skipped. */
function createCutter(): { take(chunk: string, isEnd: boolean): CutBatch } {
  let rest = '';
  let line = 1;
  let isSkipping = false;
  let format: RowFormat | null = null;

  function take(chunk: string, isEnd: boolean): CutBatch {
    const text = rest + chunk;
    format ??= detectFormat(text);
    const cuts: Cut[] = [];
    let at = 0;
    while (at < text.length) {
      const next = isSkipping ? 'skip' : findEnd(text, at, isEnd, format ?? 'ndjson');
      if (next === null) break;
      if (next === 'skip' || 'fault' in next) {
        if (next !== 'skip') cuts.push({ line, error: next.fault });
        const stop = text.indexOf('\n', at);
        isSkipping = stop < 0;
        if (!isSkipping) line += 1;
        at = isSkipping ? text.length : stop + 1;
        continue;
      }
      const record = text.slice(at, text[next.at - 1] === '\r' ? next.at - 1 : next.at);
      if (record.trim() !== '') cuts.push({ line, text: record });
      line += countNewlines(text, at, next.at) + 1;
      at = next.at + 1;
    }
    rest = text.slice(at);
    return { format: format ?? 'csv', cuts };
  }
  return { take };
}

function detectFormat(text: string): RowFormat | null {
  const start = text.search(/\S/);
  if (start < 0) return null;
  return text[start] === '{' ? 'ndjson' : 'csv';
}

function findEnd(text: string, start: number, isEnd: boolean, format: RowFormat): RecordEnd {
  const end = format === 'csv' ? findCsvEnd(text, start, isEnd) : findLineEnd(text, start, isEnd);
  if (end !== null && 'fault' in end) return end;
  const stop = end === null ? text.length : end.at;
  // A text never has more characters than bytes, so bytes are counted only where it may matter.
  const isLong =
    stop - start > recordBytesMax ||
    ((stop - start) * 3 > recordBytesMax &&
      Buffer.byteLength(text.slice(start, stop)) > recordBytesMax);
  return isLong ? { fault: `longer than ${recordBytesMax} bytes` } : end;
}

function findLineEnd(text: string, start: number, isEnd: boolean): RecordEnd {
  const at = text.indexOf('\n', start);
  if (at >= 0) return { at };
  return isEnd ? { at: text.length } : null;
}

/** Follows the quotes of one CSV record (RFC 4180) to the first newline outside of quotes. */
function findCsvEnd(text: string, start: number, isEnd: boolean): RecordEnd {
  let state: 'field' | 'plain' | 'quoted' | 'closed' = 'field';
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (state === 'quoted') {
      if (code === quote) state = 'closed';
    } else if (code === newline) {
      return { at };
    } else if (code === comma) {
      state = 'field';
    } else if (state === 'closed') {
      if (code === quote) state = 'quoted';
      else if (code !== carriageReturn) return { fault: 'text after a closing quote' };
    } else if (code === quote) {
      if (state === 'plain') return { fault: 'a quote inside a field without quotes' };
      state = 'quoted';
    } else {
      state = 'plain';
    }
  }
  if (!isEnd) return null;
  return state === 'quoted' ? { fault: 'a quoted field is not closed' } : { at: text.length };
}

function countNewlines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
