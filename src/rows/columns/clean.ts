/**
 * Pure rules that clean a value of a source: text, number, URL, and the folding of keys and names.
 * They invent nothing; a value that cannot be used is `null`.
 */
import { decodeHTMLStrict } from 'entities';
import { findIana, type WindowsZoneName } from 'windows-iana';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { parseUrl } from '../../lib/net/urls.js';
import { withoutEnd } from '../../lib/text/text.js';
import { limits } from '../../limits.js';
import { normalizeTimeZone } from '../../time/zones.js';

/** → the text in NFC, trimmed, each run of white space one space. */
export function cleanText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** → the text in NFC, trimmed, its line breaks (LF) kept, at most one empty line in a row. */
export function cleanProse(text: string): string {
  const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** → the finite number the text writes in decimals (`-97.46`, `48,3069`, `1e3`), or null. */
export function cleanNumber(text: string): number | null {
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text.trim())) return null;
  const value = Number(text.replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}

/** → why two coordinates are no point; null: they are one, or both are absent. */
export function faultOfPoint(lat: number | undefined, lng: number | undefined): string | null {
  if (lat === undefined && lng === undefined) return null;
  if (lat === undefined || lng === undefined) return 'one coordinate without the other';
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return 'coordinates out of range';
  return lat === 0 && lng === 0 ? 'coordinates 0,0' : null;
}

/** Yes and no as spreadsheets, forms and calendars write them. */
const YES = new Set(
  (
    'true 1 yes y on x ✓ ✔ ☑ wahr ja j ein an vrai oui verdadero sí si vero sì waar sim ' +
    'verdadeiro tak checked'
  ).split(' '),
);
const NO = new Set(
  'false 0 no n off - ☐ falsch nein aus faux non falso onwaar nee não nie unchecked'.split(' '),
);

/** → the answer that a word gives; null for any other word. */
export function cleanYesNo(text: string): boolean | null {
  const word = text.toLowerCase();
  return YES.has(word) || (NO.has(word) ? false : null);
}

/** → the items of a list by commas, semicolons, hashtags, bars, lines or ` / `; or undefined. */
export function cleanList(text: string): string[] | undefined {
  const isTags = text.split(/\s+/).every((word) => word.startsWith('#'));
  const sign = [',', ';'].find((mark) => text.includes(mark)) ?? (isTags ? ' ' : /[|\n]| \/ /);
  const items = text.split(sign).map((item) => item.trim().replace(/^#(?=\p{L})/u, ''));
  const filled = items.filter((item) => item !== '');
  return filled.length === 0 ? undefined : filled;
}

/**
 * → the text as an absolute http(s) URL: `http://` is put before a text without a scheme, the
 * scheme is lower-cased, the rest is unchanged. Null when a browser could not open it: white space,
 * credentials, another scheme, a host without a dot (`http://tbd`), or when it is too long.
 */
export function cleanUrl(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return null;
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(trimmed)?.[0];
  const address = scheme
    ? scheme.toLowerCase() + trimmed.slice(scheme.length)
    : `http://${trimmed.replace(/^\/\//, '')}`;
  const url = parseUrl(address);
  if (!url) return null;
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const hasHost = /[^.]\.[^.]/.test(url.hostname) || url.hostname.startsWith('[');
  const isOpen = url.username === '' && url.password === '' && address.length <= limits.urlChars;
  return isWeb && hasHost && isOpen ? address : null;
}

/** → a value with the entities of its plain texts read once; texts of HTML stay. */
export function withoutEntities(value: Json, name: string): Json {
  if (HTML.test(name)) return value;
  if (typeof value === 'string') return decodeHTMLStrict(value);
  if (Array.isArray(value)) return value.map((item) => withoutEntities(item, name));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, withoutEntities(item, key)]);
  return Object.fromEntries(members);
}

const HTML = /^(?:.{1,60}\.)?(?:description|excerpt)(?:$|\.)/;

/** → the first URL in a text with several, or in brackets behind a name. */
export function firstUrl(text: string): string | undefined {
  const [url] = /https?:\/\/[^\s<>"'|]+/i.exec(text.slice(0, URLS_CHARS)) ?? [];
  if (url === undefined) return undefined;
  const [first = ''] = url.split(/[,;](?=https?:)/i);
  return withoutEnd(first, first.includes('(') ? ',;' : ',;)');
}

const URLS_CHARS = 10_000;

/** → the text as a key holds it: NFKC, trimmed, white space collapsed. IDs differ by case. */
export function cleanKey(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/** → a name as a key holds it: the case of words says nothing. */
export const foldKey = (text: string): string => cleanKey(text.normalize('NFKC').toLowerCase());

/** → the values of a key, their texts as names. */
export const foldKeys = (values: readonly (Json | undefined)[]): (Json | undefined)[] =>
  values.map((value) => (typeof value === 'string' ? foldKey(value) : value));

/** → the fields that have a value. */
export const withoutUndefined = (fields: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );

/** → the zone that Windows calls by this name, or null. */
export function windowsZone(name: string): string | null {
  const [iana] = findIana(name as WindowsZoneName);
  return iana === undefined ? null : normalizeTimeZone(iana);
}
