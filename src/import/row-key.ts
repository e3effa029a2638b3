/**
 * The key of an event's row without a lasting identity: a hash of its title, its start, and its
 * venue's identifying fields, as sent. Its phone may change, and columns may be added to a file. A
 * stored hash is a layout: another rule is another version of the key, by which rows are looked up
 * as well. Contract 16.3.
 */
import { createHash } from 'node:crypto';
import { rowKey } from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../kinds/record.js';
import { foldText } from '../lib/text/words.js';

/** → the key of a mapped row, the `nth` of its group; null for a kind without such keys. */
export function rowKeyOf(
  { identifiedBy, titleField }: Kind,
  payload: JsonObject,
  nth = 1,
): string | null {
  if (!identifiedBy) return null;
  const folded = (value: Json | undefined) =>
    typeof value === 'string' ? foldText(value.trim()) || null : (value ?? null);
  const valuesOf = (path: string): Json[] => {
    const [field = '', name = ''] = path.split('.');
    const items = [payload[field] ?? []].flat();
    return items.map((item) => folded(isJsonObject(item) ? item[name] : item));
  };
  const identity = JSON.stringify([folded(payload[titleField]), ...identifiedBy.map(valuesOf)]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, HASH_CHARS);
  return rowKey(hash) + (nth > 1 ? `/${nth}` : '');
}

const HASH_CHARS = 22;

/** → the key in an `external_id` by which exports of 1.x write the hash of a row, or null. */
export function oldRowKey({ name, identifiedBy }: Kind, identity: string): string | null {
  const hash = identity.slice(name.length + 1);
  const isHash = identity.startsWith(`${name}:`) && /^[\w-]{22}$/.test(hash);
  return identifiedBy && isHash ? rowKey(hash) : null;
}
