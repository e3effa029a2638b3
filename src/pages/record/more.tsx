/**
 * Other events, for the page of an event: by its organizer, at its venue, and nearby within a week.
 * Each is one bounded question to the index. Source: Contract 26.2.
 */
import { ApiError } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject } from '../../kinds/record.js';
import { type Answered, isAnswered, listOf, pointOf, textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { Card } from '../event/card.js';
import { addDays, type PageClock, todayOf } from '../event/days.js';
import { listOrError } from '../event/page-list.js';
import { seriesOf } from '../event/series.js';
import { aroundPoint, type PageRoots } from '../site/paths.js';
import type { Language } from '../words/language.js';

/** Events in each list. */
const SHOWN = 3;

/** The radius of "nearby". */
const NEARBY = { km: '10', mi: '6' } as const;

/** Days of "that week". */
const DAYS = 7;

/** A list of other events; never an empty one. */
export interface More {
  title: string;
  events: Answered[];
}

interface Asking {
  clock: PageClock;
  language: Language;
  /** Of distances. */
  unit: keyof typeof NEARBY;
}

/** → the lists, each event once; empty for another kind than events, and without the index. */
export async function readMore(
  deps: Deps,
  kind: Kind,
  shown: Answered,
  asking: Asking,
): Promise<More[]> {
  if (!kind.window) return [];
  const questions = questionsAbout(shown, asking);
  // As many more as the other lists may have shown already.
  const per_page = String(SHOWN * 3 + 1);
  const lists = await Promise.all(
    questions.map(({ raw, sharp }) =>
      // Events that begin come before exhibitions, which run for months.
      listOrError(deps, kind, { raw: { ...raw, ...sharp, per_page }, own: raw, isParted: true }),
    ),
  );
  const listed = new Set([seriesKey(shown)]);
  return questions.flatMap(({ title }, at) => {
    const events: Answered[] = [];
    const list = lists[at];
    if (!list || list instanceof ApiError) return [];
    for (const event of [...list.answered, ...list.running.answered]) {
      if (events.length === SHOWN) break;
      if (!listed.has(seriesKey(event))) events.push(event);
      listed.add(seriesKey(event));
    }
    return events.length > 0 ? [{ title, events }] : [];
  });
}

// A single date of a series is enough.
const seriesKey = (event: Answered): string => seriesOf(event)?.id ?? textOf(event, 'id');

interface Question {
  title: string;
  raw: JsonObject;
  /** The same days without events that are over today. */
  sharp?: JsonObject;
}

function questionsAbout(shown: Answered, asking: Asking): Question[] {
  const { language } = asking;
  const venue = isAnswered(shown.venue) ? shown.venue : undefined;
  return [
    ...questionsOf(kinds.organizer, listOf(shown, 'organizer')[0], (name) =>
      language.text('event.moreBy', { name }),
    ),
    ...questionsOf(kinds.venue, venue, (name) => language.text('event.moreAt', { name })),
    ...(venue ? questionsNear(venue, textOf(shown, 'start_date').slice(0, 10), asking) : []),
  ];
}

/** → the coming events of an organizer or at a venue. */
function questionsOf(
  { name, titleField }: Kind,
  record: Answered | undefined,
  titled: (name: string) => string,
): Question[] {
  if (!record) return [];
  const toCome = { ends_after: 'now', strict_dates: 'true', collapse: 'series' };
  const title = titled(textOf(record, titleField));
  return [{ title, raw: { ...toCome, [name]: textOf(record, 'id') } }];
}

/** → the events around a venue in the week of a day, or from today if the day is past. */
function questionsNear(
  venue: Answered,
  day: string,
  { clock, language, unit }: Asking,
): Question[] {
  const point = pointOf(venue);
  if (!point) return [];
  const today = todayOf(clock);
  const first = day > today ? day : today;
  const last = addDays(first, DAYS - 1);
  const title = language.text(first === today ? 'event.nearbyNow' : 'event.nearbyWeek');
  return [
    {
      title,
      raw: {
        ...{ geoloc_radius: NEARBY[unit], geoloc_unit: unit },
        ...{ ...aroundPoint(point), overlaps: `${first},${last}` },
        clock: 'local',
      },
      ...(first === today
        ? { sharp: { overlaps: `now,${last} 23:59:59`, strict_dates: 'true' } }
        : {}),
    },
  ];
}

interface MoreOf {
  more: readonly More[];
  roots: PageRoots;
  clock: PageClock;
  /** Of distances. */
  unit: string;
}

/** The lists. */
export function MoreEvents({ more, roots, clock, unit }: MoreOf) {
  return more.map(({ title, events }) => (
    <section class="more-events" key={title}>
      <h2 dir="auto">{title}</h2>
      <ol class="cards">
        {events.map((event) => (
          <Card key={textOf(event, 'id')} {...{ event, roots, clock, day: null, level: 3, unit }} />
        ))}
      </ol>
    </section>
  ));
}
