/** Times and zones as each language writes them. Contract 26.7. */
import { describe, expect, it } from 'vitest';
import { dateWords } from '../../src/pages/words/date-words.js';

const LOCALES = ['ar', 'de', 'de-CH', 'en-GB', 'en-US', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt'];

describe('dates in words', () => {
  it.each(LOCALES)('a time has one form in %s, alone and beside its day', (locale) => {
    const { moment, time } = dateWords(locale);
    for (const local of ['2026-12-12 09:05:00', '2026-12-12 19:30:00']) {
      expect(moment(local)).toContain(time(local));
    }
  });

  it.each([
    ['de', 'Europe/Berlin', '2026-01-10', 'MEZ'],
    ['de', 'Europe/Berlin', '2026-07-10', 'MESZ'],
    ['de', 'Asia/Amman', '2026-01-10', 'Jordanien (Ortszeit)'],
    ['en-US', 'America/New_York', '2026-01-10', 'EST'],
    ['en-GB', 'America/New_York', '2026-01-10', 'New York Time'],
    ['ja', 'Asia/Tokyo', '2026-01-10', 'JST'],
    ['ar', 'Asia/Amman', '2026-01-10', 'توقيت الأردن'],
  ])('in %s the zone %s on %s is %s', (locale, zone, day, name) => {
    expect(dateWords(locale).zone(zone, `${day} 12:00:00`)).toBe(name);
  });

  it('spans have the sign of their language', () => {
    expect(dateWords('ja').between).toBe('～');
    expect(dateWords('de').between).toBe('–');
  });

  const [from, until] = ['2026-12-01 09:00:00', '2026-12-03 22:00:00'];
  it.each([
    ['de', true, 'Di., 1. – Do., 3. Dez. 2026'],
    ['fr', true, 'mar. 1er – jeu. 3 déc. 2026'],
    ['ja', true, '2026/12/01(火)～2026/12/03(木)'],
    ['de', false, 'Di., 1. Dez. 2026, 09:00 – Do., 3. Dez. 2026, 22:00'],
  ])('in %s a span (of days: %s) names once what its ends share', (locale, isOfDays, text) => {
    const span = dateWords(locale).span({ from, until }, isOfDays).join('');
    expect(span.replace(/\s/gu, ' ')).toBe(text);
  });

  it('the first of a month is no number in French', () => {
    const fr = dateWords('fr');
    expect(fr.long(from, from)).toBe('mardi 1er décembre');
    expect(fr.range(from, until, from).replace(/\s/gu, ' ')).toBe('1er–3 décembre');
    expect([fr.full(from), fr.full('2026-12-11')].join()).toBe(
      '1er décembre 2026,11 décembre 2026',
    );
  });
});
