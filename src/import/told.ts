/**
 * What a source last said of a record: it stands on the key by which the source names it, so that a
 * load tells what the source has changed from what was changed here. Contract 29.5, 32.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sourceOf } from '../kinds/identity.js';
import type { Json, JsonObject, StoredRecord } from '../kinds/record.js';
import { SENT_TIMES } from '../kinds/series.js';
import type { KeyWrite, StoredKey } from '../store/port.js';
import type { LoadEntry, LoadOptions } from './entry.js';

/** `told` of a key. What a fetch adds to it is in subscribed/state.ts. */
export interface Told {
  /** A hash of the row as it was loaded, and the revision of the record by then. */
  row?: string;
  revision?: number;
  /** The rules and times of a series as the source said them. */
  rules?: JsonObject;
}

/** → what the source of a row has said of a record before; null: nothing is known. */
export function toldOf(stored: readonly StoredKey[], { keys: [first] }: LoadEntry): Told | null {
  return (stored.find(({ key }) => key === first)?.told as Told | undefined) ?? null;
}

/** → whether a fetch says of a record what it said before, and nothing was changed since. */
export const isToldAgain = (told: Told | null, entry: LoadEntry, record: StoredRecord): boolean =>
  told?.row !== undefined && told.revision === record.revision && told.row === hashOf(entry);

/**
 * → whether a calendar leaves a record to another one that named it before, has it still, and is
 * therefore the one that writes it.
 */
export function isOfOlder(
  stored: readonly StoredKey[],
  { keys: [first = ''] }: LoadEntry,
): boolean {
  const at = stored.findIndex(({ key }) => key === first);
  const older = stored.filter((_, n) => at < 0 || n < at);
  return older.some((row) => sourceOf(row.key) !== sourceOf(first) && isFetched(row));
}

/** Good fetches in a row without an event after which it is missing. */
export const ABSENCES = 2;

/** → whether a calendar that is subscribed to has what a key names. */
export const isFetched = ({ told }: StoredKey): boolean =>
  told?.sequence !== undefined && Number(told.gone) < ABSENCES;

/**
 * → the rules and times that the source of a row has said before; where it has not, those that
 * another source of the record has: a file and a calendar may tell the same series. null: nobody.
 */
export function rulesToldOf(stored: readonly StoredKey[], entry: LoadEntry): JsonObject | null {
  const all = [toldOf(stored, entry), ...stored.map(({ told }) => told as Told | null)];
  return all.find((told) => told?.rules !== undefined)?.rules ?? null;
}

/** → the row without rules that were said before: those made here stay. */
export function withoutToldRules(said: JsonObject | null, values: JsonObject): JsonObject {
  const rules = rulesIn(values);
  if (!rules || !said || !isDeepStrictEqual(said, rules)) return values;
  const { recurrence: _, ...others } = values;
  return others;
}

interface Telling extends Pick<LoadOptions, 'present'> {
  before: JsonObject | null;
  isUnchanged: boolean;
}

/**
 * → what a row tells, to be remembered on its first key; null: nothing. A row that repeats the
 * record says nothing of its rules: the own export holds those that were made here, too.
 */
export function tellingOf(
  entry: LoadEntry,
  record: StoredRecord,
  { before, present, isUnchanged }: Telling,
): KeyWrite | null {
  const [key] = entry.keys;
  const isRepeated = isUnchanged && before?.rules !== undefined;
  const rules = isRepeated ? null : rulesIn(entry.payload.values);
  if (key === undefined || entry.occurrence !== undefined || !(present || rules)) return null;
  const told: JsonObject = { ...before, ...(rules ? { rules } : {}) };
  if (present) Object.assign(told, { row: hashOf(entry), revision: record.revision });
  return isDeepStrictEqual(told, before) ? null : { key, how: 'claim', told };
}

function rulesIn(values: JsonObject): JsonObject | null {
  if (values.recurrence === undefined || values.recurrence === '') return null;
  const names = ['recurrence', ...SENT_TIMES].filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name): [string, Json] => [name, values[name] ?? null]));
}

const HASH_CHARS = 22;

const hashOf = ({ keys: _, leftOut: __, ...said }: LoadEntry): string =>
  createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, HASH_CHARS);
