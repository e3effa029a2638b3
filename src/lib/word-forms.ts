/**
 * Other spellings by which a text is found. Letters on both sides of one hyphen, apostrophe, dot or
 * slash are also one word: `hip-hop` is `hiphop`, `O'Brien` is `obrien`. Letters with two usual
 * spellings have both: `Müller` is `muller` and `mueller`. `St.` at the head of a name is `Saint`.
 * Contract 3.2. A change in this file requires a rebuild of the index.
 */
import { countryCodes } from './countries.js';
import { foldText, words } from './words.js';

/** Words by what they are found by besides themselves. */
export type Forms = ReadonlyMap<string, ReadonlySet<string>>;

/** → the search words of a text and all of its other forms, joined by single spaces. */
export function findableText(text: string): string {
  const written = words(text);
  const forms = new Set(
    [...formsOf(text, written).values(), ...saints(written)].flatMap((set) => [...set]),
  );
  for (const word of written) forms.delete(word);
  return [...written, ...forms].join(' ');
}

/** → the other forms of each word of a text that has any: of `hip-hop`, `hiphop` for both. */
export function formsOf(text: string, written: readonly string[] = words(text)): Forms {
  const forms = new Map<string, Set<string>>();
  const add = (word: string, form: string) => {
    if (word === form) return;
    forms.set(word, (forms.get(word) ?? new Set()).add(form));
  };
  const spelled = SPELLED.test(text) ? text.normalize('NFC').replace(LETTERS, spell) : text;
  if (spelled !== text) {
    for (const [at, form] of words(spelled).entries()) add(written[at] ?? form, form);
  }
  const [plain, other] = [compoundsOf(text), spelled === text ? [] : compoundsOf(spelled)];
  for (const [at, parts] of plain.entries()) {
    const joined = [...joinedOf(parts), ...joinedOf(other[at] ?? [])];
    for (const { form, of } of joined) for (const part of of) add(parts[part] ?? form, form);
  }
  return forms;
}

/** The usual spelling of letters whose accent is not simply left out. */
const SPELLINGS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const LETTERS = /[äöüøå]/giu;
/** Such a letter, as one character or as two. */
const SPELLED = /[äöüøå]|[aou]\u0308|a\u030a/iu;

const spell = (letter: string): string => SPELLINGS[letter.toLowerCase()] ?? letter;

/** Most parts of a compound that are joined. */
const PARTS_MAX = 3;

/** Letters of scripts with spaces between words, joined by single signs. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}`;
const RUN = String.raw`(?:(?![${UNSPACED}\p{sc=Khmer}\p{sc=Myanmar}])\p{L}\p{M}*)+`;
const COMPOUND = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}][-'./]?)${RUN}(?:[-'./]${RUN})+(?![-'./]?[\p{L}\p{N}])`,
  'gu',
);
const ADDRESS = /:\/\/|@|^www\.|\.\p{L}{2,}\//u;

/** → the compounds of a text, each as its parts. Addresses of the web are none. */
function compoundsOf(text: string): string[][] {
  if (!/[-'./‐-―’]/u.test(text)) return [];
  const tokens = foldText(text)
    .split(/\s+/u)
    .filter((token) => !ADDRESS.test(token));
  return tokens
    .flatMap((token) => token.match(COMPOUND) ?? [])
    .filter((compound) => !isHost(compound))
    .map((compound) => compound.split(/[-'./]/u))
    .filter((parts) => parts.length <= PARTS_MAX);
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
function joinedOf(parts: readonly string[]): { form: string; of: number[] }[] {
  return parts.flatMap((_, from) =>
    parts.slice(from + 1).map((__, more) => {
      const of = Array.from({ length: more + 2 }, (___, at) => from + at);
      return { form: words(of.map((at) => parts[at]).join(''))[0] ?? '', of };
    }),
  );
}

/** → `saint` for `st` before another word, and the reverse. */
function saints(written: readonly string[]): string[][] {
  const heads = written.slice(0, -1);
  return [heads.includes('st') ? ['saint'] : [], heads.includes('saint') ? ['st'] : []];
}
