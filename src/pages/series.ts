/** What pages show of a recurrence: the series of an answered event. Source: Contract 29. */
import type { Kind } from '../kinds/kind.js';
import { type Answered, isAnswered, textOf } from '../present/answered.js';
import type { Deps } from '../records/deps.js';
import { presentOne } from '../records/present-one.js';
import { readForPage } from '../records/read.js';

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

/** → the URL of the page of a date's series; `""`: it is no date, or its series is not public. */
export async function seriesUrl(deps: Deps, kind: Kind, shown: Answered): Promise<string> {
  const series = seriesOf(shown);
  if (!series || series.isWhole) return '';
  const record = await readForPage(deps, kind, { id: Number(series.id) }).catch(() => null);
  if (!record) return '';
  return textOf(JSON.parse(await presentOne(deps, record, { caller: null })) as Answered, 'url');
}
