/**
 * Draft → the change that writes it: completes the record (title, status, dates, slug, fields), and
 * creates or embeds its linked records. Source: Contract 4.3, 4.8, 6.3, 8.
 */
import { invalidParams } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Json, JsonObject, Snapshot, StoredRecord } from '../../kinds/record.js';
import { hasDates, isSeries, seriesIdOf, stretchesOf } from '../../kinds/series.js';
import { isBlank } from '../../lib/text/text.js';
import { limits } from '../../limits.js';
import { withOwn } from '../../series/own.js';
import { withPart, withPartDates, withSeriesWrite } from '../../series/restate.js';
import { addImage } from '../../service/images.js';
import type { Change } from '../../store/port.js';
import { changeOf, toSnapshot } from '../../sync/change.js';
import { tooLargeBy } from '../../sync/record-size.js';
import { parseDateTime } from '../../time/date-times.js';
import { nowSeconds, nowUtc } from '../../time/now.js';
import { crowdReason } from '../../time/recurrence/dates.js';
import { crowdedYear } from '../../time/recurrence/stretches.js';
import { utcToLocal } from '../../time/zones.js';
import type { Deps } from '../deps.js';
import { findDuplicate } from './duplicates.js';
import { deriveFields } from './fields.js';
import { toldInOwn } from './own-language.js';
import type { Draft, Link } from './plan.js';
import { findTerm } from './relations.js';
import { slugAfter, toSlug } from './slug.js';
import { keysAfter } from './slug-keys.js';
import { statusAfter } from './status.js';

/**
 * → the change that writes a record with everything it links. Reads the store and writes only new
 * images to it, which do no harm when the change is not made. Throws `rest_invalid_param` when the
 * linked records are too large together.
 */
export async function assemble(deps: Deps, kind: Kind, sent: Draft): Promise<Change> {
  const draft = toldInOwn(deps, kind, sent);
  // Completed first, as it may be refused: no image of a linked record may be stored by then.
  const record = await completeRecord(deps, kind, draft);
  const creates: StoredRecord[] = [];
  const relations: Record<string, Snapshot[]> = { ...record.relations };
  for (const { field } of kind.relations) {
    const links = draft.links[field];
    if (!links) {
      relations[field] ??= [];
      continue;
    }
    const snapshots: Snapshot[] = [];
    for (const link of links) {
      const linked = await linkedRecord(deps, link, creates);
      if (!snapshots.some((other) => other.id === linked.id)) snapshots.push(toSnapshot(linked));
    }
    relations[field] = snapshots;
  }
  const large = tooLargeBy({ ...record, relations });
  if (large) throw invalidParams([{ param: large, reason: TOO_LARGE }]);
  const id = record.id || (draft.takeId?.(kind) ?? (await nextId(deps, kind)));
  const after = await judged(deps, draft, { ...record, id, relations });
  const keyed = async (change: Change): Promise<Change> => ({
    ...change,
    ...(await keysAfter(deps, change.record, draft)),
  });
  const series = draft.part ? withPart(draft.part, after, fieldsSent(draft)) : after;
  if ((series.parts?.length ?? 0) > limits.seriesParts) throw invalidParams([TOO_MANY_PARTS]);
  const year = series.parts ? crowdedYear(stretchesOf(series) ?? []) : null;
  if (year !== null) throw invalidParams([{ param: 'recurrence', reason: crowdReason(year) }]);
  if (!draft.part) return keyed(changeOf(draft.stored, series, creates));
  const change = await keyed(changeOf(draft.part.series, series, creates));
  const { field = '' } = kind.changeCount ?? {};
  const isOfLine = draft.part.isWhole && draft.loaded?.[field] !== undefined;
  if (!isOfLine) return change;
  // A line of an export says how often a series has changed, its parts included.
  const fields = { ...change.record.fields, [field]: draft.part.series.fields[field] ?? 0 };
  return { ...change, record: { ...change.record, fields } };
}

const TOO_MANY_PARTS = {
  param: 'scope',
  reason: `A series has at most ${limits.seriesParts} parts.`,
};

/** → the names of the fields that were sent. `scope` says of which dates they are. */
export const fieldsSent = ({ payload }: Draft): string[] =>
  Object.keys(payload.values).filter((name) => name !== 'scope');

/** → a date with the fields that are its own after the write, a series with its parts. */
async function judged(deps: Deps, draft: Draft, record: StoredRecord): Promise<StoredRecord> {
  const { stored, loaded, isRepeated, part } = draft;
  // Another system repeats the state of the series again and again: its parts are kept.
  const names = loaded || isRepeated ? [] : fieldsSent(draft);
  if (stored && !part && hasDates(stored)) {
    const series = withSeriesWrite(stored, record, names);
    return draft.partDates ? withPartDates(series, draft.partDates) : series;
  }
  const seriesId = seriesIdOf(record);
  if (seriesId === 0) return record;
  const [series] = await deps.store.find(record.kind, 'id', [seriesId]);
  // The dates of an ended series no longer follow it: a row of a file states their fields.
  if (!series || (loaded && !draft.isFollowed && !isSeries(series))) return record;
  const { payload, follows, keeps } = draft;
  return withOwn(series, record, { values: payload.values, follows, keeps });
}

