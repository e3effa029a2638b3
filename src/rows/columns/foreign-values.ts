/**
 * Values that other systems write where we have a plain one: objects of texts, times, prices and
 * places, points in one column, and words for states. Contract 16.2.
 */
import type { Issue } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { splitBy } from '../../lib/batches.js';
import { quoted } from '../shown.js';
import { fold, meaningsOf, wordsOf } from '../words.js';
import { faultOfPoint, windowsZone } from './clean.js';
import { scalarText } from './keys.js';
import { firstText, withLanguages } from './languages.js';

type Value = Json | undefined;

/** States in columns: words of titles, and words that a title may have. */
const STATES = new Map([...meaningsOf('state'), ...meaningsOf('column')]);

const PLACE_WORDS = wordsOf('linked');

/** Members that hold the text of an object, the likeliest first. */
const TEXTS = ['text', 'rendered', 'raw', 'content', 'value', '@value'];
const NAMES = ['name', 'title', 'label', 'displayName', 'slug', ...TEXTS];
const firstOf = (value: JsonObject, names: readonly string[]): string =>
  names.reduce((text, name) => text || scalarText(value[name]) || firstText(value[name]), '');

/** → the name of an inline record, or `""`. */
export const nameIn = (value: JsonObject): string => firstOf(value, NAMES);

/** → the payload with these values read; unreadable values are left out, with a warning. */
export function withForeign(kind: Kind, payload: JsonObject, warnings: Issue[]): JsonObject {
  const read: JsonObject = {};
  for (const [field, value] of Object.entries(withLanguages(kind, payload))) {
    if (field === 'status' || field === 'event_status') continue;
    if (field === 'cost') Object.assign(read, costIn(value, payload, warnings));
    else if (field.endsWith('_date') && isJsonObject(value))
      Object.assign(read, timeIn(field, value));
    else read[field] = isJsonObject(value) ? firstOf(value, TEXTS) || value : value;
  }
  const { timezone } = read;
  if (typeof timezone === 'string' && timezone.includes(' '))
    read.timezone = windowsZone(timezone) ?? timezone;
  for (const field of ['status', 'event_status']) {
    const { [field]: sent } = payload;
    const text = typeof sent === 'boolean' ? String(sent) : scalarText(sent);
    const word = fold(text).replace(/^event/, '');
    // Exports and our calendars state that an event takes place, whatever its title says.
    const isOurs = sent !== undefined && sent === kind.fields[field]?.initial;
    const known = isOurs ? undefined : STATES.get(word);
    const states = sent === undefined ? {} : (known ?? { [field]: sent });
    for (const [name, state] of Object.entries(states)) {
      if (name in kind.fields || name === 'status')
        read[name] = payload[name] === sent ? state : (payload[name] ?? state);
    }
  }
  return read;
}

/** → the time of `{local, timezone}` or `{dateTime, timeZone}`, or the day of `{date}`. */
export function timeIn(field: string, value: JsonObject): JsonObject {
  const time = firstOf(value, ['local', 'dateTime', 'date', 'utc']);
  const timezone = firstOf(value, ['timezone', 'timeZone']);
  return { [field]: time || value, ...(timezone === '' ? {} : { timezone }) };
}

/** Members with a price: as it is shown, in whole units, and in units that may be cents. */
const PRICES = [
  ['display', 'formatted', 'major_value'],
  ['min', 'max', 'low', 'high', 'price', 'units', 'text', 'rendered', 'raw', 'content', '@value'],
  ['amount', 'value', 'total', 'face_value'],
];
const CURRENCIES = ['currency', 'currency_code', 'currencyCode', 'iso_code'];
/** A number that may count cents, and currencies without them. */
const CENTS = /^\d{3,}$/;
const UNDIVIDED = /^(?:JPY|KRW|VND|CLP|ISK|XAF|XOF)$/i;

