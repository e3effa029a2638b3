/** The list of a page: its records, what runs through its days, and the pages of its series. */
import { ApiError } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject } from '../../kinds/record.js';
import type { Answered } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { type ListAnswer, type ListRequest, listRecords } from '../../records/list/list.js';
import { withPicture } from './picture.js';
import { seriesUrls } from './series.js';

/** Events on a page. */
export const PER_PAGE = '20';

/** A list, and its records to be shown. */
export interface PageList extends Omit<ListAnswer, 'days'> {
  answered: Answered[];
  days: { total: number; answered: Answered[] }[];
  /** What began before the days of the list and runs through them, which it leaves out. */
  running: number;
  /** Where a series has one card: the URLs of the pages of series, by ID. */
  series: ReadonlyMap<string, string>;
}

/** → the list. Throws what lists throw. */
export async function listForPage(
  deps: Deps,
  kind: Kind,
  raw: JsonObject,
  days?: ListRequest['days'],
): Promise<PageList> {
  const [list, running] = await Promise.all([
    listRecords(deps, kind, { raw, caller: null, ...(days ? { days } : {}) }),
    countRunning(deps, kind, raw),
  ]);
  const read = (records: string[]) =>
    records.map((text) => withPicture(deps, kind, JSON.parse(text)));
  const answered = read(list.records);
  return {
    ...list,
    answered,
    days: list.days.map(({ total, records }) => ({ total, answered: read(records) })),
    running,
    series: raw.collapse === 'series' ? await seriesUrls(deps, kind, answered) : new Map(),
  };
}

async function countRunning(deps: Deps, kind: Kind, raw: JsonObject): Promise<number> {
  if (raw.running !== 'hide') return 0;
  return countOf(deps, kind, { ...raw, running: 'only' });
}

/** What a list has besides its filters: where it is read, and in which order. */
const NO_FILTERS = ['page', 'cursor', 'facets', 'orderby', 'order', 'weights', 'explain'];

/** → the number of records of a list. An order would be worked out for each of them. */
async function countOf(deps: Deps, kind: Kind, raw: JsonObject): Promise<number> {
  const filters = Object.entries(raw).filter(([name]) => !NO_FILTERS.includes(name));
  const counted = { raw: Object.fromEntries(filters), caller: null, slice: 0 };
  return (await listRecords(deps, kind, counted)).total;
}

/**
 * → the list, or the error of an index that is away, or that lacks what a parameter of the page's
 * `own` names: the page has more to show.
 */
export async function listOrError(
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
