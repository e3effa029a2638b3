/** The front page: coming events, with a search by words, days, category and place. */
import type { ComponentChildren } from 'preact';
import type { Deps } from '../../records/deps.js';
import { clockOf, type PageClock } from '../event/days.js';
import { listFormats } from '../event/holding.js';
import { MapButton, MapPane, mapPolicy, markersQuery } from '../event/map-pane.js';
import { listForPage, type PageList, PER_PAGE } from '../event/page-list.js';
import {
  dropped,
  feedParams,
  isPlain,
  type MonthDays,
  NOT_IN_MONTH,
  type PageState,
  paramsOf,
  readState,
} from '../event/state.js';
import { structuredData } from '../event/structured.js';
import { ANY_TIME } from '../event/when.js';
import { countCategories } from '../site/category-counts.js';
import { Crumbs } from '../site/crumbs.js';
import {
  type Alternate,
  type Page,
  type PageOutcome,
  renderPart,
  type Site,
  type Visit,
  windowTitle,
} from '../site/document.js';
import { basePath, listedKind, localPath, type PageRoots } from '../site/paths.js';
import type { Landing } from '../town/landing.js';
import { LandingLinks } from '../town/landing-links.js';
import { type Place, placeOf } from '../town/place.js';
import { TownLinks } from '../town/town-links.js';
import { useLanguage } from '../words/language.js';
import { askedFor } from './asked.js';
import { currencyOf } from './choices.js';
import { type Instead, Nothing, offersNear } from './empty.js';
import { filterTitles } from './filter-titles.js';
import { ActiveFilters, Days, SEARCH_FORM } from './filters.js';
import { headingFor } from './heading.js';
import { Elsewhere } from './list-links.js';
import { Corrected, Listing } from './listing.js';
import { type Meant, meantBy } from './meaning.js';
import { listedAs, MonthTable, monthOf } from './month.js';
import { SearchForm } from './search-form.js';

/** → the page of a query; a text when only the results are asked for. */
export async function explore(
  deps: Deps,
  { parameters }: Visit,
  site: Site,
  landing: Landing | null = null,
): Promise<PageOutcome> {
  const { language, roots } = site;
  const path = `${basePath(roots)}/`;
  const asked = await askedFor(deps, { parameters }, site, landing);
  if ('location' in asked) return asked;
  const { state, unknownTown } = asked;
  const { geoRadiusKm: radiusKm, currencyCode: currency } = deps.config;
  const clock = clockOf(deps, state);
  const month = monthOf(state, clock);
  const raw = { ...(month ? {} : { per_page: PER_PAGE }), ...paramsOf(state, { month }) };
  // A further parameter makes the page of a town a filtered page.
  const isFirst = isPlain(landing ? readState(parameters, path, {}) : state);
  const [list, categories, titles, place, towns] = await Promise.all([
    listForPage(deps, listedKind, raw, listedAs(state, month)),
    countCategories(deps, raw),
    filterTitles(deps, state, language),
    placeOf(deps, state),
    isFirst ? site.towns() : null,
  ]);
  const [meant, instead] = await Promise.all([
    meantBy(deps, { state, titles, language }),
    offersNear(deps, { list, state, clock, site }),
  ]);
  const town = landing ? { town: landing.town.name } : {};
  const title = headingFor({ language, state, clock, titles, place, config: deps.config, ...town });
  const formats = listFormats(deps.roots, listedKind, {
    feed: feedParams(state, month),
    list: raw,
    language,
  });
  const view = { deps, roots, list, titles, state, place, clock, formats, month, meant, instead };
  const about = isFirst && !landing ? site.description : '';
  const named = { title, ...(about ? { headTitle: `${site.name} – ${about}` } : {}) };
  const form = (
    <SearchForm
      {...{ state, site, clock, titles, place, unknownTown, radiusKm, currency }}
      listedCurrency={currencyOf(deps, list, state)}
      categories={categories}
    />
  );
  const results = (
    <div
      id="results"
      data-query={markersQuery(raw)}
      data-title={title}
      data-tab={windowTitle(named, site)}
    >
      <Results {...view} />
    </div>
  );
  if (state.isFragment) return renderPart(language, form, results);
  return {
    ...named,
    description: about || language.text('list.description', { title, count: list.count }),
    alternates: formats,
    ...placeInSite(deps, site, { landing, isFirst, title, list, state }),
    scripts: ['explorer.js'],
    policy: mapPolicy(deps.config),
    main: (
      <Around {...{ landing, title, about, form, site, deps }} results={results}>
        {towns && <LandingLinks towns={towns.coming} {...{ categories, landing, roots }} />}
      </Around>
    ),
  };
}

