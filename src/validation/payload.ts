/**
 * Reads a payload by the schema of its kind: typed values, or every issue. Of callers whose HTML is
 * not trusted, fields of HTML keep what the allow-list of lib/html.ts holds, all others no tag.
 * Source: Contract 24.1.
 */
import type { Issue } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { isStatus, type Json, type JsonObject, type Status } from '../kinds/record.js';
import { cleanHtml, withoutTags } from '../lib/html.js';
import { validate } from './compile.js';

/** A payload that passed its schema. What is absent was not sent. */
export interface Payload {
  title?: string;
  slug?: string;
  status?: Status;
  /** User ID. */
  author?: number;
  /** ID of the parent term; 0: none. */
  parent?: number;
  /** Date-times as sent; they are read later, in the zone of the record. Contract 4.2. */
  date?: Json;
  dateUtc?: Json;
  /** Everything sent that the schema knows, by wire name. */
  values: JsonObject;
}

/**
 * → the payload by its kind's schema. Texts within their bounds are cleaned unless `isClean`, and
 * what is left of them is validated. Throws what `validate` throws.
 */
export function readPayload(
  kind: Kind,
  raw: JsonObject,
  { mode, isClean }: { mode: 'create' | 'update'; isClean: boolean },
): { payload: Payload; issues: Issue[] } {
  const sent = validate(kind.schema, raw, mode);
  const cleaned = isClean ? null : withCleanTexts(kind, raw, Object.keys(sent.values));
  const { values, issues } = cleaned ? validate(kind.schema, cleaned, mode) : sent;
  return { payload: toPayload(kind, values), issues };
}

/** → the payload of values that are known to be valid. */
export function toPayload(kind: Kind, values: JsonObject): Payload {
  const { [kind.titleField]: title, slug, status, author, parent, date, date_utc } = values;
  return {
    ...(typeof title === 'string' ? { title: title.trim() } : {}),
    ...(typeof slug === 'string' ? { slug } : {}),
    ...(isStatus(status) ? { status } : {}),
    ...(typeof author === 'number' ? { author } : {}),
    ...(typeof parent === 'number' ? { parent } : {}),
    ...(date === undefined ? {} : { date }),
    ...(date_utc === undefined ? {} : { dateUtc: date_utc }),
    values,
  };
}

/**
 * → the raw parameters with the texts of those in `names` cleaned; null when they are clean.
 * Records given inline are left alone: they are cleaned by the table of their own kind.
 */
function withCleanTexts(kind: Kind, raw: JsonObject, names: readonly string[]): JsonObject | null {
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
