/** Small questions about values and texts that several rooms ask. */
import { foldText } from './words.js';

/** → whether a value says nothing: absent, null, an empty text or an empty list. */
export const isBlank = (value: unknown): value is undefined | null | '' | readonly [] =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** → the text with a capital first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
