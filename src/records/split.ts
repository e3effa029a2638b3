/**
 * `scope=following`: splits a series at one of its dates. The old series ends before it; a new one
 * takes the rest of the rule, and the dates from there. Source: Contract 29.3.
 */
import type { Caller } from '../access/roles.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { dateOf, rulesOf, seriesField } from '../kinds/series.js';
import { frameOf } from '../present/recurrence.js';
import { changeOf } from '../sync/change.js';
import { droppedDates } from '../sync/occurrence-plan.js';
import { seriesFrom } from '../sync/occurrence-record.js';
import { splitAt } from '../time/recurrence/change.js';
import { readStored } from '../time/recurrence/known.js';
import { toStoredLines } from '../time/recurrence/rule.js';
import type { Deps } from './deps.js';
import { findRecord } from './find.js';
import { assemble } from './write/assemble.js';
import { commit } from './write/commit.js';
import { readDraft } from './write/draft.js';
import type { Draft } from './write/plan.js';
import { payloadForSeries } from './write/recurrence-scope.js';

/** A date of a series, and the series. */
export interface DateOfSeries {
  date: StoredRecord;
  series: StoredRecord;
}

/** → whether nothing of a series lies before a date: a split there would leave nothing. */
export const isFirstDate = ({ date, series }: DateOfSeries): boolean =>
  dateOf(date) <= frameOf(series).start;

/**
 * → the new series, with the payload as an update of it, and its dropped dates. `check` throws
 * where the caller may not write the draft. Throws what an update throws.
 */
export async function splitSeries(
  deps: Deps,
  kind: Kind,
  { date, series }: DateOfSeries,
  { payload, caller }: { payload: JsonObject; caller: Caller },
  check: (draft: Draft) => void,
): Promise<{ record: StoredRecord; isNew: true; dropped: StoredRecord[] }> {
  const at = dateOf(date);
  const [id = 0] = await deps.store.nextIds(kind.family.idSpace, 1);
  const first = partsOf(series, at, id);
  const forNew = payloadForSeries(deps, kind, payload, { date, series: first.after });
  const reading = { mode: 'update', caller, stored: first.after, isAllowed: true } as const;
  const draft = await readDraft(deps, kind, forNew, reading);
  check(draft);
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
  const known = readStored(rulesOf(series) ?? [], frame);
  if (!known) return { before: series, after: seriesFrom(series, at, { id, rules: [] }) };
  const parts = splitAt(known.recurrence, frame, at);
  const field = seriesField(toStoredLines(parts.before, frame), series, { next: { id, at } });
  return {
    before: { ...series, fields: { ...series.fields, recurrence: field } },
    after: seriesFrom(series, at, { id, rules: toStoredLines(parts.after, frame) }),
  };
}
