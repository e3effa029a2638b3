/** The quality of lists whose right answers are graded: nDCG@10. Who graded: see test/golden. */
import type { Json } from './app.js';

/** The right answers to a question: titles, with a date or address where titles repeat. */
export interface Answers {
  best: string[];
  good: string[];
  fair: string[];
}

const DEPTH = 10;

/** → the grade of an answer, 0 to 3. */
function gradeOf({ best, good, fair }: Answers, record: Json): number {
  const { title, venue, start_date, address } = record;
  const detail = start_date === undefined ? address : start_date.slice(0, 10);
  const names = [title ?? venue, `${title ?? venue} (${detail})`];
  const isAmong = (list: string[]) => names.some((name) => list.includes(name));
  return isAmong(best) ? 3 : isAmong(good) ? 2 : isAmong(fair) ? 1 : 0;
}

/** → the gain of a list of grades, best first: less for each place further down. */
const gainOf = (grades: number[]): number =>
  grades.slice(0, DEPTH).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);

/** → nDCG@10: the gain of the answers, divided by that of the best possible ones. */
export function qualityOf(query: Answers, records: Json[]): number {
  const { best, good, fair } = query;
  const ideal = [...best.map(() => 3), ...good.map(() => 2), ...fair.map(() => 1)];
  return gainOf(records.map((record) => gradeOf(query, record))) / gainOf(ideal);
}
