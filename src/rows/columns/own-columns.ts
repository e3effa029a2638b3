/**
 * Rows whose columns are our own field names, or are renamed to them: values are only cleaned, and
 * columns with a dot (`venue.city`) or the bare name of a venue form the inline object.
 */
import type { Issue } from '../../errors.js';
import { isOfCalendar } from '../../kinds/identity.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { taggedIn } from '../../kinds/texts.js';
import { isBlank } from '../../lib/text/text.js';
import type { MappedRow, Row, RowMapper } from '../mapping.js';
import { quoted, withValues } from '../shown.js';
import {
  cleanKey,
  cleanList,
  cleanNumber,
  cleanUrl,
  cleanYesNo,
  withoutEntities,
} from './clean.js';
import { NO_SOURCE, openDescribed } from './described.js';
import { pointIn, withForeign } from './foreign-values.js';
import { NOWHERE, openNames, twiceIn, withStates } from './headers.js';
import { keyIssue, listedIn, readKey, scalarText } from './keys.js';
import { ofSeries, PART_FIELDS, partsIn } from './part-columns.js';
import { isToMidnight, TIME_COLUMNS, withTimeColumns, withTimes } from './time-columns.js';

const listFields = new Set(['categories', 'tags']);
const urlFields = new Set(['website', 'online_url']);
const yesFields = new Set(['all_day', 'featured', 'sticky', 'hide_from_listings']);
const numberFields = new Set(['geo_lat', 'geo_lng']);
const POINT = /^(?:geo_)?(?:lat|latitude|lng|lon|long|longitude)$/;
const keyFields = new Set([
  ...['external_id', 'id', 'keys', 'merged', 'recurrence_id', 'is_alone', 'own', 'by'],
  'local_dates',
  ...PART_FIELDS,
]);

/**
 * → the row mapper for our own columns. `columns` maps columns to fields; other columns keep their
 * names. The key is the column `external_id`, trimmed, else `id` as `source:id`; without a source,
 * an ID identifies nothing. Empty texts and nulls are left out, and their columns are listed in
 * `emptied`. Texts with commas become lists, and numeric texts of coordinates become numbers; any
 * other coordinate is kept, so that validation rejects it under its name. An unknown column gives a
 * warning, once.
 */
export function ownColumns(
  kind: Kind,
  { columns = new Map(), source = null }: ColumnOptions = {},
): RowMapper {
  const unknown = openUnknown(kind);
  const described = openDescribed(kind, source);
  const { name, missing } = openNames(kind, columns);
  const isSeries = 'recurrence' in kind.fields;
  let isTold = source !== null;
  const map = (given: Row): MappedRow => {
    const sent = isSeries ? ofSeries(given) : given;
    const warnings: Issue[] = [];
    const { row: named, columns: shown } = name(sent, warnings);
    const row = withTimes(kind, isSeries ? withStates(named) : named, warnings);
    const id = cleanKey(scalarText(row.id));
    const owner = source ?? (row.kind === 'calendar#event' ? GOOGLE : null);
    const ofSource = id === '' || owner === null ? null : `${owner}:${id}`;
    const externalId = readKey(row.external_id) ?? ofSource;
    const isShown = (name: string) => Object.values(shown ?? {}).includes(name);
    const twice = twiceIn(row, (name) => fieldOf(kind, name) || isShown(name));
    const reason = keyIssue(externalId) ?? twice;
    const param = reason === twice ? 'line' : 'external_id';
    if (reason !== null) return { issues: [{ param, reason }] };
    warnings.push(...unknown(Object.keys(row)));
    const payload: JsonObject = {};
    const emptied: string[] = [];
    const date = isSeries ? scalarText(row.recurrence_id) : '';
    for (const [column, value] of Object.entries(row)) {
      if (column === '' || keyFields.has(column)) continue;
      if (isPoint(kind, column) && !isBlank(value)) {
        const from = shown?.[column] ?? column;
        const point = pointIn(value, from) ?? leaveOut(warnings, column, 'coordinates', value);
        for (const [name, degrees] of Object.entries(point ?? {}))
          setField(kind, payload, column.replace(/geo$/, name), degrees);
        continue;
      }
      const text = 'external_id' in row ? value : withoutEntities(value ?? null, column);
      const cleaned = cleanValue(column, text, warnings);
      const none = date !== '' && value === null ? emptyOf(kind, column) : undefined;
      if (none !== undefined) payload[column] = none;
      else if (cleaned === undefined) emptied.push(column);
      else setField(kind, payload, column, cleaned);
    }
    if (!isTold && externalId === null && id !== '') {
      isTold = true;
      warnings.push({ param: 'id', reason: NO_SOURCE });
    }
    const keeps = [row.own ?? []].flat().map(String);
    const read = described(withForeign(kind, payload, warnings), warnings);
    return {
      externalId,
      payload: read,
      columns: withTimeColumns(named, shown),
      warnings: withValues(warnings, { payload: {}, columns: shown }),
      ...(isSeries && !isBlank(row.local_dates) ? { local: row.local_dates } : {}),
      ...(isToMidnight(named) ? { isToMidnight: true } : {}),
      ...listedIn(row),
      ...(date === '' ? {} : { occurrence: date, isOutsideRules: row.is_alone === true }),
      ...(sent !== given && 'title' in read ? { isWithoutSeries: true } : {}),
      ...(keeps.length > 0 ? { keeps: keeps.filter((name) => fieldOf(kind, name)) } : {}),
      ...(emptied.length > 0 ? { emptied } : {}),
      ...(isSeries ? partsIn(row, externalId, map) : {}),
    };
  };
  return { kind: kind.name, merge: [], map, columns: [...columns.keys()], missing };
}

