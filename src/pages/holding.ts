/** The events that hold a record, as lists of the interface. */
import { ApiError } from '../errors.js';
import { holdersOf } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { type Answered, textOf } from '../present/answered.js';
import { formats } from '../present/formats/registry.js';
import { withQuery } from '../present/links.js';
import type { UrlRoots } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { type ListAnswer, type ListRequest, listRecords } from '../records/list.js';
import { presentOne } from '../records/present-one.js';
import type { Alternate } from './document.js';
import { withPicture } from './picture.js';
import { seriesOf } from './series.js';
import { type PageState, paramsOf } from './state.js';

/** The kind that holds records of another one, and the parameter that lists what holds one. */
export interface Holder {
  holder: Kind;
  param: string;
}

/** → who holds records of a kind; null: nobody does. */
function holdingKind({ name }: Kind): Holder | null {
  const holder = holdersOf(name)[0]?.holder;
  const param = Object.entries(holder?.filters ?? {}).find(
    ([, filter]) => filter.filter === 'related' && filter.target === name,
  )?.[0];
  return holder && param ? { holder, param } : null;
}

// A term is named by its slug: an ID might be the slug of another one.
const keyOf = ({ family }: Kind, shown: Answered): string =>
  textOf(shown, family.name === 'term' ? 'slug' : 'id');

/** Events on a page. */
export const PER_PAGE = '20';

/** Dates on the page of one of them; the page of the series has all. */
const NEXT_DATES = '5';

/**
 * → what holds a record, or the dates of its series, and is not over, unless the state asks for
 * other dates; null for a record that is not held, and for a date whose series is not public.
 * Without the index, or where that lacks the record yet: the error.
 */
export async function listHolders(
  deps: Deps,
  kind: Kind,
  shown: Answered,
  state: PageState,
): Promise<PageList | ApiError | null> {
  const holding = holdingKind(kind);
  const series = seriesOf(shown);
  if (!holding && !series) return null;
  const own: JsonObject = {
    ...(series ? { post_parent: series.id } : holding && { [holding.param]: [keyOf(kind, shown)] }),
  };
  const raw = {
    per_page: series?.isWhole === false ? NEXT_DATES : PER_PAGE,
    ...paramsOf(state),
    ...own,
  };
  const list = await listOrError(deps, holding?.holder ?? kind, { raw, own });
  return series && list instanceof ApiError && list.status === 400 ? null : list;
}

/** A list, and its records to be shown. */
export interface PageList extends Omit<ListAnswer, 'days'> {
  answered: Answered[];
  days: { total: number; answered: Answered[] }[];
}

/** → the list. Throws what lists throw. */
export async function listForPage(
  deps: Deps,
  kind: Kind,
  raw: JsonObject,
  days?: ListRequest['days'],
): Promise<PageList> {
  const list = await listRecords(deps, kind, { raw, caller: null, ...(days ? { days } : {}) });
  const read = (records: string[]) =>
    records.map((text) => withPicture(deps, kind, JSON.parse(text)));
  return {
    ...list,
    answered: read(list.records),
    days: list.days.map(({ total, records }) => ({ total, answered: read(records) })),
  };
}

/**
 * → the list, or the error of an index that is away, or that lacks what a parameter of the page's
 * `own` names: the page has more to show.
 */
async function listOrError(
  deps: Deps,
  kind: Kind,
  { raw, own }: { raw: JsonObject; own: JsonObject },
): Promise<PageList | ApiError> {
  try {
    return await listForPage(deps, kind, raw);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults = Object.keys(error.data.params ?? {});
    if (error.status === 503 || faults.some((name) => name in own)) return error;
    throw error;
  }
}

/** → the records of a list that stands beside the record of a page; none where it fails. */
export async function listBeside(deps: Deps, kind: Kind, raw: JsonObject): Promise<Answered[]> {
  const list = await listOrError(deps, kind, { raw, own: raw });
  return list instanceof ApiError ? [] : list.answered;
}

/** → the record as visitors see it. */
export const presentForPage = async (deps: Deps, record: StoredRecord): Promise<Answered> =>
  JSON.parse(await presentOne(deps, record, { caller: null }));

const SUBSCRIPTIONS = [
  ['ics', 'Subscribe in a calendar'],
  ['atom', 'Subscribe in a feed reader'],
] as const;

/** → a list in the formats that programs subscribe to, and as JSON. */
export function listFormats(
  { api }: UrlRoots,
  kind: Kind,
  filters: Readonly<Record<string, string>>,
): Alternate[] {
  const base = `${api}/${kind.route}`;
  const feeds = SUBSCRIPTIONS.map(([name, title]) => ({
    type: formats[name].mediaType,
    title,
    href: withQuery(`${base}.${name}`, filters),
  }));
  return [...feeds, { type: 'application/json', title: 'JSON', href: withQuery(base, filters) }];
}

/** → the URL of an event as a calendar file. */
export const icsOf = ({ api }: UrlRoots, kind: Kind, shown: Answered): string =>
  `${api}/${kind.route}/${textOf(shown, 'id')}.ics`;

/** → a record in other formats, or what holds it in those that programs subscribe to. */
export function recordFormats(roots: UrlRoots, kind: Kind, shown: Answered): Alternate[] {
  const path = `${roots.api}/${kind.route}/${textOf(shown, 'id')}`;
  const json = { type: 'application/json', title: 'JSON', href: path };
  const holding = holdingKind(kind);
  if (holding) {
    const feeds = listFormats(roots, holding.holder, { [holding.param]: keyOf(kind, shown) });
    return [...feeds.slice(0, -1), json];
  }
  const ics = {
    type: formats.ics.mediaType,
    title: 'Calendar file',
    href: icsOf(roots, kind, shown),
  };
  return kind.formats?.includes('ics') ? [ics, json] : [json];
}
