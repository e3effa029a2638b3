/** The neighbours of a record in a tree: what it is part of, and what is part of it. */
import { ApiError } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { type Answered, textOf } from '../present/answered.js';
import type { Deps } from '../records/deps.js';
import { presentOne } from '../records/present-one.js';
import { findRecord } from '../records/read.js';
import { listOrError } from './holding.js';

/** Neighbours, as they are answered. */
export interface Tree {
  parent: Answered | null;
  children: Answered[];
}

/** → the neighbours; none for a kind that is no tree. */
export async function readTree(deps: Deps, kind: Kind, shown: Answered): Promise<Tree> {
  if (!kind.isTree) return { parent: null, children: [] };
  const id = Number(shown.parent ?? 0);
  const [parent, list] = await Promise.all([
    id > 0 ? findRecord(deps, kind, { id }) : null,
    listOrError(deps, kind, { raw: { parent: textOf(shown, 'id'), per_page: '50' }, caller: null }),
  ]);
  return {
    parent: parent && (JSON.parse(await presentOne(deps, parent, { caller: null })) as Answered),
    children: list instanceof ApiError ? [] : list.answered,
  };
}
