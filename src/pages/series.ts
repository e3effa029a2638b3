/** What pages show of a recurrence: the series of an answered event. Source: Contract 29. */
import { type Answered, isAnswered, textOf } from '../present/answered.js';

/** The series that an answered event is, or is a date of. */
export interface AnsweredSeries {
  id: string;
  /** The rule in English words. */
  text: string;
  /** Whether the event is the series itself, not one of its dates. */
  isWhole: boolean;
}

/** → the series; null: the event does not recur. */
export function seriesOf({ recurrence }: Answered): AnsweredSeries | null {
  if (!isAnswered(recurrence)) return null;
  return {
    id: textOf(recurrence, 'series_id'),
    text: textOf(recurrence, 'text'),
    isWhole: recurrence.original_start_date === undefined,
  };
}
