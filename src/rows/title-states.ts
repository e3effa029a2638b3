/**
 * States that people write into titles: `Abgesagt: Konzert`, `[SOLD OUT] Concert`, `Market -
 * Cancelled`. Only words that a sign sets off from the title count: a band may have such a name.
 * Contract 17.
 */
import { fold, meaningsOf } from './words.js';

const STATES = new Map(meaningsOf('state'));

/** The words before a sign that sets them off, and the words after a sign. */
const HEAD = /^[^\p{L}\p{N}]{0,10}(\p{L}[\p{L}\p{M} -]{0,30}?)\s?(?:[:：)\]}】|!*•–—]|\s[-/])/u;
const TAIL = /(?:[([{【|*•–—]|[:：]\s|\s[-/])\s?(\p{L}[\p{L}\p{M} -]{0,30}?)[^\p{L}\p{N}]{0,10}$/u;

/** → the states that a word of any of the languages means. */
export const statesOf = (word: string) => STATES.get(fold(word));

/** → the states of a word that stands alone or is set off by a sign, and the rest; or null. */
export function statesApart(text: string) {
  for (const pattern of [/^(.{1,40})$/u, HEAD, TAIL]) {
    const [whole = '', word = ''] = pattern.exec(text) ?? [];
    const states = statesOf(word);
    if (states) return { rest: text.replace(whole, '').trim(), states };
  }
  return null;
}

/** → the states of an event in its title; empty without such words. */
export function statesIn(title: string): Record<string, string> {
  const { rest = '', states = {} } = statesApart(title) ?? {};
  return /\p{L}/u.test(rest) ? states : {};
}

/** → the state that a foreign file gives an event: many programs write `scheduled` of every one. */
export const statusWith = (title = '', status: string | undefined): string | undefined =>
  (status ?? 'scheduled') === 'scheduled' ? (statesIn(title).event_status ?? status) : status;
