/** The times of an event of schema.org. */
import type { Json } from '../../kinds/record.js';
import { readDuration } from '../../time/duration.js';
import { secondsPerDay, secondsToText, textToSeconds } from '../../time/wall-clock.js';

/** → `start_date`, `end_date`, `all_day`. A timed event ends with the day that its end names. */
export function timesOf(
  start: string | undefined,
  end: string | undefined,
  duration: string | undefined,
): Record<string, Json | undefined> {
  if (start === undefined) return { start_date: undefined, end_date: undefined };
  if (isDay(start)) return { start_date: start, end_date: end ?? start, all_day: true };
  const offset = /(?:Z|[+-]\d\d:?\d\d)$/i.exec(start)?.[0] ?? '';
  const until = end ?? endAfter(start, offset, duration) ?? start;
  return { start_date: start, end_date: isDay(until) ? `${until}T23:59:59${offset}` : until };
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** → the end by a duration, with the offset of the start. */
function endAfter(start: string, offset: string, duration: string | undefined): string | null {
  const length = readDuration(duration ?? '');
  const local = start
    .slice(0, start.length - offset.length)
    .replace('T', ' ')
    .trim();
  const seconds = textToSeconds(local);
  if (!length || Number.isNaN(seconds)) return null;
  const end = secondsToText(seconds + length.days * secondsPerDay + length.seconds);
  return `${end.replace(' ', 'T')}${offset}`;
}
