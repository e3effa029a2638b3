/**
 * Links between records of another installation → links between their copies here. They are named
 * by origin; a missing or trashed copy is left out. Contract 32.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject, type KindName } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import type { Deps } from '../../records/deps.js';

/** The copies of the linked records of a page. */
export type Links = Awaited<ReturnType<typeof openLinks>>;

/** → the copies of the rows' linked records, read by set. `installation`: the ID of this one. */
export async function openLinks(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  { rows, installation }: { rows: readonly JsonObject[]; installation: string },
) {
  const named = rows.flatMap((row) => originsIn(kind, row));
  const ids = new Map<string, number>();
  /** The kinds of the rows' missing links. */
  const lacking = new Set<KindName>();
  for (const [target, all] of groupBy(named, (name) => name.target)) {
    const keys = [...new Set(all.map(({ key }) => key))];
    const stored = new Map((await store.keys.list(target, { keys })).map((row) => [row.key, row]));
    const idOf = (key: string) => stored.get(key)?.id ?? ownId(key, installation);
    const wanted = keys.flatMap((key) => idOf(key) ?? []);
    const live = (await store.find(target, 'id', wanted)).filter(({ removed }) => !removed);
    const here = new Set(live.map(({ id }) => id));
    for (const key of keys) {
      const id = idOf(key);
      if (id === null) lacking.add(target);
      else if (here.has(id)) ids.set(`${target} ${key}`, id);
    }
  }
  const idsOf = (target: KindName, value: Json) =>
    keysIn(value).flatMap((key) => ids.get(`${target} ${key}`) ?? []);
  /** → the row with IDs of this system in place of origins. */
  const resolved = (of: Kind, row: JsonObject): JsonObject => {
    const after: JsonObject = { ...row };
    for (const { field, target } of of.relations) {
      if (row[field] !== undefined) after[field] = idsOf(target, row[field]);
    }
    if (of.isTree && typeof row.parent === 'string') {
      after.parent = ids.get(`${of.name} ${row.parent}`) ?? row.parent;
    }
    return after;
  };
  return { resolved, lacking };
}

/** → the ID of a record that was made here; null: it was made elsewhere. */
function ownId(key: string, installation: string): number | null {
  return key.startsWith(`${installation}:`) ? Number(key.slice(installation.length + 1)) : null;
}

const keysIn = (value: Json): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item) =>
    isJsonObject(item) && typeof item.external_id === 'string' ? item.external_id : [],
  );

/** → the origins that a row names, its parts and dates included. */
function originsIn(kind: Kind, row: JsonObject): { target: KindName; key: string }[] {
  const inner = [row.parts, row.dates].flatMap((list) => (Array.isArray(list) ? list : []));
  const rows = [row, ...inner.filter(isJsonObject)];
  const parent =
    kinds[kind.name].isTree && typeof row.parent === 'string'
      ? [{ target: kind.name, key: row.parent }]
      : [];
  return [
    ...parent,
    ...rows.flatMap((linked) =>
      kind.relations.flatMap(({ field, target }) =>
        keysIn(linked[field] ?? null).map((key) => ({ target, key })),
      ),
    ),
  ];
}
