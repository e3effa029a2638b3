/**
 * Items of another installation of Marquee → items to load. Rows are lines of an export, with
 * origins as links. Records that came from here are skipped. Contract 30, 32.
 */

import { isOfOlder } from '../../import/told.js';
import { FEED_HAS, isFetched } from '../../kinds/claims.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import type { Telling } from '../../kinds/telling.js';
import { localizedOf, type SiteLanguages } from '../../kinds/texts.js';
import { groupBy } from '../../lib/batches.js';
import { omit } from '../../lib/omit.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import { ownColumns } from '../../rows/columns/own-columns.js';
import type { RowItem } from '../../rows/formats/format.js';
import { type LoadItem, loadItems } from '../../rows/items.js';
import type { MappedRow, Row, RowMapper } from '../../rows/mapping.js';
import type { Claim } from '../../rows/statement.js';
import type { StoredKey } from '../../store/port.js';
import { renameOthers } from './gone.js';
import { type Item, readItem } from './item.js';
import type { PageItems, PageOf } from './items.js';
import type { Links } from './links.js';

/** The source of a page, and its receiver. */
interface MarqueePage extends PageOf {
  /** The ID of this installation. */
  installation: string;
  links: Links;
}

/** The inputs of a loader's row. */
interface Prepared {
  row: JsonObject;
  claim: Claim;
  former: string[];
}

/** → the content of a page. */
export async function marqueeItems(
  deps: Pick<Deps, 'store' | 'site'>,
  kind: Kind,
  sent: readonly JsonObject[],
  page: MarqueePage,
): Promise<PageItems> {
  const byId = new Map<number, Item>();
  const faults: LoadItem[] = [];
  for (const [at, item] of sent.entries()) {
    const read = readItem(item, page.installation);
    if (typeof read === 'string') faults.push({ lines: [at + 1], issues: [issue(read)] });
    else {
      byId.delete(read.id);
      byId.set(read.id, read);
    }
  }
  const items = [...byId.values()];
  const isDate = ({ row }: Item) => row !== null && 'recurrence_id' in row;
  const isRecord = (item: Item) =>
    item.isUpdated && !item.isFromHere && item.row !== null && !isDate(item);
  const records = items.filter(isRecord);
  const gone = items.filter((item) => !isRecord(item) && !isDate(item));
  const origins = new Map(records.map(({ id, origin }) => [keyOf(page, id), origin]));
  const hasOthers = await renameOthers(deps, kind, origins);
  const dates = await datesOfKnown(deps, kind, items.filter(isDate), { page, records });
  const rows = records.map((item) =>
    recordRow(kind, item, { page, languages: deps.site.languages }),
  );
  const ofSeries = records.flatMap((item) => datesIn(item, page));
  // A date may be in its series and in an item of its own.
  const byKey = new Map([...ofSeries, ...dates].map((row) => [String(row.claim.key), row]));
  const all = [...inOrder(kind, rows), ...byKey.values()];
  return {
    items: [...faults, ...(await mapped(kind, all))],
    hasOthers,
    gone: gone.map(({ id }) => keyOf(page, id)),
    passedBy: items.filter(({ isUpdated, isFromHere }) => isUpdated && isFromHere).length,
  };
}

const issue = (reason: string) => ({ param: 'line', reason });

const keyOf = ({ name }: MarqueePage, id: Json | undefined): string => `${name}:${String(id)}`;

const claimOf = (page: MarqueePage, id: number, more: Telling): Claim => ({
  key: keyOf(page, id),
  told: { ...FEED_HAS, generation: page.generation, ...more },
});

function recordRow(
  kind: Kind,
  item: Item,
  { page, languages }: { page: MarqueePage; languages: SiteLanguages },
): Prepared {
  const { parts, ...row } = omit(item.row ?? {}, ['dates', 'status', 'author', 'removed']);
  const linked = page.links.resolved(kind, row);
  const isSeries = 'recurrence' in kind.fields;
  const stated = Array.isArray(parts) ? parts.filter(isJsonObject) : [];
  const given = { status: page.source.status || 'publish' };
  return {
    row: {
      ...whole(kind, withCategory(kind, linked, page), languages),
      ...(kind.family.hasStatus ? given : {}),
      ...(isSeries ? { source_parts: stated.map((part) => partRow(kind, part, page)) } : {}),
      external_id: keyOf(page, item.id),
    },
    claim: claimOf(page, item.id, { origin: item.origin, via: item.via }),
    former: [item.origin],
  };
}

function partRow(kind: Kind, part: JsonObject, page: MarqueePage): JsonObject {
  const row = page.links.resolved(kind, part);
  return 'categories' in row ? withCategory(kind, row, page) : row;
}

/** → the row with the category that all events of the source get. */
function withCategory(kind: Kind, row: JsonObject, { source }: MarqueePage): JsonObject {
  if (source.category === '' || !('categories' in kind.fields)) return row;
  const categories = Array.isArray(row.categories) ? row.categories : [];
  return { ...row, categories: [...new Set([...categories, source.category])] };
}

