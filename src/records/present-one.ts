/** Presents one record of the store: as JSON to a caller, or in a format for anonymous readers. */
import { type Caller, canRead } from '../access/roles.js';
import { uidWithin } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { dateOf, hasDates, isSeries, occurrenceOf } from '../kinds/series.js';
import { statusAt, statusOf } from '../kinds/visibility.js';
import type { Answered } from '../present/answered.js';
import type { Feed } from '../present/formats/format.js';
import type { FactsOf } from '../present/markers.js';
import { presentRecord } from '../present/record.js';
import { datesGiven, storedDates } from '../series/dates.js';
import { partRecords } from '../series/part-records.js';
import { nowSeconds, nowUtc } from '../time/now.js';
import { compact, frameOf } from '../time/recurrence/rule.js';
import { shifted } from '../time/recurrence/stretches.js';
import type { Deps } from './deps.js';
import { factsFor } from './term-facts.js';

/** The reader of the record, and the facts of its terms. */
interface Presenting {
  caller: Caller;
  term: FactsOf;
  /** The language of texts, or `all`; absent: the default. */
  lang?: string | undefined;
  hasJsonLd?: boolean;
  /** Without values that change while the record does not. */
  isOwnOnly?: boolean;
}

/** → the record as JSON text, as the caller may see it. `term`: absent, the facts are read. */
export async function presentOne(
  deps: Deps,
  record: StoredRecord,
  options: Pick<Presenting, 'caller' | 'hasJsonLd' | 'lang'> & { term?: FactsOf | undefined },
): Promise<string> {
  const term = options.term ?? (await factsFor(deps, record));
  return presentWith(deps, record, { ...options, term });
}

/** → the same with facts that are known already. */
export function presentWith(
  deps: Deps,
  record: StoredRecord,
  { caller, hasJsonLd = false, lang = deps.lang, ...options }: Presenting,
): string {
  const now = nowSeconds(deps);
  return presentRecord(record, {
    ...deps.site,
    ...options,
    lang,
    nowUtc: nowUtc(deps),
    roots: deps.roots,
    status: (shown) => statusAt(shown, now),
    isReadable: (linked) => canRead(caller, kinds[linked.kind], linked, now),
    hasJsonLd,
  });
}

/** → the data that all feeds of this site state about it. */
export const aboutSite = (
  { roots, site }: Deps,
  kind: Kind,
  lang: string,
): Omit<Feed, 'title' | 'selfUrl' | 'isList' | 'fields'> => ({
  kind,
  host: roots.host,
  siteUrl: roots.site,
  siteTimeZone: site.siteTimeZone,
  lang: site.languages.length > 1 ? lang : null,
  currency: site.currency,
});

/**
 * → the answers of a series for its calendar, or null for another record: an answer for each part,
 * with trashed dates as exceptions; each changed date, with the UID of its part and its place
 * there, `in_series`; and past dates outside the rules, also of an ended series, as in lists.
 * `whole`: the series' own answer; `present` makes the others. Contract 29.6.
 */
export async function seriesParts(
  deps: Deps,
  { record: series, whole }: { record: StoredRecord; whole: Answered },
  present: (record: StoredRecord) => Promise<Answered>,
): Promise<Answered[] | null> {
  if (!hasDates(series)) return null;
  const all = await storedDates(deps, series);
  const isOut = (record: StoredRecord) => statusOf(record) !== statusOf(series);
  const calendars: { from: string; answer: Answered; moved: number }[] = [];
  // A date moved before the start is a separate event: programs differ in such RDATEs.
  const { start } = frameOf(series);
  const isEarly = (record: StoredRecord) => dateOf(record) < start;
  const others = all.filter((record) => isOut(record) || isEarly(record)).map(dateOf);
  for (const { record, part } of partRecords(series, others)) {
    const { from, stretch } = part;
    const answer = await present(record);
    const [first] = calendars;
    const own = first
      ? { uid: uidWithin(String(first.answer.uid), compact(from)), related_to: first.answer.uid }
      : {};
    calendars.push({ from, answer: { ...answer, ...own }, moved: stretch.moved });
  }
  const given = datesGiven(series, all.map(dateOf));
  // Past dates are kept, even if the rules no longer have them or begin later.
  const isLeft = (record: StoredRecord) => isEarly(record) || !given.has(dateOf(record));
  const alone = all
    .filter((record) => !isOut(record))
    .filter((record) => isLeft(record) || (occurrenceOf(record)?.changed.length ?? 0) > 0)
    .sort((a, b) => a.id - b.id);
  // An ended series is a single event.
  const parts = isSeries(series) ? calendars.map(({ answer }) => answer) : [whole];
  const dates: Answered[] = [];
  for (const record of alone) {
    const key = dateOf(record);
    const answer = await present(record);
    const part = calendars.findLast(({ from }) => from <= key) ?? calendars[0];
    if (!part || isLeft(record)) {
      dates.push(answer);
      continue;
    }
    const { uid, timezone, all_day } = part.answer;
    const date = shifted(key, part.moved);
    dates.push({ ...answer, uid, in_series: { date, timezone, all_day } });
  }
  return [...parts, ...dates];
}
