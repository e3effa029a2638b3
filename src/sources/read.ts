/** Reads all that a source has, as items to load. Contract 32. */
import { openRowGroups } from '../import/row-groups.js';
import { kinds } from '../kinds/index.js';
import { splitBy } from '../lib/batches.js';
import type { Deps } from '../records/deps.js';
import type { FormatOptions } from '../rows/formats/format.js';
import type { LoadItem, LoadRecord } from '../rows/items.js';
import { nowSeconds } from '../time/now.js';
import { secondsPerDay, secondsToText } from '../time/wall-clock.js';
import { nameOfSource } from './choose.js';
import { fetchPages } from './pages.js';
import { readItems } from './rows.js';
import type { Source } from './source.js';

/**
 * → the content of a source, with its report in `lines` and the mapping that its rows showed, `''`
 * where it was not asked for; null if unchanged. `isWhole`: no event was lost between its pages or
 * at their ends, so absent events may be missing. Throws an Error with the reason in words.
 */
export async function readSourceItems(
  deps: Pick<Deps, 'outbound' | 'now' | 'roots' | 'store'>,
  source: Source & { id: number },
  reading: FormatOptions,
) {
  const fetched = fetchPages(deps, { source, days: daysOf(deps, source) });
  const { value: first } = await fetched.next();
  if (!first) return null;
  const { format } = first;
  if (!format.reads.holds && isThisService(deps, first.url))
    throw new Error('it is this service itself');
  if (format.isFollowed) {
    await fetched.return(undefined);
    return { items: [], format, mapping: '', first, pages: 1, isWhole: true, lines: [] };
  }
  let pages = 0;
  let isEndKnown = true;
  const totals = new Set<number>();
  async function* all() {
    for (let page = first; page; { value: page } = await fetched.next()) {
      pages += 1;
      isEndKnown &&= page.isEndTold || !format.endsAnywhere;
      const total = format.totalOf?.(page) ?? null;
      if (total !== null) totals.add(total);
      yield page;
    }
  }
  const name = nameOfSource(source.id);
  const { items: sent, mapping } = await readItems(all(), format, { source, name, reading });
  const items = await openRowGroups(deps, kinds.event, name)(sent);
  const hint = format.hintOf?.(first) ?? '';
  if (format.emptyFault && !items.some((item) => 'payload' in item)) {
    const [fault] = items.flatMap((item) => ('issues' in item ? item.issues : []));
    throw new Error(`${format.emptyFault}${fault ? ` (${fault.reason})` : ''}${hint}`);
  }
  const lines = hint === '' ? [] : [`source: it has a list${hint}`];
  const { size } = new Set(items.map(({ externalId, lines: at }) => externalId ?? at.join()));
  const [total = size] = totals;
  const isSteady = totals.size < 2 && size >= total;
  if (!isSteady) lines.push(`source: ${size} of ${[...totals].join(', ')} events: ${CHANGED}`);
  if (!isEndKnown) lines.push(`source: ${NO_END}`);
  const [repeated, events] = splitBy(items, isRepeated);
  for (const { lines: at, repeats } of repeated as LoadRecord[]) {
    lines.push(`line ${at}: repeats line ${repeats}`);
  }
  const isWhole = isSteady && isEndKnown;
  return { items: events, format, mapping, first, pages, isWhole, lines };
}

const isRepeated = (item: LoadItem): boolean => 'payload' in item && item.repeats !== undefined;

const CHANGED = 'its pages changed while they were read: nothing is taken for missing';
const NO_END = 'its server gives no length and no chunks: nothing is taken for missing';

/** → whether a URL belongs to this service. */
const isThisService = ({ roots }: Pick<Deps, 'roots'>, { origin }: URL): boolean =>
  [roots.site, roots.api].some((url) => new URL(url).origin === origin);

/** → the first and the last day that are read. */
function daysOf(deps: Pick<Deps, 'now'>, { days_back, days_ahead }: Source) {
  const day = (days: number) => secondsToText(nowSeconds(deps) + days * secondsPerDay).slice(0, 10);
  return { from: day(-days_back - 1), to: day(days_ahead + 1) };
}
