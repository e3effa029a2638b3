/**
 * The categories that a form offers, with the number of events in each and below it: the number
 * that its own list has. Contract 26.1.
 */
import { kinds } from '../kinds/index.js';
import type { JsonObject, KindName } from '../kinds/record.js';
import { textOf } from '../present/answered.js';
import type { Deps } from '../records/deps.js';
import { type ListAnswer, listRecords } from '../records/list.js';
import { listBeside } from './page-list.js';
import { listedKind } from './paths.js';

/** The values of a facet. */
export type Counts = NonNullable<ListAnswer['facets']>[string];

/** What the form offers, counted. */
export const FACET = 'categories';

/** Most categories with others below them that are counted: each is a question to the index. */
const PARENTS_MAX = 20;

/**
 * → the counts of a list without the category chosen: another one may be chosen instead. `direct`
 * are those of the list itself, where no category is chosen.
 */
export async function countCategories(
  deps: Deps,
  raw: JsonObject,
  direct: Counts | undefined,
): Promise<Counts> {
  const { [FACET]: _, page: __, cursor: ___, ...others } = raw;
  const read = (more: JsonObject) =>
    listRecords(deps, listedKind, { raw: { ...others, per_page: '1', ...more }, caller: null });
  const counts = direct ?? (await read({ facets: FACET })).facets?.[FACET] ?? [];
  const target = listedKind.facets?.[FACET]?.target;
  if (!target || !kinds[target].isTree) return counts;
  const parents = await parentsOf(deps, target, counts);
  const counted = await Promise.all(
    parents.slice(0, PARENTS_MAX).map(async (parent) => {
      const { total } = await read({ [FACET]: [parent.slug] });
      return { ...parent, value: String(parent.id), count: total };
    }),
  );
  const ids = new Set(counted.map(({ id }) => id));
  return [...counted, ...counts.filter(({ id }) => !ids.has(id ?? 0))].sort(
    (one, other) => other.count - one.count || collator.compare(one.name ?? '', other.name ?? ''),
  );
}

const collator = new Intl.Collator();

/** → what is above the categories of a facet, and those of them that have others of it below. */
async function parentsOf(
  deps: Deps,
  kind: KindName,
  counts: Counts,
): Promise<{ id: number; slug: string; name: string }[]> {
  const names = new Map(counts.map(({ id = 0, name = '' }) => [id, name]));
  const above = new Map<number, string>();
  let ids = [...names.keys()];
  while (ids.length > 0) {
    const entries = (await deps.terms.resolve(kind, ids)) ?? [];
    ids = [...new Set(entries.map(({ parent }) => parent))].filter(
      (id) => id > 0 && !above.has(id),
    );
    for (const { id, slug } of (await deps.terms.resolve(kind, ids)) ?? []) above.set(id, slug);
  }
  const unnamed = [...above.keys()].filter((id) => !names.has(id));
  const include = { include: unnamed, hide_empty: 'false', per_page: String(PARENTS_MAX) };
  const records = unnamed.length > 0 ? await listBeside(deps, kinds[kind], include) : [];
  for (const record of records) names.set(Number(record.id), textOf(record, 'name'));
  return [...above].map(([id, slug]) => ({ id, slug, name: names.get(id) ?? slug }));
}