/** → a row with all fields of its kind: fields missing in an export are empty. */
function whole(kind: Kind, row: JsonObject, languages: SiteLanguages): JsonObject {
  const texts = localizedOf(kind.name).flatMap((field) =>
    languages.map((tag) => `${field}.${tag}`),
  );
  const all: JsonObject = Object.fromEntries(texts.map((name) => [name, null]));
  for (const [name, field] of Object.entries(kind.fields)) {
    const { stored, isDerived, isEmptied, initial } = field;
    const isParent = stored?.startsWith('parent') && !kind.isTree;
    if (stored === 'image') all[name] = false;
    else if (isEmptied && (stored || name === 'recurrence')) all[name] = null;
    else if (stored && !isDerived && !isParent && initial !== undefined) all[name] = initial;
  }
  for (const { field } of kind.relations) all[field] = null;
  return { ...all, ...row };
}

/** → the rows of the dates in a series. */
function datesIn(item: Item, page: MarqueePage): Prepared[] {
  const dates = item.row?.dates;
  return (Array.isArray(dates) ? dates : [])
    .filter(isJsonObject)
    .map((row) => dateRow(kinds.event, { ...row, series: item.id }, page));
}

function dateRow(kind: Kind, sent: JsonObject, page: MarqueePage): Prepared {
  const { id, series, ...row } = omit(sent, ['author']);
  const linked = page.links.resolved(kind, row);
  return {
    row: {
      ...('categories' in linked ? withCategory(kind, linked, page) : linked),
      ...(linked.removed === undefined ? {} : { status: 'trash' }),
      // The local rules may have removed it before it was known to be kept.
      ...(row.is_alone === true ? { status: page.source.status || 'publish' } : {}),
      external_id: keyOf(page, series),
    },
    claim: claimOf(page, Number(id), { via: [], is_date: true }),
    former: [],
  };
}

/**
 * → the rows of dates whose series this source, and no older source, describes. Dates of other
 * series come with their series. A date without own fields follows its series, unless it had some.
 */
async function datesOfKnown(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  dates: readonly Item[],
  { page, records }: { page: MarqueePage; records: readonly Item[] },
): Promise<Prepared[]> {
  if (dates.length === 0) return [];
  const keys = dates.flatMap(({ id, row }) => [keyOf(page, id), keyOf(page, row?.series)]);
  const named = await store.keys.list(kind.name, { keys: [...new Set(keys)] });
  const told = new Map(named.filter((row) => row.told !== null).map((row) => [row.key, row]));
  const ids = [...new Set(named.map(({ id }) => id))];
  const ofRecord = groupBy(await store.keys.list(kind.name, { ids }), ({ id }) => id);
  const isWriter = (row: StoredKey | undefined) =>
    row !== undefined &&
    isFetched(row) &&
    !isOfOlder(ofRecord.get(row.id) ?? [], { keys: [row.key] });
  const isKnown = ({ row }: Item) =>
    isWriter(told.get(keyOf(page, row?.series))) || records.some(({ id }) => id === row?.series);
  const isSaying = ({ id, row }: Item) =>
    Object.keys(row ?? {}).some((name) => !BARE.has(name)) || told.has(keyOf(page, id));
  return dates
    .filter((item) => !item.isFromHere && isKnown(item) && isSaying(item))
    .map(({ row }) => dateRow(kind, row ?? {}, page));
}

/** Columns of a date without own fields. */
const BARE: ReadonlySet<string> = new Set([
  ...['id', 'series', 'recurrence_id', 'sequence', 'lang'],
]);

/** → the rows of a tree with parents before their children, which name them by their keys here. */
function inOrder(kind: Kind, rows: readonly Prepared[]): Prepared[] {
  if (!kind.isTree) return [...rows];
  const byOrigin = new Map(rows.map((row) => [row.former[0], row]));
  const parentOf = ({ row }: Prepared) => byOrigin.get(String(row.parent));
  const depthOf = (row: Prepared): number => {
    const seen = new Set<Prepared>();
    // Deeper ones are refused.
    const isWithin = () => seen.size <= limits.termDepth;
    for (let next = parentOf(row); next && !seen.has(next) && isWithin(); next = parentOf(next)) {
      seen.add(next);
    }
    return seen.size;
  };
  const sorted = rows.map((row) => ({ row, depth: depthOf(row) }));
  return sorted
    .sort((a, b) => a.depth - b.depth)
    .map(({ row }) => {
      const parent = parentOf(row)?.claim.key;
      return parent === undefined ? row : { ...row, row: { ...row.row, parent } };
    });
}

async function mapped(kind: Kind, prepared: readonly Prepared[]): Promise<LoadItem[]> {
  const ownNames = ownColumns(kind);
  const said = new Map<Row, Omit<Prepared, 'row'>>(
    prepared.map(({ row, ...beside }) => [row, beside]),
  );
  const mapper: RowMapper = {
    kind: kind.name,
    merge: [],
    map: (row): MappedRow => {
      const read = ownNames.map(row);
      if (!('payload' in read)) return read;
      // A date outside the rules is made; others follow the local series.
      const isShared = read.occurrence !== undefined && !read.isOutsideRules;
      const shared = isShared ? { shared: [] } : {};
      return { ...read, ...said.get(row), ...shared };
    },
  };
  async function* rows(): AsyncGenerator<RowItem> {
    for (const [at, { row }] of prepared.entries()) yield { line: at + 1, row };
  }
  const items: LoadItem[] = [];
  for await (const item of loadItems(rows(), mapper)) items.push(item);
  return items;
}
