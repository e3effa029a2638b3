/**
 * Columns of tables that other programs and people wrote, found by their headers: our fields in any
 * spelling, and the words of Outlook, Google Calendar and spreadsheets. Contract 16.2.
 */
import type { Issue } from '../../errors.js';
import type { Field } from '../../kinds/field.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { omit } from '../../lib/omit.js';
import { remembered } from '../../lib/remember.js';
import type { Row } from '../mapping.js';
import { quoted } from '../shown.js';
import { fold, wordsOf } from '../words.js';
import { cleanYesNo } from './clean.js';
import { scalarText } from './keys.js';
import { placeIn } from './place-text.js';
import { TIME_COLUMNS } from './time-columns.js';

const EVENT_WORDS = wordsOf('event');
const PLACE_WORDS = [...wordsOf('linked'), ...wordsOf('point')];
const HEADERS = new Map(wordsOf('header'));
const wordsIn = (meaning: string): string[] => HEADERS.get(meaning) ?? [];
const [PRIVATE, CALLED_OFF] = [wordsIn('private'), wordsIn('called_off')];
const [STATES, CLOSED] = [[...PRIVATE, ...wordsIn('privacy')], wordsIn('closed')];

/** The end of a header that a table has for the second time. */
const AGAIN = / \(\d{1,4}\)$/;

/** `venue.name` is a name of ours; `Hausnr.` is none. */
const PATH = /\.[^.\s]/;

/** → why a row with a second column of one that is read has two meanings; or null. */
export function twiceIn(row: Row, isRead: (column: string) => boolean): string | null {
  const twice = Object.keys(row).find(
    (name) => AGAIN.test(name) && isRead(name.replace(AGAIN, '')),
  );
  return twice === undefined ? null : `the table has this column twice: ${quoted(twice)}`;
}

/** A row under our names, and its columns by their fields, where it has other names. */
interface OwnNamed {
  row: Row;
  columns?: Readonly<Record<string, string>>;
}

/** Sets of headers that are remembered: rows of JSON leave members out. */
const SHAPES_MAX = 20;

/**
 * → a function that gives rows under our names; a row of an export has them. Rows with the same
 * headers share a reading. `warnings` gets values that are left out.
 */
function openOwnNames(kind: Kind): (row: Row, warnings: Issue[]) => OwnNamed {
  const isOfEvents = 'start_date' in kind.fields;
  const read = remembered((columns: string) => headersIn(kind, JSON.parse(columns)), SHAPES_MAX);
  return (row, warnings) => {
    if ('external_id' in row) return { row };
    const { names, byField } = read(JSON.stringify(Object.keys(row)));
    const entries = Object.entries(row).map(([name, value]) => [names.get(name) ?? name, value]);
    const renamed = withNumber(Object.fromEntries(entries));
    const whole = isOfEvents ? withPlace(renamed, warnings) : renamed;
    return { row: whole, columns: byField };
  };
}

