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
    expect(dateWords('ja').between.times).toBe('～');
    expect(dateWords('de').between.times).toBe('–');
    expect(dateWords('de').between.days).toMatch(/^\s–\s$/u);
  });
});
