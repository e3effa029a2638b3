/** Presents one record of the store: as JSON to a caller, or in a format for anonymous readers. */
import { type Caller, canRead } from '../access/roles.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { dateOf, isSeries, occurrenceOf } from '../kinds/series.js';
import { statusAt, statusOf } from '../kinds/visibility.js';
import type { Answered } from '../present/answered.js';
import type { Feed } from '../present/formats/format.js';
import type { FactsOf } from '../present/markers.js';
import { presentRecord } from '../present/record.js';
import { storedDates } from '../series/dates.js';
import { partRecords } from '../series/part-records.js';
import { nowSeconds, nowUtc } from '../time/now.js';
import { compact } from '../time/recurrence/rule.js';
import { shifted } from '../time/recurrence/stretches.js';
import type { Deps } from './deps.js';
import { factsFor } from './term-facts.js';

/** Who reads the record, and what is known of its terms. */
interface Presenting {
  caller: Caller;
  term: FactsOf;
  hasJsonLd?: boolean;
  /** Of a series, dates after it are answered; absent: none are. */
  nowUtc?: string;
  /** Without what changes while the record does not. */
  isOwnOnly?: boolean;
}

/** → the record as JSON text, as the caller may see it. `term`: absent, the facts are read. */
export async function presentOne(
  deps: Deps,
  record: StoredRecord,
  options: Pick<Presenting, 'caller' | 'hasJsonLd'> & { term?: FactsOf | undefined },
): Promise<string> {
  const term = options.term ?? (await factsFor(deps, record));
  return presentWith(deps, record, { ...options, term, nowUtc: nowUtc(deps) });
}

/** → the same with facts that are known already. */
export function presentWith(
  deps: Deps,
  record: StoredRecord,
  { caller, hasJsonLd = false, ...options }: Presenting,
): string {
  const now = nowSeconds(deps);
  return presentRecord(record, {
    ...deps.site,
    ...options,
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
): Omit<Feed, 'title' | 'selfUrl' | 'isList' | 'fields'> => ({
  kind,
  host: roots.host,
  siteUrl: roots.site,
  siteTimeZone: site.siteTimeZone,
  currency: site.currency,
});

/**
 * → the answers of a series for its calendar: one for each part, whose trashed dates are
 * exceptions, and those of changed dates, each with the UID of its part and its place there,
 * `in_series`; nothing for other records. `present` gives the answer of a record. Contract 29.6.
 */
export async function seriesParts(
  deps: Deps,
  series: StoredRecord,
  present: (record: StoredRecord) => Promise<Answered>,
): Promise<{ presented?: Answered; others?: Answered[] }> {
  if (!isSeries(series)) return {};
  const all = await storedDates(deps, series);
  const isOut = (record: StoredRecord) => statusOf(record) !== statusOf(series);
  const calendars: { from: string; answer: Answered; moved: number }[] = [];
  for (const { record, part } of partRecords(series, all.filter(isOut).map(dateOf))) {
    const { from, stretch } = part;
    const answer = await present(record);
    const [first] = calendars;
    const own = first
      ? { uid: uidOfPart(String(first.answer.uid), from), related_to: first.answer.uid }
      : {};
    calendars.push({ from, answer: { ...answer, ...own }, moved: stretch.moved });
  }
  const changed = all
    .filter((record) => !isOut(record) && (occurrenceOf(record)?.changed.length ?? 0) > 0)
    .sort((one, other) => one.id - other.id);
  const others: Answered[] = calendars.slice(1).map(({ answer }) => answer);
  for (const record of changed) {
    const key = dateOf(record);
    const part = calendars.findLast(({ from }) => from <= key) ?? calendars[0];
    if (!part) continue;
    const { uid, timezone, all_day } = part.answer;
    const date = shifted(key, part.moved);
    others.push({ ...(await present(record)), uid, in_series: { date, timezone, all_day } });
  }
  return { ...(calendars[0] ? { presented: calendars[0].answer } : {}), others };
}

/** → the UID of a later part: `event-5/20260317T190000@example.com`. */
function uidOfPart(uid: string, from: string): string {
  const [, name = uid, host = ''] = /^(.*?)(@[^@]*)?$/s.exec(uid) ?? [];
  return `${name}/${compact(from)}${host}`;
}
