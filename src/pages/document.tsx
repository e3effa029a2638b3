/** What all pages share: the document around their content, and its head. */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { JsonObject } from '../kinds/record.js';

/** Where the page stands. */
export interface Site {
  /** SITE_NAME, else the host of SITE_URL. */
  name: string;
  /** The path before all pages, mostly `""`. */
  base: string;
  /** Path of the interface, `/vendor/events/v1`. */
  api: string;
  /** → the path of an asset by its name. */
  asset: (name: string) => string;
}

/** Another form of the page: a calendar, a feed, the JSON behind it. */
export interface Alternate {
  type: string;
  title: string;
  href: string;
}

/** A page. */
export interface Page {
  title: string;
  /** Plain text; `""`: none. */
  description: string;
  /** URL; null: the page has no place of its own, and search engines are to leave it out. */
  canonical: string | null;
  alternates: readonly Alternate[];
  /** Scripts of the page, by name. */
  scripts?: readonly string[];
  /** Directives of its Content-Security-Policy that are not those of all pages. */
  policy?: Readonly<Record<string, string>>;
  /** Headers `Last-Modified` and `Cache-Control`, where they are not those of all pages. */
  lastModified?: string;
  cacheControl?: string;
  /** JSON that may stand inside a script element; `""`: none. */
  jsonLd?: string;
  /** The URL of the record's picture, for those who show the page elsewhere; `""`: none. */
  image?: string;
  /** The type of Open Graph. */
  type?: 'website' | 'article';
  main: ComponentChildren;
}

/** The request for a page. */
export interface Visit {
  path: string;
  /** The query string with its question mark; `""`: none. */
  search: string;
  /** The same, read. */
  parameters: JsonObject;
}

/** Where a visitor is sent instead. */
export interface Move {
  status: 301 | 303;
  /** A path, in ASCII. */
  location: string;
}

/** What becomes of a visit: a page, a part of one as HTML, or another place. */
export type Outcome = Page | string | Move;

/** Longest text of a title or description in the head, characters. */
const HEAD_CHARS = 200;

/** → the HTML of a page. */
export function renderPage(page: Page, site: Site): string {
  return `<!DOCTYPE html>\n${renderPart(<Document page={page} site={site} />)}\n`;
}

/** → the HTML of parts of a page, without the code points that HTML may not hold. */
export const renderPart = (...parts: VNode[]): string =>
  parts
    .map((part) => renderToString(part))
    .join('')
    .replace(FORBIDDEN, '');

/** Controls other than white space, and code points that are no characters. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{NChar}/gu;

function Document({ page, site }: { page: Page; site: Site }) {
  return (
    <html lang="en">
      <Head page={page} site={site} />
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="site">
          <a class="home" href={`${site.base}/`}>
            <bdi>{site.name}</bdi>
          </a>
        </header>
        <main id="main" tabIndex={-1}>
          {page.main}
        </main>
        <footer class="site">
          <a href={`${site.base}/docs`}>The interface behind these pages</a> Towns: GeoNames, CC BY
          4.0
        </footer>
      </body>
    </html>
  );
}

function Head({ page, site }: { page: Page; site: Site }) {
  const title = shortened(page.title);
  const description = shortened(page.description);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title === site.name ? title : `${title} – ${site.name}`}</title>
      {description && <meta name="description" content={description} />}
      {page.canonical ? (
        <link rel="canonical" href={page.canonical} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:title" content={title} />
      <meta property="og:type" content={page.type ?? 'website'} />
      <meta property="og:site_name" content={site.name} />
      {description && <meta property="og:description" content={description} />}
      {page.canonical && <meta property="og:url" content={page.canonical} />}
      {page.image && <meta property="og:image" content={page.image} />}
      {page.alternates.map(({ type, title, href }) => (
        <link rel="alternate" type={type} title={title} href={href} />
      ))}
      <link rel="stylesheet" href={site.asset('pages.css')} />
      <link rel="icon" type="image/svg+xml" href={site.asset('icon.svg')} />
      <link rel="manifest" href={`${site.base}/manifest.webmanifest`} />
      {page.scripts?.map((name) => (
        <script type="module" src={site.asset(name)} />
      ))}
      {page.jsonLd && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: page.jsonLd }} />
      )}
    </head>
  );
}

/** → the text cut to what a title shows, with an ellipsis. */
export function shortened(text: string, chars: number = HEAD_CHARS): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > chars ? `${line.slice(0, chars).toWellFormed()}…` : line;
}
