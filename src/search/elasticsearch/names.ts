/**
 * Names of indices and aliases. Readers use an alias for each kind; behind it stands one physical
 * index, and beside it, while the index is built anew, the next one.
 */
import { randomBytes } from 'node:crypto';
import { allKinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';

/** → the alias that readers and writers use. */
export const aliasOf = (prefix: string, kind: KindName): string => `${prefix}-${kind}`;

/** → the alias of the index being built; writers find it by this. */
export const nextAliasOf = (prefix: string, kind: KindName): string => `${prefix}-${kind}-next`;

/** → the small index for the stamp and the state of a build. */
export const metaOf = (prefix: string): string => `${prefix}-meta`;

/** → the alias by which one build, and no later one, fills its index. */
export const fillAliasOf = (physical: string): string => `${physical}-fill`;

/** → a physical name that no other index has. */
export const newPhysical = (prefix: string, kind: KindName): string =>
  `${prefix}-${kind}-${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;

/** → the physical name of the very first index: two processes that start at once agree on it. */
export const firstPhysical = (prefix: string, kind: KindName): string => `${prefix}-${kind}-first`;

/** → the aliases of all kinds. */
export const allAliases = (prefix: string): string[] =>
  allKinds.map(({ name }) => aliasOf(prefix, name));
