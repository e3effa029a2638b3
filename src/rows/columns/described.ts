/**
 * Inline records of a row: their IDs belong to the sender. In a load with a source they are keys of
 * this source; without a source they identify nothing, and name and address decide. A bare number
 * is an ID of this system. Contract 16.2.
 */
import type { Issue } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';
import { isBlank } from '../../lib/text/text.js';
import { quoted } from '../shown.js';
import { firstUrl } from './clean.js';
import { describedByUs, nameIn } from './foreign-values.js';
import { scalarText } from './keys.js';
import { readPlaceText } from './place-text.js';

/** Of IDs without a source. */
export const NO_SOURCE = 'identifies nothing, in all rows: the load names no source of these IDs';

/** → a function that gives the payload of a row with these IDs read, and warns of each once. */
export function openDescribed(kind: Kind, source: string | null) {
  const told = new Set<string>();
  const tell = (param: string, reason: string, warnings: Issue[]) => {
    if (!told.has(param)) warnings.push({ param, reason });
    told.add(param);
  };
  return (payload: JsonObject, warnings: Issue[]): JsonObject => {
    const read: JsonObject = { ...wholePoint(payload, 'geo', warnings) };
    for (const { field, inline, target } of kind.relations) {
      const value = payload[field];
      if (value === undefined) continue;
      const describe = (item: Json): Json[] => {
        if (!isJsonObject(item)) return [item];
        // A term of an export also has its slug, a term of another system only its name.
        const isOfExport = 'slug' in item && !('id' in item);
        if (inline === 'name') return [isOfExport ? item : nameIn(item) || item];
        const placed = wholePoint(item, `${field}.geo`, warnings);
        const { id, image, ...rest } = describedByUs(kinds[target], placed, payload);
        const url = image === undefined ? null : urlOf(image, `${field}.image`, warnings);
        const whole = { ...rest, ...(url === null ? {} : { image: url }) };
        if (isNowhere(kinds[target], whole)) {
          const { isOnline, reasons } = readPlaceText(nameOf(kinds[target], whole));
          if (isOnline) read.attendance_mode ??= 'online';
          for (const reason of reasons)
            warnings.push({ param: field, reason: `left out: ${reason}` });
          return [];
        }
        if (!isNamed(kinds[target], Object.keys(rest).length === 0 ? { id } : rest)) {
          warnings.push({ param: field, reason: `left out: it has no name: ${quoted(item)}` });
          return [];
        }
        if (id === undefined || id === null || id === '') return [whole];
        if (source !== null) return [{ external_id: `${source}:${String(id)}`, ...whole }];
        if (Object.keys(rest).length === 0) return [id];
        tell(`${field}.id`, NO_SOURCE, warnings);
        return [whole];
      };
      const items = [value].flat();
      const described = items.flatMap(describe);
      if (described.length === 0 && items.length > 0) delete read[field];
      else read[field] = Array.isArray(value) ? described : (described[0] ?? null);
    }
    if (read.image !== undefined) {
      const url = urlOf(read.image, 'image', warnings);
      if (url === null) delete read.image;
      else read.image = url;
    }
    if (source !== null && 'author' in read) {
      delete read.author;
      tell('author', 'left out, in all rows: it is one of the source', warnings);
    }
    return read;
  };
}

/** → whether a described place without an address has a name that is none, as `Online event`. */
function isNowhere(kind: Kind, item: Record<string, Json | undefined>): boolean {
  const isPlace = 'geo_lat' in kind.fields && !('external_id' in item);
  const name = isPlace && [item.address, item.city].every(isBlank) ? nameOf(kind, item) : '';
  return name !== '' && readPlaceText(name).place === null;
}

const nameOf = ({ titleField }: Kind, item: Record<string, Json | undefined>): string =>
  scalarText(item[titleField]);

/** → the fields without half a point. */
function wholePoint(fields: JsonObject, param: string, warnings: Issue[]): JsonObject {
  const [given, other] = [fields.geo_lat, fields.geo_lng].toSorted((at) => (isBlank(at) ? 1 : -1));
  if (typeof given !== 'number' || !isBlank(other)) return fields;
  warnings.push({ param, reason: 'left out: one coordinate without the other' });
  return omit(fields, ['geo_lat', 'geo_lng']);
}

/** → whether a described record has a name, in any language, or is named by a key. */
const isNamed = ({ titleField }: Kind, item: Record<string, Json | undefined>): boolean =>
  Object.entries(item).some(
    ([name, value]) => NAMED.test(name.replace(titleField, 'id')) && !isBlank(value),
  );

const NAMED = /^(?:id(?:$|\.)|external_id$|slug$)/;

const URLS = ['url', 'source', 'src', 'contentUrl', 'original', 'full'];

/** → an image by its URL, the first of several; a value without a URL is left out (null). */
function urlOf(image: Json, param: string, warnings: Issue[]): Json | null {
  const [first = ''] = [image].flat();
  if (typeof first === 'string') return firstUrl(first) ?? first;
  if (!isJsonObject(first)) return first;
  // OpenAgenda has the folder and the name of the file.
  const { base, filename } = first;
  const parts = typeof base === 'string' && typeof filename === 'string' ? base + filename : '';
  const url = firstUrl([...URLS.map((name) => scalarText(first[name])), parts].join(' '));
  if (url === undefined && Object.values(first).some((value) => !isBlank(value))) {
    warnings.push({ param, reason: `left out: an image without a URL: ${quoted(first)}` });
  }
  return url ?? null;
}
