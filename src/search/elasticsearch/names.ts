/**
 * Names of indices and aliases. Readers and writers use an alias for each kind; behind it stands
 * one physical index. While the index is built anew, another alias names the next one.
 */
import { randomBytes } from 'node:crypto';
import { allKinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';

/** → the alias that readers and writers use. */
export const aliasOf = (prefix: string, kind: KindName): string => `${prefix}-${kind}`;

/** → the alias of the index that is being built. No prefix holds a dot: it is nobody else's. */
export const nextAliasOf = (prefix: string, kind: KindName): string =>
  `${aliasOf(prefix, kind)}.next`;

/** → what matches the alias of any index that is being built. */
export const anyNextAlias = (prefix: string): string => `${prefix}-*.next`;

/** → the aliases of all kinds. */
export const allAliases = (prefix: string): string[] =>
  allKinds.map(({ name }) => aliasOf(prefix, name));

/** → a physical name that no other index has. */
export const newPhysical = (prefix: string, kind: KindName): string =>
  `${aliasOf(prefix, kind)}-${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;

/** → whether an index is a physical one of this prefix. */
export const isPhysical = (prefix: string, name: string): boolean =>
  allAliases(prefix).some((alias) => {
    const rest = name.startsWith(`${alias}-`) ? name.slice(alias.length + 1) : '';
    return /^[0-9a-z]+$/.test(rest);
  });
