// Tables of texts and their words in many scripts, and the properties that engines rely on:
// folding is stable, normal forms agree, prefix ends bound a scan, words contain no separators.

import { describe, expect, it, test } from 'vitest';
import { foldText, prefixEnd, searchText, sortKey, words } from '../../src/lib/text/words.js';
import { fc } from '../support/seed.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0x2fff }).map((n) => String.fromCodePoint(n)) }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) }),
);

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('foldText', () => {
  test.each([
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['STRASSE Straße ẞ', 'strasse strasse ss'],
    ['Ørsted Æther Œuvre Łódź Đàn Ísafjörður Þór', 'orsted aether oeuvre lodz dan isafjordur thor'],
    ['İstanbul ISPARTA ılık ħal ŋgu', 'istanbul isparta ilik hal ngu'],
    ['Tiếng Việt ơư', 'tieng viet ou'],
    ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
    ['Ёлка ЇЖАК', 'елка іжак'],
    ['Ｔｏｋｙｏ １２３', 'tokyo 123'],
    ['ﬁne ﬃ ² Ⅳ ℌ', 'fine ffi 2 iv h'],
    ['O’Neil – “A”', 'o\'neil - "a"'],
    ['ガ ｶﾞ カ', 'ガ ガ カ'],
    ['한국어', '한국어'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد آب مـــد', 'محمد اب مد'],
    ['٢٠٢٦ ۲۰۲۶ २०२६', '2026 2026 2026'],
    ['हिन्दी', 'हिन्दी'],
    ['co\u00adop\u200d', 'coop'],
    ['a\ud800b', 'a\ufffdb'],
    ['', ''],
  ])('%j → %j', (text, expected) => {
    expect(foldText(text)).toBe(expected);
  });

  it('is stable, and the same for every normal form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text);
        expect(foldText(folded)).toBe(folded);
        expect(folded.isWellFormed()).toBe(true);
        expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
        expect(foldText(text.normalize('NFKD'))).toBe(folded);
      }),
      { numRuns: 5000 },
    );
  });

  it('is stable for every character, and upper case folds as lower case', () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      const folded = foldText(character);
      if (foldText(folded) !== folded) unstable.push(character);
      if (foldText(character.toLowerCase()) !== folded) unstable.push(character);
    }
    expect(unstable).toEqual([]);
  });
});

describe('words', () => {
  test.each<[string, string[]]>([
    ['', []],
    [' …!? ', []],
    ["Jazz at O'Neil's", ['jazz', 'at', 'o', 'neil', 's']],
    ['O’Neil OʼNeil', ['o', 'neil', 'o', 'neil']],
    ['rock-n-roll_2026', ['rock', 'n', 'roll', '2026']],
    ['$9.99 C++', ['9', '99', 'cplusplus']],
    ['C#, F#, #jazz, room 5#', ['csharp', 'fsharp', 'jazz', 'room', '5']],
    ['c++20 bitcoin++', ['cplusplus', '20', 'bitcoinplusplus']],
    ["90's and 90s", ['90s', 'and', '90s']],
    ['Crème brûlée\n<p>no</p>', ['creme', 'brulee', 'p', 'no', 'p']],
    ['东京都2026年tower', ['东', '京', '都', '2026', '年', 'tower']],
    ['コンサート', ['こ', 'ん', 'さ', 'ー', 'と']],
    ['ジャズ', ['じ', 'ゃ', 'ず']],
    ['ひらがな', ['ひ', 'ら', 'が', 'な']],
    ['서울 콘서트', ['서울', '콘서트']],
    ['हिन्दी संगीत', ['हिन्दी', 'संगीत']],
    ['தமிழ் இசை', ['தமிழ்', 'இசை']],
    ['กรุงเทพ', ['ก', 'รุ', 'ง', 'เ', 'ท', 'พ']],
    ['م‌خواهم', ['مخواهم']],
    ['Москва-Сити', ['москва', 'сити']],
    ['שבת ״שלום״', ['שבת', 'שלום']],
    ['🎉party🎉 ❤️', ['party']],
    ['\u093f\u0301', []],
    ['𝔐𝔞𝔱𝔥 𐐀', ['math', '𐐨']],
  ])('%j → %j', (text, expected) => {
    expect(words(text)).toEqual(expected);
    expect(searchText(text)).toBe(expected.join(' '));
  });

  it('cuts a word at 64 characters, never inside one', () => {
    expect(words('x'.repeat(64))).toEqual(['x'.repeat(64)]);
    expect(words(`${'x'.repeat(65)} y`)).toEqual(['x'.repeat(64), 'y']);
    expect(words('é'.repeat(70))).toEqual(['e'.repeat(64)]);
    expect(words('д'.repeat(65))).toEqual(['д'.repeat(64)]);
    expect(words(`x${'𐐀'.repeat(40)}`)).toEqual([`x${'𐐨'.repeat(31)}`]);
  });

  it('gives words that stay the same when joined by spaces and split again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = words(text);
        expect(words(found.join(' '))).toEqual(found);
        for (const word of found) {
          expect(word).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u);
          expect(word.length).toBeLessThanOrEqual(64);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('loses no letter or digit', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const kept = foldText(text).match(/[\p{L}\p{N}]/gu) ?? [];
        fc.pre(kept.length < 60 && !/[+#]/.test(text));
        expect(
          words(text)
            .join('')
            .match(/[\p{L}\p{N}]/gu) ?? [],
        ).toEqual(kept.map((letter) => words(letter)[0] ?? letter));
      }),
    );
  });

  it('treats ASCII like other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(words(`${text} д`)).toEqual([...words(text), 'д']);
      }),
    );
  });
});

describe('prefixEnd', () => {
  test.each([
    ['a', 'b'],
    ['az', 'a{'],
    ['\ud7ff', '\ue000'],
    ['\uffff', '\u{10000}'],
    ['a\u{10ffff}', 'b'],
    ['', ''],
    ['\u{10ffff}', ''],
  ])('%j → %j', (text, expected) => {
    expect(prefixEnd(text)).toBe(expected);
  });

  it('bounds exactly the texts that start with the prefix', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '𐀀', '\u{10ffff}'),
    });
    fc.assert(
      fc.property(text, text, (prefix, other) => {
        const end = prefixEnd(prefix);
        fc.pre(end !== '');
        for (const candidate of [other, prefix + other]) {
          const inside = byBytes(candidate, prefix) >= 0 && byBytes(candidate, end) < 0;
          expect(inside).toBe(candidate.startsWith(prefix));
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('sortKey', () => {
  test.each([
    ['  Étoile \t\u00a0 du\u0000nord ', 'etoile du nord'],
    ['', ''],
    ['x'.repeat(191), 'x'.repeat(190)],
    [`${'x'.repeat(189)} y`, 'x'.repeat(189)],
    [`${'x'.repeat(189)}𐐀`, 'x'.repeat(189)],
  ])('%j → %j', (text, expected) => {
    expect(sortKey(text)).toBe(expected);
  });
});
