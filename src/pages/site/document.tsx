/** Shared by all pages: the document around their content, and its head. */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { JsonObject } from '../../kinds/record.js';
import type { HeadFile } from '../../lib/net/head-file.js';
import type { SiteLink } from '../../lib/net/site-links.js';
import { type Language, renderIn, useLanguage, withoutTurns } from '../words/language.js';
import { scriptWords } from '../words/script-words.js';
import type { Logo } from './face.js';
import type { Icon } from './icon.js';
import { canonicalIn, fileIn, LanguageAlternates, LanguageLinks } from './language-links.js';
import { Address } from './paper.js';
import { homePath, type PageRoots } from './paths.js';
import { Name, Signs } from './signs.js';
import type { Towns } from './towns.js';

/** The site of a page. */
export interface Site {
  /** SITE_LINKS, SITE_NAME or else the host of SITE_URL, SITE_DESCRIPTION: in the language. */
  links: readonly SiteLink[];
  name: string;
  description: string;
  /** Its logo; null: its name in letters. */
  logo: Logo | null;
  icons: readonly Icon[];
  /** The colour of windows, or `""`. */
  color: string;
  /** The URL of the picture for pages without a picture, or `""`. */
  image: string;
  /** The operator's elements for the head. */
  head: HeadFile;
  /** → the towns of the listing. Throws the errors of lists. */
  towns: Towns;
  /** The path before all pages, mostly `""`. */
  base: string;
  /** Path of the interface, `/vendor/events/v1`. */
  api: string;
  /** → the path of an asset by its name. */
  asset: (name: string) => string;
  /** The language of the page, and all available languages. */
  language: Language;
  languages: readonly Language[];
  /** The roots of its links, which carry the language where the visitor asked for it. */
  roots: PageRoots;
}

/** Another form of the page: a calendar, a feed, its JSON. */
export interface Alternate {
  type: string;
  title: string;
  href: string;
}

/** A page. */
export interface Page {
  title: string;
  /** The title of the window, where it says more; without the name of the site. */
  headTitle?: string;
  /**
   * The surroundings of the content: `all`; `private`, without the operator's elements in the head;
   * or `none`, inside a frame of another page, with links that leave the frame.
   */
  around?: 'all' | 'private' | 'none';
  /** Plain text; may be `""`. */
  description: string;
  /** URL; null for a page without a lasting place, hidden from search engines. */
  canonical: string | null;
  alternates: readonly Alternate[];
  /** The path and query of this view, which links to other languages lead to. */
  here?: string;
  /** Scripts of the page, by name. */
  scripts?: readonly string[];
  /** Additional directives of its Content-Security-Policy. */
  policy?: Readonly<Record<string, string>>;
  /** Headers `Last-Modified` and `Cache-Control`, if they differ from the default. */
  lastModified?: string;
  cacheControl?: string;
  /** JSON, safe inside a script element; may be `""`. */
  jsonLd?: string;
  /** The URL of the record's picture for pages shown elsewhere; may be `""`. */
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
  /** The query string with its question mark; may be `""`. */
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

/** The result of a visit: a page, a part of a page as HTML, or another place. */
export type PageOutcome = Page | string | Move;

/** The path of the web app manifest, below the path of all pages. */
export const MANIFEST = '/manifest.webmanifest';

/** Longest text of a title or description in the head, characters. */
const HEAD_CHARS = 200;

/** → the HTML of a page. */
export function renderPage(page: Page, site: Site): string {
  const html = renderPart(site.language, <Document page={page} site={site} />);
  const added = headOf(page, site).html;
  // A title may hold the end of a head as text, in which its signs are escaped.
  const whole = added === '' ? html : html.replace('</head>', () => `${added}\n</head>`);
  return `<!DOCTYPE html>\n${whole}\n`;
}

const NO_HEAD: HeadFile = { html: '', sources: {} };

/** → the operator's elements for the head of a page. */
export const headOf = ({ around = 'all' }: Pick<Page, 'around'>, { head }: Site): HeadFile =>
  around === 'all' ? head : NO_HEAD;

/** → the HTML of parts of a page, without the code points that HTML may not hold. */
export const renderPart = (language: Language, ...parts: VNode[]): string =>
  renderIn(language, () => parts.map((part) => renderToString(part)).join('')).replace(
    FORBIDDEN,
    '',
  );

/** Controls other than white space, and code points that are no characters. */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|\p{NChar}/gu;

function Document({ page, site }: { page: Page; site: Site }) {
  const { text, tag, dir } = useLanguage();
  if (page.around === 'none') return <Framed page={page} site={site} />;
  return (
    <html lang={tag} dir={dir}>
      <Head page={page} site={site} />
      <body>
        <a class="skip" href="#main">
          {text('site.skip')}
        </a>
        <header class="site">
          <a class="home" href={homePath(site.roots)}>
            <Name {...site} />
          </a>
          <LanguageLinks here={page.here ?? homePath(site.roots)} languages={site.languages} />
        </header>
        <main
          id="main"
          tabIndex={-1}
          data-words={page.scripts ? scriptWords(site.language) : undefined}
        >
          {page.main}
        </main>
        <Address {...page} roots={site.roots} />
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

/** The content alone. */
function Framed({ page, site }: { page: Page; site: Site }) {
  const { tag, dir } = useLanguage();
  return (
    <html lang={tag} dir={dir}>
      <Head page={page} site={site} />
      <body class="framed">
        <main>{page.main}</main>
      </body>
    </html>
  );
}

function Head({ page, site }: { page: Page; site: Site }) {
  const title = page.headTitle ?? shortened(page.title);
  const description = shortened(page.description);
  const canonical = page.canonical && canonicalIn(page.canonical, site.language);
  const image = page.image || site.image;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {page.around === 'none' && <base target="_top" />}
      <title>{windowTitle(page, site)}</title>
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
      <LanguageAlternates canonical={page.canonical} languages={site.languages} />
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {page.alternates.map(({ type, title, href }) => (
        <link rel="alternate" type={type} title={title} href={href} />
      ))}
      <link rel="stylesheet" href={site.asset('pages.css')} />
      <Signs {...site} manifest={fileIn(site, MANIFEST)} />
      {page.scripts?.map((name) => (
        <script type="module" src={site.asset(name)} />
      ))}
      {page.jsonLd && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: page.jsonLd }} />
      )}
    </head>
  );
}

/** → the title of the tab of a page, which ends with the name of the site. */
export function windowTitle(
  { title, headTitle }: Pick<Page, 'title' | 'headTitle'>,
  { name }: Site,
): string {
  const shown = headTitle ?? shortened(title);
  return shown === name || shown.startsWith(`${name} – `) ? shown : `${shown} – ${name}`;
}

/** → the text cut to a title's length, with an ellipsis, without signs that turn later text. */
export function shortened(text: string, chars: number = HEAD_CHARS): string {
  const line = withoutTurns(text).replace(/\s+/g, ' ').trim();
  return line.length > chars ? `${line.slice(0, chars).toWellFormed()}…` : line;
}
