/** The content of a record's page. */
import { ApiError } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import { pageHtml } from '../../lib/text/html.js';
import { toPlainText } from '../../lib/text/plain-text.js';
import { limits } from '../../limits.js';
import { type Answered, isAnswered, languageOf, listOf, textOf } from '../../present/answered.js';
import { DatesTable } from '../event/dates-table.js';
import type { PageClock } from '../event/days.js';
import { EventActions } from '../event/event-actions.js';
import { Banner } from '../event/event-badges.js';
import { EventFacts, LinkedFacts } from '../event/facts.js';
import { icsOf } from '../event/holding.js';
import { type MapSource, SmallMap } from '../event/map-pane.js';
import type { PageList } from '../event/page-list.js';
import { Picture } from '../event/picture.js';
import { seriesOf } from '../event/series.js';
import type { PageState } from '../event/state.js';
import { ANY_TIME, TO_PAST } from '../event/when.js';
import { Days } from '../list/filters.js';
import { Elsewhere, Pager, Terms } from '../list/list-links.js';
import { Corrected, Listing } from '../list/listing.js';
import { type Crumb, Crumbs } from '../site/crumbs.js';
import type { Alternate } from '../site/document.js';
import { localPath, type PageRoots } from '../site/paths.js';
import { useLanguage } from '../words/language.js';
import { type More, MoreEvents } from './more.js';
import type { Tree } from './tree.js';

interface Body {
  kind: Kind;
  shown: Answered;
  state: PageState;
  /** The record's events; null for a kind without events. */
  listing: PageList | ApiError | null;
  tree: Tree;
  /** The pages above it. */
  above: readonly Crumb[];
  /** Of a series: its next date. */
  next: Answered | null;
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
  const { kind, shown, roots, clock, alternates, tree, above, more, map } = body;
  const language = useLanguage();
  const { text } = language;
  const series = seriesOf(shown);
  const Facts = kind.window ? EventFacts : LinkedFacts;
  return (
    <>
      <Crumbs crumbs={above} roots={roots} />
      <article>
        {kind.window && (
          <Banner event={shown} nowMs={series?.isWhole ? 0 : clock.nowMs} hasReason />
        )}
        <h1 dir="auto" lang={languageOf(shown, kind.titleField)}>
          {textOf(shown, kind.titleField)}
        </h1>
        <div class="record">
          <div class="side">
            <Facts record={shown} roots={roots} zone={clock.zone} next={body.next} />
            {kind.window && (
              <EventActions
                event={shown}
                ics={icsOf(roots, kind, { shown, language })}
                nowMs={series?.isWhole ? 0 : clock.nowMs}
              />
            )}
            <SmallMap place={isAnswered(shown.venue) ? shown.venue : shown} map={map} />
          </div>
          <div class="text">
            <Picture of={shown} as="wide" />
            <Prose shown={shown} />
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
            <MoreEvents {...{ more, roots, clock }} unit={map.config.siteUnit} />
            <Elsewhere formats={kind.window ? alternates.slice(-1) : alternates} />
          </div>
        </div>
      </article>
    </>
  );
}

/** A text that may hold HTML; nothing for an empty one. */
function Prose({ shown }: { shown: Answered }) {
  const field = textOf(shown, 'description') ? 'description' : 'excerpt';
  const text = textOf(shown, field);
  const lang = languageOf(shown, field);
  if (text.trim() === '') return null;
  if (text.length > limits.shownHtmlChars) {
    return (
      <div class="prose plain" dir="auto" lang={lang}>
        {toPlainText(text)}
      </div>
    );
  }
  const html = { __html: pageHtml(text) };
  return <div class="prose" dir="auto" lang={lang} dangerouslySetInnerHTML={html} />;
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
          listing.count > 0 &&
          ` (${number.format(listing.count)})`}
      </h2>
      {listing instanceof ApiError ? (
        <p class="note">{text('held.away')}</p>
      ) : (
        <>
          {listing.count === 0 && (
            <p>{text('held.none', { kind: isNarrowed ? 'match' : kindOf(isPast) })}</p>
          )}
          {!seriesOf(shown) && <Within state={state} />}
          <Corrected list={listing} state={state} />
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

/** The ID of the form within a record. */
const WITHIN = 'within-record';

/** The search and the days within the events of a record. */
function Within({ state }: Pick<Body, 'state'>) {
  const { text } = useLanguage();
  const { search, ...others } = { ...state.own, ...state.filters };
  return (
    <>
      <search>
        <form class="within" id={WITHIN} method="get" action={state.path}>
          {Object.entries(others).map(([name, value]) => (
            <input type="hidden" name={name} value={value} key={name} />
          ))}
          <label for="within">{text('held.search')}</label>
          <input
            type="search"
            id="within"
            name="search"
            value={search ?? ''}
            placeholder=" "
            maxLength={limits.searchChars}
            dir="auto"
          />
          <button type="submit">{text('form.search')}</button>
        </form>
      </search>
      <Days state={state} form={WITHIN} />
    </>
  );
}
