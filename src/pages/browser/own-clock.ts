/** When an event that one joins from anywhere is on the visitor's own clock. Contract 26.2. */
import { wordFor } from './words.js';

/** Fills the line that the page has for it, where that clock shows another time. */
export function showOwnClock(line: HTMLElement): void {
  const { start = '', local = '' } = line.dataset;
  const from = new Date(start);
  // Swedish writes `2026-11-24 19:00:00`, on the clock of the browser.
  if (Number.isNaN(from.getTime()) || from.toLocaleString('sv').startsWith(local.slice(0, 16)))
    return;
  const { lang } = document.documentElement;
  // As the server writes English without a region.
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    ...({ weekday: 'short', day: 'numeric', month: 'short' } as const),
    ...({ hour: '2-digit', minute: '2-digit' } as const),
  });
  const time = format.format(from);
  line.textContent = wordFor('dates.yours').replace('{time}', () => time);
}
