/** The list for pages of other sites: itself alone, in a frame. Source: Contract 26.9. */
import { type ApiError, noRoute } from '../../errors.js';
import type { Deps } from '../../records/deps.js';
import { clockOf } from '../event/days.js';
import { listForPage, PER_PAGE } from '../event/page-list.js';
import { atPath, paramsOf, readState } from '../event/state.js';
import type { Page, PageOutcome, Site, Visit } from '../site/document.js';
import { errorPage } from '../site/errors.js';
import { basePath, langOf, listedKind } from '../site/paths.js';
import { readSubmitted } from '../town/near.js';
import { placeOf } from '../town/place.js';
import { useLanguage } from '../words/language.js';
import { filterTitles } from './filter-titles.js';
import { headingFor } from './heading.js';
import { Corrected, Listing } from './listing.js';
import { listedAs, MonthTable, monthOf } from './month.js';

/** Its path. */
export const EMBED = '/embed';

/** → the frame of a page: hidden from search engines, with a policy for the allowed origins. */
const framed = ({ config }: Deps): Pick<Page, 'around' | 'policy' | 'canonical'> => ({
  around: 'none',
  policy: { 'frame-ancestors': config.embedOrigins.join(' ') },
  canonical: null,
});

/** → whether an error is to be shown in a frame. */
export const isEmbed = ({ config }: Deps, path: string): boolean =>
  path === EMBED && config.embedOrigins.length > 0;

/** → an error in a frame. */
export const embedError = (
  deps: Deps,
  { error, site, requestId }: { error: ApiError; site: Site; requestId: string },
): Page => ({ ...errorPage(error, site, requestId), ...framed(deps) });

/** → the list of a query. Throws `rest_no_route` where no site may frame it. */
export async function showEmbed(deps: Deps, visit: Visit, site: Site): Promise<PageOutcome> {
  if (!isEmbed(deps, visit.path)) throw noRoute();
  const { language, roots } = site;
  const base = basePath(roots);
  const asked = readState(visit.parameters, `${base}${EMBED}`, {
    kept: langOf(roots),
    siteUnit: deps.config.siteUnit,
  });
  const here = language.text('form.here');
  const submitted = await readSubmitted(deps, visit.parameters, { state: asked, here });
  if (submitted.goTo !== null) return { status: 303, location: submitted.goTo };
  // Links lead to the page of the list, in the whole window.
  const state = atPath(submitted.state, `${base}/`);
  const clock = clockOf(deps, state);
  const month = monthOf(state, clock);
  const raw = { ...(month ? {} : { per_page: PER_PAGE }), ...paramsOf(state, { month }) };
  const [list, titles, place] = await Promise.all([
    listForPage(deps, listedKind, raw, listedAs(state, month)),
    filterTitles(deps, state, language),
    placeOf(deps, state),
  ]);
  const title = headingFor({
    ...{ language, state, clock, titles, place },
    config: deps.config,
  });
  return {
    title,
    description: '',
    alternates: [],
    scripts: ['embed.js'],
    ...framed(deps),
    main: (
      <div id="embed" data-origins={deps.config.embedOrigins.join(' ')}>
        <h1 class="hidden">{title}</h1>
        {submitted.unknownTown && (
          <p class="note">{language.text('form.unknown', { town: submitted.unknownTown })}</p>
        )}
        <Corrected list={list} state={state} />
        {month ? (
          <MonthTable {...{ month, list, state, roots, clock }} />
        ) : (
          <Listing {...{ list, state, roots, level: 2, clock }} isWhole />
        )}
        <All count={list.count} href={state.link({})} />
      </div>
    ),
  };
}

/** The way to the page of the list. */
function All({ count, href }: { count: number; href: string }) {
  const { text } = useLanguage();
  return (
    <p class="all">
      {count === 0 && `${text('list.none')} `}
      <a href={href}>{text('embed.all', { count })}</a>
    </p>
  );
}
