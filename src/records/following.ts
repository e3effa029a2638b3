/**
 * `scope`: an update of a date that is meant for the whole series, or for the date and all later
 * dates. The latter makes a part of the series. Source: Contract 29.3.
 */
import type { Caller } from '../access/roles.js';
import { ApiError, invalidParams } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { dateOf, occurrenceOf, SENT_TIMES, seriesIdOf } from '../kinds/series.js';
import { fieldIn, languageOf, renamedText } from '../kinds/texts.js';
import { omit } from '../lib/omit.js';
import { withOwn } from '../series/own.js';
import { isSameValue, valueAt, viewAt } from '../series/parts.js';
import type { Change } from '../store/port.js';
import { changeOf } from '../sync/change.js';
import { secondsToUtc, utcToSeconds } from '../time/date-times.js';
import { frameOf } from '../time/recurrence/rule.js';
import { readPayload } from '../validation/payload.js';
import { readLang, splitTexts } from '../validation/texts.js';
import type { Deps } from './deps.js';
import { findRecord, type Key } from './read.js';
import { assemble } from './write/assemble.js';
import { readDraft } from './write/draft.js';
import { eventTimes } from './write/event-times.js';

/** A date of a series, and the series. */
export interface DateOfSeries {
  date: StoredRecord;
  series: StoredRecord;
}

/** → the date of a series that a key names, and its series; null when it names no such date. */
export async function dateAt(deps: Deps, kind: Kind, key: Key): Promise<DateOfSeries | null> {
  const date = await findRecord(deps, kind, key);
  const series = date && (await findRecord(deps, kind, { id: seriesIdOf(date) }));
  return date && series && { date, series };
}

/** → whether nothing of a series lies before a date: all dates follow it. */
export const isFirstDate = ({ date, series }: DateOfSeries): boolean =>
  dateOf(date) <= frameOf(series).start;

/**
 * → the payload for several dates, without values equal to `stored`, the date or series of the
 * request: a venue by its name, a price in other words. Invalid values are kept and refused later.
 */
export async function otherValues(
  deps: Deps,
  kind: Kind,
  { payload, stored, caller }: { payload: JsonObject; stored: StoredRecord; caller: Caller },
): Promise<JsonObject> {
  // These are of no date, or are read with the series.
  const values: JsonObject = omit(payload, ['scope', 'recurrence', 'slug']);
  if (values.status === 'trash' || stored.removed) delete values.status;
  const reading = { mode: 'update', caller, stored, isAllowed: true } as const;
  try {
    const draft = await readDraft(deps, kind, values, reading);
    const { record } = await assemble(deps, kind, draft);
    const all = Object.keys({ ...stored.fields, ...record.fields });
    // A text counts with its translations.
    const isOther = (name: string) => {
      const field = fieldIn(kind.name, name);
      return [field, ...all.filter((name) => fieldIn(kind.name, name) === field)].some(
        (name) => !isSameValue(valueAt(stored, name), valueAt(record, name)),
      );
    };
    const isMoved = SENT_TIMES.some(isOther);
    const sent = Object.entries(payload).filter(
      ([name]) =>
        !(name in values) ||
        name === 'lang' ||
        (SENT_TIMES.includes(name) ? isMoved : isOther(name)),
    );
    return Object.fromEntries(sent);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return payload;
    throw error;
  }
}

/** Throws `rest_invalid_param` for fields of only a whole series, or a single date. */
export function refuseOfPart({ slug, status }: JsonObject): void {
  const reason = 'Is not of some dates: send it without scope, or with scope=all.';
  const params = [
    ...(slug === undefined ? [] : ['slug']),
    ...(status === 'trash' ? ['status'] : []),
  ];
  if (params.length > 0) throw invalidParams(params.map((param) => ({ param, reason })));
}

/** → the names of a date's fields that a payload sends: `title.fr` for a French title. */
export function namesOf(deps: Deps, sent: JsonObject, date: StoredRecord): string[] {
  const { languages } = deps.site;
  const { lang } = readLang(sent.lang, languages);
  const kind = kinds[date.kind];
  const { language, raw, others, removed } = splitTexts(kind, sent, { languages, lang });
  const beside = [...others].flatMap(([tag, texts]) =>
    Object.keys(texts).map((of) => `${of}.${tag}`),
  );
  const labels = { from: language, to: languageOf(date, languages) };
  return [...Object.keys(raw), ...beside, ...removed].map((name) =>
    renamedText(date.kind, name, labels),
  );
}

/**
 * → the change by which a date follows its series again in fields that were sent for several dates;
 * empty when the date has no such field of its own.
 */
export function asSeries({ date, series }: DateOfSeries, names: readonly string[]): Change[] {
  const changed = occurrenceOf(date)?.changed ?? [];
  const after = withOwn(series, date, { values: {}, follows: names });
  const left = occurrenceOf(after)?.changed ?? [];
  return left.length < changed.length ? [changeOf(date, after)] : [];
}

/**
 * → the payload for the series of a date, from a payload for the date: its times are moved to
 * `target` (the series, or its view from this date on) as far as they move this date. Invalid times
 * are kept as sent.
 */
export function payloadForSeries(
  deps: Deps,
  kind: Kind,
  sent: JsonObject,
  { date: stored, series, target }: DateOfSeries & { target: StoredRecord },
): JsonObject {
  const fields = omit(sent, ['scope']);
  if (SENT_TIMES.every((name) => sent[name] === undefined)) return fields;
  const rules = { languages: deps.site.languages, lang: deps.site.languages[0] ?? '' };
  const reading = { mode: 'update', isClean: true, ...rules } as const;
  const { payload, issues } = readPayload(kind, fields, reading);
  if (issues.some(({ param }) => SENT_TIMES.includes(param))) return fields;
  const { siteTimeZone } = deps.config;
  // Read as the times of the date by its rules, whatever it was moved to on its own.
  const ruled = viewAt(series, dateOf(stored)).fields;
  const times = eventTimes(payload.values, ruled, { siteTimeZone, nowMs: deps.now() });
  const moved = utcToSeconds(times.start_date) - utcToSeconds(String(ruled.start_date));
  const start = utcToSeconds(String(target.fields.start_date)) + moved;
  // A zone and a length that the date keeps, the series keeps, whose other parts may have others.
  const isZoneSame = times.timezone === ruled.timezone;
  const isLengthSame =
    times.all_day === target.fields.all_day && lengthOf(times) === lengthOf(ruled);
  const length = lengthOf(isLengthSame ? target.fields : times);
  return {
    ...fields,
    timezone: isZoneSame ? String(target.fields.timezone) : times.timezone,
    all_day: times.all_day,
    start_date: secondsToUtc(start),
    end_date: secondsToUtc(start + length),
  };
}

/** → seconds on the clock from the start of an event to its end. */
const lengthOf = ({ start_date, end_date }: JsonObject): number =>
  utcToSeconds(String(end_date)) - utcToSeconds(String(start_date));
