/**
 * Unfolds the lines of a calendar as bytes, before decoding: a fold may be inside a character. The
 * removed line ends follow the line, so that line numbers agree with the file. Source: RFC 5545,
 * 3.1.
 */
import { peek } from './bytes.js';
import { recordBytesMax } from './cuts.js';

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];

/** → whether a text begins as a calendar. */
export const isCalendar = (start: string): boolean => /^\s*BEGIN:VCALENDAR/i.test(start);

/** Characters that identify a calendar. */
const START_CHARS = 'BEGIN:VCALENDAR'.length;

/**
 * → the bytes, unfolded if they begin as a calendar or a part of it, in pieces that end with a
 * line; a line longer than a record may be comes in several. `onCalendar`: called before all.
 */
export async function* unfolded(
  bytes: AsyncIterable<Uint8Array>,
  onCalendar: () => void,
): AsyncGenerator<Uint8Array> {
  // The first character identifies another file: a client may wait for the answer to a row.
  const { first, all } = await peek(bytes, (chunks) => {
    const start = startOf(chunks);
    return start.length >= START_CHARS || /^[^b]/i.test(start);
  });
  if (!/^BEGIN:V/i.test(startOf(first))) {
    yield* all;
    return;
  }
  onCalendar();
  const unfold = openUnfolder();
  for await (const chunk of all) yield* unfold(chunk, false);
  yield* unfold(new Uint8Array(), true);
}

const startOf = (pieces: readonly Uint8Array[]): string =>
  Buffer.concat(pieces)
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart();

function openUnfolder() {
  let line: Uint8Array[] = [];
  let lineBytes = 0;
  let folds = 0;
  let undecided: Uint8Array = new Uint8Array();
  const add = (part: Uint8Array) => {
    line.push(part);
    lineBytes += part.length;
  };
  const take = (): Uint8Array => {
    const whole = Buffer.concat(line);
    [line, lineBytes] = [[], 0];
    return whole;
  };
  return function* unfold(chunk: Uint8Array, isEnd: boolean): Generator<Uint8Array> {
    const text = Buffer.concat([undecided, chunk]);
    const whole: Uint8Array[] = [];
    undecided = new Uint8Array();
    let from = 0;
    for (let at = text.indexOf(LF); at >= 0; at = text.indexOf(LF, from)) {
      const content = at > from && text[at - 1] === CR ? at - 1 : at;
      const next = at + 1;
      if (next === text.length && !isEnd) {
        // The next piece shows whether the line continues.
        undecided = text.subarray(content);
        add(text.subarray(from, content));
        from = text.length;
      } else if (text[next] === SPACE || text[next] === TAB) {
        add(text.subarray(from, content));
        folds += 1;
        from = next + 1;
      } else {
        whole.push(take(), text.subarray(from, next));
        from = next;
        if (folds > 0) whole.push(Buffer.alloc(Math.min(folds, FOLDS_MAX), LF));
        folds = 0;
      }
    }
    const last = text.length - (!isEnd && from < text.length && text.at(-1) === CR ? 1 : 0);
    if (from < last) add(text.subarray(from, last));
    if (last < text.length) undecided = text.subarray(last);
    if (isEnd || lineBytes > recordBytesMax) whole.push(take());
    if (whole.length > 0) yield Buffer.concat(whole);
  };
}

/** Most counted folds of a line: beyond them it is too long to be read. */
const FOLDS_MAX = recordBytesMax;
