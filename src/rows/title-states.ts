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

/** → the states of an event in its title; empty without such words. */
export function statesIn(title: string): Record<string, string> {
  for (const pattern of [HEAD, TAIL]) {
    const found = pattern.exec(title);
    const rest = title.replace(found?.[0] ?? '', '');
    const states = statesOf(found?.[1] ?? '');
    if (states && /\p{L}/u.test(rest)) return states;
  }
  return {};
}

/** → the state that a foreign file gives an event: many programs write `scheduled` of every one. */
export const statusWith = (title = '', status: string | undefined): string | undefined =>
  (status ?? 'scheduled') === 'scheduled' ? (statesIn(title).event_status ?? status) : status;
