/** The front page: what is on, to search by words, days, category and place. */
import { formats } from '../../present/formats/registry.js';
import type { Deps } from '../../records/deps.js';
import { type ListAnswer, listRecords } from '../../records/list.js';
import type { Context } from '../context.js';
import { withQuery } from '../links.js';
import { type Page, renderPart, type Site } from './document.js';
import { Listing } from './listing.js';
import { basePath, listedKind } from './paths.js';
import { type PageState, readState } from './state.js';

/** Events on a page. */
const PER_PAGE = '20';

/** The page for a query; a text when only the results are asked for. */
export async function explore(deps: Deps, ctx: Context, site: Site): Promise<Page | string> {
  const state = readState(ctx.querystring, `${basePath(deps.roots)}/`);
  const raw = { start_date: 'today', per_page: PER_PAGE, facets: 'categories', ...state.sent };
  const list = await listRecords(deps, listedKind, { raw, caller: null });
  ctx.state.untilMs = list.untilMs;
  const results = <Results deps={deps} list={list} state={state} />;
  if (ctx.query.fragment === 'results') return renderPart(results);
  const isFiltered = Object.keys(state.sent).length > 0;
  return {
    title: 'What is on',
    description: `${list.total} events at ${site.name}`,
    canonical: isFiltered ? null : `${deps.roots.site}/`,
    alternates: subscriptions(deps, state),
    main: (
      <>
        <h1>What is on</h1>
        <SearchForm state={state} list={list} site={site} />
        <div id="results">{results}</div>
      </>
    ),
  };
}

function Results({ deps, list, state }: { deps: Deps; list: ListAnswer; state: PageState }) {
  return (
    <>
      <h2>
        {list.total} {list.total === 1 ? 'event' : 'events'}
      </h2>
      <Listing list={list} state={state} roots={deps.roots} level={3} />
      <ul class="subscribe">
        {subscriptions(deps, state).map(({ type, title, href }) => (
          <li>
            <a type={type} href={href}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** → this view in other formats. */
function subscriptions({ roots }: Deps, { filters }: PageState) {
  const base = `${roots.api}/${listedKind.route}`;
  const titles = { ics: 'Subscribe in a calendar', atom: 'Subscribe in a feed reader' };
  return Object.entries(titles).map(([name, title]) => ({
    type: formats[name as keyof typeof titles].mediaType,
    title,
    href: withQuery(`${base}.${name}`, filters),
  }));
}

function SearchForm({ state, list, site }: { state: PageState; list: ListAnswer; site: Site }) {
  const { search = '', categories = '' } = state.filters;
  return (
    <form id="search" method="get" action={`${site.base}/`} data-api={site.api}>
      <label>
        Search <input type="search" name="search" value={search} maxLength={200} />
      </label>
      <label>
        Category{' '}
        <select name="categories">
          <option value="">All</option>
          {list.facets?.categories?.map(({ slug, name, count }) => (
            <option value={slug} selected={slug === categories}>
              {name} ({count})
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Search</button>
    </form>
  );
}
