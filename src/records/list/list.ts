/** Answers a list query from the search index: a page, or a long page in slices. */
import { type Caller, canEditOthers, visibleTo } from '../../access/roles.js';
import { type Issue, invalidParams, pageNotFound } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Json, JsonObject } from '../../kinds/record.js';
import { ALL_LANGUAGES } from '../../kinds/texts.js';
import { omit } from '../../lib/omit.js';
import { limits } from '../../limits.js';
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  fingerprintOf,
  statedFor,
  withStated,
} from '../../search/cursor.js';
import type { FacetValue } from '../../search/facets.js';
import type { Days, From, Position, SearchPage, SearchQuery } from '../../search/port.js';
import { toSearchQuery } from '../../search/query.js';
import { toText } from '../../search/sought.js';
import { datesWindow } from '../../series/dates.js';
import { endOfDay, utcToSeconds } from '../../time/date-times.js';
import { localToUtc } from '../../time/zones.js';
import type { DateRange } from '../../validation/dates.js';
import type { NearTown } from '../../validation/geo-params.js';
import type { ListParams } from '../../validation/list-params.js';
import { loadSchema } from '../../validation/schemas.js';
import { readLang } from '../../validation/texts.js';
import type { Deps } from '../deps.js';
import { branchesOf, withBranches } from './branches.js';
import { searchOrCorrect } from './correct.js';
import { fillAnswers } from './fill.js';
import { lookUp, statusIssues } from './list-checks.js';
import { facetsIn } from './names.js';
import { readParams } from './near.js';

/** The answer to a list query, its records already JSON texts. */
export interface ListAnswer {
  /** JSON texts of the records, in order. */
  records: string[];
  total: number;
  totalPages: number;
  /** 1 and up; null when paging by cursor. */
  page: number | null;
  perPage: number;
  nextCursor: string | null;
  /** The text that was searched instead of the sent text; null when equal. */
  corrected: string | null;
  /** The effective date window and statuses, for the links. */
  shown: Record<string, string>;
  /** The dates that the words of date parameters mean, for the links to other pages. */
  stated: Record<string, string>;
  facets: Record<string, FacetValue[]> | null;
  /** The town that `near` was taken for; null without `near`. */
  near: NearTown | null;
  /** The last day for which dates of series are made, where the list asks past it; else null. */
  occurrencesUntil: string | null;
  /** Requested keys; null: all. */
  fields: string[] | null;
  /** By day, where days were asked for: how many records, and the first ones as JSON texts. */
  days: { total: number; records: string[] }[];
}

/** A list query as it was sent. */
export interface ListRequest {
  raw: JsonObject;
  caller: Caller;
  /** Issues of earlier checks, reported together with new issues. */
  issues?: readonly Issue[];
  /** Of a page of up to `limits.feedRecords`: how many records to read now. */
  slice?: number;
  /** Days whose records are counted, too. */
  days?: Days;
}

/** → the names of the parameters that lists of a kind take. */
export const listParamNames = ({ listSchema }: Kind): string[] =>
  Object.keys(loadSchema(listSchema).properties);

/**
 * → the list. Throws `rest_invalid_param` with every issue, `<kind>-archive-page-not-found`,
 * `search_index_unavailable`.
 */
export async function listRecords(
  deps: Deps,
  kind: Kind,
  { raw, caller, issues: known = [], slice, days }: ListRequest,
): Promise<ListAnswer> {
  const cursor = readCursor(raw.cursor);
  const nowMs = deps.now();
  const isLong = slice !== undefined;
  const settings = { ...deps.config, ...(isLong ? LONGEST : {}), nowMs };
  const sent = withStated(raw, cursor?.stated);
  const { params, issues } = await readParams(deps, kind, sent, settings);
  const { shown: dates } = params.dates;
  const { languages } = deps.site;
  const { lang, issues: ofLang } = readLang(raw.lang ?? deps.lang, languages);
  const { ids, issues: unknown } = await lookUp(deps, kind, params, caller);
  issues.push(...known, ...ofLang, ...statusIssues(params, caller), ...unknown);
  const fingerprint = fingerprintOf(kind.name, { ...params.values, ...dates });
  const isWalk = params.values.cursor !== undefined;
  if (isWalk && cursor?.fingerprint !== fingerprint) issues.push(OTHER_CURSOR);
  if (issues.length > 0) throw invalidParams(issues);

  const { page, perPage, statuses, unit } = params;
  const minuteMs = params.sort.by === 'best' ? (cursor?.nowMs ?? nowMs - (nowMs % 60_000)) : null;
  const from: From =
    isWalk && cursor ? { after: positionOf(cursor) } : { offset: (page - 1) * perPage };
  const query = toSearchQuery(kind, isLong ? { ...params, facets: [] } : params, {
    nowSeconds: Math.floor(nowMs / 1000),
    scoredAt: minuteMs === null ? undefined : Math.floor(minuteMs / 1000),
    visible: kind.family.hasStatus ? visibleTo(caller, statuses) : [],
    isFull: canEditOthers(caller),
    ids,
    from,
    limit: Math.min(slice ?? perPage, perPage),
    days,
    languages: languages.slice(1).filter((tag) => lang === tag || lang === ALL_LANGUAGES),
    siteLanguages: languages,
    branches: isLong ? {} : await branchesOf(deps, kind, params.facets),
  });
  const typed = typedSearch(deps, kind, params, isWalk ? cursor : null);
  const { result, corrected } = await searchOrCorrect(deps.index, query, typed);
  const isPastTheEnd = result.hits.length === 0 && !isWalk && page > 1;
  if (isPastTheEnd && kind.family.pastTheEnd === 'notFound') throw pageNotFound(kind.name);
  const isExplained = params.values.explain === true;
  const added = { unit: isAround(query) ? unit : null, isExplained, lang };
  const fill = ({ hits }: Pick<SearchPage, 'hits'>) => fillAnswers(deps, query, hits, added);
  return {
    records: await fill(result),
    days: await Promise.all(
      (result.days ?? []).map(async (day) => ({ total: day.total, records: await fill(day) })),
    ),
    total: result.total,
    totalPages: Math.ceil(result.total / perPage),
    page: isWalk ? null : page,
    perPage,
    nextCursor: nextCursor(result, {
      nowMs: minuteMs,
      fingerprint,
      corrected,
      stated: { ...cursor?.stated, ...statedFor(sent, { ...params.stated, ...dates }) },
    }),
    corrected,
    stated: { ...statedIn(raw, sent), ...params.stated },
    shown: { ...dates, ...shownStatus(kind, params, caller) },
    facets: params.values.facets === undefined ? null : await namedIn(deps, kind, result, lang),
    near: params.near,
    occurrencesUntil: occurrencesUntil(deps, kind, params),
    fields: params.fields,
  };
}

