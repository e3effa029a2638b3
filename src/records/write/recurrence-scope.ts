/** `scope`: an update of one date of a series that is meant for all. Source: Contract 29.3. */
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { occurrenceOf, SENT_TIMES } from '../../kinds/series.js';
import { secondsToUtc, utcToSeconds } from '../../time/date-times.js';
import { readPayload } from '../../validation/payload.js';
import type { Deps } from '../deps.js';
import { timesOf } from './fields.js';

/**
 * → the payload for the series of a date, from one for the date: its times are moved to the first
 * date by as much as they move this one. Times that are not valid stay as sent.
 */
export function payloadForSeries(
  deps: Deps,
  kind: Kind,
  sent: JsonObject,
  { date: stored, series }: { date: StoredRecord; series: StoredRecord },
): JsonObject {
  const one = occurrenceOf(stored);
  const { scope: _, ...others } = sent;
  if (!one || SENT_TIMES.every((name) => sent[name] === undefined)) return others;
  const { payload, issues } = readPayload(kind, others, { mode: 'update', isClean: true });
  if (issues.some(({ param }) => SENT_TIMES.includes(param))) return others;
  const { siteTimeZone } = deps.config;
  // Read as the times of the date by its rules, whatever it was moved to on its own.
  const times = timesOf(payload, stored, { siteTimeZone, nowMs: deps.now() });
  const moved = utcToSeconds(times.start_date) - utcToSeconds(one.date);
  const start = utcToSeconds(String(series.fields.start_date)) + moved;
  const length = utcToSeconds(times.end_date) - utcToSeconds(times.start_date);
  return {
    ...others,
    timezone: times.timezone,
    all_day: times.all_day,
    start_date: secondsToUtc(start),
    end_date: secondsToUtc(start + length),
  };
}
