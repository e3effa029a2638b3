/**
 * Lines of an export for dates of series: the key of the series, the date by its rules, and the
 * date's own fields. Contract 18.2.
 */

import { isSlugKey } from '../../kinds/identity.js';
import { kinds } from '../../kinds/index.js';
import type { Json, JsonObject, StoredRecord } from '../../kinds/record.js';
import {
  dateOf,
  isSeries,
  type OccurrenceFields,
  occurrenceOf,
  SENT_TIMES,
} from '../../kinds/series.js';
import { languageOf, renamedText, type SiteLanguages } from '../../kinds/texts.js';
import { groupBy } from '../../lib/batches.js';
import { isBlank } from '../../lib/text/text.js';
import { hasOwnSlug, slugOfDate } from '../../series/date.js';
import { datesGiven, storedDates } from '../../series/dates.js';
import { namesOtherThan, sameAs } from '../../series/own.js';
import type { StoredKey } from '../../store/port.js';
import type { Deps } from '../deps.js';

/** Removals that the series makes again. */
export const BY_SERIES: readonly string[] = ['series', 'rules'];

/**
 * → a line for each date of a series that has fields or a slug of its own, was removed by itself,
 * or is outside the rules. `linesOf` gives the lines of whole records.
 */
export async function dateLines(
  deps: Pick<Deps, 'store' | 'site'>,
  series: StoredRecord,
  linesOf: (records: StoredRecord[]) => Promise<JsonObject[]>,
): Promise<JsonObject[]> {
  const dates = await storedDates(deps, series);
  const given = datesGiven(series, dates.map(dateOf));
  const days = groupBy([...given], (date) => date.slice(0, 10));
  const keys = await deps.store.keys.list(series.kind, { ids: dates.map(({ id }) => id) });
  const named = groupBy(keys.filter(isFormerSlug), ({ id }) => id);
  const occurrences = dates.flatMap((record) => {
    const occurrence = occurrenceOf(record);
    if (!occurrence) return [];
    const isRemoved = record.removed !== null && BY_SERIES.includes(record.removed.by);
    const isGiven = given.has(occurrence.date);
    const isMade = record.removed ? isRemoved : isGiven;
    // An ended series leaves its dates unchanged: they differ from its later fields.
    const isFollowing = isSeries(series) || isRemoved;
    const changed = isFollowing ? occurrence.changed : namesOtherThan(series, record);
    const ofDay = days.get(occurrence.date.slice(0, 10)) ?? [];
    const isOneOfDay = ofDay.some((date) => date !== occurrence.date);
    const slug = slugOfDate(series, occurrence.date, isOneOfDay);
    const isCalled = !isRemoved && record.slug !== '' && record.slug !== slug;
    const isNamed = isCalled || named.has(record.id);
    const isOwn = changed.length > 0 || !isMade || isNamed || hasFormerDates(record);
    // When one takes place that the rules lack, they do not say.
    const times = isMade || record.removed ? [] : SENT_TIMES;
    const names = isCalled ? ['slug', ...times] : times;
    return isOwn ? [{ record, occurrence: { ...occurrence, changed }, names, isGiven }] : [];
  });
  occurrences.sort((a, b) => (a.occurrence.date < b.occurrence.date ? -1 : 1));
  const lines = await linesOf([series, ...occurrences.map(({ record }) => record)]);
  const [ofSeries = {}, ...ofDates] = lines;
  const external_id = ofSeries.external_id ?? '';
  return ofDates.map((line, at) => {
    const { record, occurrence, names = [], isGiven = true } = occurrences[at] ?? {};
    const slugs = (named.get(record?.id ?? 0) ?? []).map(({ key }) => key);
    const recurrence_id = occurrence?.date ?? '';
    return {
      external_id,
      recurrence_id,
      ...(slugs.length > 0 ? { keys: slugs } : {}),
      ...(isGiven ? {} : { is_alone: true }),
      lang: line.lang ?? '',
      ...(record && occurrence
        ? ownOf({ series, record, line, names }, occurrence, deps.site.languages)
        : {}),
    };
  });
}

const isFormerSlug = ({ key, of }: StoredKey): boolean => of === 0 && isSlugKey(key);

const hasFormerDates = ({ fields }: StoredRecord): boolean => !isBlank(fields.previous_dates);

/** A date, its whole line, and the columns that it states in any case. */
interface DateLine {
  series: StoredRecord;
  record: StoredRecord;
  line: JsonObject;
  names?: readonly string[];
}

/**
 * → the date's own columns of its whole line; null for a value that only its series has. `own`
 * names columns that equal the series: a load could not recognize them otherwise.
 */
export function ownOf(
  { series, record, line, names: stated = [] }: DateLine,
  { changed }: OccurrenceFields,
  languages: SiteLanguages,
): JsonObject {
  const { fields } = kinds[record.kind];
  const ofRemoval = record.removed ? ['removed', 'status'] : [];
  // Plain are the texts of the site's default.
  const labels = { from: languageOf(record, languages), to: languages[0] ?? '' };
  const toDefault = (name: string) => renamedText(record.kind, name, labels);
  const names = [...stated, ...changed].map((name) => COLUMNS[name] ?? toDefault(name));
  const ofSlug = hasOwnSlug(series, record) ? ['slug'] : [];
  const columns = [...new Set([...ofRemoval, ...ofSlug, ...names])]
    .sort()
    .filter((name) => !fields[name]?.isDerived && (name !== COLUMNS.author || name in line));
  const values = columns.map((name): [string, Json] => [name, line[name] ?? null]);
  // The status of a removed date is the trash.
  const hidden = changed.filter((name) => name === 'status' && record.removed);
  const same = [...new Set([...sameAs(series, record, changed), ...hidden])].map(toDefault);
  return {
    ...Object.fromEntries(values),
    ...(same.length > 0 ? { own: same } : {}),
    ...(line.sequence === undefined ? {} : { sequence: line.sequence }),
    ...(line.previous_dates === undefined ? {} : { previous_dates: line.previous_dates }),
  };
}

/** The columns of fields that have another name in files. */
const COLUMNS: Readonly<Record<string, string>> = { date: 'date_utc', author: 'author_name' };
