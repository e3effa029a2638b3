/** A list for a reader, from the index alone. */
import { type Caller, canEditOthers, visibleTo } from '../access/roles.js';
import { invalidParams, pageNotFound } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { Status } from '../kinds/record.js';
import type { DistanceUnit } from '../lib/geo.js';
import { type Cursor, decodeCursor, encodeCursor, fingerprintOf } from '../search/cursor.js';
import type { FacetValue, From, SearchPage } from '../search/port.js';
import { toSearchQuery } from '../search/query.js';
import { type Values, validate } from '../validation/compile.js';
import { fieldsIssues } from '../validation/fields.js';
import { parseBbox } from '../validation/keywords.js';
import type { Deps } from './deps.js';
import { fillAnswers } from './fill.js';
import { combinationIssues, lookUp, perPageOf } from './list-checks.js';

/** A list as it is answered, the records still JSON texts. */
export interface ListAnswer {
  /** JSON texts of the records, in order. */
  records: string[];
  total: number;
  totalPages: number;
  /** 1 and up; null on a walk by cursor. */
  page: number | null;
  perPage: number;
  nextCursor: string | null;
  /** The query in force, for links: effective values first, then what else was sent. */
  shown: Record<string, string>;
  facets: Record<string, FacetValue[]> | null;
  /** Keys asked for, or null for all. */
  fields: string[] | null;
}

/**
 * → the list. Throws `rest_invalid_param` with every issue, `<kind>-archive-page-not-found`,
 * `search_index_unavailable`.
 */
export async function listRecords(
  deps: Deps,
  kind: Kind,
  { raw, caller }: { raw: Values; caller: Caller },
): Promise<ListAnswer> {
  const { values, issues } = validate(kind.listSchema, raw, 'query');
  issues.push(
    ...combinationIssues(kind, values, raw, { caller, config: deps.config, nowMs: deps.now() }),
  );
  issues.push(...fieldsIssues(`answers/${kind.name}.json`, values.fields));
  const { found, issues: unknown } = await lookUp(deps, kind, values, caller);
  issues.push(...unknown);
  const fingerprint = fingerprintOf(kind.name, values);
  const cursor = readCursor(values.cursor, fingerprint);
  if (cursor === null) {
    issues.push({
      param: 'cursor',
      reason: 'Must come with the filters and order it was given for.',
    });
  }
  if (issues.length > 0) throw invalidParams(issues);

  const perPage = perPageOf(values, deps.config);
  // Anyone can write a cursor: one from the future must not show what is not published yet.
  const nowMs = Math.min(cursor?.nowMs ?? deps.now(), deps.now());
  const page = cursor ? null : Number(values.page ?? 1);
  const from: From = cursor
    ? { after: { key: cursor.key, id: cursor.id } }
    : { offset: ((page ?? 1) - 1) * perPage };
  const { query, shown } = toSearchQuery(kind.name, values, {
    siteTimeZone: deps.config.siteTimeZone,
    nowMs,
    visible: kind.family.hasStatus ? visibleTo(caller, statusesOf(values)) : [],
    isFull: canEditOthers(caller),
    found,
    from,
    limit: perPage,
    radiusDefaultKm: deps.config.geoRadiusKm,
    parseBbox,
  });
  const result = await deps.index.search(query);
  if (
    result.hits.length === 0 &&
    page !== null &&
    page > 1 &&
    kind.family.pastTheEnd === 'notFound'
  ) {
    throw pageNotFound(kind.name);
  }
  return {
    records: await fillAnswers(
      deps,
      kind.name,
      result,
      (values.geoloc_unit ?? 'km') as DistanceUnit,
    ),
    total: result.total,
    totalPages: Math.ceil(result.total / perPage),
    page,
    perPage,
    nextCursor: nextCursor(result, { nowMs, fingerprint }),
    shown: { ...shown, ...shownStatus(kind, values, caller) },
    facets: values.facets ? result.facets : null,
    fields: (values.fields as string[] | undefined) ?? null,
  };
}

/** → undefined: none sent; null: sent and wrong. */
function readCursor(text: unknown, fingerprint: string): Cursor | null | undefined {
  if (typeof text !== 'string') return undefined;
  const cursor = decodeCursor(text);
  return cursor?.fingerprint === fingerprint ? cursor : null;
}

function nextCursor(
  result: SearchPage,
  { nowMs, fingerprint }: { nowMs: number; fingerprint: string },
): string | null {
  const last = result.hits.at(-1);
  if (!last || !result.hasMore) return null;
  return encodeCursor({ nowMs, key: last.key, id: last.id, fingerprint });
}

const statusesOf = (values: Values) => (values.status as Status[] | undefined) ?? null;

function shownStatus(kind: Kind, values: Values, caller: Caller): Record<string, string> {
  if (!kind.family.hasStatus) return {};
  const statuses = statusesOf(values) ?? visibleTo(caller, null).map(({ status }) => status);
  return { status: [...new Set(statuses)].join(',') };
}
