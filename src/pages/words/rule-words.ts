/** A recurrence in the words of a language: `Every Tuesday until 30 June 2027`. Contract 26.7. */
import { type Answered, isAnswered, listOf, textOf } from '../../present/answered.js';
import type { Recurrence, Rule } from '../../time/recurrence/rule.js';
import { readStored } from '../../time/recurrence/stored.js';
import { lastDay } from '../../time/recurrence/text.js';
import type { Language } from './language.js';

/** A Monday, and the days of the week from it on. */
const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const weekdayDate = (day: string): string =>
  `2024-01-${String(WEEK.indexOf(day) + 1).padStart(2, '0')}`;

/**
 * → the rule of an answered event, or `""`. For a series with parts, the rule of the part with the
 * next dates.
 */
export function ruleText({ recurrence, ...event }: Answered, language: Language): string {
  if (!isAnswered(recurrence)) return '';
  const [next] = Array.isArray(recurrence.next) ? recurrence.next.map(String) : [];
  const at = next ?? textOf(recurrence, 'last');
  const parts = listOf(recurrence, 'parts');
  const part = parts.findLast(({ from }) => String(from) <= at) ?? parts[0];
  // A part may have moved its dates; a date that was moved alone no longer follows the rule.
  const isMoved = Array.isArray(recurrence.changed) && recurrence.changed.includes('start_date');
  const date = isMoved ? textOf(recurrence, 'original_start_date') : textOf(event, 'start_date');
  const start = part ? at : date;
  const frame = {
    start,
    zone: textOf(event, 'timezone') || 'UTC',
    isAllDay: event.all_day === true,
  };
  const { rules, text } = part ?? recurrence;
  const stored = readStored(Array.isArray(rules) ? rules.map(String) : [], frame);
  const words = stored && wordsOf(stored.recurrence, start, language);
  if (words) return words;
  // A rule without a message is shown as answered, in English.
  const isEnglish = new Intl.Locale(language.tag).language === 'en';
  return isEnglish ? String(text) : language.text('rule.many');
}

function wordsOf(recurrence: Recurrence, start: string, language: Language): string | null {
  const { rule, until, added, excepted } = recurrence;
  const { text, dates } = language;
  const except = (said: string) =>
    excepted.length === 0 ? said : text('rule.except', { rule: said, count: excepted.length });
  if (!rule) return except(text('rule.dates', { count: new Set([start, ...added]).size }));
  let said = ruleWords(rule, start, language);
  if (said === null) return null;
  if (until !== null) {
    said = text('rule.until', { rule: said, day: dates.full(lastDay(until, rule, start)) });
  }
  if (rule.count !== null) said = text('rule.count', { rule: said, count: rule.count });
  if (added.length > 0) said = text('rule.added', { rule: said, count: added.length });
  return except(said);
}

/** → the words of the common rules; null: there is no sentence for this one. */
function ruleWords(rule: Rule, start: string, language: Language): string | null {
  const { freq, interval, byMonth, byMonthDay, byYearDay, byWeekNo, bySetPos } = rule;
  const byDay = nthDays(rule);
  const more = [
    byYearDay,
    byWeekNo,
    rule.byHour,
    rule.byMinute,
    byDay === rule.byDay ? bySetPos : [],
  ];
  if (more.some((list) => list.length > 0)) return null;
  const { text, dates } = language;
  const [day = Number(start.slice(8, 10)), ...moreDays] = byMonthDay;
  const [month = Number(start.slice(5, 7)), ...moreMonths] = byMonth;
  const isOneDay = byDay.length + moreDays.length + moreMonths.length === 0 && day > 0;
  const isPlain = byDay.length + byMonth.length + byMonthDay.length === 0;
  if (freq === 'WEEKLY') {
    return byMonth.length + byMonthDay.length > 0 ? null : weeklyWords(rule, start, language);
  }
  if (freq === 'DAILY') return isPlain ? text('rule.daily', { interval }) : null;
  if (freq === 'YEARLY') {
    if (!isOneDay) return null;
    // A leap year has all days of months.
    const written = `2000-${[month, day].map((one) => String(one).padStart(2, '0')).join('-')}`;
    return text('rule.yearly', { interval, day: dates.monthDay(written) });
  }
  if (isOneDay && byMonth.length === 0) return text('rule.monthDay', { interval, day });
  const [nth, ...others] = byDay;
  if (byMonth.length + byMonthDay.length + others.length > 0 || !nth) return null;
  if (nth.nth === 0 || nth.nth < -1) return null;
  const named = { nth: String(nth.nth), day: dates.weekdayName(weekdayDate(nth.day)) };
  return text('rule.monthWeekday', { interval, ...named });
}

/** → the days of a rule; of one day, a position in its month counts as `2TU` does. */
function nthDays({ freq, byDay, bySetPos }: Rule): Rule['byDay'] {
  const [one, ...others] = byDay;
  const [nth, ...more] = bySetPos;
  const isOne = one?.nth === 0 && nth !== undefined && others.length + more.length === 0;
  return freq === 'MONTHLY' && isOne ? [{ ...one, nth }] : byDay;
}

function weeklyWords({ interval, byDay }: Rule, start: string, language: Language): string {
  const { text, dates, list, article } = language;
  const codes = byDay.map(({ day }) => day);
  if (interval === 1 && codes.join() === 'MO,TU,WE,TH,FR') return text('rule.workdays');
  const names = codes.map((code) => dates.weekdayName(weekdayDate(code)));
  const days = names.length > 0 ? names : [dates.weekdayName(start)];
  if (interval > 1) return text('rule.weeks', { interval, days: list.format(days) });
  const each = days.map((day) => (day.startsWith(article) ? day.slice(article.length) : day));
  return text('rule.days', { days: list.format(each) });
}
