/**
 * Input → the complete record to store: title, status, dates, slug, fields. Links are embedded by
 * assemble.ts. Source: Contract 4.3, 4.8, 6.3, 8.
 */
import { type Caller, defaultStatus, statusFor } from '../../access/roles.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, Status, StoredRecord } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { parseDateTime, utcToSeconds } from '../../time/date-times.js';
import { nowSeconds, nowUtc } from '../../time/now.js';
import { utcToLocal } from '../../time/zones.js';
import type { Payload } from '../../validation/payload.js';
import type { Deps } from '../deps.js';
import { deriveFields } from './fields.js';
import { storeImage } from './input.js';
import type { Input } from './relations.js';
import { freeSlug, restoredSlug, type SlugChoice, toSlug, trashedSlug } from './slug.js';

/** Who writes a record, and what it replaces. */
export interface Drafting {
  caller: Caller;
  /** The stored record; null on create. */
  stored: StoredRecord | null;
  externalId?: string | null;
  /** The slug of a new record whose payload cannot say it: a line of an export has it. */
  slug?: string | undefined;
  /** The payload of a load, which may give the kind's `loadedFields`. */
  loaded?: JsonObject | undefined;
  /** Slugs already given to records of the same write. */
  avoid?: ReadonlySet<string> | undefined;
  /** Takes an ID from a reserved block; absent: one ID is reserved for the record. */
  takeId?: (kind: Kind) => number;
}

/** → the record. On create its ID is still 0; its revision and relations are unchanged. */
export async function draftRecord(
  deps: Deps,
  kind: Kind,
  input: Input,
  { caller, stored, externalId, avoid, slug, loaded }: Drafting,
): Promise<StoredRecord> {
  const { payload } = input;
  const now = nowUtc(deps);
  const fields = deriveFields(kind, {
    payload,
    stored,
    siteTimeZone: deps.config.siteTimeZone,
    nowMs: deps.now(),
  });
  Object.assign(fields, loadedFields(kind, { loaded, fields, stored }));
  // After every check above: a refused record must not store an image.
  if (input.image !== undefined) {
    fields.image = input.image && { ...(await storeImage(deps, input.image)) };
  }
  const dates = publicationDates(deps, payload, stored);
  const status = statusAfter(kind, { caller, stored, payload }, dates.date_utc, nowSeconds(deps));
  const record: StoredRecord = {
    id: stored?.id ?? 0,
    kind: kind.name,
    revision: stored?.revision ?? 0,
    version: stored?.version ?? 0,
    slug: stored?.slug ?? '',
    slug_reserved: stored?.slug_reserved ?? false,
    title: payload.title ?? stored?.title ?? '',
    status,
    status_before_trash: status === 'trash' ? beforeTrash(stored) : null,
    author: kind.family.hasStatus ? (payload.author ?? stored?.author ?? caller?.id ?? 0) : 0,
    ...dates,
    modified_utc: now,
    fields,
    relations: stored?.relations ?? {},
    // A record found by the key of one that was merged into it keeps its own.
    external_id: stored?.external_id ?? externalId ?? null,
    ...(stored?.aliases ? { aliases: stored.aliases } : {}),
  };
  return {
    ...record,
    ...(await slugAfter(deps, kind, record, {
      slugSent: payload.slug ?? slug,
      stored,
      avoid,
    })),
  };
}

/** → what a load gives: a text to a new record, a count that is higher than the stored one. */
function loadedFields(
  { loadedFields: names = [], fields: table }: Kind,
  { loaded = {}, fields, stored }: Pick<Drafting, 'loaded' | 'stored'> & { fields: JsonObject },
): JsonObject {
  const given: JsonObject = {};
  for (const name of names) {
    const value = loaded[name] ?? '';
    if (typeof table[name]?.initial === 'number') {
      const isHigher =
        Number.isSafeInteger(Number(value)) && Number(value) > Number(fields[name] ?? 0);
      if (isHigher) given[name] = Number(value);
    } else if (stored === null && typeof value === 'string' && isKey(value)) given[name] = value;
  }
  return given;
}

