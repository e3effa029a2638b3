/** A list of events: its cards, and the links to the pages before and after. */
import { limits } from '../limits.js';
import { type Answered, isAnswered, listOf, textOf } from '../present/answered.js';
import type { UrlRoots } from '../present/markers.js';
import { NEXT_DATES } from '../present/recurrence.js';
import { When } from './dates.js';
import { type Alternate, shortened } from './document.js';
import { Badges } from './event-badges.js';
import type { PageList } from './holding.js';
import { basePath, localPath } from './paths.js';
import { Picture } from './picture.js';
import { seriesOf } from './series.js';
import type { PageState } from './state.js';

/** Longest title and name in a list, characters. */
const TITLE_CHARS = 200;

interface Shown {
  list: PageList;
  state: PageState;
  roots: UrlRoots;
  /** The level of the titles' headings. */
  level: 2 | 3;
  nowMs: number;
  /** Whether a series has one card. */
  isCollapsed?: boolean;
}

/** The records of a list, and its pager. */
export function Listing({ list, state, roots, level, nowMs, isCollapsed }: Shown) {
  if (list.answered.length === 0) return null;
  const unit = state.filters.geoloc_unit ?? 'km';
  return (
    <>
      <ol class="cards">
        {list.answered.map((event) => (
          <Card key={textOf(event, 'id')} {...{ event, roots, level, nowMs, unit, isCollapsed }} />
        ))}
      </ol>
      <Pager list={list} state={state} />
    </>
  );
}

interface CardOf extends Pick<Shown, 'roots' | 'level' | 'nowMs' | 'isCollapsed'> {
  event: Answered;
  unit: string;
}

function Card({ event, roots, level, nowMs, unit, isCollapsed }: CardOf) {
  const Heading = `h${level}` as const;
  const isOff = textOf(event, 'event_status') === 'cancelled';
  return (
    <li class={isOff ? 'card off' : 'card'}>
      <Picture of={event} alt={shortened(textOf(event, 'title'), TITLE_CHARS)} />
      <Heading dir="auto">
        <a href={localPath(textOf(event, 'url'), roots)}>
          {shortened(textOf(event, 'title'), TITLE_CHARS)}
        </a>
      </Heading>
      <p class="when">
        <When event={event} />
        {isCollapsed && <MoreDates event={event} roots={roots} />}
      </p>
      <Where event={event} roots={roots} unit={unit} />
      <Badges event={event} nowMs={nowMs} />
      <Terms terms={listOf(event, 'categories').slice(0, CARD_TERMS)} roots={roots} />
    </li>
  );
}

/** The number of dates that follow in a series, where an answer names all of them. */
function MoreDates({ event, roots }: Pick<CardOf, 'event' | 'roots'>) {
  const series = seriesOf(event);
  if (!series || series.following === 0) return null;
  const count = series.following < NEXT_DATES ? `${series.following} more` : 'more';
  const dates = series.following === 1 ? 'date' : 'dates';
  return (
    <>
      {' · '}
      <a href={`${basePath(roots)}/?post_parent=${series.id}`}>
        and {count} {dates}
      </a>
    </>
  );
}

/** Categories in a card; the page of the event has them all. */
const CARD_TERMS = 5;

/** The venue of an event, its town, and how far it is. */
function Where({ event, roots, unit }: Pick<CardOf, 'event' | 'roots' | 'unit'>) {
  const venue = isAnswered(event.venue) ? event.venue : null;
  if (!venue) return null;
  const [name, city] = [textOf(venue, 'venue'), textOf(venue, 'city')];
  const { distance } = event;
  return (
    <p class="where">
      <a dir="auto" href={localPath(textOf(venue, 'url'), roots)}>
        {shortened(name, TITLE_CHARS)}
      </a>
      {city !== '' && city !== name && (
        <>
          {', '}
          <bdi>{shortened(city, TITLE_CHARS)}</bdi>
        </>
      )}
      {typeof distance === 'number' && ` · ${distanceText(distance)} ${unit} away`}
    </p>
  );
}

/** → `less than 0.1`, `3.2`, `25`. */
function distanceText(distance: number): string {
  if (distance < 0.1) return 'less than 0.1';
  return distance < 10 ? String(Number(distance.toFixed(1))) : String(Math.round(distance));
}

/** Links to the pages of terms. */
export function Terms({ terms, roots }: { terms: readonly Answered[]; roots: UrlRoots }) {
  if (terms.length === 0) return null;
  return (
    <ul class="terms">
      {terms.map((term) => (
        <li key={textOf(term, 'id')}>
          <a dir="auto" href={localPath(textOf(term, 'url'), roots)}>
            {textOf(term, 'name')}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The list or record in other formats. */
export function Elsewhere({ formats }: { formats: readonly Alternate[] }) {
  return (
    <ul class="elsewhere" aria-label="The same for programs">
      {formats.map(({ type, title, href }) => (
        <li key={type}>
          <a type={type} href={href}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Pager({ list, state }: Pick<Shown, 'list' | 'state'>) {
  const { page, totalPages, nextCursor } = list;
  const isFirst = page === 1;
  const isLast = nextCursor === null;
  if (isFirst && isLast) return null;
  const next: Record<string, string | null> =
    page === null || isBeyond(list) ? { cursor: nextCursor } : { page: `${page + 1}` };
  return (
    <nav class="pager" aria-label="Pages">
      {!isFirst && (
        <a
          rel="prev"
          href={state.link(page !== null && page > 2 ? { page: String(page - 1) } : {})}
        >
          {page === null ? 'First page' : 'Previous page'}
        </a>
      )}
      {page !== null && (
        <span>
          Page {page} of {totalPages}
        </span>
      )}
      {!isLast && (
        <a rel="next" href={state.link(next)}>
          Next page
        </a>
      )}
    </nav>
  );
}

/** → whether the next page can be reached by cursor alone. Contract 13. */
const isBeyond = ({ page, perPage }: PageList): boolean =>
  page !== null && (page + 1) * perPage > limits.resultWindow;
