/** The list of a page: its records, what runs through its days, and the pages of its series. */
import { ApiError } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject } from '../../kinds/record.js';
import type { Answered } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { type ListAnswer, type ListRequest, listRecords } from '../../records/list/list.js';
import { filtersOf } from '../site/category-counts.js';
import { withPicture } from './picture.js';
import { seriesUrls } from './series.js';

/** Events on a page. */
export const PER_PAGE = '20';

/** Cards on a shelf above a list. */
const SHELF = '6';

/** Records to be shown, and how many there are. */
interface Shown {
  total: number;
  answered: Answered[];
}

/** A list, and its records to be shown. */
export interface PageList extends Omit<ListAnswer, 'days'> {
  answered: Answered[];
  days: Shown[];
  /** The number of the page. */
  count: number;
  /** What began before the days of the list and runs through them, the soonest end first. */
  running: Shown;
  /** Whether that is a part of the list: a block below it. Else it is a shelf above it. */
  isParted: boolean;
  /** Where a series has one card: the URLs of the pages of series, by ID. */
  series: ReadonlyMap<string, string>;
}

/** How a page lists. */
interface HowListed {
  days?: ListRequest['days'];
  /** What runs through is a part of the list. */
  isParted?: boolean;
}

/** → the list. Throws what lists throw. */
export async function listForPage(
  deps: Deps,
  kind: Kind,
  sent: JsonObject,
  { days, isParted = false }: HowListed = {},
): Promise<PageList> {
  const raw: JsonObject = isParted ? { ...sent, running: 'hide' } : sent;
  const read = (records: string[]) =>
    records.map((text) => withPicture(deps, kind, JSON.parse(text)));
  const [list, through] = await Promise.all([
    listRecords(deps, kind, { raw, caller: null, ...(days ? { days } : {}) }),
    raw.running === 'hide' ? listRunning(deps, kind, raw, isParted ? PER_PAGE : SHELF) : null,
  ]);
  const answered = read(list.records);
  const running = { total: through?.total ?? 0, answered: read(through?.records ?? []) };
  const all = [...answered, ...running.answered];
  return {
    ...list,
    answered,
    count: list.total + (isParted ? running.total : 0),
    corrected: list.corrected ?? (isParted ? (through?.corrected ?? null) : null),
    days: list.days.map(({ total, records }) => ({ total, answered: read(records) })),
    running,
    isParted,
    series: raw.collapse === 'series' ? await seriesUrls(deps, kind, all) : new Map(),
  };
}

/** → the first of what runs through the days of a list, the soonest end first. */
function listRunning(deps: Deps, kind: Kind, raw: JsonObject, per_page: string) {
  const only = { ...filtersOf(raw), running: 'only', per_page };
  return listRecords(deps, kind, { raw: only, caller: null });
}

/**
 * → the list, or the error of an index that is away, or that lacks what a parameter of the page's
 * `own` names: the page has more to show.
 */
export async function listOrError(
  deps: Deps,
  kind: Kind,
  { raw, own, ...listing }: { raw: JsonObject; own: JsonObject } & HowListed,
): Promise<PageList | ApiError> {
  try {
    return await listForPage(deps, kind, raw, listing);
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