const TOO_LARGE = `All linked records have more than ${limits.copiesBytes} bytes together.`;

async function linkedRecord(
  deps: Deps,
  link: Link,
  creates: StoredRecord[],
): Promise<StoredRecord> {
  if ('record' in link) return link.record;
  const kind = kinds[link.kind];
  const created = creates.filter((record) => record.kind === kind.name);
  const findTwin = () =>
    kind.family.name === 'term'
      ? findTerm(deps, kind.name, link.draft)
      : findDuplicate(deps, kind, link.draft, { created });
  const twin = await findTwin();
  if (twin) return twin;
  const avoid = new Set(created.map(({ slug }) => slug));
  const complete = await completeRecord(deps, kind, { ...link.draft, avoid });
  const record = { ...complete, revision: 1, id: await nextId(deps, kind) };
  const late = hasOtherSlug(record) ? await findTwin() : null;
  if (late) return late;
  creates.push(record);
  return record;
}

/**
 * → whether a new record's slug differs from its title's: another record has this slug, and may
 * have been created after the search for duplicates.
 */
export const hasOtherSlug = ({ slug, title }: StoredRecord): boolean => slug !== toSlug(title);

async function nextId(deps: Deps, kind: Kind): Promise<number> {
  const [id] = await deps.store.nextIds(kind.family.name, 1);
  return Number(id);
}

/** → the record. On create its ID is still 0; its revision and relations are unchanged. */
async function completeRecord(deps: Deps, kind: Kind, draft: Draft): Promise<StoredRecord> {
  const { payload, caller, stored } = draft;
  const fields = deriveFields(kind, draft, {
    siteTimeZone: deps.config.siteTimeZone,
    nowMs: deps.now(),
    languages: deps.site.languages,
  });
  Object.assign(fields, loadedFields(kind, draft, fields));
  // After every check above: a refused record must not store an image.
  if (draft.image !== undefined) {
    fields.image = draft.image && { ...(await addImage(deps, draft.image)) };
  }
  const dates = publicationDates(deps, draft);
  const record: StoredRecord = {
    id: stored?.id ?? 0,
    kind: kind.name,
    revision: stored?.revision ?? 0,
    version: stored?.version ?? 0,
    slug: stored?.slug ?? '',
    slug_reserved: stored?.slug_reserved ?? false,
    title: payload.title ?? stored?.title ?? '',
    ...statusAfter(kind, draft, { ...dates, nowSeconds: nowSeconds(deps) }),
    author: kind.family.hasStatus ? (payload.author ?? stored?.author ?? caller?.id ?? 0) : 0,
    ...dates,
    modified_utc: [draft.modifiedUtc ?? '~', nowUtc(deps)].sort()[0] ?? '',
    fields,
    relations: stored?.relations ?? {},
    ...(stored?.parts ? { parts: stored.parts } : {}),
  };
  const { slug, slug_reserved } = await slugAfter(deps, kind, record, draft);
  return { ...record, slug, slug_reserved };
}

/**
 * → fields set by a load only: a text of a new record, a list of a record without one, a count
 * higher than the stored count.
 */
function loadedFields(
  { loadedFields: names = [], fields: table }: Kind,
  { loaded = {}, stored }: Draft,
  fields: JsonObject,
): JsonObject {
  const given = names.flatMap((name): [string, Json][] => {
    const value = loaded[name];
    if (value === undefined) return [];
    const isCount = typeof table[name]?.initial === 'number';
    const isFree = Array.isArray(value) ? isBlank(fields[name]) : stored === null;
    const isGiven = isCount ? Number(value) > Number(fields[name] ?? 0) : isFree;
    return isGiven ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

function publicationDates(deps: Deps, { payload, stored }: Draft) {
  const zone = String(
    payload.values.timezone || stored?.fields.timezone || deps.config.siteTimeZone,
  );
  const parse = (value: unknown, inZone: string) =>
    value === undefined ? null : parseDateTime(value, { zone: inZone, nowMs: deps.now() });
  const local = parse(payload.date, zone);
  const utc = parse(payload.dateUtc, 'UTC');
  if (stored && !local && !utc) return { date: stored.date, date_utc: stored.date_utc };
  const dateUtc = utc?.utc ?? local?.utc ?? nowUtc(deps);
  // Parsed in the event's zone, stored in the site's: Contract 1.
  return { date: utcToLocal(local?.utc ?? dateUtc, deps.config.siteTimeZone), date_utc: dateUtc };
}