/** The default source of the IDs of its interface's events. */
const GOOGLE = 'google-calendar';

/** → the value that clears a field of a date of a series; undefined if it is never empty. */
function emptyOf({ name, fields }: Kind, column: string): Json | undefined {
  if (taggedIn(name, column)) return null;
  const { stored, isEmptied } = fields[column] ?? {};
  if (stored === 'image') return false;
  return isEmptied ? '' : undefined;
}

/** How own columns are read. */
interface ColumnOptions {
  /** Columns that have other names than the fields. */
  columns?: ReadonlyMap<string, string> | undefined;
  /** The source of the IDs in the column `id`; null: they identify nothing. */
  source?: string | null | undefined;
}

/** The form of a source of IDs. Contract 16.1. */
const SOURCE = /^[a-z0-9._-]{1,64}$/;

/** → the source as sent. Throws an Error of one line for an invalid source. */
export function readSource(text: string): string {
  if (isOfCalendar(`${text}:`)) throw new Error('--source: that is the name of a calendar here.');
  if (SOURCE.test(text)) return text;
  throw new Error('--source: up to 64 lower-case letters, digits, dots, hyphens, underscores.');
}

/**
 * → a map from column to field, read from a text `column=field,column=field`; `column=-` leaves a
 * column out. Throws an Error that names every invalid pair, and every unknown field.
 */
export function readColumns(kind: Kind, text: string): Map<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('=').map((side) => side.trim()));
  const isField = (field: string) =>
    keyFields.has(field) || field.split('.')[0] === kind.titleField || fieldOf(kind, field);
  const wrong = pairs.filter(
    ([column, field, ...rest]) =>
      !column || !field || rest.length > 0 || !(field === NOWHERE || isField(field)),
  );
  if (wrong.length > 0) {
    const pairTexts = wrong.map((pair) => `"${pair.join('=')}"`).join(', ');
    throw new Error(`--columns: not COLUMN=FIELD with a field of ${kind.route}: ${pairTexts}.`);
  }
  return new Map(pairs.map(([column = '', field = '']) => [column, field]));
}

/** → whether a column holds both coordinates: `geo`, or `venue.geo` of an event. */
const isPoint = (kind: Kind, column: string): boolean =>
  /(?:^|\.)geo$/.test(column) && fieldOf(kind, column.replace(/geo$/, 'geo_lat'));

const fieldOf = (kind: Kind, field: string): boolean => {
  if (field === 'geo') return Object.hasOwn(kind.fields, 'geo_lat');
  const [date] = TIME_COLUMNS.find(([, time]) => time === field) ?? [];
  if (date !== undefined) return Object.hasOwn(kind.fields, date);
  const [name = '', inner] = field.split(/\.(.*)/s);
  const relation = kind.relations.find((candidate) => candidate.field === name);
  if (!relation) return Object.hasOwn(kind.fields, name);
  if (inner === undefined || inner === 'name' || keyFields.has(inner)) return true;
  return fieldOf(kinds[relation.target], inner);
};

/** Unknown columns that are named; an object may have other keys in every row. */
const namedColumns = 100;

/** → a function that gives a warning for each column or field that the kind lacks, once. */
export function openUnknown(kind: Kind): (columns: readonly string[]) => Issue[] {
  const columnsToSkip = new Set(['', 'removed', 'lang', 'author_name', ...keyFields]);
  let named = 0;
  return (columns) =>
    columns.flatMap((param) => {
      if (columnsToSkip.has(param) || named >= namedColumns) return [];
      // A point beside a venue is that of the venue.
      if (POINT.test(param) && columns.some((name) => /^venue(?:\.|$)/.test(name))) return [];
      columnsToSkip.add(param);
      if (fieldOf(kind, param)) return [];
      named += 1;
      return [{ param, reason: UNKNOWN }];
    });
}

const UNKNOWN = 'no field of this kind: the column is left out, in all rows';

function cleanValue(column: string, value: Json | undefined, warnings: Issue[]) {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return value;
  const text = value.normalize('NFC').trim();
  if (text === '') return undefined;
  const field = column.slice(column.lastIndexOf('.') + 1);
  if (listFields.has(field)) return cleanList(text);
  const none = (as: string) => leaveOut(warnings, column, as, text);
  if (yesFields.has(field)) return cleanYesNo(text) ?? none('yes or no');
  if (numberFields.has(field)) return cleanNumber(text) ?? text;
  if (!urlFields.has(field)) return text;
  return cleanUrl(text) ?? none('url');
}

const leaveOut = (warnings: Issue[], param: string, as: string, value?: Json): undefined =>
  void warnings.push({ param, reason: `left out: not usable as ${as}: ${quoted(value)}` });

/**
 * In an event, `venue` may be an ID, a name or an object, and may also come in columns `venue.…`,
 * which count first; so may `organizer`.
 */
function setField({ relations }: Kind, payload: JsonObject, column: string, value: Json): void {
  const [relation = '', field] = column.split(/\.(.*)/s);
  const isInline = relations.some((line) => line.field === relation && line.inline === 'object');
  const isName = typeof value === 'string' && !/^[\d\s,]+$/.test(value);
  const before = payload[relation] ?? {};
  if (!isInline || (field === undefined && !isName)) {
    const isBoth = isInline && isJsonObject(value) && isJsonObject(before);
    payload[column] = isBoth ? { ...value, ...before } : value;
  } else {
    payload[relation] = { ...(isJsonObject(before) ? before : {}), [field ?? relation]: value };
  }
}
