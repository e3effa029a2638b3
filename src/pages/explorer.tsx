/** The front page: what is on, to search by words, days, category and place. */
import type { Deps } from '../records/deps.js';
import { countCategories, FACET } from './category-counts.js';
import { clockOf, type PageClock } from './days.js';
import { type Alternate, type Outcome, renderPart, type Site, type Visit } from './document.js';
import { filterTitles } from './filter-titles.js';
import { ActiveFilters, Days } from './filters.js';
import { headingFor } from './heading.js';
import { listFormats } from './holding.js';
import { useLanguage } from './language.js';
import { Corrected, Elsewhere, Listing, Running } from './listing.js';
import { MapButton, MapPane, mapPolicy, markersQuery } from './map-pane.js';
import { daysIn, MonthTable, monthOf } from './month.js';
import { readSubmitted } from './near.js';
import { listForPage, type PageList, PER_PAGE } from './page-list.js';
import { basePath, listedKind, type PageRoots } from './paths.js';
import { type Place, placeOf } from './place.js';
import { SearchForm } from './search-form.js';
import {
  dropped,
  feedParams,
  isPlain,
  type MonthDays,
  NOT_IN_MONTH,
  type PageState,
  paramsOf,
  readState,
} from './state.js';
import { structuredData } from './structured.js';
import { TownLinks } from './town-links.js';
import { ANY_TIME, TO_PAST } from './when.js';

/** → the page of a query; a text when only the results are asked for. */
export async function explore(deps: Deps, { parameters }: Visit, site: Site): Promise<Outcome> {
  const { language, roots } = site;
  const sent = readState(parameters, `${basePath(roots)}/`, roots.lang);
  const { goTo, state, unknownTown } = await readSubmitted(deps, parameters, {
    state: sent,
    here: language.text('form.here'),
  });
  if (goTo !== null) return { status: 303, location: goTo };
  const clock = clockOf(deps, state);
  const month = monthOf(state, clock);
  const raw = { ...(month ? {} : { per_page: PER_PAGE }), ...paramsOf(state, month) };
  const [list, titles, place] = await Promise.all([
    listForPage(deps, listedKind, { ...raw, facets: FACET }, month ? daysIn(month) : undefined),
    filterTitles(deps, state),
    placeOf(deps, state),
  ]);
  const direct = state.filters[FACET] ? undefined : list.facets?.[FACET];
  const categories = await countCategories(deps, raw, direct);
  const title = headingFor({ language, state, clock, titles, place });
  const formats = listFormats(deps.roots, listedKind, {
    feed: feedParams(state, month),
    list: raw,
    language,
  });
  const view = { deps, roots, list, titles, state, place, clock, formats, month };
  const radiusKm = deps.config.geoRadiusKm;
  const about = isPlain(state) ? deps.config.siteDescription : '';
  const form = (
    <SearchForm
      {...{ state, site, clock, titles, place, unknownTown, radiusKm }}
      categories={categories}
    />
  );
  const results = (
    <div id="results" data-query={markersQuery(raw)} data-title={title}>
      <Results {...view} />
    </div>
  );
  if (state.isFragment) return renderPart(language, form, results);
  return {
    title,
    description: about || language.text('list.description', { title, count: list.total }),
    here: state.link({}),
    canonical: isPlain(state) ? `${deps.roots.site}/` : null,
    alternates: formats,
    jsonLd: structuredData(deps, { kind: listedKind, shown: null, title, list }),
    scripts: ['explorer.js'],
    policy: mapPolicy(deps.config),
    main: (
      <>
        <h1 dir="auto">{title}</h1>
        {about && (
          <p class="about-site" dir="auto">
            {about}
          </p>
        )}
        {form}
        <div id="status" role="status" class="hidden" />
        <div class="panes">
          {results}
          <MapPane site={site} config={deps.config} />
        </div>
      </>
    ),
  };
}

interface View {
  deps: Deps;
  roots: PageRoots;
  list: PageList;
  titles: Readonly<Record<string, string>>;
  state: PageState;
  place: Place | null;
  clock: PageClock;
  formats: readonly Alternate[];
  month: MonthDays | null;
}

/** What a script may replace: the list or month, and all that depends on it. */
function Results({ month, ...view }: View) {
  const { text, dates } = useLanguage();
  const { deps, roots, list, titles, state, place, clock, formats } = view;
  const { config } = deps;
  const other = month ? ANY_TIME : { ...dropped(NOT_IN_MONTH), ...ANY_TIME, view: 'month' };
  return (
    <>
      <Days state={state} />
      <div class="bar">
        <h2 id="results-title">
          {month ? dates.month(month[0]) : text('list.count', { count: list.total })}
        </h2>
        <a class="button" href={state.link(other)}>
          {text(month ? 'list.list' : 'list.month')}
        </a>
        <MapButton />
      </div>
      <ActiveFilters {...{ state, clock, titles, place }} radiusKm={config.geoRadiusKm} />
      {place && place.others.length > 0 && (
        <p class="note">
          <TownLinks state={state} towns={place.others} />
        </p>
      )}
      <Corrected list={list} state={state} />
      <Running list={list} state={state} />
      {month ? (
        <MonthTable {...{ month, state, roots, clock }} days={list.days} />
      ) : (
        <>
          {list.total === 0 && !(list.running > 0 && state.filters.search) && (
            <Nothing state={state} />
          )}
          <Listing {...{ list, state, roots, level: 3, clock }} />
        </>
      )}
      {list.total > 0 && <Elsewhere formats={formats} />}
    </>
  );
}

function Nothing({ state }: Pick<View, 'state'>) {
  const { text } = useLanguage();
  return (
    <div class="nothing">
      <p>{text(isPlain(state) ? 'list.empty' : 'list.none')}</p>
      {state.when.is !== 'past' && (
        <p>
          <a href={state.link(TO_PAST)}>{text('list.seePast')}</a>
        </p>
      )}
    </div>
  );
}
