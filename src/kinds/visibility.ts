/**
 * When a record is public, and when it takes place. `future` is judged at the moment of reading: a
 * record is published from its date on, whether or not it has been written since. Source: Contract
 * 8.
 */
import type { Kind } from './kind.js';
import type { RecordCore, Status, StoredRecord } from './record.js';
import { isSeries } from './series.js';

/** → seconds since the epoch of a UTC text `YYYY-MM-DD HH:MM:SS`, or null for anything else. */
export function secondsOf(utc: unknown): number | null {
  if (typeof utc !== 'string' || utc === '') return null;
  const ms = Date.parse(`${utc.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/** → the status of a record as it is answered, but for `future`: see `statusAt`. */
export const statusOf = ({ base_status }: Pick<RecordCore, 'base_status'>): Status => base_status;

/** → seconds since the epoch from which anyone may see the record; 0: always; null: never. */
export function publicFrom(record: Pick<RecordCore, 'base_status' | 'date_utc'>): number | null {
  const status = statusOf(record);
  if (status === 'publish') return 0;
  return status === 'future' ? secondsOf(record.date_utc) : null;
}

/** → the status at `nowSeconds`: a future record whose date has come is published. */
export function statusAt(
  record: Pick<RecordCore, 'base_status' | 'date_utc'>,
  nowSeconds: number,
): Status {
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

/** → the status that a record has, or had before it was put into the trash. */
export const beforeTrash = (record: StoredRecord): Status =>
  statusOf(record) === 'trash' ? (record.status_before_trash ?? 'draft') : statusOf(record);

/** What a link says of the record that holds it: usage is counted by it. */
export interface LinkState {
  status: Status;
  public_from: number | null;
  start: number | null;
  end: number | null;
}

/** → the state of a record's links. A series counts as no use of what it links: its dates do. */
export function linkStateOf(kind: Kind, record: StoredRecord): LinkState {
  if (isSeries(record)) return { status: 'trash', public_from: null, start: null, end: null };
  return { status: statusOf(record), public_from: publicFrom(record), ...timesOf(kind, record) };
}