interface AroundOf {
  deps: Deps;
  site: Site;
  landing: Landing | null;
  title: string;
  /** The operator's description of the site; `""` when not shown here. */
  about: string;
  form: ComponentChildren;
  results: ComponentChildren;
  children: ComponentChildren;
}

/** The form and the results, with their surroundings. */
function Around({ deps, site, landing, title, about, form, results, children }: AroundOf) {
  return (
    <>
      {landing && <Crumbs crumbs={landing.above} roots={site.roots} />}
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
      {children}
    </>
  );
}

interface Placed {
  landing: Landing | null;
  /** Whether no parameter is set besides the page's own. */
  isFirst: boolean;
  title: string;
  list: PageList;
  state: PageState;
}

/** → the place of a page in the site: its address, and its data for search engines. */
function placeInSite(
  deps: Deps,
  site: Site,
  { landing, isFirst, title, list, state }: Placed,
): Pick<Page, 'here' | 'canonical' | 'jsonLd'> {
  const canonical = landing?.url ?? `${deps.roots.site}/`;
  const isIndexed = isFirst && (landing?.isIndexed(list.total + list.running.total) ?? true);
  const crumbs = landing ? [...landing.above, { name: title, url: landing.url }] : [];
  return {
    here: landing && isFirst ? localPath(landing.url, site.roots) : state.link({}),
    canonical: isIndexed ? canonical : null,
    jsonLd: structuredData(deps, {
      ...{ kind: listedKind, shown: null, title, list, site },
      ...(isFirst ? { crumbs, isFront: !landing } : {}),
    }),
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
  meant: Meant | null;
  instead: Instead | null;
}

/** The part that a script may replace: the list or month, and all that depends on it. */
function Results({ month, ...view }: View) {
  const { text, dates, parts } = useLanguage();
  const { deps, roots, list, titles, state, place, clock, formats, meant, instead } = view;
  const other = month ? ANY_TIME : { ...dropped(NOT_IN_MONTH), ...ANY_TIME, view: 'month' };
  return (
    <>
      <Days state={state} form={SEARCH_FORM} />
      <div class="bar">
        <h2 id="results-title">
          {month ? dates.month(month[0]) : text('list.count', { count: list.count })}
        </h2>
        <a class="button" href={state.link(other)}>
          {text(month ? 'list.list' : 'list.month')}
        </a>
        {!month && <MapButton {...{ list, state }} centre={instead?.centre ?? null} />}
      </div>
      <ActiveFilters
        {...{ state, clock, titles, place }}
        radiusKm={deps.config.geoRadiusKm}
        currency={deps.config.currencyCode}
      />
      {place && place.others.length > 0 && (
        <p class="note">
          <TownLinks state={state} towns={place.others} />
        </p>
      )}
      {meant && (
        <p class="note">{parts('form.meant', { towns: <a href={meant.href}>{meant.title}</a> })}</p>
      )}
      <Corrected list={list} state={state} />
      {month ? (
        <MonthTable {...{ month, list, state, roots, clock }} />
      ) : (
        <>
          {list.count === 0 && <Nothing {...{ state, instead }} />}
          <Listing {...{ list, state, roots, level: 3, clock }} />
        </>
      )}
      {list.count > 0 && <Elsewhere formats={formats} />}
    </>
  );
}
