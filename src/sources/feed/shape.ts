/** Distinguishes a page of a feed of changes from other JSON. */
import type { JsonObject } from '../../kinds/record.js';

/** → whether an answer is a page of a feed: its items have states, or it is empty. */
export function isFeedPage({ items, next, ...rest }: JsonObject): boolean {
  if (!Array.isArray(items)) return false;
  const isItem = (item: unknown) =>
    typeof item === 'object' && item !== null && 'id' in item && 'state' in item;
  if (items.length > 0) return items.every(isItem);
  return typeof next === 'string' && ('license' in rest || 'version' in rest);
}
