/**
 * The signs of a typed search: `"words side by side"`, and `-word` or `-"words"` to leave out. A
 * quotation mark or a `-` is a sign at the start or after a space. An unclosed quotation mark has
 * no effect. Contract 3.2.
 */

/** A part of a typed search, as it is written, without its signs. */
interface Piece {
  text: string;
  /** Where it begins in the search. */
  at: number;
  isQuoted: boolean;
  isLeftOut: boolean;
}

const QUOTES = /[“”„‟″«»]/g;
const SIGNED = /(?<!\S)(?:(-?)"([^"]*)"|-(?=[^\s"-])(\S+))/g;

/** → the parts of a search in order. If all are left out, the `-` are no signs. */
export function readSearch(search: string): Piece[] {
  const pieces = piecesOf(withoutTypes(search));
  const isWanted = ({ text, isLeftOut }: Piece) => !isLeftOut && /[\p{L}\p{N}]/u.test(text);
  if (pieces.some(isWanted)) return pieces;
  return pieces.map((piece) => ({ ...piece, isLeftOut: false }));
}

/** → a search without its quotation marks, for lists that know no signs. */
export const withoutQuotes = (search: string): string => withoutTypes(search).replaceAll('"', '');

/** Every quotation mark of any language is one character, so that positions are unchanged. */
const withoutTypes = (search: string): string => search.replace(QUOTES, '"');

/** → a search with some of its words exchanged; its signs, and the marked words, are kept. */
export function exchangeWords(search: string, words: (run: string) => string | null): string {
  const pieces = readSearch(search).filter(({ isQuoted, isLeftOut }) => !isQuoted && !isLeftOut);
  let [exchanged, end] = ['', 0];
  for (const { text, at } of pieces) {
    const other = text.replace(/[\p{L}\p{N}\p{M}]+/gu, (run) => words(run) ?? run);
    exchanged += search.slice(end, at) + other;
    end = at + text.length;
  }
  return exchanged + search.slice(end);
}

function piecesOf(search: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const addPlain = (to: number) => {
    const text = search.slice(end, to);
    if (text.trim() !== '') pieces.push({ text, at: end, isQuoted: false, isLeftOut: false });
  };
  for (const match of search.matchAll(SIGNED)) {
    const [whole, minus, quoted, word] = match;
    addPlain(match.index);
    const text = quoted ?? word ?? '';
    const at = match.index + whole.indexOf(text, minus === undefined ? 1 : minus.length + 1);
    const isQuoted = quoted !== undefined;
    pieces.push({ text, at, isQuoted, isLeftOut: minus !== '' });
    end = match.index + whole.length;
  }
  addPlain(search.length);
  return pieces;
}
