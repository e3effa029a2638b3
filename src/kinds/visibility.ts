/**
 * When a record is public, and when it takes place. `future` is judged at the moment of reading: a
 * record is published from its date on, whether or not it has been written since. Source: Contract
 * 8.
 */

import { limits } from '../limits.js';
import type { Kind } from './kind.js';
import type { BaseStatus, RecordCore, Status, StoredRecord } from './record.js';
import { isSeries } from './series.js';

/** → seconds since the epoch of a UTC text `YYYY-MM-DD HH:MM:SS`, or null for anything else. */
export function secondsOf(utc: unknown): number | null {
  if (typeof utc !== 'string' || utc === '') return null;
  const ms = Date.parse(`${utc.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/** The data of a status. Snapshots have no removal: no record embeds a removed record. */
type Stated = Pick<RecordCore, 'base_status'> & Partial<Pick<StoredRecord, 'removed'>>;
type Dated = Stated & Pick<RecordCore, 'date_utc'>;

/** → the status of a record as it is answered, but for `future`: see `statusAt`. */
export const statusOf = ({ base_status, removed }: Stated): Status =>
  removed ? 'trash' : base_status;

/** → the status that a record has, or had before it was removed. */
export const beforeRemoval = ({ base_status }: Pick<RecordCore, 'base_status'>): BaseStatus =>
  base_status;

/** → the slug of a record as it is answered and found by. Contract 4.8. */
export const slugOf = ({
  slug,
  removed,
}: Pick<RecordCore, 'slug'> & Partial<Pick<StoredRecord, 'removed'>>): string =>
  removed && slug !== '' ? removedSlug(slug) : slug;

/** → the slug by which a removed record of a slug is found. */
export const removedSlug = (slug: string): string =>
  slug.slice(0, limits.slugChars - REMOVED.length) + REMOVED;

const REMOVED = '__trashed';

/** → seconds since the epoch from which anyone may see the record; 0: always; null: never. */
export function publicFrom(record: Dated): number | null {
  const status = statusOf(record);
  if (status === 'publish') return 0;
  return status === 'future' ? secondsOf(record.date_utc) : null;
}

/** → the status at `nowSeconds`: a future record whose date has come is published. */
export function statusAt(record: Dated, nowSeconds: number): Status {
  const status = statusOf(record);
  if (status !== 'future') return status;
  const from = publicFrom(record);
  return from !== null && from <= nowSeconds ? 'publish' : 'future';
}

/** → start and end of a record in seconds since the epoch; null for kinds without dates. */
export function timesOf(
  { window, indexFields }: Kind,
  record: StoredRecord,
): { start: number | null; end: number | null } {
  const read = (name = '') => secondsOf(indexFields[name]?.read(record));
  return { start: read(window?.start), end: read(window?.end) };
}

/**
 * → the part of a record's links that describes it: usage is counted by it. Links of a series do
 * not count as use: its dates' links do.
 */
export function linkStateOf(kind: Kind, record: StoredRecord) {
  const unused = { status: 'trash', public_from: null, start: null, end: null } as const;
  if (isSeries(record)) return unused;
  return { status: statusOf(record), public_from: publicFrom(record), ...timesOf(kind, record) };
}
