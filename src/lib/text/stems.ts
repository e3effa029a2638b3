/**
 * The stems by which words are found in their other forms, by language: Snowball's, with a table of
 * each language (word-tables/) for irregular words, words that are never stemmed, and the heads of
 * compounds. Words are folded before they are stemmed. Contract 3.2.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { createStemmer, type IsoCode } from 'multilingual-stemmer';
import { packageRoot } from '../files/package.js';
import { spellOut } from './word-forms.js';
import { searchText } from './words.js';

/** Raised when a change of the rules of words asks for a rebuild. */
const RULES = 1;

/** → the stem of a folded word. */
type Stem = (word: string) => string;

/** The words of a language. */
interface Language {
  stem: Stem;
  /** Irregular words by their singular. */
  singulars: ReadonlyMap<string, string>;
  /** Words that end compounds, by their stems. */
  heads: ReadonlyMap<string, Head>;
  /** The first letters of the heads. */
  starts: ReadonlySet<string>;
  /** The stems of a word of a text, of words read before. */
  known: LRUCache<string, readonly string[]>;
}

/** A word that ends compounds. */
interface Head {
  /** Its stem, with umlauts as plain letters. */
  stem: string;
  /** The ends of first parts with which it makes a word of its own: of Aufführung, `auf`. */
  not: readonly string[];
}

/** → the stem of a word of a text, and the heads it ends with, in the text's language. */
export function stemsIn(word: string, tag: string): readonly string[] {
  const language = languageOf(tag);
  const known = language?.known.get(word);
  if (!language || known || !isStemmed(word)) return known ?? NONE;
  const stem = stemOf(language, word);
  const stems = [stem, ...headsOf(language, word)];
  language.known.set(word, stems);
  return stems;
}

/** → a searched word's forms in the languages of a site: singulars of irregular words, stems. */
export function formsIn(word: string, tags: readonly string[]) {
  const languages = isStemmed(word) ? tags.flatMap((tag) => languageOf(tag) ?? []) : [];
  const singulars = languages.flatMap((language) => language.singulars.get(word) ?? []);
  const stems = languages.map((language) => stemOf(language, word));
  return { singulars, stems };
}

/** → the version of a site's stems: rules, stemmer and tables. */
export function stemsVersion(tags: readonly string[]): string {
  const hash = createHash('sha256').update(`${RULES} ${STEMMER}`);
  for (const tag of tags) hash.update(readTable(primaryOf(tag)));
  return hash.digest('base64url').slice(0, 12);
}

/** The release of the stemmer. */
const STEMMER: string = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))
  .dependencies['multilingual-stemmer'];

const NONE: readonly string[] = [];

/** Words of letters alone have stems. */
const isStemmed = (word: string): boolean => word.length >= 3 && /^\p{L}+$/u.test(word);

/** Norwegian has two tags of its own, and one stemmer. */
const NORWEGIAN: ReadonlySet<string> = new Set(['nb', 'nn']);

/** → Snowball's stemmer of a language; null without a stemmer, for which the package throws. */
function snowballOf(primary: string): Stem | null {
  try {
    return createStemmer((NORWEGIAN.has(primary) ? 'no' : primary) as IsoCode);
  } catch {
    return null;
  }
}

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The languages read so far, by tag; null: one without a stemmer. */
const languages = new Map<string, Language | null>();

/** → the words of a language, read when they are first asked for; null without a stemmer. */
function languageOf(tag: string): Language | null {
  const read = languages.get(tag);
  if (read !== undefined) return read;
  const primary = primaryOf(tag);
  const snowball = snowballOf(primary);
  const language = snowball && readLanguage(primary, snowball);
  languages.set(tag, language);
  return language;
}

/** Words of a language whose stems are kept in memory. */
const KNOWN_MAX = 50_000;

/** The tables by language, made by hand; a line is a rule, its word, and more words. */
const TABLES = join(packageRoot(), 'src', 'lib', 'text', 'word-tables');

function readTable(primary: string): string {
  const path = join(TABLES, `${primary}.tsv`);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function readLanguage(primary: string, snowball: Stem): Language {
  const rows = readTable(primary)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/u));
  const rowsOf = (rule: string) => rows.flatMap(([name, ...rest]) => (name === rule ? [rest] : []));
  const whole = new Set(rowsOf('whole').flatMap((row) => row.map(searchText)));
  const stem = (word: string) => (whole.has(word) ? word : snowball(word));
  const heads = rowsOf('head').flatMap(([head = '', ...others]) => {
    const ends = spelledBoth(head);
    const words = others.flatMap(spelledBoth);
    const not = ends.flatMap((end) => words.flatMap((word) => beforeEnd(word, end)));
    return ends.map((spelled) => ({ spelled, stem: stem(searchText(head)), not }));
  });
  return {
    stem,
    singulars: new Map(
      rowsOf('form').flatMap(([form = '', singular = '']) =>
        spelledBoth(form).map((spelled) => [spelled, searchText(singular)] as const),
      ),
    ),
    heads: new Map(heads.map((head) => [stem(head.spelled), head])),
    starts: new Set(heads.map(({ spelled }) => spelled.slice(0, HEAD_MIN))),
    known: new LRUCache({ max: KNOWN_MAX }),
  };
}

/** → a word of a table, folded, and with its umlauts spelled out where it has any. */
const spelledBoth = (word: string): string[] => [
  ...new Set([searchText(word), searchText(spellOut(word))]),
];

/** → the part of a word before its end. */
const beforeEnd = (word: string, end: string): string[] =>
  word.endsWith(end) ? [word.slice(0, -end.length)] : [];

/** → the stem of a word or of its singular; for a head, with plain letters. */
function stemOf({ stem, singulars, heads }: Language, word: string): string {
  const stemmed = stem(singulars.get(word) ?? word);
  return heads.get(stemmed)?.stem ?? stemmed;
}

/** Letters of the shortest head, and of the shortest part before one. */
const [HEAD_MIN, FIRST_MIN] = [4, 3];
const VOWEL = /[aeiouy]/u;

/** → the stems of the heads at the end of a word, after a part with a vowel. */
function headsOf(language: Language, word: string): string[] {
  const { heads, starts } = language;
  const found: string[] = [];
  for (let at = FIRST_MIN; starts.size > 0 && at <= word.length - HEAD_MIN; at++) {
    if (!starts.has(word.slice(at, at + HEAD_MIN))) continue;
    const head = heads.get(stemOf(language, word.slice(at)));
    const first = word.slice(0, at);
    if (!head || !VOWEL.test(first) || head.not.some((end) => first.endsWith(end))) continue;
    found.push(head.stem);
  }
  return found;
}
