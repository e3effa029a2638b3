/** Errors as pages: what happened, and where to go from here. */
import type { ApiError } from '../errors.js';
import type { Page, Site } from './document.js';

interface ErrorTexts {
  title: string;
  text: string;
}

const ALL_ELSE: ErrorTexts = {
  title: 'This page is not available',
  text: 'There is nothing at this address.',
};

const TEXTS: Readonly<Record<number, ErrorTexts>> = {
  400: {
    title: 'This search does not work',
    text: 'There is a mistake in the address of this page:',
  },
  404: {
    title: 'There is no such page',
    text: 'It may have been moved or taken down, or the address has a mistake in it.',
  },
  410: { title: 'No longer listed', text: 'This was listed here once, and has been taken down.' },
  429: {
    title: 'Too many requests',
    text: 'You have opened many pages in a short time. Try again in a moment.',
  },
  500: { title: 'Something went wrong', text: 'The fault is ours. Try again in a moment.' },
  503: {
    title: 'The list is not available at the moment',
    text: 'Try again in a few seconds. Nothing is lost.',
  },
};

/** → the page of an error. */
export function errorPage(error: ApiError, site: Site, requestId: string): Page {
  const { title } = textsFor(error);
  return {
    title,
    description: '',
    canonical: null,
    alternates: [],
    main: (
      <>
        <h1>{title}</h1>
        <ErrorBody error={error} requestId={requestId} />
        <p>
          <a href={`${site.base}/`}>See what is on</a>
        </p>
      </>
    ),
  };
}

/** An error in the place of a list. */
export const errorPart = (error: ApiError, requestId: string) => (
  <div class="nothing">
    <h2 id="results-title">{textsFor(error).title}</h2>
    <ErrorBody error={error} requestId={requestId} />
  </div>
);

function ErrorBody({ error, requestId }: { error: ApiError; requestId: string }) {
  const { params } = error.data;
  const faults = typeof params === 'object' && params ? Object.entries(params) : [];
  return (
    <>
      <p>{textsFor(error).text}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(([name, reason]) => (
            <li key={name}>
              <code>{name}</code>: {String(reason)}
            </li>
          ))}
        </ul>
      )}
      {error.status >= 500 && (
        <p class="note">
          Whoever runs this site finds the fault by this number: <code>{requestId}</code>
        </p>
      )}
    </>
  );
}

const textsFor = ({ status }: ApiError): ErrorTexts => TEXTS[status] ?? ALL_ELSE;
