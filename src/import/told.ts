/**
 * The last statement of a source about a record, stored on the key by which the source names it, so
 * that a load distinguishes changes of the source from local changes. Contract 29.5, 32.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isFetched } from '../kinds/claims.js';
import { sourceOf } from '../kinds/identity.js';
import type { Json, JsonObject, StoredRecord } from '../kinds/record.js';
import { SENT_TIMES } from '../kinds/series.js';
import { type Telling, withoutPresence } from '../kinds/telling.js';
import { omit } from '../lib/omit.js';
import type { KeyWrite, StoredKey } from '../store/port.js';
import type { LoadEntry, LoadOptions } from './entry.js';

/** → the key for the statement of a row's source; undefined for a row without a name. */
const toldKey = ({ keys: [first], claim }: Named): string | undefined => claim?.key ?? first;

type Named = Pick<LoadEntry, 'keys' | 'claim' | 'occurrence' | 'part'>;

/** → the former statement of a row's source about a record; null when unknown. */
export function toldOf(stored: readonly StoredKey[], entry: LoadEntry): Telling | null {
  const key = toldKey(entry) ?? '';
  // A local date may have been another date there.
  const isOfDate = ({ key: other, told }: StoredKey) =>
    isDate(entry) && told?.is_date === true && sourceOf(other) === sourceOf(key);
  const row = stored.find((row) => row.key === key) ?? stored.find(isOfDate);
  return row?.told ?? null;
}

/** → whether a row is about a date as another Marquee names it. */
const isDate = ({ claim }: LoadEntry): boolean => claim?.told.is_date === true;

/** → whether a fetch repeats its former statement, and nothing was changed since. */
export const isToldAgain = (
  told: Telling | null,
  entry: LoadEntry,
  record: StoredRecord,
): boolean =>
  told?.row !== undefined && told.revision === record.revision && told.row === hashOf(entry);

/** → whether another calendar named the record before, still has it, and therefore writes it. */
export function isOfOlder(stored: readonly StoredKey[], entry: Named): boolean {
  // A date is named by its series, and gets another name when it moves: its series decides. A part
  // has the names of its series.
  if (entry.occurrence !== undefined && !entry.part && !entry.claim) return false;
  const own = toldKey(entry) ?? '';
  const at = stored.findIndex(({ key }) => key === own);
  const older = stored.filter((_, n) => at < 0 || n < at);
  return older.some((row) => sourceOf(row.key) !== sourceOf(own) && isFetched(row));
}

/**
 * → the rules and times stated before, first by the source of a row, then by other sources of the
 * record: a file and a calendar may describe the same series.
 */
export function rulesToldOf(stored: readonly StoredKey[], entry: LoadEntry): JsonObject[] {
  const all = [toldOf(stored, entry), ...stored.map(({ told }) => told)];
  return all.flatMap((told) => (told?.rules ? [told.rules] : []));
}

/** → the row without rules that its source stated before: local rules are kept. */
export function withoutToldRules([said]: readonly JsonObject[], values: JsonObject): JsonObject {
  const rules = rulesIn(values);
  if (!rules || !said || !isDeepStrictEqual(said, rules)) return values;
  return omit(values, ['recurrence']);
}

/** A row that is loaded. */
export interface Loaded extends Pick<LoadOptions, 'present'> {
  /** The keys of the record, before the row. */
  held: readonly StoredKey[];
  outcome: 'created' | 'updated' | 'unchanged';
  /** The remembered fields. */
  said?: Telling['said'] | undefined;
}

/**
 * → the statement of a row, stored on its first key; null when empty. A row that repeats the record
 * with its own rules makes no statement about rules: our own export contains a user's rules.
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
  const lasting = claim ? withoutPresence(before) : before;
  const news: Telling = { ...lasting, ...(rules ? { rules } : {}), ...claim?.told };
  if (present) Object.assign(news, { row: hashOf(entry), revision: record.revision });
  if (present && outcome === 'created') news.made = record.id;
  if (said) news.said = said;
  const told = present?.withState?.(key, news) ?? news;
  return isDeepStrictEqual(told, before) ? null : { key, how: tellingHow(entry), told };
}

/** → the write mode of a key. New rules elsewhere turn a date there into another date here. */
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
