/** Rules in the words of a language, as far as English has a sentence of its own. Contract 26.7. */
import { expect, it } from 'vitest';
import { languagesOf } from '../../src/pages/words/language.js';
import { ruleText } from '../../src/pages/words/rule-words.js';

const words = (rule: string, tag: string): string => {
  const start_date = '2026-03-03 19:00:00';
  const recurrence = { rules: [`RRULE:${rule}`], text: 'In English', next: [start_date] };
  const event = { start_date, timezone: 'Europe/Berlin', recurrence };
  return ruleText(event, languagesOf([tag]).standard);
};

it.each([
  ['FREQ=MONTHLY;BYMONTHDAY=3', 'Jeden Monat am 3.', 'Chaque mois, le 3'],
  ['FREQ=MONTHLY;BYMONTHDAY=17', 'Jeden Monat am 17.', 'Chaque mois, le 17'],
  ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1', 'Jeden Monat am ersten Dienstag', null],
  ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', 'Jeden Monat am letzten Freitag', null],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', 'Jedes Jahr am 24. Dezember', null],
  ['FREQ=YEARLY;BYMONTH=12', 'Jedes Jahr am 3. Dezember', null],
  ['FREQ=MONTHLY;BYMONTHDAY=3,17', 'An mehreren Terminen', null],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'An mehreren Terminen', null],
])('%s is %s', (rule, german, french) => {
  expect(words(rule, 'de')).toBe(german);
  if (french) expect(words(rule, 'fr')).toBe(french);
});

it('weekdays stand without their article behind "every" in Arabic', () => {
  expect(words('FREQ=WEEKLY;BYDAY=SA', 'ar')).toBe('كل سبت');
  expect(words('FREQ=WEEKLY;BYDAY=MO,TH', 'ar')).toBe('كل اثنين وخميس');
  expect(words('FREQ=WEEKLY;INTERVAL=2;BYDAY=SA', 'ar')).toBe('كل أسبوعين: السبت');
});

it.each([
  ['FREQ=MONTHLY;BYMONTHDAY=1', 'fr', 'Chaque mois, le 1er'],
  ['FREQ=MONTHLY;BYMONTHDAY=3', 'ar', 'في اليوم 3 من كل شهر'],
  ['FREQ=MONTHLY;BYDAY=1TU', 'ar', 'الثلاثاء الأول من كل شهر'],
  ['FREQ=MONTHLY;BYDAY=1TU', 'sv', 'Varje månad, första tisdagen'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', 'sv', 'Varannan vecka: fredag'],
  ['FREQ=WEEKLY;BYDAY=FR', 'pl', 'Co tydzień: piątek'],
])('%s is in %s %s', (rule, tag, text) => expect(words(rule, tag)).toBe(text));
