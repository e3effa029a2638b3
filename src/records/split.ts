/**
 * `scope`: an update of one date of a series that is meant for all, or for those that follow. The
 * latter splits the series: the old one ends before the date; a new one takes the rest of the rule,
 * and the dates from there. Source: Contract 29.3.
 */
import type { Caller } from '../access/roles.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { dateOf, occurrenceOf, rulesOf, SENT_TIMES, seriesField } from '../kinds/series.js';
import { frameOf } from '../present/recurrence.js';
import { seriesFrom, timesAt } from '../series/date.js';
import { droppedDates } from '../series/plan.js';
import { changeOf } from '../sync/change.js';
import { secondsToUtc, utcToSeconds } from '../time/date-times.js';
import { splitAt } from '../time/recurrence/change.js';
import { toStoredLines } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';
import { readPayload } from '../validation/payload.js';
import type { Deps } from './deps.js';
import { findRecord } from './read.js';
import { assemble } from './write/assemble.js';
import { commit } from './write/commit.js';
import { readDraft, refuseForeignAuthor } from './write/draft.js';
import { eventTimes } from './write/event-times.js';

/** A date of a series, and the series. */
export interface DateOfSeries {
  date: StoredRecord;
  series: StoredRecord;
}

/** → whether nothing of a series lies before a date: a split there would leave nothing. */
export const isFirstDate = ({ date, series }: DateOfSeries): boolean =>
  dateOf(date) <= frameOf(series).start;

/**
 * → the new series, with the payload as an update of it, and its dropped dates. Throws what an
 * update throws.
 */
export async function splitSeries(
  deps: Deps,
  kind: Kind,
  { date, series }: DateOfSeries,
  { payload, caller }: { payload: JsonObject; caller: Caller },
): Promise<{ record: StoredRecord; isNew: true; dropped: StoredRecord[] }> {
  const at = dateOf(date);
  const [id = 0] = await deps.store.nextIds(kind.family.name, 1);
  const first = partsOf(series, at, id);
  const forNew = payloadForSeries(deps, kind, payload, { date, series: first.after });
  const reading = { mode: 'update', caller, stored: first.after, isAllowed: true } as const;
  const draft = await readDraft(deps, kind, forNew, reading);
  refuseForeignAuthor(draft);
  let dropped: StoredRecord[] = [];
  const { record } = await commit(deps, { verb: 'update', kind }, async () => {
    const stored = (await findRecord(deps, kind, { id: series.id })) ?? series;
    const { before, after } = partsOf(stored, at, id);
    const change = await assemble(deps, kind, { ...draft, stored: after });
    dropped = await droppedDates(deps, change.record);
    return { record: change.record, changes: [changeOf(stored, before), change] };
  });
  return { record, isNew: true, dropped };
}

/** → the series before a date, and the new one from it on. */
function partsOf(series: StoredRecord, at: string, id: number) {
  const frame = frameOf(series);
  const stored = readStored(rulesOf(series) ?? [], frame);
  if (!stored) return { before: series, after: seriesFrom(series, at, { id, rules: [] }) };
  const parts = splitAt(stored.recurrence, frame, at);
  const field = seriesField(toStoredLines(parts.before, frame), series, { next: { id, at } });
  return {
    before: { ...series, fields: { ...series.fields, recurrence: field } },
    after: seriesFrom(series, at, { id, rules: toStoredLines(parts.after, frame) }),
  };
}

/**
 * → the payload for the series of a date, from one for the date: its times are moved to the first
 * date by as much as they move this one. Times that are not valid stay as sent.
 */
export function payloadForSeries(
  deps: Deps,
  kind: Kind,
  sent: JsonObject,
  { date: stored, series }: DateOfSeries,
): JsonObject {
  const one = occurrenceOf(stored);
  const { scope: _, ...others } = sent;
  if (!one || SENT_TIMES.every((name) => sent[name] === undefined)) return others;
  const { payload, issues } = readPayload(kind, others, { mode: 'update', isClean: true });
  if (issues.some(({ param }) => SENT_TIMES.includes(param))) return others;
  const { siteTimeZone } = deps.config;
  // Read as the times of the date by its rules, whatever it was moved to on its own.
  const ruled = { ...stored.fields, ...timesAt(series, one.date) };
  const times = eventTimes(payload.values, ruled, { siteTimeZone, nowMs: deps.now() });
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
