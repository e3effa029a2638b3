/**
 * Columns of tables that other programs and people wrote, found by their headers: our fields in any
 * spelling, and the words of Outlook, Google Calendar and spreadsheets. Contract 16.2.
 */
import type { Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { Json, JsonObject } from '../../kinds/record.js';
import type { Row } from '../mapping.js';
import { cleanText, cleanYesNo } from './clean.js';
import { scalarText } from './keys.js';
import { placeIn } from './place-text.js';

/** Fields of events by the headers that mean them, the likeliest first. */
const EVENT_WORDS: readonly [field: string, words: string][] = [
  ['title', 'title,subject,event name,event title,name,summary,titel,veranstaltung,titre,título'],
  [
    'start_date',
    'start date,event date,date,startdatum,datum,start timestamp,starttime,start,begin,beginn',
  ],
  ['start_time', 'start time,time,startzeit,uhrzeit,starttime,start,begin,beginn'],
  ['end_date', 'end date,enddatum,end timestamp,endtime,end,ende,fin'],
  ['end_time', 'end time,endzeit'],
  ['all_day', 'all day event,all day,ganztägig'],
  ['description', 'description,beschreibung,details,content'],
  ['location', 'location,venue name,place,ort,veranstaltungsort,lieu,lugar,luogo'],
  ['categories', 'categories,category,kategorie,kategorien'],
  ['organizer', 'organizer name,organizer,organiser,meeting organizer,veranstalter'],
  ['website', 'website,url,link,webseite'],
  ['cost', 'cost,price,preis,eintritt'],
];

/** The same for venues and organizers, also of members of an address. */
export const LINKED_WORDS: readonly [field: string, words: string][] = [
  ['geo', 'coordinates,coord,coordinate,point,latlng,lat lng,geo point,location'],
  ['address', 'street address,address 1,line1,streetaddress,freeform,street,straße,adresse'],
  ['city', 'city,locality,addresslocality,town,stadt,ville'],
  ['zip', 'zip,postcode,postal code,postalcode,plz'],
  ['country', 'country,addresscountry,land,pays'],
  ['stateprovince', 'region,addressregion,state'],
  ['phone', 'phone,telephone,telefon'],
  ['website', 'website,url,link,webseite'],
];

/** → a header in small letters, with spaces alone between words. */
export const fold = (header: string): string =>
  cleanText(header.slice(0, 60).replace(/[_-]/g, ' ')).toLowerCase();

/** A row under our names, and its columns by their fields, where it has other names. */
interface OwnNamed {
  row: Row;
  columns?: Readonly<Record<string, string>>;
}

/**
 * → a function that gives rows under our names; a row with the kind's title under our name is
 * unchanged. Rows with the same headers share a reading. `warnings` gets values that are left out.
 */
export function openOwnNames(kind: Kind): (row: Row, warnings: Issue[]) => OwnNamed {
  let read: ({ columns: string } & ReturnType<typeof headersIn>) | undefined;
  return (row, warnings) => {
    if (kind.titleField in row || 'external_id' in row) return { row };
    const columns = Object.keys(row).join('\n');
    if (read?.columns !== columns) read = { columns, ...headersIn(kind, row) };
    const { names, byHeader, byField } = read;
    const renamed = Object.fromEntries(
      Object.entries(row).map(([column, value]) => [names.get(column) ?? column, value]),
    );
    const whole = isOfEvents(kind) ? withPlace(renamed, byHeader, warnings) : renamed;
    return { row: whole, columns: byField };
  };
}

const isOfEvents = ({ fields }: Kind): boolean => 'start_date' in fields;

/** → the columns by their fields, where these have other names. */
export const byFieldOf = (columns: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries([...columns].map(([column, field]) => [field, column]));

/** → our names by the columns that have other ones, and the columns by their folded headers. */
function headersIn(kind: Kind, row: Row) {
  const { titleField, fields } = kind;
  const words = isOfEvents(kind)
    ? EVENT_WORDS
    : [[titleField, 'name,title'] as const, ...LINKED_WORDS];
  const byHeader = new Map(Object.keys(row).map((column) => [fold(column), column]));
  const names = new Map<string, string>();
  const name = (field: string, header: string) => {
    const column = byHeader.get(header);
    const isFree = column !== undefined && !names.has(column) && !(column in fields);
    if (!isFree || field in row || [...names.values()].includes(field)) return;
    names.set(column, field);
  };
  for (const field of [...Object.keys(fields), 'start_time', 'end_time']) name(field, fold(field));
  for (const [field, list] of words) for (const word of list.split(',')) name(field, word);
  return { names, byHeader, byField: byFieldOf(names) };
}

/** → the row with its text of a place read, and private where a column of a calendar says so. */
function withPlace(row: Row, byHeader: ReadonlyMap<string, string>, warnings: Issue[]): Row {
  const { location, ...rest } = row;
  const [yes = '', ...words] = PRIVACY.map((header) =>
    scalarText(row[byHeader.get(header) ?? '']).toLowerCase(),
  );
  const isPrivate = cleanYesNo(yes) === true || words.some((word) => CLOSED.has(word));
  const whole: Record<string, Json | undefined> = { ...rest };
  for (const header of PRIVACY) delete whole[byHeader.get(header) ?? ''];
  if (isPrivate) whole.status ??= 'private';
  if (location === undefined) return whole;
  if ('venue' in row) return { ...whole, location };
  if (typeof location !== 'string') return { ...whole, venue: location };
  const { venue, ...said } = placeIn(location, {}, (reason) =>
    warnings.push({ param: 'location', reason: `left out: ${reason}` }),
  );
  const named = Object.entries(venue ?? { venue: '' }).map(([key, text]) => [`venue.${key}`, text]);
  return { ...Object.fromEntries(named), ...said, ...whole };
}

const PRIVACY = ['private', 'sensitivity', 'visibility'];

/** Words of Outlook and Google for events that are not for everybody. */
const CLOSED = new Set(['private', 'personal', 'confidential']);

/** The target of a column that is left out. */
export const NOWHERE = '-';

/**
 * → the row under our names; `a.b` names the inside of an object or list. `seen` gets the columns
 * of the row.
 */
export function renamed(row: Row, columns: ReadonlyMap<string, string>, seen: Set<string>): Row {
  const read = new Set<string>();
  const fields = [...columns].flatMap(([column, field]): [string, Json | undefined][] => {
    const isWhole = column in row;
    read.add(isWhole ? column : (column.split('.')[0] ?? ''));
    const value = isWhole ? row[column] : valueAt(row, column.split('.'));
    if (value !== undefined || field === NOWHERE) seen.add(column);
    return value === undefined || field === NOWHERE ? [] : [[field, value]];
  });
  const unread = Object.entries(row).filter(([column]) => !read.has(column));
  return Object.fromEntries([...unread, ...fields]);
}

const valueAt = (row: Row, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, name) => {
    const inside = Array.isArray(value) && !/^\d+$/.test(name) ? value[0] : value;
    return typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
      ? (inside as JsonObject)[name]
      : undefined;
  }, row as JsonObject);
