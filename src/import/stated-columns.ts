/** Columns of an export that are no fields: who removed a record, its author, its local dates. */
import type { Issue } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { isJsonObject, isStatus, type Json, type JsonObject, REMOVERS } from '../kinds/record.js';
import type { LocalDates } from '../kinds/series.js';
import { isBlank } from '../lib/text/text.js';
import { limits } from '../limits.js';
import type { Removing } from '../records/write/plan.js';
import { toSlug } from '../records/write/slug.js';
import { secondsToUtc, utcToSeconds } from '../time/date-times.js';
import type { LoadEntry } from './entry.js';

/** → the slug that a row gives a new record, of whatever kind. */
export const slugIn = ({ slug }: JsonObject): string | undefined =>
  typeof slug === 'string' && toSlug(slug) !== '' ? slug : undefined;

/** → the name of the author that a line of an export states. */
export const authorIn = ({ author_name: name }: JsonObject): Pick<LoadEntry, 'authorName'> =>
  typeof name === 'string' && isKey(name) ? { authorName: name } : {};

/** → when its record was changed last. */
export const modifiedIn = ({ modified_utc: time }: JsonObject): Pick<LoadEntry, 'modifiedUtc'> =>
  typeof time === 'string' && isTime(time) ? { modifiedUtc: time } : {};

/** → whose removal a line of an export is, where it says so. */
export function removalIn({ removed }: JsonObject, issues: Issue[]): Removing | undefined {
  if (isBlank(removed)) return undefined;
  const { by, at, status = 'draft' } = isJsonObject(removed) ? removed : {};
  const remover = REMOVERS.find((word) => word === by);
  if (remover && typeof at === 'string' && isTime(at) && isStatus(status) && status !== 'trash') {
    return { by: remover, at, status };
  }
  issues.push({
    param: 'removed',
    reason: 'Must have by, at and status as an export writes them.',
  });
  return undefined;
}

const isTime = (text: string): boolean =>
  Number.isFinite(utcToSeconds(text)) && secondsToUtc(utcToSeconds(text)) === text;

/** → the dates of a series that users added and erased, where a line of an export has any. */
export function localIn(sent: Json | undefined, issues: Issue[]): LocalDates | undefined {
  if (sent === undefined) return undefined;
  const { added = [], excepted = [] } = isJsonObject(sent) ? sent : { added: sent };
  if ([added, excepted].every(areTimes)) return { added, excepted } as unknown as LocalDates;
  issues.push({ param: 'local_dates', reason: 'Must have the times that an export writes.' });
  return undefined;
}

const areTimes = (value: Json): boolean =>
  Array.isArray(value) && value.every((time) => typeof time === 'string' && isTime(time));

/** → the fields that only a load gives: texts that can be keys, counts, former dates. */
export function loadedIn({ loadedFields = [], fields }: Kind, raw: JsonObject): JsonObject {
  const values = loadedFields.flatMap((name): [string, Json][] => {
    const value = raw[name] ?? '';
    const { initial } = fields[name] ?? {};
    if (typeof initial === 'number') {
      return Number.isSafeInteger(Number(value)) ? [[name, Number(value)]] : [];
    }
    if (Array.isArray(initial)) return areFormerDates(value) ? [[name, value]] : [];
    return typeof value === 'string' && isKey(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(values);
}

/** → whether a value is a list of the dates that an event had, as an export writes it. */
const areFormerDates = (value: Json): boolean =>
  Array.isArray(value) &&
  value.length <= limits.previousDates &&
  value.every((item) => {
    if (!isJsonObject(item)) return false;
    const { timezone, ...times } = item;
    const names = Object.keys(times).sort().join();
    const isWhole = names === 'changed_utc,end_date,start_date' && typeof timezone === 'string';
    return isWhole && isKey(timezone) && areTimes(Object.values(times));
  });

const isKey = (text: string): boolean =>
  text !== '' && text.length <= limits.keyChars && !/\p{Cc}/u.test(text);
