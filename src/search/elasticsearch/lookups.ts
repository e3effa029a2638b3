/** IDs and slugs → entries, trees, versions, and the counts in answers; no texts are read. */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { chunksOf } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import type { Resolved, Version } from '../port.js';
import type { Clause } from './clause.js';
import type { Engine } from './client.js';
import { pathOf } from './mapping.js';

const NOT_REMOVED: Clause[] = [{ term: { removed: true } }];

type Values = Record<string, (string | number)[] | undefined>;

/** → fields of the entries that match; at most `size`, in the order of their IDs. */
async function fieldsOf(
  engine: Engine,
  index: string,
  { filter, fields, size }: { filter: Clause[]; fields: string[]; size: number },
): Promise<Values[]> {
  const { body } = await engine.request({
    method: 'POST',
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false, filter_path: 'hits.hits.fields' },
    body: {
      query: { bool: { filter, must_not: NOT_REMOVED } },
      _source: false,
      docvalue_fields: fields,
      sort: [{ id: 'asc' }],
      track_total_hits: false,
      size: Math.min(size, limits.resultWindow),
    },
  });
  const found = (body as { hits?: { hits?: { fields?: Values }[] } }).hits?.hits ?? [];
  return found.map((hit) => hit.fields ?? {});
}

/** Keys asked for in one request. */
const CHUNK = 1000;

/** → entries of the kind by ID or slug. */
export async function resolveEntries(
  { engine, index }: { engine: Engine; index: string },
  kind: KindName,
  keys: { ids?: readonly number[]; slugs?: readonly string[] },
): Promise<Resolved[]> {
  const parent = kinds[kind].isTree ? pathOf('parent') : null;
  const fields = ['id', pathOf('slug'), ...(parent ? [parent] : [])];
  const filters: Clause[] = [
    ...chunksOf(keys.ids ?? [], CHUNK).map((ids) => ({ ids: { values: ids.map(String) } })),
    ...chunksOf(keys.slugs ?? [], CHUNK).map((slugs) => ({ terms: { [pathOf('slug')]: slugs } })),
  ];
  const found = await Promise.all(
    filters.map((filter) =>
      fieldsOf(engine, index, { filter: [filter], fields, size: limits.resultWindow }),
    ),
  );
  return found.flat().map((values) => ({
    id: Number(values.id?.[0]),
    slug: String(values[pathOf('slug')]?.[0] ?? ''),
    parent: parent ? Number(values[parent]?.[0] ?? 0) : 0,
  }));
}

/** → the IDs and those of everything below them, level by level. */
export async function descendants(
  { engine, index }: { engine: Engine; index: string },
  kind: KindName,
  ids: readonly number[],
): Promise<number[]> {
  const known = new Set(ids);
  if (!kinds[kind].isTree) return [...ids];
  let level = [...known];
  for (let depth = 0; depth < limits.termDepth && level.length > 0; depth++) {
    const below = await Promise.all(
      chunksOf(level, CHUNK).map((parents) =>
        fieldsOf(engine, index, {
          filter: [{ terms: { [pathOf('parent')]: parents } }],
          fields: ['id'],
          size: limits.resultWindow,
        }),
      ),
    );
    level = below.flat().flatMap(({ id }) => (known.has(Number(id?.[0])) ? [] : Number(id?.[0])));
    for (const id of level) known.add(id);
  }
  return [...known];
}

/** → id and version of entries with id > `afterId`, ascending. */
export async function versionsOf(
  { engine, index }: { engine: Engine; index: string },
  afterId: number,
  limit: number,
): Promise<Version[]> {
  const filter = [{ range: { id: { gt: afterId } } }];
  const found = await fieldsOf(engine, index, { filter, fields: ['id', 'version'], size: limit });
  return found.map(({ id, version }) => ({
    id: Number(id?.[0]),
    version: Number(version?.[0]),
  }));
}

/** → published events of each record. */
export async function countsOf(
  { engine, index }: { engine: Engine; index: string },
  ids: readonly number[],
): Promise<Map<number, number>> {
  const fields = ['id', 'usage.published'];
  const found = await Promise.all(
    chunksOf(ids, CHUNK).map((chunk) => {
      const filter = [{ ids: { values: chunk.map(String) } }];
      return fieldsOf(engine, index, { filter, fields, size: chunk.length });
    }),
  );
  return new Map(
    found
      .flat()
      .map((values) => [Number(values.id?.[0]), Number(values['usage.published']?.[0] ?? 0)]),
  );
}
