/**
 * The texts of callers whose HTML is not trusted: fields of HTML keep what the allow-list of
 * lib/html.ts holds, all others keep no tag at all. Source: Contract 24.1.
 */
import type { Kind } from '../kinds/kind.js';
import type { Json, JsonObject } from '../kinds/record.js';
import { cleanHtml, withoutTags } from '../lib/html.js';

/**
 * → the raw parameters with the texts of those in `names` cleaned; null when they are clean.
 * Records given inline are left alone: they are cleaned by the table of their own kind.
 */
export function withCleanTexts(
  kind: Kind,
  raw: JsonObject,
  names: readonly string[],
): JsonObject | null {
  const clean = { ...raw };
  for (const name of names) {
    const value = raw[name];
    if (value === undefined || isInline(kind, name)) continue;
    clean[name] = eachText(value, kind.fields[name]?.isHtml ? cleanHtml : withoutTags);
  }
  return names.some((name) => clean[name] !== raw[name]) ? clean : null;
}

const isInline = (kind: Kind, name: string): boolean =>
  kind.relations.some(({ field, inline }) => field === name && inline === 'object');

/** → the value with each of its texts cleaned; the same value when nothing has changed. */
function eachText(value: Json, clean: (text: string) => string): Json {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return value;
  const before = Object.entries(value);
  const after = before.map(([name, one]) => [name, eachText(one, clean)] as const);
  if (after.every(([, one], at) => one === before[at]?.[1])) return value;
  return Array.isArray(value) ? after.map(([, one]) => one) : Object.fromEntries(after);
}
