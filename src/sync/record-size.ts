/**
 * The bound of a record with its copies: MongoDB stores no document over 16 MB, and a record holds
 * whole copies of up to 300 others. Contract 10.
 */
import { linkedIn, type StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';

/** → the relation whose copies take most of a record that is too large; null: it is not. */
export function tooLargeBy(record: StoredRecord): string | null {
  const sizes = Object.keys(record.relations).map((field) => {
    const copies = linkedIn(record, field);
    return { field, bytes: copies.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(copies)) };
  });
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limits.copiesBytes) return null;
  return sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most)).field;
}
