/** An event in a list: its times, title, place, price and state. */
import { type Answered, isAnswered, languageOf, listOf, textOf } from '../../present/answered.js';
import { RecordLink } from '../site/crumbs.js';
import { shortened } from '../site/document.js';
import { localPath, type PageRoots } from '../site/paths.js';
import { type Language, useLanguage } from '../words/language.js';
import { ruleText } from '../words/rule-words.js';
import { Times } from './dates.js';
import { type PageClock, todayOf } from './days.js';
import { Banner, Notes } from './event-badges.js';
import { Picture } from './picture.js';
import { seriesOf } from './series.js';

/** Longest title and name in a list, characters. */
const TITLE_CHARS = 200;

/** The data of a card. */
export interface CardOf {
  event: Answered;
  /** The day of the heading above; null without a day. */
  day: string | null;
  /** The level of its heading. */
  level: 2 | 3 | 4;
  roots: PageRoots;
  clock: PageClock;
  /** Of distances. */
  unit: string;
  /** Where a series has one card: the URLs of the pages of series, by ID. */
  series?: ReadonlyMap<string, string>;
  /** How its picture is shown; `small` unless said. */
  picture?: 'highlight';
}

/** The card: a list item. The link of its title covers it. */
export function Card({ event, day, level, roots, clock, unit, series, picture }: CardOf) {
  const Heading = `h${level}` as const;
  const title = shortened(textOf(event, 'title'), TITLE_CHARS);
  const terms = listOf(event, 'categories').slice(0, CARD_TERMS);
  const language = useLanguage();
  const rule = seriesOf(event);
  // A card represents all dates of a series; a date with own fields has its own card.
  const whole = rule && !rule.isChanged ? series?.get(rule.id) : undefined;
  return (
    <li class={textOf(event, 'event_status') === 'cancelled' ? 'card off' : 'card'}>
      <Times event={event} zone={clock.zone} heading={day} today={todayOf(clock)} />
      <div class="about">
        <Picture of={event} as={picture} />
        <Banner event={event} nowMs={clock.nowMs} />
        <Heading dir="auto">
          <a
            lang={languageOf(event, 'title')}
            href={localPath(whole ?? textOf(event, 'url'), roots)}
          >
            {title}
          </a>
        </Heading>
        <Where event={event} roots={roots} unit={unit} />
        <ul class="notes">
          {whole && <li class="rhythm">{ruleText(event, language)}</li>}
          <Notes event={event} />
          {terms.map((term) => (
            <li key={textOf(term, 'id')}>
              <bdi lang={languageOf(term, 'name')}>{textOf(term, 'name')}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** Categories in a card; the page of the event has them all, with links. */
const CARD_TERMS = 3;

/** The venue of an event, its town, and how far it is. */
function Where({ event, roots, unit }: Pick<CardOf, 'event' | 'roots' | 'unit'>) {
  const venue = isAnswered(event.venue) ? event.venue : null;
  if (!venue) return null;
  const [name, city] = [textOf(venue, 'venue'), textOf(venue, 'city')];
  const { distance } = event;
  const language = useLanguage();
  return (
    <p class="where">
      <RecordLink of={venue} name="venue" text={shortened(name, TITLE_CHARS)} roots={roots} />
      {city !== '' && city !== name && (
        <>
          {language.comma}
          <bdi>{shortened(city, TITLE_CHARS)}</bdi>
        </>
      )}
      {typeof distance === 'number' &&
        event.distance_precision === undefined &&
        ` · ${distanceText(distance, unit, language)}`}
    </p>
  );
}

/** → `less than 0.1 km away`, `3.2 km away`, `25 km away`. */
function distanceText(distance: number, unit: string, { text, dates }: Language): string {
  if (distance < 0.1) return text('place.close', { distance: dates.distance(0.1, unit) });
  const rounded = distance < 10 ? distance : Math.round(distance);
  return text('place.away', { distance: dates.distance(rounded, unit) });
}
