/** The present, as records and queries need it. `now` is in ms since the epoch. */
import { secondsToUtc } from './date-times.js';

/** An owner of a clock. */
interface Clock {
  now: () => number;
}

/** → seconds since the epoch. */
export const nowSeconds = ({ now }: Clock): number => Math.floor(now() / 1000);

/** → the same as a UTC date-time: `2026-03-10 12:00:00`. */
export const nowUtc = (clock: Clock): string => secondsToUtc(nowSeconds(clock));
