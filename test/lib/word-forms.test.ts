/** Other spellings by which texts are found. Contract 3.2. */
import { describe, expect, it, test } from 'vitest';
import { formsOf, spellingsOf } from '../../src/lib/text/word-forms.js';
import { words } from '../../src/lib/text/words.js';

const FINDABLE: [text: string, words: string][] = [
  ['Hip-Hop night', 'hip hop night hiphop'],
  ['T-Shirt', 't shirt tshirt'],
  ['O’Brien', 'o brien obrien'],
  ["rock'n'roll", 'rock n roll rockn rocknroll nroll'],
  ['E-Mail', 'e mail email'],
  ['St.Pauli', 'st pauli stpauli saint'],
  ['A–Z', 'a z az'],
  ['AC/DC', 'ac dc acdc'],
  ['e.V.', 'e v ev'],
  ['node.js', 'node js nodejs'],
  ['see example.org today', 'see example org today'],
  ['https://a-b.example/c-d', 'https a b example c d'],
  ['mail club-night@a-b.de', 'mail club night a b de'],
  ['COVID-19', 'covid 19'],
  ['2026-11-26', '2026 11 26'],
  ['foo--bar', 'foo bar'],
  ['one-two-three-four', 'one two three four'],
  ['Müller', 'muller mueller'],
  ['Mu\u0308ller', 'muller mueller'],
  ['Mueller', 'mueller'],
  ['Bücher', 'bucher buecher'],
  ['Überäußerung', 'uberausserung ueberaeusserung'],
  ['Ærø', 'aero aeroe'],
  ['Århus Å', 'arhus a aarhus aa'],
  ['Straße', 'strasse'],
  ['Müller-Brühl', 'muller bruhl mueller bruehl mullerbruhl muellerbruehl'],
  ['St. Pauli', 'st pauli saint'],
  ['Saint Patrick', 'saint patrick st'],
  ['12 Main St', '12 main st'],
  ['R&B', 'r b rnb'],
  ['AT&T', 'at t atnt'],
  ['Drum & Bass', 'drum bass'],
  ['10,000 Maniacs', '10 000 maniacs 10000'],
  ['1.234.567', '1 234 567 1234567'],
  ['24hour', '24hour hour'],
  ['5km', '5km'],
  ['المهرجان', 'المهرجان مهرجان'],
  ['東京-大阪', '東 京 大 阪'],
  ['', ''],
];

/** → the words of a text and their other spellings. */
const findableText = (text: string) => [...words(text), ...spellingsOf(text)].join(' ');

describe('what a text is found by', () => {
  test.each(FINDABLE)('%s', (text, expected) => {
    expect(findableText(text).split(' ').sort()).toEqual(expected.split(' ').sort());
  });

  it('has the forms of a compound for each of its parts', () => {
    const forms = formsOf('hip-hop für Müller');
    expect([...forms].map(([word, of]) => [word, [...of]])).toEqual([
      ['fur', ['fuer']],
      ['muller', ['mueller']],
      ['hip', ['hiphop']],
      ['hop', ['hiphop']],
    ]);
  });

  it('reads a text of 100,000 signs in the time of its length', () => {
    for (const text of ['a-'.repeat(50_000), "'".repeat(100_000), 'a.b/'.repeat(25_000)]) {
      expect(findableText(text).length).toBeLessThan(200_000);
    }
  });
});
