/**
 * The texts of records, cut out of a file as it is read, with line numbers. Never more than one
 * record (1 MiB) and one chunk are in memory. A malformed record costs one line: cutting resumes on
 * the line after its first.
 */
import { isUnreadable, UNREADABLE } from './decode.js';

/** Longest record, bytes of UTF-8: the limit of a request body, because a record becomes one. */
export const recordBytesMax = 1024 * 1024;

/** Why a longer record is rejected. */
export const TOO_LONG = `longer than ${recordBytesMax} bytes`;

/** The text of a record without its line end, or its fault; `line` is its first line. */
export type Cut = { line: number; text: string } | { line: number; error: string };

/** Takes the text of a file in pieces, the last with `isEnd`. → the records that ended in it. */
export type Cutter = (chunk: string, isEnd: boolean) => Cut[];

/** Where a record ends in the text, or why it is malformed; null: more text is needed. */
type RecordEnd = { at: number } | { fault: string } | null;

/** Finds the end of the record that starts at `start`. */
export type FindEnd = (text: string, start: number, isEnd: boolean) => RecordEnd;

/** → the records of the text, in one batch for each piece of it that ends some. */
export async function* cutTexts(
  texts: AsyncIterable<string>,
  cutter: Cutter,
): AsyncGenerator<Cut[]> {
  for await (const text of texts) {
    const cuts = cutter(text, false);
    if (cuts.length > 0) yield cuts;
  }
  const last = cutter('', true);
  if (last.length > 0) yield last;
}

/** → the record for later steps: its text, or the reason of its fault. */
export function toCut(line: number, text: string): Cut {
  if (isTooLong(text)) return { line, error: TOO_LONG };
  return isUnreadable(text) ? { line, error: UNREADABLE } : { line, text };
}

/** → whether the text has more bytes of UTF-8 than a record may have. */
const isTooLong = (text: string): boolean =>
  // A text never has more characters than bytes, so bytes are counted only where it may matter.
  text.length > recordBytesMax ||
  (text.length * 3 > recordBytesMax && Buffer.byteLength(text) > recordBytesMax);

/** → a cutter for records that end at a line end; blank lines are left out. */
export function cutLines(findEnd: FindEnd): Cutter {
  let rest = '';
  let line = 1;
  let isSkipping = false;

  const endAt = (text: string, start: number, isEnd: boolean): RecordEnd => {
    const end = findEnd(text, start, isEnd);
    if (end !== null && 'fault' in end) return end;
    const stop = end === null ? text.length : end.at;
    return isTooLong(text.slice(start, stop)) ? { fault: TOO_LONG } : end;
  };
  return (chunk, isEnd) => {
    const text = rest + chunk;
    const cuts: Cut[] = [];
    let at = 0;
    while (at < text.length) {
      const next = isSkipping ? 'skip' : endAt(text, at, isEnd);
      if (next === null) break;
      if (next === 'skip' || 'fault' in next) {
        if (next !== 'skip') cuts.push({ line, error: next.fault });
        const stop = text.indexOf('\n', at);
        isSkipping = stop < 0;
        if (!isSkipping) line += 1;
        at = isSkipping ? text.length : stop + 1;
        continue;
      }
      let stop = next.at;
      // Some programs end lines with CR CR LF.
      while (stop > at && text[stop - 1] === '\r') stop -= 1;
      const record = text.slice(at, stop);
      if (record.trim() !== '') cuts.push(toCut(line, record));
      line += countNewlines(text, at, next.at) + 1;
      at = next.at + 1;
    }
    rest = text.slice(at);
    return cuts;
  };
}

function countNewlines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
