/**
 * Draft → the complete record to store: title, status, dates, slug, fields. Links are embedded by
 * assemble.ts. Source: Contract 4.3, 4.8, 6.3, 8.
 */
import { defaultStatus, statusFor } from '../../access/roles.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, Status, StoredRecord } from '../../kinds/record.js';
import { beforeTrash } from '../../kinds/visibility.js';
import { limits } from '../../limits.js';
import { parseDateTime, utcToSeconds } from '../../time/date-times.js';
import { nowSeconds, nowUtc } from '../../time/now.js';
import { utcToLocal } from '../../time/zones.js';
import type { Deps } from '../deps.js';
import { addImage } from '../images.js';
import { deriveFields } from './fields.js';
import type { Draft } from './plan.js';
import { slugAfter } from './slug.js';

/** → the record. On create its ID is still 0; its revision and relations are unchanged. */
export async function completeRecord(deps: Deps, kind: Kind, draft: Draft): Promise<StoredRecord> {
  const { payload, caller, stored, externalId } = draft;
  const fields = deriveFields(kind, draft, {
    siteTimeZone: deps.config.siteTimeZone,
    nowMs: deps.now(),
  });
  Object.assign(fields, loadedFields(kind, draft, fields));
  // After every check above: a refused record must not store an image.
  if (draft.image !== undefined) {
    fields.image = draft.image && { ...(await addImage(deps, draft.image)) };
  }
  const dates = publicationDates(deps, draft);
  const status = statusAfter(kind, draft, dates.date_utc, nowSeconds(deps));
  const record: StoredRecord = {
    id: stored?.id ?? 0,
    kind: kind.name,
    revision: stored?.revision ?? 0,
    version: stored?.version ?? 0,
    slug: stored?.slug ?? '',
    slug_reserved: stored?.slug_reserved ?? false,
    title: payload.title ?? stored?.title ?? '',
    status,
    status_before_trash: status !== 'trash' ? null : stored ? beforeTrash(stored) : 'draft',
    author: kind.family.hasStatus ? (payload.author ?? stored?.author ?? caller?.id ?? 0) : 0,
    ...dates,
    modified_utc: nowUtc(deps),
    fields,
    relations: stored?.relations ?? {},
    // A record found by the key of one that was merged into it keeps its own.
    external_id: stored?.external_id ?? externalId ?? null,
    ...(stored?.aliases ? { aliases: stored.aliases } : {}),
  };
  const { slug, slug_reserved } = await slugAfter(deps, kind, record, draft);
  return { ...record, slug, slug_reserved };
}

/** → what a load gives: a text to a new record, a count that is higher than the stored one. */
function loadedFields(
  { loadedFields: names = [], fields: table }: Kind,
  { loaded = {}, stored }: Draft,
  fields: JsonObject,
): JsonObject {
  const loadedValues: JsonObject = {};
  for (const name of names) {
    const value = loaded[name] ?? '';
    if (typeof table[name]?.initial === 'number') {
      const isHigher =
        Number.isSafeInteger(Number(value)) && Number(value) > Number(fields[name] ?? 0);
      if (isHigher) loadedValues[name] = Number(value);
    } else if (stored === null && typeof value === 'string' && isKey(value))
      loadedValues[name] = value;
  }
  return loadedValues;
}

const isKey = (text: string): boolean =>
  text !== '' && text.length <= limits.keyChars && !/\p{Cc}/u.test(text);

function publicationDates(deps: Deps, { payload, stored }: Draft) {
  const zone = String(
    payload.values.timezone || stored?.fields.timezone || deps.config.siteTimeZone,
  );
  const parse = (value: unknown, inZone: string) =>
    value === undefined ? null : parseDateTime(value, { zone: inZone, nowMs: deps.now() });
  const local = parse(payload.date, zone);
  const utc = parse(payload.dateUtc, 'UTC');
  if (!local && !utc && stored) return { date: stored.date, date_utc: stored.date_utc };
  const dateUtc = utc?.utc ?? local?.utc ?? nowUtc(deps);
  // Parsed in the event's zone, stored in the site's: Contract 1.
  return { date: utcToLocal(local?.utc ?? dateUtc, deps.config.siteTimeZone), date_utc: dateUtc };
}

/** A record to be published at least this many seconds from now is `future`. */
const FUTURE_SECONDS = 60;

function statusAfter(
  kind: Kind,
  { caller, stored, payload }: Draft,
  dateUtc: string,
  now: number,
): Status {
  if (!kind.family.hasStatus) return 'publish';
  const sent = statusFor(caller, payload.status);
  const status = sent ?? stored?.status ?? defaultStatus(caller);
  if (status !== 'publish' && status !== 'future') return status;
  return utcToSeconds(dateUtc) - now >= FUTURE_SECONDS ? 'future' : 'publish';
}
