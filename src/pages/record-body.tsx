/** The content of a record's page. */
import { ApiError } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { pageHtml } from '../lib/html.js';
import { toPlainText } from '../lib/plain-text.js';
import { limits } from '../limits.js';
import { type Answered, isAnswered, listOf, textOf } from '../present/answered.js';
import { DatesTable } from './dates-table.js';
import type { PageClock } from './days.js';
import type { Alternate } from './document.js';
import { EventActions } from './event-actions.js';
import { Banner } from './event-badges.js';
import { EventFacts, LinkedFacts } from './facts.js';
import { Days } from './filters.js';
import { icsOf } from './holding.js';
import { useLanguage } from './language.js';
import { Corrected, Elsewhere, Listing, Pager, Running, Terms } from './listing.js';
import { type MapSource, SmallMap } from './map-pane.js';
import { type More, MoreEvents } from './more.js';
import type { PageList } from './page-list.js';
import { homePath, localPath, type PageRoots } from './paths.js';
import { Picture } from './picture.js';
import { seriesOf } from './series.js';
import type { PageState } from './state.js';
import type { Tree } from './tree.js';
import { ANY_TIME, TO_PAST } from './when.js';

interface Body {
  kind: Kind;
  shown: Answered;
  state: PageState;
  /** What holds the record; null for a kind that is not held. */
  listing: PageList | ApiError | null;
  tree: Tree;
  /** The URL of the page of a date's series; `""`: it is no date. */
  allDates: string;
  clock: PageClock;
  more: readonly More[];
  map: MapSource;
  roots: PageRoots;
  alternates: readonly Alternate[];
}

/** The record, and the events that hold it. */
export function RecordBody(body: Body) {
  const { kind, shown, roots, clock, alternates, tree, more, map } = body;
  const { text } = useLanguage();
  const series = seriesOf(shown);
  const Facts = kind.window ? EventFacts : LinkedFacts;
  return (
    <>
      <nav class="crumbs" aria-label={text('held.crumbs')}>
        <a href={homePath(roots)}>{text('held.home')}</a>
        {tree.parent && (
          <>
            {' › '}
            <a dir="auto" href={localPath(textOf(tree.parent, 'url'), roots)}>
              {textOf(tree.parent, kind.titleField)}
            </a>
          </>
        )}
      </nav>
      <article>
        {kind.window && (
          <Banner event={shown} nowMs={series?.isWhole ? 0 : clock.nowMs} hasReason />
        )}
        <h1 dir="auto">{textOf(shown, kind.titleField)}</h1>
        <div class="record">
          <div class="side">
            <Facts record={shown} roots={roots} zone={clock.zone} next={nextOf(body)} />
            {kind.window && (
              <EventActions
                event={shown}
                ics={icsOf(roots, kind, shown)}
                nowMs={series?.isWhole ? 0 : clock.nowMs}
              />
            )}
            <SmallMap place={isAnswered(shown.venue) ? shown.venue : shown} map={map} />
          </div>
          <div class="text">
            <Picture of={shown} alt={textOf(shown, kind.titleField)} isWide />
            <Prose text={textOf(shown, 'description') || textOf(shown, 'excerpt')} />
            <Terms
              terms={[...listOf(shown, 'categories'), ...listOf(shown, 'tags')]}
              roots={roots}
            />
            {tree.children.length > 0 && (
              <nav aria-label={text('held.part')}>
                <Terms terms={tree.children} roots={roots} />
              </nav>
            )}
            <Holders {...body} />
            <MoreEvents more={more} roots={roots} clock={clock} />
            <Elsewhere formats={kind.window ? alternates.slice(-1) : alternates} />
          </div>
        </div>
      </article>
    </>
  );
}

/** → the next date of a series; null: the page is of something else, or lists other dates. */
function nextOf({ shown, listing, state }: Body): Answered | null {
  if (!seriesOf(shown)?.isWhole || !listing || listing instanceof ApiError) return null;
  return (state.when.is === 'any' && listing.page === 1 && listing.answered[0]) || null;
}

/** A text that may hold HTML; nothing for an empty one. */
function Prose({ text }: { text: string }) {
  if (text.trim() === '') return null;
  if (text.length > limits.shownHtmlChars) {
    return (
      <div class="prose plain" dir="auto">
        {toPlainText(text)}
      </div>
    );
  }
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: pageHtml(text) }} />;
}

/** The events that hold the record. */
function Holders({ shown, listing, allDates, state, roots, clock }: Body) {
  const { text, number } = useLanguage();
  if (!listing) return null;
  const isPast = state.when.is === 'past';
  const isNarrowed = Object.keys(state.filters).some((name) => !isPast || !(name in TO_PAST));
  const other = isPast ? ANY_TIME : TO_PAST;
  const kindOf = (past: boolean) =>
    seriesOf(shown) ? (past ? 'pastDates' : 'dates') : past ? 'pastEvents' : 'events';
  return (
    <section class="held">
      <h2>
        {text('held.title', { kind: kindOf(isPast) })}
        {!(listing instanceof ApiError) &&
          listing.total > 0 &&
          ` (${number.format(listing.total)})`}
      </h2>
      {listing instanceof ApiError ? (
        <p class="note">{text('held.away')}</p>
      ) : (
        <>
          {listing.total + listing.running === 0 && (
            <p>{text('held.none', { kind: isNarrowed ? 'match' : kindOf(isPast) })}</p>
          )}
          {!seriesOf(shown) && <Within state={state} />}
          <Corrected list={listing} state={state} />
          <Running list={listing} state={state} />
          {seriesOf(shown) ? (
            <>
              <DatesTable
                dates={listing.answered}
                {...{ title: textOf(shown, 'title'), roots, clock }}
              />
              {!allDates && <Pager list={listing} state={state} />}
            </>
          ) : (
            <Listing list={listing} state={state} roots={roots} level={3} clock={clock} />
          )}
          <p>
            {allDates ? (
              <a href={localPath(allDates, roots)}>{text('held.all')}</a>
            ) : (
              <a href={state.link(other)}>{text('held.title', { kind: kindOf(!isPast) })}</a>
            )}
          </p>
        </>
      )}
    </section>
  );
}

/** The search and the days within the events of a record. */
function Within({ state }: Pick<Body, 'state'>) {
  const { text } = useLanguage();
  const { search, ...others } = { ...state.own, ...state.filters };
  return (
    <>
      <search>
        <form class="within" method="get" action={state.path}>
          {Object.entries(others).map(([name, value]) => (
            <input type="hidden" name={name} value={value} key={name} />
          ))}
          <label for="within">{text('held.search')}</label>
          <input
            type="search"
            id="within"
            name="search"
            value={search ?? ''}
            maxLength={limits.searchChars}
            dir="auto"
          />
          <button type="submit">{text('form.search')}</button>
        </form>
      </search>
      <Days state={state} />
    </>
  );
}
