/** What a merge makes of the survivor: missing fields, keys of the others, place in the tree. */
import type { Kind } from '../../kinds/kind.js';
import {
  type ImageRecord,
  isJsonObject,
  type JsonObject,
  type StoredRecord,
} from '../../kinds/record.js';
import { isBlank } from '../../lib/text.js';
import { aliasKey } from '../../store/aliases.js';
import type { Change } from '../../store/port.js';
import { changeOf } from '../../sync/change.js';
import type { Deps } from '../deps.js';
import { ancestorsOf } from '../write/tree.js';

/**
 * → the fields of the survivor; what it lacks is that of the first dropped one that has it. A
 * field with an initial value, such as a flag, is never missing. Fields of a group come from one
 * record. `image`: only when it lacks one.
 */
export function filled(
  kind: Kind,
  survivor: StoredRecord,
  dropped: readonly StoredRecord[],
): { values: JsonObject; image: ImageRecord | null } {
  const values: JsonObject = {};
  let image: ImageRecord | null = null;
  const named = Object.entries(kind.fields);
  for (const [name, { stored, initial, read, group }] of named) {
    if (!stored || read || initial !== undefined) continue;
    const together = named.filter(([, field]) => group && field.group === group);
    const source = [survivor, ...dropped].find(({ fields }) =>
      [name, ...together.map(([other]) => other)].some((one) => !isBlank(fields[one])),
    );
    const value = source?.fields[name];
    if (!source || value === undefined) continue;
    if (stored !== 'image') values[name] = value;
    else if (source !== survivor && isJsonObject(value))
      image = { ...value } as unknown as ImageRecord;
  }
  return { values, image };
}

/** → the aliases of the survivor after the merge, each once. */
export function aliasesOf(survivor: StoredRecord, dropped: readonly StoredRecord[]): string[] {
  const keys = dropped.flatMap((record) => [
    ...(record.aliases ?? []),
    aliasKey('id', record.id),
    ...slugAliasOf(record),
    ...(record.external_id === null ? [] : [aliasKey('external_id', record.external_id)]),
  ]);
  const own = aliasKey('id', survivor.id);
  return [...new Set([...(survivor.aliases ?? []), ...keys])].filter((alias) => alias !== own);
}

/** → the alias of a record's slug; empty when it has none. */
export const slugAliasOf = ({ slug }: StoredRecord): string[] =>
  slug === '' ? [] : [aliasKey('slug', slug)];

/**
 * → the changes that take aliases from records other than `own`: a slug may have been given again,
 * and a merged record may have been restored. The latest merge counts.
 */
export async function withoutAliases(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  aliases: readonly string[],
  own: readonly StoredRecord[],
): Promise<Change[]> {
  const holders = await store.find(kind.name, 'alias', aliases);
  return holders
    .filter(({ id }) => !own.some((record) => record.id === id))
    .map((record) => takeAliases(record, aliases));
}

/** → the change that takes aliases from a record. */
export function takeAliases(record: StoredRecord, aliases: readonly string[]): Change {
  const left = record.aliases?.filter((alias) => !aliases.includes(alias)) ?? [];
  return changeOf(record, { ...record, aliases: left });
}

/**
 * → the ancestors of the surviving term after the merge, the root first. A term that stands below a
 * dropped one takes the place of the topmost: its new children would otherwise be its ancestors.
 */
export async function ancestorsAfterMerge(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  survivor: StoredRecord,
  dropped: readonly number[],
): Promise<StoredRecord[]> {
  const parent = Number(survivor.fields.parent ?? 0);
  const path = parent === 0 ? [] : ((await ancestorsOf(deps, kind, parent)) ?? []);
  const first = path.findIndex(({ id }) => dropped.includes(id));
  return first < 0 ? path : path.slice(0, first);
}
