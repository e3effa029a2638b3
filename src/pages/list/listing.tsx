/** A list of events: its cards, and the links to the pages before and after. */
import { groupBy } from '../../lib/batches.js';
import { type Answered, textOf } from '../../present/answered.js';
import { Card, type CardOf } from '../event/card.js';
import { addDays, dayOf, type PageClock, todayOf } from '../event/days.js';
import { overFromMs } from '../event/event-badges.js';
import type { PageList } from '../event/page-list.js';
import { orderOf, type PageState } from '../event/state.js';
import type { PageRoots } from '../site/paths.js';
import { type Language, useLanguage } from '../words/language.js';
import { Pager } from './list-links.js';

interface ListingOf {
  list: PageList;
  state: PageState;
  roots: PageRoots;
  /** The level of the headings: of days, else of titles. */
  level: 2 | 3;
  clock: PageClock;
  /** No way to other pages. */
  isWhole?: boolean;
}

/** The records of a list by day, and its pager. */
export function Listing(props: ListingOf) {
  const { list, state, clock } = props;
  const language = useLanguage();
  return (
    <>
      <Highlights {...props} />
      {!list.isParted && <Running {...props} />}
      {groupsOf(list, state, clock, language).map((group) => (
        <Day key={group.day} {...{ group, listing: props }} />
      ))}
      {list.isParted && <Running {...props} />}
      {!props.isWhole && <Pager list={list} state={state} />}
    </>
  );
}

/** The events of one day: a section where it has a heading. */
function Day({ group, listing }: { group: Group; listing: ListingOf }) {
  const { day, title, note, events } = group;
  const Part = title ? 'section' : 'div';
  const Heading = `h${listing.level}` as const;
  return (
    <Part class="day">
      {title && (
        <Heading class="day-title">
          {title}
          {note && <span> {note}</span>}
        </Heading>
      )}
      <ol class="cards">{cardsOf(listing, events, day)}</ol>
    </Part>
  );
}

const cardsOf = (listing: ListingOf, events: readonly Answered[], day: string | null) =>
  events.map((event) => {
    const level = day === null ? listing.level : below(listing);
    return <CardIn key={textOf(event, 'id')} {...{ listing, event, day, level }} />;
  });

type Shown = Pick<CardOf, 'event' | 'day' | 'level' | 'picture'> & { listing: ListingOf };

const CardIn = ({ listing: { list, state, roots, clock }, ...shown }: Shown) => (
  <Card {...{ ...shown, roots, clock }} unit={state.unit} series={list.series} />
);

/** → the level of titles below a heading. */
const below = ({ level }: Pick<ListingOf, 'level'>) => (level + 1) as 3 | 4;

/** The operator's recommendations, with large pictures. */
function Highlights(props: ListingOf) {
  const { text } = useLanguage();
  const { list, level } = props;
  if (list.highlights.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <section class="day highlights">
      <Heading class="day-title">{text('values.featured_true')}</Heading>
      <ul class="cards">
        {list.highlights.map((event) => (
          <CardIn
            key={textOf(event, 'id')}
            {...{ listing: props, event, day: null, level: below(props), picture: 'highlight' }}
          />
        ))}
      </ul>
    </section>
  );
}

/** Cards of running events, below the link to all of them. */
function Running(props: ListingOf) {
  const { list, state, level } = props;
  const { answered, total } = list.running;
  if (total === 0 || list.page !== 1) return null;
  const Heading = `h${level}` as const;
  return (
    <section class={list.isParted ? 'day' : 'day shelf'}>
      <Heading class="day-title">
        <RunningLink list={list} state={state} />
      </Heading>
      <ul class="cards">{cardsOf(props, answered, '')}</ul>
    </section>
  );
}

type RunningLinkOf = Pick<ListingOf, 'list' | 'state'> & {
  /** Changes that lead to the days of a month. */
  days?: Parameters<PageState['link']>[0];
};

/** The number of the running events of a list, with a link to all of them. */
export function RunningLink({ list, state, days }: RunningLinkOf) {
  const { text } = useLanguage();
  const { is, name } = state.when;
  const isNow = is === 'any' || name === 'today' || name === 'tonight';
  return (
    <a href={state.link({ ...days, running: 'only', orderby: null, order: null })}>
      {text(isNow ? 'list.runningNow' : 'list.runningThen', { count: list.running.total })}
    </a>
  );
}

/** The search that replaced the typed words, if any. */
export function Corrected({ list, state }: Pick<ListingOf, 'list' | 'state'>) {
  const { parts } = useLanguage();
  if (list.corrected === null) return null;
  return (
    <p class="note">
      {parts('list.corrected', {
        search: <bdi>{state.filters.search}</bdi>,
        words: <bdi>{list.corrected}</bdi>,
      })}
    </p>
  );
}

/** Events of one day; `day` is null where the list has another order. */
interface Group {
  day: string | null;
  title: string;
  /** The date of a day with a name. */
  note: string;
  events: Answered[];
}

/** Orders by the start. */
const BY_DAY = ['start_date', 'day'];

/**
 * → the events by the day of their start, current events first. The first day also has running
 * events of earlier days.
 */
function groupsOf(
  { answered: events, stated }: Pick<PageList, 'answered' | 'stated'>,
  state: PageState,
  clock: PageClock,
  { text, dates }: Language,
): Group[] {
  const { order } = state.filters;
  const today = todayOf(clock);
  const orderby = orderOf(state);
  if (state.when.isRunning) return [{ day: '', title: text('list.onNow'), note: '', events }];
  if (orderby !== '' && !BY_DAY.includes(orderby)) {
    return [{ day: null, title: '', note: '', events }];
  }
  const tomorrow = addDays(today, 1);
  const names: Record<string, string> = {
    [today]: text('days.today'),
    [tomorrow]: text('days.tomorrow'),
  };
  const isPast = state.when.is === 'past';
  // Words such as `weekend` are stated as days.
  const [from = ''] = (stated.overlaps ?? state.when.from).split(',');
  const first = isPast ? '' : dayOf(from, clock);
  const isRunning = (event: Answered) =>
    !isPast && first <= today && startDay(event) < today && overFromMs(event) > clock.nowMs;
  const dayIn = (event: Answered) => (startDay(event) < first ? first : startDay(event));
  const groups = groupBy(events, (event) => (isRunning(event) ? '' : dayIn(event)));
  const days = [...groups.keys()].sort();
  return (order === 'desc' ? days.reverse() : days).map((day) => {
    const title = day === '' ? text('list.onNow') : (names[day] ?? dates.long(day, today));
    const note = names[day] ? dates.long(day, today) : '';
    const ofDay = groups.get(day) ?? [];
    // The operator's recommendations are first of their day.
    const events = [true, false].flatMap((is) =>
      ofDay.filter((one) => (one.featured === true) === is),
    );
    return { day, title, note, events };
  });
}

const startDay = (event: Answered): string => textOf(event, 'start_date').slice(0, 10);
