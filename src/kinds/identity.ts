/**
 * The forms of keys, by which records are found. Another system's are `SOURCE:KEY`; ours begin with
 * `@`. Contract 16.1, 18.1, 18.2, 20.2.
 */
import type { KindName } from './record.js';

/** → the identity of a record that no other system has named, as an export writes it. */
export const ownKey = (host: string, id: number | string): string => `${host}:${id}`;

/** → the same as a UID in calendars. */
export const ownUid = (host: string, kind: KindName, id: number | string): string =>
  `${kind}-${id}@${host}`;

/** How an identity names a UID of a calendar outside of the store. */
const CALENDAR = 'ical:';
const UID = '@uid:';

/** → the key of a UID. */
export const uidKey = (uid: string): string => `${UID}${uid}`;

/** → the UID in a key; `""` for another key. */
export const uidIn = (key: string): string => (key.startsWith(UID) ? key.slice(UID.length) : '');

const ROW = '@row:';
/** The version of the rule for the hash of a row: a stored hash is a layout (import/row-key.ts). */
const ROW_VERSION = `${ROW}1:`;

/** → the key of an event's row by the hash of its identifying fields. */
export const rowKey = (hash: string): string => `${ROW_VERSION}${hash}`;

/** → whether a key belongs to a row. */
export const isRowKey = (key: string): boolean => key.startsWith(ROW);

/**
 * → the key by which a date of a series is unique. No system can name one like it: the name of a
 * system has no `@`.
 */
export const dateKey = (series: number, date: string): string => `@date:${series} ${date}`;

/** → the key of a merged record's ID, which its survivor has. */
export const idKey = (id: number): string => `@id:${id}`;
const SLUG = '@slug:';
/** → the key of a slug of before: of a renamed record, or of a merged one. */
export const slugKey = (slug: string): string => `${SLUG}${slug}`;
/** → whether a key belongs to a slug. */
export const isSlugKey = (key: string): boolean => key.startsWith(SLUG);

/** → the key by which a renamed record is found, in the small letters in which 2.0 stored it. */
export const foldedKey = (key: string): string => `@folded:${key}`;

/** → the key that keeps a row with `key` from a record. */
export const barKey = (id: number, key: string): string => `!${id} ${key}`;
/** → the key that rows must not find the record by; null: it is another key. */
export const barredIn = (key: string): string | null => /^!\d+ (.*)$/s.exec(key)?.[1] ?? null;

/** → whether another system has given a key. */
export const isForeign = (key: string): boolean => !/^[@!]/.test(key);

/**
 * → whether a key names an event in a calendar that a system is subscribed to: that system alone
 * states it, as others have calendars of these numbers, too.
 */
export const isOfCalendar = (key: string): boolean => /^calendar-\d+:/.test(key);

/** → whether exports list a key, by which a load finds the record. */
export const isListed = (key: string): boolean =>
  (isForeign(key) && !isOfCalendar(key)) || uidIn(key) !== '' || isRowKey(key) || isSlugKey(key);

/** → the key of an identity in files and paths: `ical:UID` stands for a UID. */
export const keyOf = (identity: string): string =>
  identity.startsWith(CALENDAR) ? uidKey(identity.slice(CALENDAR.length)) : identity;

/** → the identity that the keys of a record give: its first of another system, else a UID. */
export function identityIn(keys: readonly string[]): string | null {
  const foreign = keys.find(isForeign);
  if (foreign !== undefined) return foreign;
  const uid = keys.map(uidIn).find((uid) => uid !== '');
  return uid === undefined ? null : `${CALENDAR}${uid}`;
}

/** → the system of a key; null for a key without another system or calendar. */
export function sourceOf(key: string): string | null {
  if (uidIn(key) !== '') return UID;
  const at = key.indexOf(':');
  return isForeign(key) && at > 0 ? key.slice(0, at) : null;
}

/**
 * → the UID of a part or a date of a series, by the UID of the series and the name of the part or
 * date in it: `event-5/20260317@example.com`.
 */
export function uidWithin(uid: string, name: string): string {
  const at = uid.lastIndexOf('@');
  return at < 0 ? `${uid}/${name}` : `${uid.slice(0, at)}/${name}${uid.slice(at)}`;
}

/** A later part or a date of a series, as our calendars name it. */
export interface NamedWithin {
  /** The key of the series. */
  series: string;
  isPart: boolean;
  /** `YYYYMMDD`, `HHMMSS` or `""`. */
  day: string;
  time: string;
}

/** → the part or date of a series that a key names; null for another key. */
export function namedWithin(key: string): NamedWithin | null {
  const [, uid, day = '', sign, time = '', host = ''] =
    /^(.+)\/(\d{8})(?:([T-])(\d{6}))?(@[^@]*)?$/s.exec(uidIn(key)) ?? [];
  return uid === undefined
    ? null
    : { series: uidKey(`${uid}${host}`), isPart: sign === 'T', day, time };
}

/** A kind, an ID, possibly followed by the name of a part or date of a series, and a host. */
const OWN_UID = /^([a-z]+)-(\d{1,15})(?:\/\d{8}(?:[T-]\d{6})?)?@(.*[^+])\+*$/;

/** → the host and ID of the record that a key names; null unless it has the form that we give. */
export function hostIdentityOf(kind: KindName, key: string) {
  const uid = uidIn(key);
  // An export appends `+` to a key that another record has already.
  const [, host, id] =
    uid === ''
      ? (/^(?![@!])(.+):(\d{1,15})\+*$/.exec(key) ?? [])
      : reversed(OWN_UID.exec(uid), kind);
  return id === undefined || host === undefined ? null : { host, id: Number(id) };
}

const reversed = (match: RegExpExecArray | null, kind: KindName): string[] =>
  match?.[1] === kind ? ['', match[3] ?? '', match[2] ?? ''] : [];
