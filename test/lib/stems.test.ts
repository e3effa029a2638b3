/** Stems, irregular words and heads of compounds, by language. Contract 3.2. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { formsIn, stemsIn, stemsVersion } from '../../src/lib/text/stems.js';
import { readSearch } from '../../src/lib/text/typed-search.js';
import { spellingsOf } from '../../src/lib/text/word-forms.js';
import { searchText, words } from '../../src/lib/text/words.js';

const TEXTS: [language: string, text: string, stems: string][] = [
  ['en', 'cities city women woman news universities', 'citi citi woman woman news university'],
  ['en-GB', 'Theatres theater', 'theater theater'],
  ['de', 'Konzerte Konzert Chöre Museen Kurse Kurs', 'konzert konzert chor museum kurs kurs'],
  ['de', 'Kindergartenkonzert', 'kindergartenkonzert konzert'],
  ['de', 'Wochenmärkte Stadtfuehrungen', 'wochenmarkt markt stadtfuhr fuhrung'],
  ['de', 'Aufführung Substanz Preise Konkurs', 'auffuhr substanz preis konkur'],
  ['fr', 'chevaux cheval', 'cheval cheval'],
  ['nb', 'konserter konsert', 'konsert konsert'],
  ['pl', 'koncertów koncerty', 'koncert koncert'],
  ['ja', 'コンサート', ''],
  ['xx', 'cities', ''],
  ['en', 'a 90s 東京 rnb', 'rnb'],
];

describe('stems of the words of a text', () => {
  test.each(TEXTS)('%s: %s', (language, text, stems) => {
    const found = words(text).flatMap((word) => stemsIn(word, language));
    expect(found.join(' ')).toBe(stems);
  });

  it('has the forms of a searched word in each language', () => {
    expect(formsIn('chore', ['de', 'en', 'ja'])).toEqual({
      singulars: ['chor'],
      stems: ['chor', 'chore'],
    });
  });
});

describe('tables', () => {
  const folder = new URL('../../src/lib/text/word-tables/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsv'));

  test.each(files)('%s: every line is a rule with its words', (name) => {
    const [language = ''] = name.split('.');
    const rows = readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(/\s+/));
    for (const [rule = '', first = '', ...rest] of rows) {
      expect(['form', 'whole', 'head'], `${rule} ${first}`).toContain(rule);
      if (rule === 'form') expect(rest, first).toHaveLength(1);
      if (rule !== 'head') continue;
      const [head] = stemsIn(searchText(first), language);
      expect(stemsIn(searchText(`xyl${first}`), language).slice(1), first).toContain(head);
      for (const word of rest) {
        expect(word.endsWith(first), word).toBe(true);
        expect(stemsIn(searchText(word), language).slice(1), word).not.toContain(head);
      }
    }
  });
});

it('has another version where the rules of words are others', () => {
  const probe = [
    ...['Hip-Hop', "O'Brien", 'R&B', 'C++ C#', "90's", '10,000', '24hour', 'St. Pauli', 'Müller'],
    ...['ジャズ', 'المهرجان', 'Straße', 'Ærø', 'Kindergartenkonzert', 'cities', 'women'],
  ];
  const read = probe.map((text) => [
    words(text),
    spellingsOf(text),
    words(text).flatMap((word) => [...stemsIn(word, 'en'), ...stemsIn(word, 'de')]),
  ]);
  const hash = createHash('sha256').update(JSON.stringify(read)).digest('base64url').slice(0, 8);
  expect(hash, 'raise RULES in src/lib/text/stems.ts, and write the hash here').toBe('fenmjdaf');
  expect(stemsVersion(['en'])).not.toBe(stemsVersion(['de']));
});

test.each([
  ['jazz "night owls" -rock', ['jazz ', 'night owls"', 'rock-']],
  ['-"live band" tango', ['live band"-', ' tango']],
  ['“night owls”', ['night owls"']],
  ['«soirée jazz»', ['soirée jazz"']],
  ['12" and 7" vinyl', ['12" and 7" vinyl']],
  ['a "b', ['a "b']],
  ['hip-hop - now', ['hip-hop - now']],
  ['-jazz', ['jazz']],
  ['-jazz -"x y"', ['jazz', 'x y"']],
  ['""', ['"']],
])('the signs of %s', (search, pieces) => {
  const read = readSearch(search).map(
    ({ text, isQuoted, isLeftOut }) => `${text}${isQuoted ? '"' : ''}${isLeftOut ? '-' : ''}`,
  );
  expect(read.filter((text) => text.trim() !== '')).toEqual(pieces);
});
