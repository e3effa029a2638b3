/** The times of day that people name. Contract 14. */
import type { StoredRecord } from '../record.js';
import { textOf } from './family.js';

/** The parts of a day, with the hour in which each begins. */
const PARTS: [part: string, hour: number][] = [
  ['night', 22],
  ['evening', 17],
  ['afternoon', 12],
  ['morning', 5],
  ['night', 0],
];

/** → the part of the day in which an event starts, on its own clock; `""` for all-day events. */
export const partOfDay = (record: StoredRecord): string => {
  if (record.fields.all_day === true) return '';
  const hour = Number(textOf(record, 'start_date').slice(11, 13));
  return PARTS.find(([, from]) => hour >= from)?.[0] ?? '';
};