/** → the columns by their fields, where these have other names. */
const byFieldOf = (columns: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries([...columns].map(([column, field]) => [field, column]));

/** → our names by the columns that have other ones, and the columns by their folded headers. */
function headersIn({ titleField, fields }: Kind, given: readonly string[]) {
  const isOfEvents = 'start_date' in fields;
  const headers = given.filter((column) => !PATH.test(column));
  const byHeader = groupBy(headers, (column) => fold(column.replace(AGAIN, '')));
  const isPost = wordsIn('published').some((header) => byHeader.has(header));
  const isOwn = (name: string): boolean =>
    name === 'date'
      ? !isOfEvents || isPost
      : name === titleField || OTHERS.has(name) || isSent(fields[name]);
  const names = new Map<string, string>();
  const nameBy = (field: string, list: readonly string[], before: readonly string[]) => {
    if (given.includes(field) || [...names.values()].includes(field)) return;
    const named = list.flatMap((word) => before.map((prefix) => prefix + word));
    const columns = named.flatMap((header) => byHeader.get(header) ?? []);
    const column = columns.find((one) => !names.has(one) && !isOwn(one));
    if (column !== undefined) names.set(column, field);
  };
  const prefixes = ['', isOfEvents ? 'event' : titleField];
  const own = [...Object.keys(fields).filter(isOwn), 'start_time', 'end_time'];
  for (const prefix of prefixes) for (const field of own) nameBy(field, [fold(field)], [prefix]);
  nameBy(titleField, isOfEvents ? [] : wordsIn('title'), prefixes);
  for (const [field, list] of isOfEvents ? EVENT_WORDS : PLACE_WORDS) nameBy(field, list, prefixes);
  // An address without any name of a venue describes nothing.
  const hasVenue = [...given, ...names.values()].some((one) => VENUE.test(one));
  for (const [field, list] of isOfEvents && hasVenue ? PLACE_WORDS : []) {
    const inPlace = field === 'phone' || field === 'website' ? [] : [field, ...list];
    const words = inPlace.filter((word) => word !== 'location');
    nameBy(`venue.${field}`, words, ['venue', 'location', '']);
  }
  // Times without a day may hold it.
  for (const [date, time] of TIME_COLUMNS) {
    const at = [...names.keys()].find((column) => names.get(column) === time) ?? time;
    const isThere = given.includes(date) || [...names.values()].includes(date);
    if (isThere || !given.includes(at)) continue;
    if (date === 'start_date' || [...names.values()].includes('start_date')) names.set(at, date);
  }
  return { names, byField: byFieldOf(names) };
}

const VENUE = /^(?:location|venue(?:\.(?:venue|name|title|id))?)$/;

/** → whether rows state a field; an address of a record, or a value of the index, is none. */
const isSent = (field: Field | undefined): boolean =>
  field?.stored !== undefined || /^(?:terms|linked|status|parent)$/.test(field?.answered ?? '');

const OTHERS = new Set('id slug author uid sequence start_time end_time'.split(' '));

/** → yes or no; null for any other value. */
const answerIn = (value: Json | undefined): boolean | null =>
  cleanYesNo(typeof value === 'boolean' ? String(value) : scalarText(value));

/** → the row, private or called off where a column of a calendar says so. */
export function withStates(row: Row): Row {
  const whole: Record<string, Json | undefined> = { ...row };
  for (const [column, value] of Object.entries(row)) {
    const header = fold(column);
    const isCalledOff = CALLED_OFF.includes(header);
    if (!isCalledOff && !STATES.includes(header)) continue;
    delete whole[column];
    const isYes = answerIn(value) === true;
    const isClosed =
      CLOSED.includes(fold(scalarText(value))) || (isYes && PRIVATE.includes(header));
    if (isCalledOff && isYes) whole.event_status = 'cancelled';
    else if (!isCalledOff && isClosed) whole.status ??= 'private';
  }
  return whole;
}

/** → the row with the number of a house in its address, in the order of their columns. */
function withNumber(row: Row): Row {
  const at = ['', 'venue.'].find((of) => `${of}housenumber` in row) ?? '';
  const [address, number] = [`${at}address`, `${at}housenumber`];
  if (!(address in row && number in row)) return row;
  const parts = Object.entries(row).filter(([name]) => name === address || name === number);
  const texts = parts.map(([, value]) => scalarText(value)).filter((text) => text !== '');
  return { ...omit(row, [number]), [address]: texts.join(' ') };
}

/** → the row with its text of a place read. */
function withPlace(row: Row, warnings: Issue[]): Row {
  const { location, ...whole } = row;
  if (location === undefined) return whole;
  if ('venue' in row) return { ...whole, location };
  if (typeof location !== 'string') return { ...whole, venue: location };
  const { venue, ...said } = placeIn(location, {}, (reason) =>
    warnings.push({ param: 'location', reason: `left out: ${reason}` }),
  );
  const named = Object.entries(venue ?? { venue: '' }).map(([key, text]) => [`venue.${key}`, text]);
  return { ...Object.fromEntries(named), ...said, ...whole };
}

/** The target of a column that is left out. */
export const NOWHERE = '-';

/** → how rows get our names, by columns that are named or by their headers. */
export function openNames(kind: Kind, columns: ReadonlyMap<string, string>) {
  const seen = new Set<string>();
  const byField = omit(byFieldOf(columns), [NOWHERE]);
  const underOwnNames = openOwnNames(kind);
  return {
    name: (row: Row, warnings: Issue[]): OwnNamed =>
      columns.size === 0
        ? underOwnNames(row, warnings)
        : { row: renamed(row, columns, seen), columns: byField },
    /** → the named columns that no row had so far. */
    missing: () => [...columns.keys()].filter((column) => !seen.has(column)),
  };
}

/**
 * → the row under our names; `a.b` names the inside of an object or list. `seen` gets the columns
 * of the row. A described record keeps its other members: `venue.name=venue.venue` names one.
 */
function renamed(row: Row, columns: ReadonlyMap<string, string>, seen: Set<string>): Row {
  const read = new Set<string>();
  const fields = [...columns].flatMap(([column, field]): [string, Json | undefined][] => {
    const isWhole = column in row;
    read.add(isWhole ? column : (column.split('.')[0] ?? ''));
    const value = isWhole ? row[column] : valueAt(row, column.split('.'));
    if (value !== undefined || field === NOWHERE) seen.add(column);
    if (value === undefined || field === NOWHERE) return [];
    // Yes and no of `cancelled` say more than a state: 1 may be the state of a page.
    const header = fold(column.split('.').at(-1) ?? '');
    const isOff = field === 'event_status' && CALLED_OFF.includes(header);
    return [[isOff && answerIn(value) !== null ? header : field, value]];
  });
  const unread = Object.entries(row).flatMap(([column, value]): [string, Json | undefined][] => {
    if (!read.has(column)) return [[column, value]];
    const inside = [...columns].filter(([name]) => name.startsWith(`${column}.`));
    const isRecord = inside.some(([, field]) => field.startsWith(`${column}.`));
    const names = inside.map(([name]) => name.split('.')[1] ?? '');
    return isRecord && isJsonObject(value) ? [[column, omit(value, names)]] : [];
  });
  return Object.fromEntries([...unread, ...fields]);
}

const valueAt = (row: Row, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, name) => {
    const inside = Array.isArray(value) && !/^\d+$/.test(name) ? value[0] : value;
    return typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
      ? (inside as JsonObject)[name]
      : undefined;
  }, row as JsonObject);
