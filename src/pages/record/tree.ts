/** The whole and the parts of a record: neighbours in a tree, the series of a date. */
import type { Kind } from '../../kinds/kind.js';
import { type Answered, textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { findRecord, readForPage } from '../../records/read.js';
import { presentForPage } from '../event/holding.js';
import { listBeside } from '../event/page-list.js';
import { seriesOf } from '../event/series.js';

/** Neighbours, as they are answered. */
export interface Tree {
  parent: Answered | null;
  children: Answered[];
}

/** → the neighbours; empty for a kind without a tree. */
export async function readTree(deps: Deps, kind: Kind, shown: Answered): Promise<Tree> {
  if (!kind.isTree) return { parent: null, children: [] };
  const id = Number(shown.parent ?? 0);
  const [parent, children] = await Promise.all([
    id > 0 ? findRecord(deps, kind, { id }) : null,
    childrenOf(deps, kind, textOf(shown, 'id')),
  ]);
  return { parent: parent && (await presentForPage(deps, parent)), children };
}

/** → the children that have events or children. */
async function childrenOf(deps: Deps, kind: Kind, parent: string): Promise<Answered[]> {
  const children = await listBeside(deps, kind, { parent, hide_empty: 'false', per_page: '50' });
  const isShown = await Promise.all(
    children.map(async ({ id, count }) => {
      if (Number(count) > 0) return true;
      return (await deps.terms.withDescendants(kind.name, [Number(id)])).length > 1;
    }),
  );
  return children.filter((_, at) => isShown[at]);
}

/** → the URL of the page of a date's series; `""`: it is no date, or its series is not public. */
export async function seriesUrl(deps: Deps, kind: Kind, shown: Answered): Promise<string> {
  const series = seriesOf(shown);
  if (!series || series.isWhole) return '';
  const record = await readForPage(deps, kind, { id: Number(series.id) }).catch(() => null);
  return record ? textOf(await presentForPage(deps, record), 'url') : '';
}
