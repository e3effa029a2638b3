/** A list of events: its cards, its total, and the links to the pages before and after. */

import { type Answered, isAnswered, listOf, textOf } from '../../present/answered.js';
import type { UrlRoots } from '../../present/markers.js';
import type { ListAnswer } from '../../records/list.js';
import { When } from './dates.js';
import { shortened } from './document.js';
import { localPath } from './paths.js';
import type { PageState } from './state.js';

/** Longest title in a list, characters. */
const TITLE_CHARS = 300;

interface Listing {
  list: ListAnswer;
  state: PageState;
  roots: UrlRoots;
  /** The level of the titles' headings. */
  level: 2 | 3;
}

/** The records of a list, and its pager. */
export function Listing({ list, state, roots, level }: Listing) {
  const events = list.records.map((text) => JSON.parse(text) as Answered);
  return (
    <>
      <ol class="cards">
        {events.map((event) => (
          <Card event={event} roots={roots} level={level} />
        ))}
      </ol>
      <Pager list={list} state={state} />
    </>
  );
}

function Card({ event, roots, level }: { event: Answered; roots: UrlRoots; level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  return (
    <li class="card">
      <Heading dir="auto">
        <a href={localPath(textOf(event, 'url'), roots)}>
          {shortened(textOf(event, 'title'), TITLE_CHARS) || 'Untitled'}
        </a>
      </Heading>
      <Badges event={event} />
      <p class="when">
        <When event={event} />
      </p>
      <Where event={event} roots={roots} />
      <Terms terms={listOf(event, 'categories')} roots={roots} />
    </li>
  );
}

const STATES: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  rescheduled: 'New date',
  moved_online: 'Moved online',
};

const MODES: Readonly<Record<string, string>> = { online: 'Online', hybrid: 'Also online' };

const AVAILABILITIES: Readonly<Record<string, string>> = {
  limited: 'Few tickets left',
  sold_out: 'Sold out',
  not_on_sale: 'Not on sale',
};

/** What sets an event apart: its state, online, tickets, price. */
export function Badges({ event }: { event: Answered }) {
  const [state, mode, availability] = [
    textOf(event, 'event_status'),
    textOf(event, 'attendance_mode'),
    textOf(event, 'availability'),
  ];
  const badges = [
    ['state', STATES[state]],
    ['mode', state === 'moved_online' ? undefined : MODES[mode]],
    ['tickets', AVAILABILITIES[availability]],
    ['price', textOf(event, 'cost')],
  ].filter(([, text]) => text);
  if (badges.length === 0) return null;
  return (
    <ul class="badges">
      {badges.map(([name, text]) => (
        <li class={name} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The venue of an event, its town, and how far it is. */
function Where({ event, roots }: { event: Answered; roots: UrlRoots }) {
  const venue = isAnswered(event.venue) ? event.venue : null;
  if (!venue) return null;
  const distance = textOf(event, 'distance');
  return (
    <p class="where">
      <a dir="auto" href={localPath(textOf(venue, 'url'), roots)}>
        {shortened(textOf(venue, 'venue'), TITLE_CHARS)}
      </a>
      {textOf(venue, 'city') && (
        <>
          , <span dir="auto">{textOf(venue, 'city')}</span>
        </>
      )}
      {distance !== '' && ` · ${distance} away`}
    </p>
  );
}

/** Links to the pages of terms. */
export function Terms({ terms, roots }: { terms: readonly Answered[]; roots: UrlRoots }) {
  if (terms.length === 0) return null;
  return (
    <ul class="terms">
      {terms.map((term) => (
        <li>
          <a dir="auto" href={localPath(textOf(term, 'url'), roots)}>
            {textOf(term, 'name')}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Pager({ list, state }: { list: ListAnswer; state: PageState }) {
  const { page, totalPages, nextCursor } = list;
  const isLast = page === null ? nextCursor === null : page >= totalPages;
  if ((page === null || page === 1) && isLast) return null;
  return (
    <nav class="pager" aria-label="Pages">
      {page !== null && page > 1 && (
        <a rel="prev" href={state.link(page > 2 ? { page: String(page - 1) } : {})}>
          Previous page
        </a>
      )}
      {page !== null && (
        <span>
          Page {page} of {totalPages}
        </span>
      )}
      {!isLast && (
        <a
          rel="next"
          href={state.link(page === null ? { cursor: nextCursor } : { page: String(page + 1) })}
        >
          Next page
        </a>
      )}
    </nav>
  );
}
