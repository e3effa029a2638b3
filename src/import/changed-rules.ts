/**
 * Rules that a source tells anew, without the dates that were erased here, and with those that were
 * added here: a source knows of neither. Contract 29.5.
 */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { isSeries, rulesOf } from '../kinds/series.js';
import { withAddedDate, withoutDates } from '../series/except.js';
import { withTimeOf } from '../time/recurrence/change.js';
import { parseRecurrence } from '../time/recurrence/parse.js';
import { frameOf } from '../time/recurrence/rule.js';
import { readStored } from '../time/recurrence/stored.js';

/** → a series after a row, with what was changed here in the rules that its source told before. */
export function withLocalDates(
  told: JsonObject | null,
  before: StoredRecord | null,
  after: StoredRecord,
): StoredRecord {
  const rules = before && rulesOf(before);
  if (!told || !rules || !isSeries(after)) return after;
  if (isDeepStrictEqual(rulesOf(after), rules)) return after;
  const [from, to] = [frameOf(before), frameOf(after)];
  const local = readStored(rules, from)?.recurrence;
  const said = parseRecurrence(told.recurrence, from).recurrence;
  if (!local) return after;
  const ofOther = (some: readonly string[], others: readonly string[] = []) =>
    some.filter((date) => !others.includes(date));
  const changed = {
    ...local,
    added: ofOther(local.added, said?.added),
    excepted: ofOther(local.excepted, said?.excepted),
  };
  const { added, excepted } = withTimeOf(changed, from, to);
  return added.reduce(withAddedDate, withoutDates(after, excepted));
}
