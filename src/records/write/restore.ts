/**
 * Restoring a date requires that its series is not removed, and adds the date to the rules. Source:
 * Contract 8, 29.2.
 */
import type { Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { dateOf, isSeries, seriesIdOf } from '../../kinds/series.js';
import { exceptionsOf, hasDateAt, removalReason, storedDates } from '../../series/dates.js';
import { withAddedDate } from '../../series/except.js';
import type { Change } from '../../store/port.js';
import { changeOf } from '../../sync/change.js';
import { nowUtc } from '../../time/now.js';
import { frameOf } from '../../time/recurrence/rule.js';
import { utcToLocal } from '../../time/zones.js';
import type { Deps } from '../deps.js';
import type { Draft } from './plan.js';

/** → the issue of a date that a user restores while its series is removed. */
export async function restoreIssues(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  { payload, stored }: Pick<Draft, 'payload' | 'stored'>,
): Promise<Issue[]> {
  const isRestored = stored?.removed && payload.status !== undefined && payload.status !== 'trash';
  const series = isRestored ? await seriesOf(deps, kind, stored) : null;
  if (!series?.removed) return [];
  return [{ param: 'status', reason: 'The series of this date is in the trash; restore it.' }];
}

/** → the change that adds a restored date to the rules of its series. */
export async function restoredDates(
  deps: Pick<Deps, 'store' | 'now'>,
  kind: Kind,
  before: StoredRecord,
  after: StoredRecord,
): Promise<Change[]> {
  if (!before.removed || after.removed) return [];
  const series = await seriesOf(deps, kind, after);
  return series ? dateChanges(deps, series, after) : [];
}

async function seriesOf(
  { store }: Pick<Deps, 'store'>,
  { name }: Kind,
  record: StoredRecord,
): Promise<StoredRecord | null> {
  const id = seriesIdOf(record);
  return id > 0 ? store.get(name, { id }) : null;
}

async function dateChanges(
  deps: Pick<Deps, 'store' | 'now'>,
  series: StoredRecord,
  record: StoredRecord,
): Promise<Change[]> {
  const date = dateOf(record);
  const now = utcToLocal(nowUtc(deps), frameOf(series).zone);
  const reason = removalReason(series, record, {
    isLacking: !hasDateAt(series, date),
    isExcepted: exceptionsOf(series)(date),
    isComing: date >= now,
  });
  if (reason === null) return [];
  // An ended series recurs again, with its kept dates.
  const all = isSeries(series) ? [] : await storedDates(deps, series);
  const standing = all.filter(({ removed }) => !removed).map(dateOf);
  const added = [date, ...standing.filter((other) => other >= now)];
  return [changeOf(series, added.reduce(withAddedDate, series))];
}
