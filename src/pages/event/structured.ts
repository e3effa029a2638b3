/**
 * The structured data of a page: the site, its record, the list of events on it, and the way to it.
 * Contract 26.3.
 */
import type { Kind } from '../../kinds/kind.js';
import { type Answered, isAnswered, textOf } from '../../present/answered.js';
import { describeNode, graphText } from '../../present/formats/jsonld.js';
import type { JsonLd } from '../../present/json-ld.js';
import type { Deps } from '../../records/deps.js';
import { breadcrumbNode, type Crumb } from '../site/crumbs.js';
import type { Site } from '../site/document.js';
import type { PageList } from './page-list.js';

interface OnPage {
  kind: Kind;
  /** The record of the page; null: it is a list alone. */
  shown: Answered | null;
  /** The title of the page. */
  title: string;
  list: PageList | null;
  site: Pick<Site, 'name' | 'description'>;
  /** The pages above it, and itself; absent: it has no place of its own. */
  crumbs?: readonly Crumb[];
  /** Whether it is the front page. */
  isFront?: boolean;
  /** Of a series: its next date. */
  next?: Answered | null;
  /** For a date: the URL of its series' page; `""` without a page. */
  seriesUrl?: string;
}

/** → JSON-LD of schema.org, safe inside a script element; `""` without data. */
export function structuredData(deps: Deps, page: OnPage): string {
  const { kind, shown, title, list, site, crumbs = [], isFront = false } = page;
  const nodes = [
    ...(isFront ? [siteNode(deps, site)] : []),
    ...(shown && kind.schemaOrg ? [recordNode(deps, shown, page)] : []),
    ...(list && itemsOf(list).length > 0 ? [listNode(list, title)] : []),
    ...(crumbs.length > 0 ? [breadcrumbNode([homeCrumb(deps, site), ...crumbs])] : []),
  ];
  return nodes.length === 0 ? '' : graphText(nodes);
}

/** → the record: a series begins with its next date, a date is part of the page of its series. */
function recordNode(
  deps: Deps,
  shown: Answered,
  { kind, next = null, seriesUrl = '' }: OnPage,
): JsonLd {
  const about = { kind, ...deps.site };
  const node = describeNode(shown, about);
  if (next) {
    const { startDate, endDate } = describeNode(next, about);
    return { ...node, startDate, endDate };
  }
  const { superEvent, ...others } = node;
  if (!isAnswered(superEvent)) return node;
  // The record of a series is for programs: without a page it is not named.
  const series = { ...superEvent, '@id': seriesUrl, url: seriesUrl };
  return seriesUrl ? { ...others, superEvent: series } : others;
}

const homeCrumb = ({ roots }: Deps, { name }: OnPage['site']): Crumb => ({
  name,
  url: `${roots.site}/`,
});

/** → the site, and how it is searched. */
function siteNode({ roots }: Deps, { name, description }: OnPage['site']): JsonLd {
  const { site } = roots;
  return {
    '@type': 'WebSite',
    name,
    ...(description ? { description } : {}),
    url: `${site}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site}/?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

const itemsOf = ({ highlights, answered }: PageList) => [...highlights, ...answered];

function listNode(list: PageList, name: string): JsonLd {
  const { total, page, perPage } = list;
  const before = ((page ?? 1) - 1) * perPage;
  const itemListElement = itemsOf(list).map((event, at) => ({
    '@type': 'ListItem',
    position: before + at + 1,
    url: textOf(event, 'url'),
    name: textOf(event, 'title'),
  }));
  return { '@type': 'ItemList', name, numberOfItems: total, itemListElement };
}