const isKey = (text: string): boolean =>
  text !== '' && text.length <= limits.keyChars && !/\p{Cc}/u.test(text);

const beforeTrash = (stored: StoredRecord | null): Status =>
  stored === null
    ? 'draft'
    : stored.status === 'trash'
      ? (stored.status_before_trash ?? 'draft')
      : stored.status;

function publicationDates(deps: Deps, payload: Payload, stored: StoredRecord | null) {
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
  { caller, stored, payload }: { caller: Caller; stored: StoredRecord | null; payload: Payload },
  dateUtc: string,
  now: number,
): Status {
  if (!kind.family.hasStatus) return 'publish';
  const sent = statusFor(caller, payload.status);
  const status = sent ?? stored?.status ?? defaultStatus(caller);
  if (status !== 'publish' && status !== 'future') return status;
  return utcToSeconds(dateUtc) - now >= FUTURE_SECONDS ? 'future' : 'publish';
}

async function slugAfter(
  deps: Deps,
  kind: Kind,
  record: StoredRecord,
  {
    slugSent: sent,
    stored,
    avoid,
  }: Pick<Drafting, 'stored' | 'avoid'> & { slugSent?: string | undefined },
): Promise<{ slug: string; slug_reserved: boolean }> {
  const isTrash = record.status === 'trash';
  const wasTrash = stored?.status === 'trash';
  const slugSent = sent === undefined ? null : toSlug(sent);
  const currentSlug = wasTrash ? restoredSlug(record.slug) : record.slug;
  if (isTrash) {
    if (wasTrash && slugSent === null) return record;
    const base = slugSent ?? currentSlug;
    if (base === '') return { slug: '', slug_reserved: false };
    const slug = await freeSlug(deps, kind.name, trashedSlug(base), { avoid });
    return { slug, slug_reserved: true };
  }
  const isUnpublished = record.status === 'draft' || record.status === 'pending';
  const base =
    slugSent ?? (currentSlug || (kind.isSlugLate && isUnpublished ? '' : titleSlug(kind, record)));
  if (isUnpublished && !stored?.slug_reserved) return { slug: base, slug_reserved: false };
  const isKept = stored !== null && base === stored.slug && stored.slug_reserved;
  if (isKept) return { slug: base, slug_reserved: true };
  if (stored !== null && base === stored.slug && !(await isHeldByOther(deps, kind, base, stored))) {
    return { slug: base, slug_reserved: true };
  }
  const own = stored?.slug_reserved ? stored.slug : undefined;
  const slug = await freeTermSlug(deps, kind, base, { record, avoid, own });
  return { slug, slug_reserved: true };
}

const titleSlug = (kind: Kind, record: StoredRecord): string => toSlug(record.title) || kind.name;

async function isHeldByOther(deps: Deps, kind: Kind, slug: string, stored: StoredRecord) {
  const holders = await deps.store.find(kind.name, 'slug', [slug], 2);
  return holders.some((holder) => holder.id !== stored.id);
}

/** When the slug of a child category is taken, its parent's slug is appended before any number. */
async function freeTermSlug(
  deps: Deps,
  kind: Kind,
  base: string,
  { record, ...choice }: { record: StoredRecord } & SlugChoice,
): Promise<string> {
  const above = Number(record.fields.parent ?? 0);
  const isTaken = async (slug: string) =>
    choice.avoid?.has(slug) || (await deps.store.takenSlugs(kind.name, [slug])).has(slug);
  const parent =
    kind.isTree && above > 0 && (await isTaken(base))
      ? await deps.store.get(kind.name, { id: above })
      : null;
  if (!parent) return freeSlug(deps, kind.name, base, choice);
  return freeSlug(deps, kind.name, toSlug(`${base}-${parent.slug}`), choice);
}
