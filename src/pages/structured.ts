/** What a page tells search engines: its record, and the list of events on it. Contract 26.3. */
import type { Kind } from '../kinds/kind.js';
import { type Answered, textOf } from '../present/answered.js';
import { describeNode, graphText } from '../present/formats/jsonld.js';
import type { JsonLd } from '../present/json-ld.js';
import type { Deps } from '../records/deps.js';
import { aboutSite } from '../records/present-one.js';
import type { PageList } from './page-list.js';

interface OnPage {
  kind: Kind;
  /** The record of the page; null: it is a list alone. */
  shown: Answered | null;
  /** The title of the page. */
  title: string;
  list: PageList | null;
}

/** → JSON-LD of schema.org that may stand inside a script element; `""`: there is nothing. */
export function structuredData(deps: Deps, { kind, shown, title, list }: OnPage): string {
  const nodes = [
    ...(shown && kind.schemaOrg ? [describeNode(shown, aboutSite(deps, kind))] : []),
    ...(list && list.answered.length > 0 ? [listNode(list, title)] : []),
  ];
  return nodes.length === 0 ? '' : graphText(nodes);
}

function listNode({ answered, total, page, perPage }: PageList, name: string): JsonLd {
  const before = ((page ?? 1) - 1) * perPage;
  const itemListElement = answered.map((event, at) => ({
    '@type': 'ListItem',
    position: before + at + 1,
    url: textOf(event, 'url'),
    name: textOf(event, 'title'),
  }));
  return { '@type': 'ItemList', name, numberOfItems: total, itemListElement };
}
