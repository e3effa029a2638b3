/** What all pages share: the document around their content, and its head. */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { JsonObject } from '../kinds/record.js';
import type { SiteLink } from '../lib/site-links.js';
import { withQuery } from '../present/links.js';
import { InLanguage, type Language, useLanguage } from './language.js';
import { homePath, type PageRoots } from './paths.js';
import { scriptWords } from './script-words.js';

/** Where the page stands. */
export interface Site {
  /** Links of the footer. */
  links: readonly SiteLink[];
  /** SITE_NAME, else the host of SITE_URL. */
  name: string;
  /** The path before all pages, mostly `""`. */
  base: string;
  /** Path of the interface, `/vendor/events/v1`. */
  api: string;
  /** → the path of an asset by its name. */
  asset: (name: string) => string;
  /** The language of the page, and all that it is shown in. */
  language: Language;
  languages: readonly Language[];
  /** The roots of its links, which carry the language where the visitor asked for it. */
  roots: PageRoots;
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
  /** The path and query of this view, which links to other languages lead to. */
  here?: string;
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
  /** The header `Accept-Language`. */
  accepted?: string | undefined;
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
  return `<!DOCTYPE html>\n${renderPart(site.language, <Document page={page} site={site} />)}\n`;
}

/** → the HTML of parts of a page, without the code points that HTML may not hold. */
export const renderPart = (language: Language, ...parts: VNode[]): string =>
  parts
    .map((part) => renderToString(<InLanguage value={language}>{part}</InLanguage>))
    .join('')
    .replace(FORBIDDEN, '');

/** Controls other than white space, and code points that are no characters. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{NChar}/gu;

function Document({ page, site }: { page: Page; site: Site }) {
  const { text, tag, dir } = useLanguage();
  return (
    <html lang={tag} dir={dir}>
      <Head page={page} site={site} />
      <body>
        <a class="skip" href="#main">
          {text('site.skip')}
        </a>
        <header class="site">
          <a class="home" href={homePath(site.roots)}>
            <bdi>{site.name}</bdi>
          </a>
          <LanguageLinks page={page} site={site} />
        </header>
        <main
          id="main"
          tabIndex={-1}
          data-words={page.scripts ? scriptWords(site.language) : undefined}
        >
          {page.main}
        </main>
        <footer class="site">
          <ul>
            {site.links.map(({ name, href }) => (
              <li key={name}>
                <a href={href}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
            <li>
              <a href={`${site.base}/docs`}>{text('site.developers')}</a>
            </li>
          </ul>
          {text('site.towns')}
        </footer>
      </body>
    </html>
  );
}

/** The same page in each language of the site, by its name in itself. */
function LanguageLinks({ page, site }: { page: Page; site: Site }) {
  const { text, tag } = useLanguage();
  if (site.languages.length < 2) return null;
  return (
    <nav class="languages" aria-label={text('site.languages')}>
      <ul>
        {site.languages.map((one) => (
          <li key={one.tag}>
            <a
              href={inLanguage(page.here ?? homePath(site.roots), one)}
              lang={one.tag}
              hreflang={one.tag}
              aria-current={one.tag === tag ? 'true' : undefined}
            >
              {one.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** → a URL or path with `lang` in place of any other. */
function inLanguage(url: string, { tag }: Language): string {
  const [path = '', query = ''] = url.split('?');
  const params = Object.fromEntries(new URLSearchParams(query));
  return withQuery(path, { ...params, lang: tag });
}

/** The canonical URL in each language; the default has no `lang`. */
function canonicalOf({ canonical }: Page, { languages: [standard] }: Site, language: Language) {
  return canonical && language.tag !== standard?.tag ? inLanguage(canonical, language) : canonical;
}

function LanguageAlternates({ page, site }: { page: Page; site: Site }) {
  if (!page.canonical || site.languages.length < 2) return null;
  return (
    <>
      {site.languages.map((one) => (
        <link
          rel="alternate"
          hreflang={one.tag}
          href={canonicalOf(page, site, one) ?? ''}
          key={one.tag}
        />
      ))}
      <link rel="alternate" hreflang="x-default" href={page.canonical} />
    </>
  );
}

function Head({ page, site }: { page: Page; site: Site }) {
  const title = shortened(page.title);
  const description = shortened(page.description);
  const canonical = canonicalOf(page, site, useLanguage());
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title === site.name ? title : `${title} – ${site.name}`}</title>
      {description && <meta name="description" content={description} />}
      {canonical ? (
        <link rel="canonical" href={canonical} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:title" content={title} />
      <meta property="og:type" content={page.type ?? 'website'} />
      <meta property="og:site_name" content={site.name} />
      {description && <meta property="og:description" content={description} />}
      {canonical && <meta property="og:url" content={canonical} />}
      <LanguageAlternates page={page} site={site} />
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
