/** The words by which tables of other programs and people are read: those of words.tsv. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../lib/batches.js';
import { packageRoot } from '../lib/files/package.js';
import { foldText } from '../lib/text/words.js';

const table = readFileSync(join(packageRoot(), 'src/rows/words.tsv'), 'utf8');
const lines = table.split('\n').map((line) => line.split('\t'));

/** → a word or header in small letters, without accents, spaces and signs: `Start_Date`. */
export const fold = (text: string): string =>
  foldText(text.slice(0, 60)).replace(/[^\p{L}\p{M}\p{N}@]+/gu, '');

/** → the meanings of a section, each with its folded words, the likeliest first. */
export function wordsOf(wanted: string): [meaning: string, words: string[]][] {
  const own = lines.filter(([section]) => section === wanted);
  return [...groupBy(own, ([, meaning = '']) => meaning)].map(([meaning, parts]) => [
    meaning,
    parts.flatMap(([, , words = '']) => words.split(', ').map(fold)),
  ]);
}

/** → the fields that the words of a section mean: `field=value`. */
export const meaningsOf = (section: string): [word: string, fields: Record<string, string>][] =>
  wordsOf(section).flatMap(([meaning, words]) => {
    const fields = meaning === '' ? {} : Object.fromEntries([meaning.split('=')]);
    return words.map((word): [string, Record<string, string>] => [word, fields]);
  });
