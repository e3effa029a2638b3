/** The keys of a row: first its identity, then other names of its record. Contract 16.1, 16.3. */

import type { Issue } from '../errors.js';
import { isListed, isOfCalendar, keyOf, uidIn, uidKey } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import { limits } from '../limits.js';
import { keyIssue } from '../rows/columns/keys.js';
import type { MappedEntry, MergedRow } from '../rows/statement.js';
import type { KeySource, LoadEntry } from './entry.js';
import { oldRowKey, rowKeyOf } from './row-key.js';

/** A shorter UID is a name within its source alone. */
const UID_CHARS = 12;

/** → whether a UID may name an event in any calendar. */
export const isWideUid = (uid: string): boolean => uid.length >= UID_CHARS;

/** → the keys, the strongest first, and the number that identify the row; 0 without a name. */
export function entryKeys(
  kind: Kind,
  { externalId, keys: listed, former = [], starts: sent, occurrence, payload, nth }: MappedEntry,
  { source, present }: KeySource,
): Pick<LoadEntry, 'keys' | 'strong' | 'starts'> {
  const row = occurrence === undefined ? rowKeyOf(kind, payload, nth) : null;
  // Event names of a source that is not a calendar are not UIDs.
  const isOfSource = source !== undefined && externalId?.startsWith(`${source}:`);
  const keyFor = (text: string) => (isOfSource ? text : (oldRowKey(kind, text) ?? keyIn(text)));
  const named = externalId === null ? null : keyFor(externalId);
  const uid = named === null ? '' : uidIn(named);
  const ownUid = kind.loadedFields?.includes('uid') ? String(payload.uid ?? '') : '';
  const inSource = (key: string): string =>
    uidIn(key) !== '' && source !== undefined ? `${source}:${uidIn(key)}` : key;
  const ofSource = named === null ? null : inSource(named);
  const identity = ofSource ?? (present && row !== null ? `${source}:${row}` : null);
  const [at = '', key = '', mark = ''] = sent
    ? [sent.at, sent.key, sent.mark].map((part) => inSource(keyOf(part)))
    : [];
  const starts = sent && { ...sent, at, key, mark };
  const names = starts && occurrence === undefined ? [starts.key] : [];
  const strong = identity === null ? [] : [...new Set([identity, ...former, ...names])];
  const wide = [uid, ownUid].filter(isWideUid).map(uidKey);
  // An export lists the keys of its records. UIDs are not to be relied on.
  const isHashed = listed === undefined && (named === null || uid !== '');
  const external = (listed ?? []).filter((key) => !isOfCalendar(key));
  const weak = [...wide, ...external, ...(isHashed && row !== null ? [row] : [])];
  const marks = starts?.isSeveral ? [starts.mark] : [];
  return { keys: [...new Set([...strong, ...weak, ...marks])], strong: strong.length, starts };
}

/** → the key of an identity; by a calendar of the system that wrote the file: the UID in it. */
const keyIn = (identity: string): string =>
  isOfCalendar(identity) ? uidKey(identity.slice(identity.indexOf(':') + 1)) : keyOf(identity);

/** → the issues of the column `keys`, as exports write it. */
export function listedIssues({ keys = [] }: Pick<MappedEntry, 'keys'>): Issue[] {
  const reason = `Must hold up to ${limits.listedKeys} keys as an export writes them.`;
  return areListed(keys.map((key) => key.replace(/^!/, ''))) ? [] : [{ param: 'keys', reason }];
}

/** → the issues of the column `merged`. */
export function mergedIssues({ merged = [] }: Pick<MappedEntry, 'merged'>): Issue[] {
  const isFit = ({ externalId, keys }: MergedRow) =>
    keyIssue(externalId) === null && areListed(keys);
  const isGood = merged.length <= limits.mergedRecords && merged.every(isFit);
  return isGood ? [] : [{ param: 'merged', reason: 'Must hold records as an export writes them.' }];
}

const areListed = (keys: readonly string[]): boolean =>
  keys.length <= limits.listedKeys &&
  keys.every(
    (key) =>
      key.length <= limits.lineChars &&
      (isListed(key) || isOfCalendar(key)) &&
      !/\p{Cc}/u.test(key),
  );
