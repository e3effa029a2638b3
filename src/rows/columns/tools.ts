/**
 * The tools by which mappings clean values and look up towns. A tool that cannot use a value
 * returns undefined and reports it: as a warning where the field is left out, as an issue where the
 * row is rejected.
 */
import { decodeHTMLStrict } from 'entities';
import type { Issue } from '../../errors.js';
import type { Json } from '../../kinds/record.js';
import { findTown } from '../../lib/place/towns-called.js';
import { limits } from '../../limits.js';
import { quoted } from '../shown.js';
import {
  cleanKey,
  cleanNumber,
  cleanProse,
  cleanText,
  cleanUrl,
  faultOfPoint,
  foldKey,
} from './clean.js';
import { firstText } from './languages.js';

type Value = Json | undefined;

/** The tools for a row. Every tool accepts any value of a row; undefined means no value. */
export type Tools = ReturnType<typeof openTools>;

/** Collects the tools' reports about a row. */
export interface Findings {
  issues: Issue[];
  warnings: Issue[];
  /** Names of data without a field here. */
  notes: string[];
}

/** → the tools for a row of the mapping. `source`: the source of the rows' IDs. */
export function openTools(mappingName: string, findings: Findings, source: string | null = null) {
  const leaveOut = (param: string, reason: string): undefined => {
    findings.warnings.push({ param, reason: `left out: ${reason}` });
  };
  const read = (value: Value): string =>
    textOf(value) ??
    refuse(findings, 'line', `a text is wanted, not an object or list: ${excerptOf(value)}`);
  const text = (value: Value): string | undefined =>
    cleanText(decodeHTMLStrict(read(value))) || undefined;
  const use = <T>(value: Value, clean: (text: string) => T | null, param: string, as: string) => {
    const cleaned = text(value);
    return cleaned === undefined
      ? undefined
      : (clean(cleaned) ?? leaveOut(param, `not usable as ${as}: ${quoted(cleaned)}`));
  };
  const number = (value: Value, param: string) => use(value, cleanNumber, param, 'number');
  return {
    /**
     * → the text in NFC, trimmed, white space collapsed, its HTML entities read once. An object or
     * list rejects the row.
     */
    text,
    /** → the same for a plain text. */
    plain: (value: Value): string | undefined => cleanText(read(value)) || undefined,
    /** Reports a value left out, with the reason. */
    leaveOut,
    /** Reports data of the source without a field here. */
    notTaken: (name: string): void => void findings.notes.push(name),
    /** → the same with its line breaks. */
    prose: (value: Value): string | undefined => cleanProse(read(value)) || undefined,
    /** → the texts that are not empty, joined. */
    join: (separator: string, ...values: Value[]): string | undefined =>
      values.flatMap((value) => text(value) ?? []).join(separator) || undefined,
    /** → the items of a list, or of a text split at the separator, each once. */
    list(value: Value, separator = ','): string[] | undefined {
      const items = Array.isArray(value) ? value : read(value).split(separator);
      const texts = items.flatMap((item) => text(item) ?? []);
      return texts.length > 0 ? [...new Set(texts)] : undefined;
    },
    /** → the number; anything else is left out with a warning about `param`. */
    number,
    /** → an http(s) URL; `http://` is put before one without a scheme. Anything else: a warning. */
    url: (value: Value, param = 'website') => use(value, cleanUrl, param, 'url'),
    /**
     * → `{geo_lat, geo_lng}` in degrees. Both are undefined, with a warning, when either is missing
     * or out of range, or when both are 0, which in many programs means "unknown".
     */
    coordinates(lat: Value, lng: Value): { geo_lat?: number; geo_lng?: number } {
      const point = { geo_lat: number(lat, 'geo_lat'), geo_lng: number(lng, 'geo_lng') };
      const fault = faultOfPoint(point.geo_lat, point.geo_lng);
      if (fault === null) return point;
      leaveOut('geo_lat', `${fault}: ${quoted(`${read(lat)}, ${read(lng)}`)}`);
      return { geo_lat: undefined, geo_lng: undefined };
    },
    /** → whether the value is among the texts, ignoring case and extra white space. */
    isOneOf(value: Value, ...texts: string[]): boolean {
      const key = foldKey(read(value));
      return texts.some((other) => foldKey(other) === key);
    },
    /** → the table's value for the text, ignoring case and extra white space; else the text. */
    translate(table: Readonly<Record<string, string>>, value: Value): string | undefined {
      const name = text(value);
      const key = foldKey(name ?? '');
      return name && (Object.entries(table).find(([other]) => foldKey(other) === key)?.[1] ?? name);
    },
    ...openKeys(mappingName, findings, source),
    /** → the town, or null. Its `timezone` may be null. */
    findTown,
  };
}

function openKeys(mappingName: string, findings: Findings, source: string | null) {
  const keyIn = (name: string, values: Value[]): string | undefined =>
    makeKey(name, values, findings) ?? undefined;
  const idOf = ({ id, global_id }: IdentifiedRow): Value => (source === null ? global_id : id);
  return {
    /** → a complete key for an inline record of another record's row. */
    key: (...values: Value[]) => keyIn(mappingName, values),
    /** → the identity of an answer of such an interface: its ID in a source, else its global ID. */
    idOf,
    /** → the key of an inline record. */
    keyOf: (row: IdentifiedRow) => keyIn(source ?? mappingName, [idOf(row)]),
  };
}

/** A record of an interface such as ours: its ID there, and one for the whole web. */
type IdentifiedRow = Readonly<Record<string, Value>>;

/** → a text, number or boolean as text, nothing as `""`; null for an object without languages. */
const textOf = (value: Value): string | null =>
  typeof value !== 'object' || value === null ? String(value ?? '') : firstText(value) || null;

const excerptOf = (value: Value): string => JSON.stringify(value).slice(0, 40);

/** Reports an issue, and replaces the unusable value. */
function refuse({ issues }: Findings, param: string, reason: string): '' {
  issues.push({ param, reason });
  return '';
}

/**
 * → `name:value|value`, each value in NFKC, trimmed, white space collapsed; null when all are
 * empty. `|` and `\` inside a value get a `\` before them, so that two keys are never equal. A too
 * long key is an issue, and null.
 */
export function makeKey(name: string, values: readonly Value[], findings: Findings): string | null {
  const reason = 'a key is made of texts, not of an object or list';
  const parts = values
    .map((value) => textOf(value) ?? refuse(findings, 'external_id', reason))
    .map((text) => cleanKey(text).replace(/[\\|]/g, '\\$&'));
  if (parts.every((value) => value === '')) return null;
  const key = `${name}:${parts.join('|')}`;
  if (key.length <= limits.lineChars) return key;
  refuse(findings, 'external_id', `the key is longer than ${limits.lineChars} characters`);
  return null;
}