/**
 * → the slices of a long page for anonymous readers, each a separate answer; the first has the
 * totals. The later slices follow it by cursor. Throws the errors of `listRecords`.
 */
export async function* readSlices(
  deps: Deps,
  kind: Kind,
  { raw, issues }: Pick<ListRequest, 'raw' | 'issues'>,
): AsyncGenerator<ListAnswer> {
  const read = (sent: JsonObject, slice: number) =>
    listRecords(deps, kind, { raw: sent, caller: null, issues, slice });
  let list = await read(raw, limits.feedSlice);
  yield list;
  const filters = omit(raw, ['page', 'facets']);
  for (let left = list.perPage - list.records.length; left > 0 && list.nextCursor; ) {
    const after = { ...filters, cursor: list.nextCursor };
    list = await read(after, Math.min(limits.feedSlice, left));
    left -= list.records.length;
    yield list;
  }
}

/** The bounds of long pages. */
const LONGEST = { perPageDefault: limits.feedRecords, perPageMax: limits.feedRecords };

const OTHER_CURSOR: Issue = {
  param: 'cursor',
  reason: 'Must come with the filters and order it was given for.',
};

const typedSearch = ({ site }: Deps, kind: Kind, params: ListParams, cursor: Cursor | null) => ({
  search: params.search ?? '',
  read: (text: string) => toText(kind, text, site.languages),
  corrected: cursor?.corrected ?? null,
});

/** → the facets, their records called as in the language. */
async function namedIn(deps: Deps, kind: Kind, page: SearchPage, lang: string) {
  const facets = await withBranches(deps, kind, page);
  const isOther = deps.site.languages.indexOf(lang) > 0;
  return isOther ? facetsIn(deps.index, kind, { facets, lang }) : facets;
}

/** → whether each record of the list answers its distance. */
const isAround = ({ kind, geo }: SearchQuery): boolean =>
  kinds[kind].place !== undefined && geo?.point !== undefined;

/** → the cursor; null when none was sent or it cannot be decoded. */
const readCursor = (text: Json | undefined): Cursor | null =>
  typeof text === 'string' ? decodeCursor(text) : null;

function nextCursor(result: SearchPage, made: Omit<Cursor, keyof Position>): string | null {
  const last = result.hits.at(-1);
  if (!last || !result.hasMore) return null;
  return encodeCursor({ ...made, ...positionOf(last) });
}

/** → the dates that a cursor put in place of words that were sent, by parameter. */
const statedIn = (raw: JsonObject, sent: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.keys(raw).flatMap((name) =>
      sent[name] === raw[name] ? [] : [[name, String(sent[name])]],
    ),
  );

const positionOf = ({ keys, id }: Position): Position => ({ keys, id });

function occurrencesUntil(deps: Deps, kind: Kind, { dates, values }: ListParams): string | null {
  const isOfDates = values.view !== 'series' && values.recurring !== false;
  if (!('recurrence' in kind.fields) || !isOfDates || dates.ranges.length === 0) return null;
  const { siteTimeZone } = deps.config;
  const last = endOfDay(datesWindow(deps, siteTimeZone).to);
  const seconds = utcToSeconds(localToUtc(last, siteTimeZone).utc);
  const isWithin = ({ lt, lte }: DateRange) => (lt ?? lte ?? Number.POSITIVE_INFINITY) <= seconds;
  return dates.ranges.some(isWithin) ? null : last.slice(0, 10);
}

function shownStatus(kind: Kind, params: ListParams, caller: Caller): Record<string, string> {
  if (!kind.family.hasStatus) return {};
  const statuses = params.statuses ?? visibleTo(caller, null).map(({ status }) => status);
  return { status: [...new Set(statuses)].join(',') };
}
