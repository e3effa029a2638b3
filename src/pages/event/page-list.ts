/** The list of a page: its records, running events, and the pages of its series. */
import { ApiError } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject } from '../../kinds/record.js';
import { omit } from '../../lib/omit.js';
import { type Answered, textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { type ListAnswer, type ListRequest, listRecords } from '../../records/list/list.js';
import { filtersOf } from '../site/category-counts.js';
import { withPicture } from './picture.js';
import { seriesUrls } from './series.js';

/** Events on a page. */
export const PER_PAGE = '20';

/** Cards of highlights, and on a shelf, above a list. */
const ABOVE = 6;

/** Records to be shown, and how many there are. */
interface Shown {
  total: number;
  answered: Answered[];
}

/** A list, and its records to be shown. */
export interface PageList extends Omit<ListAnswer, 'days'> {
  answered: Answered[];
  days: Shown[];
  /** The operator's recommendations, above the list and in no other part of the page. */
  highlights: Answered[];
  /** The number of the page. */
  count: number;
  /** Running events, which began before the days of the list, the soonest end first. */
  running: Shown;
  /** Whether they are part of the list, as a block below it. Else they are a shelf above it. */
  isParted: boolean;
  /** Where a series has one card: the URLs of the pages of series, by ID. */
  series: ReadonlyMap<string, string>;
}

/** How a page lists. */
interface HowListed {
  days?: ListRequest['days'];
  /** Running events are a part of the list. */
  isParted?: boolean;
}

/** → the list. Throws the errors of lists. */
export async function listForPage(
  deps: Deps,
  kind: Kind,
  sent: JsonObject,
  { days, isParted = false }: HowListed = {},
): Promise<PageList> {
  const raw: JsonObject = isParted ? { ...sent, running: 'hide' } : sent;
  const read = (records: string[] = []) =>
    records.map((text) => withPicture(deps, kind, JSON.parse(text)));
  const hasRunning = raw.running === 'hide';
  const hasHighlights = hasRunning && !isParted && !days && isFirstPage(raw);
  // The soonest end first; highlights may be among them.
  const runningMax = isParted ? PER_PAGE : `${2 * ABOVE}`;
  const [list, through, recommended] = await Promise.all([
    listRecords(deps, kind, { raw, caller: null, ...(days ? { days } : {}) }),
    hasRunning ? listMore(deps, kind, raw, { running: 'only', per_page: runningMax }) : null,
    hasHighlights ? listMore(deps, kind, raw, { featured: 'true', per_page: `${ABOVE}` }) : null,
  ]);
  const highlights = read(recommended?.records);
  const above = new Set(highlights.map((event) => textOf(event, 'id')));
  const below = (records: string[] | undefined) =>
    read(records).filter((event) => !above.has(textOf(event, 'id')));
  const answered = below(list.records);
  const shown = below(through?.records).slice(0, isParted ? undefined : ABOVE);
  const running = { total: through?.total ?? 0, answered: shown };
  const all = [...highlights, ...answered, ...shown];
  return {
    ...list,
    highlights,
    answered,
    count: list.total + (isParted ? running.total : 0),
    corrected: list.corrected ?? (isParted ? (through?.corrected ?? null) : null),
    days: list.days.map(({ total, records }) => ({ total, answered: read(records) })),
    running,
    isParted,
    series: raw.collapse === 'series' ? await seriesUrls(deps, kind, all) : new Map(),
  };
}

const isFirstPage = ({ page = '1', cursor }: JsonObject): boolean =>
  page === '1' && cursor === undefined;

/** → events of the days and filters of a list, of which `asked` says more. */
const listMore = (deps: Deps, kind: Kind, raw: JsonObject, asked: JsonObject) =>
  listRecords(deps, kind, {
    raw: { ...omit(filtersOf(raw), ['running']), ...asked },
    caller: null,
  });

/**
 * → the list, or the error of an index that is down, or that lacks a record named by the page's
 * `own` parameters: the page has more to show.
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

/** → the records of an additional list on the page of a record; empty after a failure. */
export async function listBeside(deps: Deps, kind: Kind, raw: JsonObject): Promise<Answered[]> {
  const list = await listOrError(deps, kind, { raw, own: raw });
  return list instanceof ApiError ? [] : list.answered;
}
