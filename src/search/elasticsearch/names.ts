/**
 * Names of indices and aliases. Readers and writers use one alias for each kind, which points to
 * one physical index. During a rebuild, a second alias points to the new index.
 */
import { randomBytes } from 'node:crypto';
import { allKinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';

/** → the alias of a kind for readers and writers. */
export const aliasOf = (prefix: string, kind: KindName): string => `${prefix}-${kind}`;

/** → the alias of the index being built. Prefixes have no dot, so it is unique to this prefix. */
export const nextAliasOf = (prefix: string, kind: KindName): string =>
  `${aliasOf(prefix, kind)}.next`;

/** → a pattern that matches the alias of any index being built. */
export const anyNextAlias = (prefix: string): string => `${prefix}-*.next`;

/** → the aliases of all kinds. */
export const allAliases = (prefix: string): string[] =>
  allKinds.map(({ name }) => aliasOf(prefix, name));

/** → a unique name for a physical index. */
export const newPhysical = (prefix: string, kind: KindName): string =>
  `${aliasOf(prefix, kind)}-${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;

/** → whether an index is a physical index of this prefix. */
export const isPhysical = (prefix: string, name: string): boolean =>
  allAliases(prefix).some((alias) => {
    const rest = name.startsWith(`${alias}-`) ? name.slice(alias.length + 1) : '';
    return /^[0-9a-z]+$/.test(rest);
  });
