// Turns text into search words and sort keys. Every engine receives words joined by spaces and
// splits only at spaces, so a search gives the same results on each. A change in this file requires
// a rebuild of the index.

/** Longest search word in characters (UTF-16 units); longer words are truncated. */
const WORD_LENGTH_MAX = 64;

/** Longest sort key in bytes of UTF-8; bounded because cursors contain one. */
const SORT_KEY_BYTES_MAX = 190;

/**
 * Lower-case letters that NFKD does not decompose, and variants of the apostrophe, quote and dash.
 * Tatweel only stretches a word and is dropped.
 */
const FOLDS: readonly (readonly [letters: string, to: string])[] = [
  ['ß', 'ss'],
  ['øɵ', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['łƚ', 'l'],
  ['đðɖɗ', 'd'],
  ['þ', 'th'],
  ['ıɨ', 'i'],
  ['ħ', 'h'],
  ['ŋƞɲ', 'n'],
  ['ŧƭʈ', 't'],
  ['ƀɓ', 'b'],
  ['ƈ', 'c'],
  ['əǝɛ', 'e'],
  ['ɑ', 'a'],
  ['ƒ', 'f'],
  ['ɠ', 'g'],
  ['ȷ', 'j'],
  ['ƙĸ', 'k'],
  ['ƥ', 'p'],
  ['ʉ', 'u'],
  ['ʋ', 'v'],
  ['ƴ', 'y'],
  ['ƶȥ', 'z'],
  ['ς', 'σ'],
  ['ӏ', 'і'],
  ["‘’‛′ʹʻʼʽʾʿˈ՚׳'", "'"],
  ['“”„‟″ʺ״', '"'],
  ['‐‒–—―−־', '-'],
  ['ـ', ''],
];

/** Code points of the digit zero in scripts whose digits are folded to 0-9. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0,
];

const BEYOND_ASCII = /[\u0080-\uffff]/;
const BEYOND_ASCII_RUN = /[\u0080-\uffff]+/g;
/**
 * Accents and points of scripts that are commonly written without them; they are dropped. Marks of
 * other scripts (Indic vowels, Thai tones) distinguish words and are kept, as are the kana voicing
 * marks, which NFC combines with their letter again.
 */
const ACCENT = new RegExp(
  String.raw`(?![\u3099\u309a])(?=\p{M})[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}` +
    String.raw`\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]`,
  'gu',
);
/** Soft hyphen, joiners, direction marks, BOM. Not the zero-width space, which separates words. */
const INVISIBLE = /[\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Signs that are part of a word, as letters: `c++` is `cplusplus`, `c#` `csharp`, `90's` `90s`. */
const SIGNS: readonly (readonly [sign: RegExp, letters: string])[] = [
  [/(?<=[\p{L}\p{N}])\+\+(?!\+)/gu, 'plusplus '],
  [/(?<![\p{L}\p{N}])(\p{L})#/gu, '$1sharp '],
  [/(?<=\p{N})'s(?![\p{L}\p{N}])/gu, 's'],
];
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
/** The distance of a Katakana letter from its Hiragana. */
const KANA = 0x60;

const ASCII_WORD = /[a-z0-9]+/g;
/** Scripts written without spaces between words, and the kana long-vowel mark. */
const UNSPACED =
  String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc` +
  String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const LETTER = String.raw`[\p{L}\p{N}]`;
/** A letter of such a script, or a run of letters of others. */
const WORD = new RegExp(
  String.raw`(?=${LETTER})${UNSPACED}\p{M}*|(?:(?!${UNSPACED})${LETTER}\p{M}*)+`,
  'gu',
);

const letterFolds = new Map(
  FOLDS.flatMap(([letters, to]) => Array.from(letters, (letter) => [letter, to] as const)),
);
for (const zero of ZEROS) {
  for (let digit = 0; digit < 10; digit += 1) {
    letterFolds.set(String.fromCodePoint(zero + digit), String(digit));
  }
}
const encoder = new TextEncoder();
const sortKeyBytes = new Uint8Array(SORT_KEY_BYTES_MAX);
/** Cache of folded characters; bounded by the number of BMP characters. */
const foldedCharacters = new Map<string, string>();

/**
 * The text in lower case with accents folded: NFKD (full-width forms, ligatures), accents and
 * invisible characters dropped, ß→ss, ø→o and the like, ς→σ, digits to 0-9, typographic quotes and
 * dashes to ASCII, then NFC. Spaces and punctuation are kept. Folding is idempotent; lone
 * surrogates become U+FFFD.
 */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return text.replace(BEYOND_ASCII_RUN, foldRun).toLowerCase();
}

/**
 * The search words of a text in order, with repeats: runs of letters and digits of the folded text.
 * Everything else separates words, including apostrophes and hyphens ("O'Neil" → o, neil), so that
 * both "opera" and "l'opéra" find l'opéra; SIGNS are letters. In scripts without spaces (Han, kana,
 * Thai, Lao, Khmer, Myanmar) each letter with its marks is a word; Katakana is Hiragana. Words have
 * at most 64 characters.
 */
export function words(text: string): string[] {
  const folded = writeSigns(foldText(text)).replace(KATAKANA, hiragana);
  const parts = folded.match(BEYOND_ASCII.test(folded) ? WORD : ASCII_WORD) ?? [];
  return parts.some((word) => word.length > WORD_LENGTH_MAX) ? parts.map(cutWord) : parts;
}

/** → the folded text with SIGNS as letters. */
function writeSigns(folded: string): string {
  if (!/[+#']/.test(folded)) return folded;
  return SIGNS.reduce((text, [sign, letters]) => text.replace(sign, letters), folded);
}

const hiragana = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) - KANA);

const UNSPACED_WORD = new RegExp(`^${UNSPACED}`, 'u');

/** → whether a word is a letter of a script without spaces. */
export const isUnspaced = (word: string): boolean =>
  BEYOND_ASCII.test(word) && UNSPACED_WORD.test(word);

/** The words of a text joined by single spaces, as engines store and match it; may be `""`. */
export function searchText(text: string): string {
  return words(text).join(' ');
}

/**
 * Marks in front of additional words of a text: `SPELLED` before another spelling, which also
 * matches by its beginnings, `STEMMED` before a stem, which matches as a whole. `APART` is a word
 * between two texts of a field. `words()` never makes these letters (private use).
 */
export const [SPELLED, STEMMED, APART] = ['\ue000', '\ue001', '\ue002'] as const;

/** → whether a word has a mark in front. */
export const isMarked = (word: string): boolean =>
  word.startsWith(SPELLED) || word.startsWith(STEMMED);

/** Sorts before every character of a word: `word + BEHIND` is the first text after the word. */
export const BEHIND = '\u0001';

/**
 * The smallest text greater than every text that begins with `text`, for scans `>= text AND < end`
 * in code point (UTF-8 byte) order. `""` when there is no such text: for the empty text and for a
 * text of U+10FFFF only.
 */
export function prefixEnd(text: string): string {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? 0;
    if (last === 0x10ffff) continue;
    // Skip the surrogates: U+E000 follows U+D7FF.
    points.push(last >= 0xd7ff && last < 0xe000 ? 0xe000 : last + 1);
    return String.fromCodePoint(...points);
  }
  return '';
}

/**
 * The key for alphabetical order: the folded text, trimmed, with runs of spaces and control
 * characters collapsed to one space, truncated to SORT_KEY_BYTES_MAX bytes of UTF-8.
 */
export function sortKey(text: string): string {
  const collapsed = foldText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // Only whole characters are encoded.
  const { read } = encoder.encodeInto(collapsed, sortKeyBytes);
  return collapsed.slice(0, read).trimEnd();
}

function foldRun(run: string): string {
  if (run.length === 1) return foldCharacter(run);
  let folded = '';
  for (const character of run.toWellFormed()) folded += foldCharacter(character);
  return folded.normalize('NFC');
}

/** Folds one character. The caller composes and reorders the marks that remain. */
function foldCharacter(character: string): string {
  const cached = foldedCharacters.get(character);
  if (cached !== undefined) return cached;
  const bare = character
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENT, '')
    .replace(INVISIBLE, '');
  let folded = '';
  for (const letter of bare) folded += letterFolds.get(letter) ?? letter;
  folded = folded.normalize('NFC');
  if (character.length === 1) foldedCharacters.set(character, folded);
  return folded;
}

/** The first characters of a word, without splitting a surrogate pair. */
function cutWord(word: string): string {
  if (word.length <= WORD_LENGTH_MAX) return word;
  const last = word.charCodeAt(WORD_LENGTH_MAX - 1);
  return word.slice(0, last >= 0xd800 && last < 0xdc00 ? WORD_LENGTH_MAX - 1 : WORD_LENGTH_MAX);
}
