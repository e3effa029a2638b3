/**
 * Reads a payload by the schema of its kind: typed values, or every issue. From callers without
 * trusted HTML, fields of HTML keep the allow-list of lib/text/html.ts, all others no tag. Source:
 * Contract 24.1.
 */
import type { Kind } from '../kinds/kind.js';
import { isStatus, type Json, type JsonObject, type Status } from '../kinds/record.js';
import { cleanHtml, withoutTags } from '../lib/text/html.js';
import { validate } from './compile.js';
import { splitTexts, type TextRules } from './texts.js';

/** A payload that passed its schema. Absent fields were not sent. */
export interface Payload {
  title?: string;
  slug?: string;
  status?: Status;
  /** User ID. */
  author?: number;
  /** ID of the parent term; 0 without a parent. */
  parent?: number;
  /** Date-times as sent; they are read later, in the zone of the record. Contract 4.2. */
  date?: Json;
  dateUtc?: Json;
  /** The language of its plain texts; absent: the record's. */
  language?: string;
  /** Everything sent that the schema knows, by wire name. */
  values: JsonObject;
}

/**
 * → the payload by its kind's schema. Texts within their bounds are cleaned unless `isClean`, and
 * the rest is validated. `foreign`: texts in unknown languages, which are left out. Throws the
 * errors of `validate`.
 */
export function readPayload(kind: Kind, sent: JsonObject, reading: PayloadReading) {
  const { language, raw, others, removed, foreign } = splitTexts(kind, sent, reading);
  // A title in languages of others is an issue of its own.
  const isLess = foreign.some(({ param }) => param === kind.titleField);
  const mode = isLess ? 'update' : reading.mode;
  const { values, issues } = validated(kind, raw, { ...reading, mode });
  for (const [tag, texts] of others) {
    const read = validated(kind, texts, { ...reading, mode: 'update' });
    for (const [name, text] of Object.entries(read.values)) values[`${name}.${tag}`] = text;
    issues.push(...read.issues.map(({ param, reason }) => ({ param: `${param}.${tag}`, reason })));
  }
  for (const name of removed) values[name] = '';
  return { payload: toPayload(kind, values, language), issues, foreign };
}

/** How a payload is read. */
interface PayloadReading extends TextRules {
  mode: 'create' | 'update';
  isClean: boolean;
}

function validated(
  kind: Kind,
  raw: JsonObject,
  { mode, isClean }: Pick<PayloadReading, 'mode' | 'isClean'>,
) {
  const sent = validate(kind.schema, raw, mode);
  const cleaned = isClean ? null : withCleanTexts(kind, raw, Object.keys(sent.values));
  return cleaned ? validate(kind.schema, cleaned, mode) : sent;
}

/** → the payload of values that are known to be valid. */
export function toPayload(kind: Kind, values: JsonObject, language: string | undefined): Payload {
  const { [kind.titleField]: title, slug, status, author, parent, date, date_utc } = values;
  return {
    ...(typeof title === 'string' ? { title: title.trim() } : {}),
    ...(typeof slug === 'string' ? { slug } : {}),
    ...(isStatus(status) ? { status } : {}),
    ...(typeof author === 'number' ? { author } : {}),
    ...(typeof parent === 'number' ? { parent } : {}),
    ...(date === undefined ? {} : { date }),
    ...(date_utc === undefined ? {} : { dateUtc: date_utc }),
    ...(language === undefined ? {} : { language }),
    values,
  };
}

/**
 * → the raw parameters with the texts in `names` cleaned; null when they are clean. Inline records
 * are not changed: they are cleaned by the table of their own kind.
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
  const after = before.map(([name, item]) => [name, eachText(item, clean)] as const);
  if (after.every(([, item], at) => item === before[at]?.[1])) return value;
  return Array.isArray(value) ? after.map(([, item]) => item) : Object.fromEntries(after);
}