/** → the cost by the prices of objects, each with its currency; what may be cents is left out. */
function costIn(cost: Json, row: JsonObject, warnings: Issue[]): JsonObject {
  const ofRow = firstOf(row, CURRENCIES);
  const values = [cost].flat();
  const isAlone = ofRow !== '' && /^[\d.,]+$/.test(scalarText(cost));
  if (isAlone) return { cost: `${scalarText(cost)} ${ofRow}` };
  if (!values.some(isJsonObject)) return { cost };
  const prices = values.flatMap((value) => {
    if (!isJsonObject(value)) return [value];
    const currency = firstOf(value, CURRENCIES) || ofRow;
    const groups = PRICES.map((names) =>
      names.map((name) => scalarText(value[name])).filter((text) => text !== ''),
    );
    const at = groups.findIndex((texts) => texts.length > 0);
    const isDoubtful = at === 2 && !UNDIVIDED.test(currency);
    const texts = (groups[at] ?? []).filter((text) => !isDoubtful || !CENTS.test(text));
    if (texts.length === 0) {
      const reason = 'left out: no price, or a number that may count cents';
      warnings.push({ param: 'cost', reason: `${reason}: ${quoted(value)}` });
    }
    return (at === 0 ? texts.slice(0, 1) : texts).map((text) =>
      /^[\d.,]+$/.test(text) ? `${text} ${currency}`.trim() : text,
    );
  });
  return prices.length > 0 ? { cost: [...new Set(prices)].slice(0, 20) } : {};
}

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d{1,20})?)`;
const PAIR = new RegExp(`^${NUMBER} ?°? ?([NS]?)(?: ?[,;] ?| )${NUMBER} ?°? ?([EW]?)$`, 'i');
const WKT = new RegExp(`^(?:SRID=\\d{1,6}; ?)?POINT ?\\( ?${NUMBER} ${NUMBER} ?\\)$`, 'i');

/** The text of a column `geom`, as Mobilizon writes it: the longitude first. */
const GEOM = new RegExp(`^${NUMBER} ?; ?${NUMBER}$`);
const POINT_KEYS = ['geo', 'geom', 'coordinate', 'coordinates', 'location'];

/** → the point of an object, or of a text such as `38.70, -9.39` or `33.86S 151.2E`, or null. */
export function pointIn(value: Value, column = ''): JsonObject | null {
  const whole = scalarText(value);
  const text = whole.length > 80 ? '' : whole;
  const geom = /(?:^|\.)geom$/.test(column) ? GEOM.exec(text) : null;
  const [, lng, lat] = geom ?? WKT.exec(text) ?? [];
  const [, first, letter, second, other] = PAIR.exec(text) ?? [];
  const object = isJsonObject(value) ? value : {};
  const north = lat ?? first ?? firstOf(object, ['lat', 'latitude', 'geo_lat']);
  const east = lng ?? second ?? firstOf(object, ['lng', 'lon', 'long', 'longitude', 'geo_lng']);
  const point = { geo_lat: signed(north, letter), geo_lng: signed(east, other) };
  return faultOfPoint(point.geo_lat, point.geo_lng) === null ? point : null;
}

/** → the degrees; NaN where the letter contradicts the sign, or there are none. */
function signed(degrees: string, letter = ''): number {
  const value = degrees === '' ? Number.NaN : Number(degrees);
  if (/[sw]/i.test(letter)) return -Math.abs(value);
  return letter !== '' && value < 0 ? Number.NaN : value;
}

/** → a record that `by` describes, under our names; a named place may have the point of `by`. */
export function describedByUs(kind: Kind, sent: JsonObject, by: JsonObject): JsonObject {
  const { titleField, fields } = kind;
  const { address, ...members } = sent;
  const parts = isJsonObject(address) ? address : null;
  const parted = [parts ?? {}, sent.location ?? {}].filter(isJsonObject);
  const title = titleField in sent ? '' : nameIn(sent);
  const isPlace = 'geo_lat' in fields;
  const isOpen = isPlace && !('geo_lat' in sent);
  const points = (isOpen ? POINT_KEYS : []).map((at) => pointIn(sent[at], at));
  if (isOpen) points.unshift(pointIn(parts), pointIn(sent));
  if (isOpen && (title !== '' || titleField in sent)) points.push(pointIn(by));
  // A city, a state or a country may be an object with a name.
  const [named, own] = splitBy(
    Object.entries(members),
    ([name, value]) => isPlace && name !== 'image' && name in fields && isJsonObject(value),
  );
  const rest = Object.fromEntries(own);
  const foreign = own.filter(([name]) => !(name in fields));
  const around = isPlace ? [...foreign, ...named, ...parted.flatMap(Object.entries<Json>)] : [];
  const byName = Object.fromEntries(
    around.map(([name, value]) => [fold(name), isJsonObject(value) ? nameIn(value) : value]),
  );
  const read = (around.length > 0 ? PLACE_WORDS : [])
    .map(([field, words]) => [field, firstOf(byName, [field, ...words])])
    .filter(([field = '', text]) => text !== '' && !(field in rest));
  return {
    ...(parts || address === undefined ? rest : { ...rest, address }),
    ...(title === '' ? {} : { [titleField]: title }),
    ...Object.fromEntries(read),
    ...points.find((at) => at !== null),
  };
}
