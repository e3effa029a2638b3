/**
 * What else is on, for the page of an event: by its organizer, at its venue, and nearby within a
 * week. Each is one bounded question to the index. Source: Contract 26.2.
 */
import { ApiError } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { type Answered, isAnswered, listOf, textOf } from '../present/answered.js';
import type { UrlRoots } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { Card } from './card.js';
import { dayAfter, dayOf, type PageClock } from './days.js';
import { listOrError } from './holding.js';
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
  clock: PageClock,
): Promise<More[]> {
  if (!kind.window) return [];
  const questions = questionsAbout(shown, clock);
  const lists = await Promise.all(questions.map(({ raw }) => ask(deps, kind, raw)));
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

function questionsAbout(shown: Answered, clock: PageClock): { title: string; raw: JsonObject }[] {
  const [organizer] = listOf(shown, 'organizer');
  const venue = isAnswered(shown.venue) ? shown.venue : null;
  const today = dayOf('today', clock);
  const day = textOf(shown, 'start_date').slice(0, 10);
  const first = day > today ? day : today;
  let last = first;
  for (let n = 1; n < DAYS; n++) last = dayAfter(last);
  const toCome = { ends_after: 'now', strict_dates: 'true', collapse: 'series' };
  const titleOf = (kind: Kind, record: Answered) => textOf(record, kind.titleField);
  return [
    ...(organizer
      ? [
          {
            title: `More by ${titleOf(kinds.organizer, organizer)}`,
            raw: { ...toCome, organizer: textOf(organizer, 'id') },
          },
        ]
      : []),
    ...(venue
      ? [
          {
            title: `More at ${titleOf(kinds.venue, venue)}`,
            raw: { ...toCome, venue: textOf(venue, 'id') },
          },
        ]
      : []),
    ...(typeof venue?.geo_lat === 'number' && typeof venue.geo_lng === 'number'
      ? [
          {
            title: first === today ? 'Nearby in the next days' : 'Nearby that week',
            raw: {
              ...NEARBY,
              ...{ geoloc_lat: String(venue.geo_lat), geoloc_lng: String(venue.geo_lng) },
              ...{ overlaps: `${first},${last}`, clock: 'local' },
            },
          },
        ]
      : []),
  ];
}

/** → what was asked for; as many more as the other lists may have shown already. */
async function ask(deps: Deps, kind: Kind, raw: JsonObject): Promise<Answered[]> {
  const per_page = String(SHOWN * 3 + 1);
  const list = await listOrError(deps, kind, { raw: { ...raw, per_page }, caller: null });
  return list instanceof ApiError ? [] : list.answered;
}

/** The lists. */
export function MoreEvents(props: { more: readonly More[]; roots: UrlRoots; clock: PageClock }) {
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
