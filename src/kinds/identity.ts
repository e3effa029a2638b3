/**
 * The identity of a record that no other system has named: this system's host and the record's ID.
 * An export writes it as the `external_id`, calendars as the UID, and a load finds the record by
 * either. Contract 18.2, 20.2.
 */
import type { KindName } from './record.js';

/** → the key of a record of a host, as an export writes it. */
export const ownKey = (host: string, id: number | string): string => `${host}:${id}`;

/** → the UID of a record of a host. */
export const ownUid = (host: string, kind: KindName, id: number | string): string =>
  `${kind}-${id}@${host}`;

/** The source of the keys of records that came from calendars; behind it stands the UID. */
const CALENDAR = 'ical:';

/** → the key of a record that came from a calendar. */
export const keyOfUid = (uid: string): string => `${CALENDAR}${uid}`;

/** → the UID in the key of a record that came from a calendar; `""` for other keys. */
export const uidOfKey = (key: string): string =>
  key.startsWith(CALENDAR) ? key.slice(CALENDAR.length) : '';

/** The host and ID that a key names, and the other key that names them, too. */
export interface HostIdentity {
  host: string;
  id: number;
  otherKey: string;
}

/** → whose record a key names, if it has the form that we give it; or null. */
export function identityOf(kind: KindName, key: string): HostIdentity | null {
  const uid = uidOfKey(key);
  if (uid !== '') {
    const [, id, host] = OWN_NAME.exec(uid.slice(kind.length + 1)) ?? [];
    if (id === undefined || host === undefined || !uid.startsWith(`${kind}-`)) return null;
    return { host, id: Number(id), otherKey: ownKey(host, id) };
  }
  // An export appends `+` to a key that another record has already.
  const [, host, id] = /^(.+):(\d{1,15})\+*$/.exec(key) ?? [];
  if (id === undefined || host === undefined) return null;
  return { host, id: Number(id), otherKey: keyOfUid(ownUid(host, kind, id)) };
}

/** An ID, behind which a later part of a series has its first date, and a host. */
const OWN_NAME = /^(\d{1,15})(?:\/\d{8}T\d{6})?@(.+)$/;

/** → whether a key names a later part of a series, as our calendars do. */
export const isPart = (key: string): boolean => /\/\d{8}T\d{6}@/.test(uidOfKey(key));
