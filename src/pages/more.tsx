/**
 * What else is on, for the page of an event: by its organizer, at its venue, and nearby within a
 * week. Each is one bounded question to the index. Source: Contract 26.2.
 */
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { type Answered, isAnswered, listOf, pointOf, textOf } from '../present/answered.js';
import type { Deps } from '../records/deps.js';
import { Card } from './card.js';
import { addDays, dayOf, type PageClock } from './days.js';
import type { Language } from './language.js';
import { listBeside } from './page-list.js';
import { aroundPoint, type PageRoots } from './paths.js';
import { seriesOf } from './series.js';

/** Events in each list. */
const SHOWN = 3;

/** How far "nearby" goes. */
const NEARBY = { geoloc_radius: '10', geoloc_unit: 'km' };

/** Days of "that week". */
const DAYS = 7;

/** A list of other events; never an empty one. */
export interface More {
  title: string;
  events: Answered[];
}

/** → the lists, each event once; none for what is no event, and none without the index. */
export async function readMore(
  deps: Deps,
  kind: Kind,
  shown: Answered,
  { clock, language }: { clock: PageClock; language: Language },
): Promise<More[]> {
  if (!kind.window) return [];
  const questions = questionsAbout(shown, clock, language);
  // As many more as the other lists may have shown already.
  const per_page = String(SHOWN * 3 + 1);
  const lists = await Promise.all(
    questions.map(({ raw }) => listBeside(deps, kind, { ...raw, per_page })),
  );
  const listed = new Set([seriesKey(shown)]);
  return questions.flatMap(({ title }, at) => {
    const events: Answered[] = [];
    for (const event of lists[at] ?? []) {
      if (events.length === SHOWN) break;
      if (!listed.has(seriesKey(event))) events.push(event);
      listed.add(seriesKey(event));
    }
    return events.length > 0 ? [{ title, events }] : [];
  });
}

// Of a series, one date is enough.
const seriesKey = (event: Answered): string => seriesOf(event)?.id ?? textOf(event, 'id');

interface Question {
  title: string;
  raw: JsonObject;
}

function questionsAbout(shown: Answered, clock: PageClock, language: Language): Question[] {
  const venue = isAnswered(shown.venue) ? shown.venue : undefined;
  return [
    ...questionsOf(kinds.organizer, listOf(shown, 'organizer')[0], (name) =>
      language.text('event.moreBy', { name }),
    ),
    ...questionsOf(kinds.venue, venue, (name) => language.text('event.moreAt', { name })),
    ...(venue
      ? questionsNear(venue, textOf(shown, 'start_date').slice(0, 10), { clock, language })
      : []),
  ];
}

/** → what is to come of an organizer or at a venue. */
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

/** → what is on around a venue in the week of a day, if that is to come, else of today. */
function questionsNear(
  venue: Answered,
  day: string,
  { clock, language }: { clock: PageClock; language: Language },
): Question[] {
  const point = pointOf(venue);
  if (!point) return [];
  const today = dayOf('today', clock);
  const first = day > today ? day : today;
  const last = addDays(first, DAYS - 1);
  const title = language.text(first === today ? 'event.nearbyNow' : 'event.nearbyWeek');
  return [
    {
      title,
      raw: {
        ...{ ...NEARBY, ...aroundPoint(point), overlaps: `${first},${last}` },
        ...{ clock: 'local', running: 'hide' },
      },
    },
  ];
}

/** The lists. */
export function MoreEvents(props: { more: readonly More[]; roots: PageRoots; clock: PageClock }) {
  const { more, roots, clock } = props;
  return more.map(({ title, events }) => (
    <section class="more-events" key={title}>
      <h2 dir="auto">{title}</h2>
      <ol class="cards">
        {events.map((event) => (
          <Card
            key={textOf(event, 'id')}
            {...{ event, roots, clock, day: null, level: 3, unit: 'km' }}
          />
        ))}
      </ol>
    </section>
  ));
}
