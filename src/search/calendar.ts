/** The records of a list by day, from their starts and ends on their own clocks. */
import type { Days } from './port.js';

/** The length of a day on any clock that an index compares, seconds. */
export const DAY_SECONDS = 86_400;

/** Start and end of a record on its own clock, seconds. */
interface LocalTimes {
  id: number;
  start: number;
  end: number;
  /** Whether it lasts over a week. */
  isLasting: boolean;
}

/** A record on a day, in its order: beginning records, then running records, latest first. */
type OnDay = [isRunning: 0 | 1, order: number, id: number];

/** → for each day the number of its records, and the IDs of the first. */
export function countByDay(
  records: Iterable<LocalTimes>,
  { first, count, each, hidesRunning = false }: Days,
): { total: number; ids: number[] }[] {
  const days = Array.from({ length: count }, () => ({ total: 0, top: [] as OnDay[] }));
  for (const { id, isLasting, ...times } of records) {
    const [start, end] = [times.start - first, times.end - first];
    const begins = Math.floor(start / DAY_SECONDS);
    // A record that ends at midnight is not on the next day.
    const ends = hidesRunning && isLasting ? begins : Math.floor((end - 1) / DAY_SECONDS);
    const last = Math.min(count - 1, ends);
    for (let at = Math.max(0, begins); at <= last; at++) {
      const day = days[at];
      if (!day) continue;
      day.total++;
      putFirst(day.top, at === begins ? [0, start, id] : [1, -start, id], each);
    }
  }
  return days.map(({ total, top }) => ({ total, ids: top.map(([, , id]) => id) }));
}

/** Inserts a record among the first of a day, or drops it. */
function putFirst(top: OnDay[], event: OnDay, most: number): void {
  let at = top.length;
  while (at > 0 && isBefore(event, top[at - 1] ?? event)) at--;
  if (at === most) return;
  top.splice(at, 0, event);
  top.length = Math.min(top.length, most);
}

const isBefore = (a: OnDay, b: OnDay): boolean => (a[0] - b[0] || a[1] - b[1] || a[2] - b[2]) < 0;
