/**
 * Other spellings by which a text is found. Letters on both sides of one hyphen, apostrophe, dot or
 * slash are also one word: `hip-hop` is `hiphop`, `O'Brien` is `obrien`; `&` is an `n` there: `R&B`
 * is `rnb`. Groups of three digits are one number: `10,000` is `10000`. Letters with two usual
 * spellings have both: `Müller` is `muller` and `mueller`. `St.` at the head of a name is `Saint`.
 * An Arabic word is found without its article. Contract 3.2.
 */
import { countryCodes } from '../countries.js';
import { foldText, words } from './words.js';

/** Words by their other spellings. */
type Forms = ReadonlyMap<string, ReadonlySet<string>>;

/** → the other spellings of the words of a text, without its words. */
export function spellingsOf(text: string, written: readonly string[] = words(text)): string[] {
  const forms = new Set([...formsOf(text, written).values()].flatMap((set) => [...set]));
  for (const form of [...saints(written), ...behindDigits(written)]) forms.add(form);
  for (const word of forms.size > 0 ? written : []) forms.delete(word);
  return [...forms];
}

/** → the other spellings of words in a text: for `hip-hop`, `hiphop` for both words. */
export function formsOf(text: string, written: readonly string[] = words(text)): Forms {
  const forms = new Map<string, Set<string>>();
  const add = (word: string, form: string) => {
    if (word === form) return;
    forms.set(word, (forms.get(word) ?? new Set()).add(form));
  };
  const spelled = SPELLED.test(text) ? spellOut(text) : text;
  if (spelled !== text) {
    for (const [at, form] of words(spelled).entries()) add(written[at] ?? form, form);
  }
  const [plain, other] = [compoundsOf(text), spelled === text ? [] : compoundsOf(spelled)];
  for (const [at, { parts, signs }] of plain.entries()) {
    const spellings = [parts, ...(other[at] ? [other[at].parts] : [])];
    const joined = spellings.flatMap((spelling) => joinedOf(spelling, signs));
    for (const { form, of } of joined) for (const part of of) add(parts[part] ?? form, form);
  }
  for (const parts of numbersIn(text)) for (const part of parts) add(part, parts.join(''));
  for (const word of ARABIC.test(text) ? written : []) add(word, word.replace(ARTICLE, ''));
  return forms;
}

/** The usual spelling of letters whose accent is not simply left out. */
const SPELLINGS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const LETTERS = /[äöüøå]/giu;
/** Such a letter, as one character or as two. */
const SPELLED = /[äöüøå]|[aou]\u0308|a\u030a/iu;

const spell = (letter: string): string => SPELLINGS[letter.toLowerCase()] ?? letter;

/** → a text with its letters in their other spelling: `Müller` as `Mueller`. */
export const spellOut = (text: string): string => text.normalize('NFC').replace(LETTERS, spell);

/** Most parts of a compound that are joined. */
const PARTS_MAX = 3;

/** Letters of scripts with spaces between words, joined by single signs. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}`;
const RUN = String.raw`(?:(?![${UNSPACED}\p{sc=Khmer}\p{sc=Myanmar}])\p{L}\p{M}*)+`;
const COMPOUND = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}][-'./&]?)${RUN}(?:[-'./&]${RUN})+(?![-'./&]?[\p{L}\p{N}])`,
  'gu',
);
const ADDRESS = /:\/\/|@|^www\.|\.\p{L}{2,}\//u;

/** → the compounds of a text, parts joined by single signs, without web addresses. */
function compoundsOf(text: string) {
  if (!/[-'./&‐-―’]/u.test(text)) return [];
  const tokens = foldText(text)
    .split(/\s+/u)
    .filter((token) => !ADDRESS.test(token));
  return tokens
    .flatMap((token) => token.match(COMPOUND) ?? [])
    .filter((compound) => !isHost(compound))
    .map((compound) => ({
      parts: compound.split(/[-'./&]/u),
      signs: compound.match(/[-'./&]/gu) ?? [],
    }))
    .filter(({ parts }) => parts.length <= PARTS_MAX);
}

/** → whether a compound looks like the name of a host: `example.org`, not `e.V.`. */
function isHost(compound: string): boolean {
  const [, first = '', top = ''] = /^(?:[^/']*\.)?([^./']+)\.([^./'-]+)$/u.exec(compound) ?? [];
  return first.length > 1 && (TOP_LEVELS.has(top) || isCountry(top));
}

const TOP_LEVELS = new Set(['com', 'org', 'net', 'info', 'edu', 'gov', 'app', 'dev', 'eu']);

const isCountry = (top: string): boolean => {
  countries ??= new Set(countryCodes().map((code) => code.toLowerCase()));
  return countries.has(top);
};
let countries: Set<string> | null = null;

/** → neighbouring parts as one word, and their positions. */
function joinedOf(parts: readonly string[], signs: readonly string[]) {
  return parts.flatMap((_, from) =>
    parts.slice(from + 1).map((__, more) => {
      const of = Array.from({ length: more + 2 }, (___, at) => from + at);
      const joined = of.map((at) => `${at > from && signs[at - 1] === '&' ? 'n' : ''}${parts[at]}`);
      return { form: words(joined.join(''))[0] ?? '', of };
    }),
  );
}

/** A number in groups of three digits. */
const GROUPED = /(?<!\p{N}[.,' ]?)\p{N}{1,3}(?:[.,' ]\p{N}{3})+(?![.,' ]?\p{N})/gu;

/** → the groups of the numbers of a text that are written in groups. */
const numbersIn = (text: string): string[][] =>
  (/\p{N}{3}/u.test(text) ? foldText(text).match(GROUPED) : null)?.map(words) ?? [];

/** → the letters of words after their digits: for `24hour`, `hour`. */
const behindDigits = (written: readonly string[]): string[] =>
  Array.from(written.join(' ').matchAll(BEHIND_DIGITS), ([, letters = '']) => letters);
const BEHIND_DIGITS = /(?<![^ ])\p{N}+(\p{L}{3,})(?![^ ])/gu;

const ARABIC = /\p{sc=Arabic}/u;
/** The Arabic article, before three letters or more. */
const ARTICLE = /^\u0627\u0644(?=\p{L}{3})/u;

/** → `saint` for `st` before another word, and the reverse. */
function saints(written: readonly string[]): string[] {
  const heads = written.slice(0, -1);
  return [...(heads.includes('st') ? ['saint'] : []), ...(heads.includes('saint') ? ['st'] : [])];
}
