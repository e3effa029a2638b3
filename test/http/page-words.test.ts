/** The catalogues of the pages: each has the names and arguments of the English one. Contract 26.7. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/lib/files/package.js';

const folder = join(packageRoot(), 'src/pages/messages');
const languages = readdirSync(folder).map((name) => name.replace('.json', ''));

const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));

interface Element {
  type: number;
  value?: string;
  options?: Record<string, { value: Element[] }>;
}

/** → the names of a message's arguments. */
function argumentsOf(elements: readonly Element[]): string[] {
  const names = elements.flatMap(({ type, value = '', options = {} }) => [
    // 0 is a literal, 7 the sign of a number.
    ...(type === 0 || type === 7 ? [] : [value]),
    ...Object.values(options).flatMap((option) => argumentsOf(option.value)),
  ]);
  return [...new Set(names)].toSorted();
}

const messageOf = (message: string, language: string): string[] =>
  argumentsOf(new IntlMessageFormat(message, language).getAst() as Element[]);

const english = read('en');
const names = Object.keys(english);

/** Those that were read by somebody who writes the language. */
const REVIEWED = ['de', 'en', 'fr'];

describe('catalogues', () => {
  it('the setting knows all of them', () => {
    const settings = readFileSync(join(packageRoot(), 'schemas/settings.json'), 'utf8');
    const { pattern } = JSON.parse(settings).properties.SITE_LANGUAGES;
    expect(/\(([a-z|]+)\)/.exec(pattern)?.[1]?.split('|')).toEqual(languages.toSorted());
  });

  describe.each(languages)('%s', (language) => {
    const messages = read(language);

    it.each(['map.near', 'map.at', 'map.some'])('%s is spoken with the shown number', (name) => {
      const format = new IntlMessageFormat(messages[name] ?? '', language);
      for (let count = 0; count < 120; count++) {
        const values = { count, number: `#${count}`, name: 'Hall' };
        // Text between brackets is no part of a spoken label.
        expect(String(format.format(values)).replace(/\(.*?\)/g, '')).toContain(`#${count}`);
      }
    });

    it('says whether it was reviewed, and how it is called', () => {
      expect(messages._reviewed).toBe(REVIEWED.includes(language));
      expect(messages._name).toBeTruthy();
      expect(messages._comma).toMatch(/^[,،、] ?$/);
    });

    it('has the names of the English one', () => {
      expect(Object.keys(messages)).toEqual(names);
    });

    it('takes the arguments of the English one', () => {
      const other = names
        .filter((name) => !name.startsWith('_'))
        .filter((name) => {
          const taken = messageOf(messages[name] ?? '', language);
          return taken.join() !== messageOf(english[name] ?? '', 'en').join();
        });
      expect(other).toEqual([]);
    });

    it('is plain: no white space at an end, no HTML', () => {
      const texts = names
        .filter((name) => !name.startsWith('_'))
        .map((name) => messages[name] ?? '');
      expect(texts.filter((text) => text !== text.trim() || /<|&[a-z]+;/.test(text))).toEqual([]);
    });

    it('has no space that may break a line before a sign, or within quotes', () => {
      const texts = names.map((name) => messages[name] ?? '');
      expect(texts.filter((text) => /« | [:?!;»]/.test(text))).toEqual([]);
    });
  });
});
