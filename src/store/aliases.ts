/**
 * Aliases: the keys of records that were merged into another one. The record that was kept holds
 * them, so that one write moves them, and every store can find it by them. Contract 18.1.
 */
import type { StoredRecord } from '../kinds/record.js';

/** A key that a merged record was found by. */
export type AliasedBy = 'id' | 'slug' | 'external_id';

/** → the alias of a key, as records hold it: `id 12`. */
export const aliasKey = (by: AliasedBy, value: string | number): string => `${by} ${value}`;

/** → the record among `records` that holds an alias. */
export const withAlias = (records: readonly StoredRecord[], alias: string) =>
  records.find(({ aliases }) => aliases?.includes(alias));

/** → the external IDs that a record is found by: its own, and those of records merged into it. */
export function externalIdsOf({ external_id, aliases = [] }: StoredRecord): string[] {
  const start = aliasKey('external_id', '');
  const merged = aliases.filter((alias) => alias.startsWith(start));
  return [
    ...(external_id === null ? [] : [external_id]),
    ...merged.map((alias) => alias.slice(start.length)),
  ];
}
