/** The status of a record after a write, and whose removal it is. Source: Contract 6.3, 8. */
import { defaultStatus, statusFor } from '../../access/roles.js';
import type { Kind } from '../../kinds/kind.js';
import type { BaseStatus, Removal, StoredRecord } from '../../kinds/record.js';
import { beforeRemoval } from '../../kinds/visibility.js';
import { secondsToUtc, utcToSeconds } from '../../time/date-times.js';
import type { Draft } from './plan.js';

/** A record to be published at least this many seconds from now is `future`. */
const FUTURE_SECONDS = 60;

/**
 * → the status beside a removal, and the removal. Without a status the record keeps its state; any
 * status but `trash` restores it. `date_utc`: of the publication after the write, which decides
 * between `publish` and `future` only where the write sends a status or that date: a clock that ran
 * ahead for a while leaves dates that no later change must read as plans.
 */
export function statusAfter(
  kind: Kind,
  { caller, stored, payload, removal }: Draft,
  { date_utc, nowSeconds }: { date_utc: string; nowSeconds: number },
): Pick<StoredRecord, 'base_status' | 'removed'> {
  if (!kind.family.hasStatus) return { base_status: 'publish', removed: null };
  const sent = statusFor(caller, payload.status);
  if (sent === undefined || sent === 'trash') {
    const before = stored?.removed ?? null;
    const ofNew = sent === 'trash' ? 'draft' : defaultStatus(caller);
    const base = (sent && removal?.status) ?? (stored ? beforeRemoval(stored) : ofNew);
    const isSent = !stored || payload.date !== undefined || payload.dateUtc !== undefined;
    return {
      base_status: isSent ? dueStatus(base, date_utc, nowSeconds) : base,
      removed: sent === 'trash' ? removalAfter(before, removal, nowSeconds) : before,
    };
  }
  return { base_status: dueStatus(sent, date_utc, nowSeconds), removed: null };
}

/**
 * → the removal. A removal by a user, who may merge, replaces others; two removals by the same
 * remover keep the earlier time.
 */
function removalAfter(
  before: Removal | null,
  { by, at }: NonNullable<Draft['removal']> = { by: 'user' },
  nowSeconds: number,
): Removal {
  if (before && by !== before.by && by !== 'user' && by !== 'merge') return before;
  const [first = ''] = [at, before?.by === by && before.at, secondsToUtc(nowSeconds)]
    .filter((time) => typeof time === 'string')
    .sort();
  return before?.by === by && before.at === first ? before : { by, at: first };
}

function dueStatus(status: BaseStatus, dateUtc: string, nowSeconds: number): BaseStatus {
  if (status !== 'publish' && status !== 'future') return status;
  return utcToSeconds(dateUtc) - nowSeconds >= FUTURE_SECONDS ? 'future' : 'publish';
}
