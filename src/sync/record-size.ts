/**
 * The bound of a record with its copies: MongoDB stores no document over 16 MB, and a record holds
 * whole copies of up to 300 others. Contract 10.
 */
import { linkedIn, type Snapshot, type StoredRecord } from '../kinds/record.js';
import { perObject } from '../lib/remember.js';
import { limits } from '../limits.js';

/** → the relation with most of the bytes of a too large record; null for a record in bounds. */
export function tooLargeBy(record: StoredRecord): string | null {
  const sizes = Object.keys(record.relations).map((field) => {
    const copies = linkedIn(record, field);
    return { field, bytes: copies.reduce((sum, copy) => sum + bytesOf(copy), 0) };
  });
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limits.copiesBytes) return null;
  return sizes.reduce((most, size) => (size.bytes > most.bytes ? size : most)).field;
}

/** → the bytes of a copy in a list. Many records of a load have the same copies. */
const bytesOf = perObject((copy: Snapshot) => Buffer.byteLength(JSON.stringify(copy)) + 1);
