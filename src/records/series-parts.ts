/** A series as one calendar: its rules without what is in the trash, and its changed dates. */
import type { StoredRecord } from '../kinds/record.js';
import { isSeries, occurrenceOf } from '../kinds/series.js';
import { type Answered, isAnswered } from '../present/answered.js';
import { storedDates } from '../sync/occurrence-dates.js';
import type { Deps } from './deps.js';
import { withoutDates } from './write/recurrence.js';

/**
 * → the answer of a series whose trashed dates are exceptions, and those of its changed dates, each
 * with the UID of the series and `recurrence_id`; nothing for other records. `present` gives the
 * answer of a record.
 */
export async function seriesParts(
  deps: Deps,
  series: StoredRecord,
  present: (record: StoredRecord) => Promise<Answered>,
): Promise<{ presented?: Answered; others?: Answered[] }> {
  if (!isSeries(series)) return {};
  const all = await storedDates(deps, series);
  const isOut = ({ status }: StoredRecord) => status !== series.status;
  const presented = await present(withoutDates(series, all.filter(isOut)));
  const changed = all
    .filter((record) => !isOut(record) && (occurrenceOf(record)?.changed.length ?? 0) > 0)
    .sort((one, other) => one.id - other.id);
  const others: Answered[] = [];
  for (const record of changed) {
    const answer = await present(record);
    const { recurrence } = answer;
    const recurrence_id = isAnswered(recurrence) ? recurrence.original_start_date : '';
    others.push({ ...answer, uid: presented.uid, recurrence_id });
  }
  return { presented, others };
}
