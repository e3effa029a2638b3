/** Errors as pages: the fault, and ways to go on. */
import type { ApiError } from '../../errors.js';
import { limits } from '../../limits.js';
import { type Language, useLanguage } from '../words/language.js';
import type { Page, Site } from './document.js';
import { homePath } from './paths.js';

/** Statuses that have messages. */
const STATUSES = [400, 404, 410, 429, 500, 503];

/** The errors whose pages keep a search. */
const SEARCHED = [400, 404, 410];

/** → the page of an error. */
export function errorPage(error: ApiError, site: Site, requestId: string): Page {
  const { text } = site.language;
  const title = titleOf(error, site.language);
  return {
    title,
    description: '',
    canonical: null,
    alternates: [],
    main: (
      <>
        <h1>{title}</h1>
        <ErrorBody error={error} requestId={requestId} />
        {SEARCHED.includes(error.status) && <Search site={site} />}
        <p>
          <a href={homePath(site.roots)}>{text('errors.home')}</a>
        </p>
      </>
    ),
  };
}

/** An error in the place of a list. */
export const errorPart = (error: ApiError, requestId: string) => (
  <ErrorPart error={error} requestId={requestId} />
);

function ErrorPart({ error, requestId }: { error: ApiError; requestId: string }) {
  return (
    <div class="nothing">
      <h2 id="results-title">{titleOf(error, useLanguage())}</h2>
      <ErrorBody error={error} requestId={requestId} />
    </div>
  );
}

function ErrorBody({ error, requestId }: { error: ApiError; requestId: string }) {
  const { text, parts } = useLanguage();
  return (
    <>
      <p>{text('errors.text', { status: statusOf(error) })}</p>
      {error.status >= 500 && (
        <p class="note">{parts('errors.number', { number: <code>{requestId}</code> })}</p>
      )}
    </>
  );
}

/** A search form for lost visitors. */
function Search({ site }: { site: Site }) {
  const { text } = useLanguage();
  const { base, roots } = site;
  return (
    <search>
      <form class="within" method="get" action={`${base}/`}>
        {roots.lang && <input type="hidden" name="lang" value={roots.lang} />}
        <label for="search-text">{text('form.search')}</label>
        <input
          type="search"
          id="search-text"
          name="search"
          maxLength={limits.searchChars}
          dir="auto"
        />
        <button type="submit">{text('form.search')}</button>
      </form>
    </search>
  );
}

const titleOf = (error: ApiError, { text }: Language): string =>
  text('errors.title', { status: statusOf(error) });

const statusOf = ({ status }: ApiError): string =>
  STATUSES.includes(status) ? String(status) : 'other';
