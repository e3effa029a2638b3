/**
 * What a source last said of a record: it stands on the key by which the source names it, so that a
 * load tells what the source has changed from what was changed here. Contract 29.5, 32.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isFetched } from '../kinds/claims.js';
import { sourceOf } from '../kinds/identity.js';
import type { Json, JsonObject, StoredRecord } from '../kinds/record.js';
import { SENT_TIMES } from '../kinds/series.js';
import type { Telling } from '../kinds/telling.js';
import { omit } from '../lib/omit.js';
import type { KeyWrite, StoredKey } from '../store/port.js';
import type { LoadEntry, LoadOptions } from './entry.js';

/** → the key on which stands what the source of a row says; undefined: the row has no name. */
const toldKey = ({ keys: [first], claim }: Named): string | undefined => claim?.key ?? first;

type Named = Pick<LoadEntry, 'keys' | 'claim' | 'occurrence' | 'part'>;

/** → what the source of a row has said of a record before; null: nothing is known. */
export function toldOf(stored: readonly StoredKey[], entry: LoadEntry): Telling | null {
  const key = toldKey(entry) ?? '';
  // A date of ours may have been another one there.
  const isOfDate = ({ key: other, told }: StoredKey) =>
    isDate(entry) && told?.is_date === true && sourceOf(other) === sourceOf(key);
  const row = stored.find((row) => row.key === key) ?? stored.find(isOfDate);
  return row?.told ?? null;
}

/** → whether a row is about a date as another Marquee names it. */
const isDate = ({ claim }: LoadEntry): boolean => claim?.told.is_date === true;

/** → whether a fetch says of a record what it said before, and nothing was changed since. */
export const isToldAgain = (
  told: Telling | null,
  entry: LoadEntry,
  record: StoredRecord,
): boolean =>
  told?.row !== undefined && told.revision === record.revision && told.row === hashOf(entry);

/**
 * → whether a calendar leaves a record to another one that named it before, has it still, and is
 * therefore the one that writes it.
 */
export function isOfOlder(stored: readonly StoredKey[], entry: Named): boolean {
  // A date has the name that its series gives it, and gets another when it moves. Calendars are
  // asked for the series. A part has the names of its series.
  if (entry.occurrence !== undefined && !entry.part && !entry.claim) return false;
  const own = toldKey(entry) ?? '';
  const at = stored.findIndex(({ key }) => key === own);
  const older = stored.filter((_, n) => at < 0 || n < at);
  return older.some((row) => sourceOf(row.key) !== sourceOf(own) && isFetched(row));
}

/**
 * → the rules and times that were said before, first those that the source of a row has said, then
 * those of other sources of the record: a file and a calendar may tell the same series.
 */
export function rulesToldOf(stored: readonly StoredKey[], entry: LoadEntry): JsonObject[] {
  const all = [toldOf(stored, entry), ...stored.map(({ told }) => told)];
  return all.flatMap((told) => (told?.rules ? [told.rules] : []));
}

/** → the row without rules that its source said before: those made here stay. */
export function withoutToldRules([said]: readonly JsonObject[], values: JsonObject): JsonObject {
  const rules = rulesIn(values);
  if (!rules || !said || !isDeepStrictEqual(said, rules)) return values;
  return omit(values, ['recurrence']);
}

interface Loaded extends Pick<LoadOptions, 'present'> {
  /** The keys of the record, before the row. */
  held: readonly StoredKey[];
  outcome: 'created' | 'updated' | 'unchanged';
  /** What is remembered of the fields. */
  said?: Telling['said'];
}

/**
 * → what a row tells, to be remembered on its first key; null: nothing. A row that repeats the
 * record, with rules that nobody told, says nothing of them: the own export holds those that a
 * user said.
 */
export function tellingOf(
  entry: LoadEntry,
  record: StoredRecord,
  { held, present, outcome, said }: Loaded,
): KeyWrite | null {
  const { claim, occurrence } = entry;
  const key = toldKey(entry);
  const before = toldOf(held, entry);
  const sent = occurrence === undefined ? rulesIn(entry.payload.values) : null;
  const known = rulesToldOf(held, entry);
  const isNew = known.length > 0 && !known.some((one) => isDeepStrictEqual(one, sent));
  const isRepeated = outcome === 'unchanged' && isNew;
  const rules = isRepeated ? null : sent;
  const isOfDate = occurrence !== undefined && !claim;
  if (key === undefined || isOfDate || !(present || rules)) return null;
  const news: Telling = { ...before, ...(rules ? { rules } : {}), ...claim?.told };
  if (present) Object.assign(news, { row: hashOf(entry), revision: record.revision });
  if (present && outcome === 'created') news.made = record.id;
  if (said) news.said = said;
  const told = present?.withState?.(key, news) ?? news;
  return isDeepStrictEqual(told, before) ? null : { key, how: tellingHow(entry), told };
}

/** → how a key that tells is written. New rules elsewhere make a date there another one of ours. */
export const tellingHow = (entry: LoadEntry): 'claim' | 'take' =>
  isDate(entry) ? 'take' : 'claim';

function rulesIn(values: JsonObject): JsonObject | null {
  if (values.recurrence === undefined || values.recurrence === '') return null;
  const names = ['recurrence', ...SENT_TIMES].filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name): [string, Json] => [name, values[name] ?? null]));
}

const HASH_CHARS = 22;

const hashOf = ({ keys: _, leftOut: __, claim: ___, ...said }: LoadEntry): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, HASH_CHARS);
