/** Small questions about values and texts that several rooms ask. */
import { foldText } from './words.js';

/** → whether a value says nothing: absent, null, an empty text or an empty list. */
export const isBlank = (value: unknown): value is undefined | null | '' | readonly [] =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** → whether a text is visible: it has a character that is neither space nor without a shape. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

// U+2800 is the empty pattern of Braille. Fillers of Hangul, joiners and marks of direction are
// default-ignorable.
const VISIBLE = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** → the text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * → the text without the given signs at its end. An expression such as `/-+$/` reads a run of signs
 * once for each of them.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * → a geographic name for comparison: folded as words are, without accents and punctuation, `Saint`
 * as `st`. `St. John’s` and `Saint John's` both give `st john s`. The table of towns holds names of
 * this form: after a change here it is made anew (scripts/dev/towns.ts).
 */
export function foldPlace(text: string): string {
  return foldText(text)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bsaint\b/g, 'st');
}

/** The commas of scripts, which part the names of a place. */
export const COMMA = /[,،、，]/u;

/** → a text with umlauts as German writes them without: `Muenchen`. */
export const inGerman = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/([aou])\u0308/giu, '$1e')
    .normalize('NFC');
