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

/** Who reads the record, and what is known of its terms. */
interface Presenting {
  caller: Caller;
  term: FactsOf;
  /** The language of texts, or `all`; absent: the default. */
  lang?: string | undefined;
  hasJsonLd?: boolean;
  /** Without what changes while the record does not. */
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

/** → what all feeds of this site say of it. */
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
 * → the answers of a series for its calendar: one for each part, whose trashed dates are
 * exceptions, those of changed dates, each with the UID of its part and its place there,
 * `in_series`, and as lists have them those of past dates that the rules lack, also where it has
 * ended; null: it is none. `whole`: its own answer; `present` gives those of others. Contract
 * 29.6.
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
  // What takes place before the start stands by itself: programs differ in such RDATEs.
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
  // What took place stays, also where the rules lack it by now, or begin later.
  const isLeft = (record: StoredRecord) => isEarly(record) || !given.has(dateOf(record));
  const alone = all
    .filter((record) => !isOut(record))
    .filter((record) => isLeft(record) || (occurrenceOf(record)?.changed.length ?? 0) > 0)
    .sort((a, b) => a.id - b.id);
  // What has ended is an event by itself.
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
