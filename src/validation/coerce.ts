/**
 * Text from outside → typed values, by the property's `coerce`. Unconvertible values are left
 * unchanged, so that the type check reports them. Source: Contract 0.
 */
import type { Json } from '../kinds/record.js';
import { canonicalTag } from '../lib/text/language-tag.js';

const WHOLE = /^[+-]?\d+(\.0+)?$/;
const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

const TYPED_TRUE = new Set(['true', '1']);
const TYPED_FALSE = new Set(['false', '0']);
const LOOSE_TRUE = new Set(['1', 'yes', 'y', 'on', 'true', 'enable', 'enabled']);

/** How a property reads text: its `coerce`, its values, and other words for them. */
interface Coercion {
  coerce?: string;
  enum?: readonly unknown[];
  synonyms?: Readonly<Record<string, string>>;
  items?: Pick<Coercion, 'enum'> & { type?: unknown };
}

/** → the value as its declared type, or unchanged. */
export function coerceValue(property: Coercion, value: Json): Json {
  switch (property.coerce) {
    case 'boolean':
      return typedBoolean(value);
    case 'looseBoolean':
      return looseBoolean(value);
    case 'integer':
      return safeInteger(numberFrom(value, WHOLE));
    case 'number':
      return numberFrom(value, NUMERIC);
    case 'coordinate':
      return value === '' ? null : numberFrom(value, NUMERIC);
    case 'list':
      return toList(value).map((item) => listItem(item, property));
    case 'names':
      return toList(value).map((item) => (typeof item === 'number' ? String(item) : item));
    case 'choice':
      return choice(value, property);
    case 'languageTag':
      return languageTag(value);
    case 'languageTags':
      return toList(value).map(languageTag);
    case 'choices':
      return toList(value).map((item) => choice(item, { ...property, ...property.items }));
    case 'word':
      return typeof value === 'string' ? value.trim().toLowerCase() : value;
    default:
      return property.enum ? choice(value, property) : value;
  }
}

/** → an item as a word that the list may hold, or as a number unless it is a slug. */
function listItem(item: Json, { items = {} }: Coercion): Json {
  if (items.enum) return choice(item, items);
  return isSlug(item, items) ? item : numericItem(item);
}

/**
 * → the value that a text means, in any case, also by a synonym; else the text unchanged. Names of
 * schema.org may be URLs: `https://schema.org/EventMovedOnline` means `event_moved_online`.
 */
function choice(value: Json, { enum: values = [], synonyms = {} }: Coercion): Json {
  if (typeof value !== 'string' || values.includes(value)) return value;
  const word = foldChoice(value.trim().replace(/^https?:\/\/schema\.org\//i, ''));
  const synonym = Object.keys(synonyms).find((key) => foldChoice(key) === word);
  if (synonym !== undefined) return synonyms[synonym] ?? value;
  return values.map(String).find((choice) => foldChoice(choice) === word) ?? value;
}

/** → a language tag as BCP 47 writes it, `de-AT`; anything else unchanged. */
function languageTag(value: Json): Json {
  return typeof value === 'string' ? (canonicalTag(value.trim()) ?? value) : value;
}

/** → the letters that distinguish choices: `moved_online` and `MovedOnline` are the same. */
const foldChoice = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

/** → a list from an array or a comma-separated text; empty items are dropped. */
export function toList(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap((item) => (isEmptyText(item) ? [] : [item]));
  if (typeof value === 'string') {
    return value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  return [value];
}

/** → a safe integer from an integer or a text of digits, else the item unchanged. */
export function numericItem(item: Json): Json {
  if (typeof item !== 'string' || !/^\d{1,15}$/.test(item.trim())) return item;
  return Number(item);
}

/** → whether an item is a slug that a number would make another one: it begins with zeros. */
const isSlug = (item: Json, { type }: { type?: unknown }): boolean =>
  [type].flat().includes('string') && typeof item === 'string' && /^0\d/.test(item);

function isEmptyText(item: Json): boolean {
  return typeof item === 'string' && item.trim() === '';
}

function typedBoolean(value: Json): Json {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  const text = value.toLowerCase();
  if (TYPED_TRUE.has(text)) return true;
  return TYPED_FALSE.has(text) ? false : value;
}

function looseBoolean(value: Json): Json {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return LOOSE_TRUE.has(value.trim().toLowerCase());
  return value;
}

function numberFrom(value: Json, pattern: RegExp): Json {
  return typeof value === 'string' && pattern.test(value.trim()) ? Number(value) : value;
}

/** → a number limited to the range of safe integers; anything else unchanged. */
function safeInteger(value: Json): Json {
  if (typeof value !== 'number' || Number.isNaN(value)) return value;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
}
