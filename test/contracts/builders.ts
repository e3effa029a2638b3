/**
 * Records and index entries for the contract suites, complete and valid. A test changes only what
 * it is about. Entries are built by toDocument, as in the service.
 */

import { kinds } from '../../src/kinds/index.js';
import {
  type KindName,
  NO_USAGE,
  type Snapshot,
  type Status,
  type StoredRecord,
  type Usage,
} from '../../src/kinds/record.js';
import { statusOf } from '../../src/kinds/visibility.js';
import { omit } from '../../src/lib/omit.js';
import { toDocument } from '../../src/search/document.js';
import type { SearchDocument, SearchIndex, SearchQuery, Tombstone } from '../../src/search/port.js';
import { fc } from '../support/seed.js';

/** 2026-03-10 12:00:00 UTC in seconds. */
export const NOW = Date.UTC(2026, 2, 10, 12) / 1000;

/** How long a random test goes on, ms. */
const ENOUGH_MS = 3000;

/**
 * Like fc.assert, for some seconds: slow engines do fewer runs, the slowest one. A run that has
 * begun is never cut, and shrinking a failure ends in time, too.
 */
export function assertInTime<T>(
  property: fc.IAsyncProperty<T>,
  options: fc.Parameters<T>,
): Promise<void> {
  const end = Date.now() + ENOUGH_MS;
  let hasRun = false;
  const limited = Object.assign(Object.create(property), {
    run: async (value: T) => {
      if (hasRun && Date.now() > end) return null;
      hasRun = true;
      return await property.run(value);
    },
  });
  return fc.assert(limited as fc.IAsyncProperty<T>, options);
}

/** → `YYYY-MM-DD HH:MM:SS`, UTC. */
export const utcText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** `status`: as it is answered. */
type Changes = Partial<Omit<StoredRecord, 'kind' | 'base_status'>> & { status?: Status };

/** → a published record of revision 1, with the version that a store gives it. */
export function makeRecord(
  kind: KindName,
  id: number,
  { status = 'publish', ...changes }: Changes = {},
): StoredRecord {
  const now = utcText(NOW);
  const start = utcText(NOW + id * 3600);
  const ownFields: StoredRecord['fields'] =
    kind === 'event'
      ? {
          start_date: start,
          end_date: start,
          utc_start_date: start,
          utc_end_date: start,
          timezone: 'UTC',
          featured: false,
          hide_from_listings: false,
        }
      : {};
  const relations = Object.fromEntries(kinds[kind].relations.map(({ field }) => [field, []]));
  return {
    id,
    kind,
    revision: 1,
    version: changes.revision ?? 1,
    slug: `${kind}-${id}`,
    slug_reserved: true,
    title: `${kind} ${id}`,
    ...stated(status),
    author: kinds[kind].family.hasStatus ? 1 : 0,
    date: now,
    date_utc: now,
    modified_utc: now,
    ...changes,
    fields: { ...ownFields, ...changes.fields },
    relations: { ...relations, ...changes.relations },
  };
}

/** When records of these suites were removed: a minute ago. */
const REMOVED_AT = utcText(NOW - 60);

const stated = (status: Status): Pick<StoredRecord, 'base_status' | 'removed'> =>
  status === 'trash'
    ? { base_status: 'publish', removed: { by: 'user', at: REMOVED_AT } }
    : { base_status: status, removed: null };

/** → the copy of a record that other records embed. */
export function makeSnapshot(record: StoredRecord): Snapshot {
  return omit(record, ['relations', 'slug_reserved', 'removed', 'version']);
}

/** → the next revision of a record, changed. */
export const revise = (
  record: StoredRecord,
  { status = statusOf(record), ...changes }: Changes = {},
): StoredRecord => ({
  ...record,
  ...(status === statusOf(record) ? {} : stated(status)),
  revision: record.revision + 1,
  version: record.version + 1,
  ...changes,
  fields: { ...record.fields, ...changes.fields },
  relations: { ...record.relations, ...changes.relations },
});

/** The stamp of the entries in these suites. */
export const STAMP = 'of the suites';
/** The zone of the site in these suites: its days begin when it is 5 or 4 in UTC. */
const SITE_ZONE = 'America/New_York';

/** → the entry of a record. Its answer contains the revision. */
export const makeDocument = (record: StoredRecord, usage: Usage = NO_USAGE): SearchDocument =>
  toDocument(record, {
    usage,
    stamp: STAMP,
    siteTimeZone: SITE_ZONE,
    currency: { symbol: '$', code: 'USD' },
    answers: {
      answer: JSON.stringify({ id: record.id, revision: record.revision }),
      fullAnswer: null,
      others: {},
    },
    languages: ['en'],
  });

/** → the usage of a record that this many published events link. */
export const usedBy = (
  published: number,
  lastStart: number | null = null,
  lastEnd = NOW + 3600,
): Usage => ({
  published,
  events: published,
  last_start_published: lastStart,
  last_end_published: published > 0 ? lastEnd : null,
  last_start: lastStart,
});

/** → the tombstone of a record at a version. */
export const tombstone = (kind: KindName, id: number, version: number): Tombstone => ({
  kind,
  id,
  version,
  isRemoved: true,
});

/** → a query for everything of a kind that is public, by ID unless another order is given. */
export function makeQuery(kind: KindName, changes: Partial<SearchQuery> = {}): SearchQuery {
  return {
    kind,
    where: [],
    visible: kinds[kind].family.hasStatus ? [{ status: 'publish' }] : [],
    text: null,
    geo: null,
    sort: kinds[kind].family.hasStatus
      ? { by: 'field', field: 'date', direction: 'asc' }
      : { by: 'field', field: 'id', direction: 'asc' },
    from: { offset: 0 },
    limit: 1000,
    facets: [],
    nowSeconds: NOW,
    isFull: false,
    ...changes,
  };
}

/** Puts the entries of records and refreshes the index. */
export async function putRecords(index: SearchIndex, ...records: StoredRecord[]): Promise<void> {
  await index.put(records.map((record) => makeDocument(record)));
  await index.refresh();
}

/** → the IDs of a query's hits, in order. */
export async function idsOf(index: SearchIndex, query: SearchQuery): Promise<number[]> {
  return (await index.search(query)).hits.map((hit) => hit.id);
}

/** → the IDs of all pages of a cursor walk, in order. `between` runs after each page. */
export async function walkIds(
  index: SearchIndex,
  query: SearchQuery,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  let from: SearchQuery['from'] = { offset: 0 };
  for (let page = 0; ; page++) {
    const { hits, hasMore } = await index.search({ ...query, from });
    ids.push(...hits.map((hit) => hit.id));
    if (ids.length > 20_000) throw new Error(`The walk never ends: ${ids.slice(-20)}`);
    const last = hits.at(-1);
    if (!last || !hasMore) return ids;
    from = { after: { keys: last.keys, id: last.id } };
    await between(page);
  }
}
