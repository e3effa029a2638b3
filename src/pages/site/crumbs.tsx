/**
 * Links to the pages of records, and where a page is: the way to it from the front page, for
 * visitors and for search engines.
 */
import { type Answered, languageOf, textOf } from '../../present/answered.js';
import type { JsonLd } from '../../present/json-ld.js';
import { useLanguage } from '../words/language.js';
import { homePath, localPath, type PageRoots } from './paths.js';

interface LinkOf {
  of: Answered;
  name: string;
  text?: string;
  roots: PageRoots;
}

/** The link to the page of a record, by its name or title. */
export const RecordLink = ({ of, name, text = textOf(of, name), roots }: LinkOf) => (
  <a dir="auto" lang={languageOf(of, name)} href={localPath(textOf(of, 'url'), roots)}>
    {text}
  </a>
);

/** A page above another one. */
export interface Crumb {
  name: string;
  /** Its URL, as answers give it. */
  url: string;
  /** The language of the name, if it is not the page's. */
  lang?: string | undefined;
}

/** The way from the front page to the page below these. */
export function Crumbs({ crumbs, roots }: { crumbs: readonly Crumb[]; roots: PageRoots }) {
  const { text } = useLanguage();
  return (
    <nav class="crumbs" aria-label={text('held.crumbs')}>
      <a href={homePath(roots)}>{text('held.home')}</a>
      {crumbs.map(({ name, url, lang }) => (
        <>
          {' › '}
          <a dir="auto" lang={lang} href={localPath(url, roots)} key={url}>
            {name}
          </a>
        </>
      ))}
    </nav>
  );
}

/** → the way to a page as schema.org describes it; the page itself is the last. */
export function breadcrumbNode(crumbs: readonly Crumb[]): JsonLd {
  const itemListElement = crumbs.map(({ name, url }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: url,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}
