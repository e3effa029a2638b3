/** Lookups of entries by ID or slug, of versions and of usage counts. */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { chunksOf } from '../../lib/batches.js';
import { limits } from '../../limits.js';
import type { Resolved, Version, VersionsQuery } from '../port.js';
import type { Clause } from './clause.js';
import type { Engine } from './client.js';
import type { Site } from './indices.js';
import { pathOf } from './mapping.js';
import { aliasOf } from './names.js';

const NOT_REMOVED: Clause[] = [{ term: { removed: true } }];

type Values = Record<string, (string | number)[] | undefined>;

/** → fields of at most `size` matching entries, ascending by ID; no tombstones. */
async function fieldsOf(
  engine: Engine,
  index: string,
  { filter, fields, size }: { filter: Clause; fields: string[]; size: number },
): Promise<Values[]> {
  const { body } = await engine.request({
    method: 'POST',
    path: `/${index}/_search`,
    query: { allow_partial_search_results: false, filter_path: 'hits.hits.fields' },
    body: {
      query: { bool: { filter: [filter], must_not: NOT_REMOVED } },
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

/** → entries of the kind by ID or slug; those of a tree with the IDs of their descendants. */
export async function resolveEntries(
  { engine, settings }: Site,
  kindName: KindName,
  { ids = [], slugs = [] }: { ids?: readonly number[]; slugs?: readonly string[] },
): Promise<Resolved[]> {
  if (ids.length + slugs.length === 0) return [];
  const kind = kinds[kindName];
  const index = aliasOf(settings.prefix, kindName);
  const [slug, author] = [pathOf('slug'), kind.indexFields.author ? pathOf('author') : null];
  const should = [{ ids: { values: ids.map(String) } }, { terms: { [slug]: slugs } }];
  const found = await fieldsOf(engine, index, {
    filter: { bool: { should, minimum_should_match: 1 } },
    fields: ['id', slug, 'public_from', ...(author ? [author] : [])],
    size: limits.resultWindow,
  });
  const below = kind.isTree
    ? await idsBelow(
        engine,
        index,
        found.map(({ id }) => Number(id?.[0])),
      )
    : new Map<number, number[]>();
  return found.map((values) => {
    const id = Number(values.id?.[0]);
    const from = values.public_from?.[0];
    return {
      id,
      slug: String(values[slug]?.[0] ?? ''),
      author: author ? Number(values[author]?.[0] ?? 0) : 0,
      publicFrom: from === undefined ? null : Number(from),
      below: below.get(id) ?? [],
    };
  });
}

/** → the IDs of all descendants of each ID, read by depth with one request for each depth. */
async function idsBelow(
  engine: Engine,
  index: string,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>();
  const parent = pathOf('parent');
  let level = [...ids];
  for (let depth = 0; depth < limits.termDepth && level.length > 0; depth++) {
    const filter = { terms: { [parent]: level } };
    const size = limits.resultWindow;
    const found = await fieldsOf(engine, index, { filter, fields: ['id', parent], size });
    level = [];
    for (const values of found) {
      const [id, above] = [Number(values.id?.[0]), Number(values[parent]?.[0])];
      if (!children.has(id) && !ids.includes(id)) level.push(id);
      children.set(above, [...(children.get(above) ?? []), id]);
    }
  }
  const collect = (id: number, met: Set<number>): Set<number> => {
    for (const child of children.get(id) ?? []) {
      if (!met.has(child)) collect(child, met.add(child));
    }
    return met;
  };
  return new Map(ids.map((id) => [id, [...collect(id, new Set())]]));
}

/** → ID and version of entries with ID > `afterId`, ascending by ID. */
export async function versionsOf(
  engine: Engine,
  index: string,
  { afterId, limit, stampOtherThan }: VersionsQuery,
): Promise<Version[]> {
  const filter: Clause[] = [{ range: { id: { gt: afterId } } }];
  if (stampOtherThan !== undefined) {
    filter.push({ bool: { must_not: [{ term: { stamp: stampOtherThan } }] } });
  }
  const found = await fieldsOf(engine, index, {
    filter: { bool: { filter } },
    fields: ['id', 'version'],
    size: limit,
  });
  return found.map(({ id, version }) => ({
    id: Number(id?.[0]),
    version: Number(version?.[0]),
  }));
}

/** → the number of published events of each record, by ID. */
export async function countsOf(
  { engine, settings }: Site,
  kind: KindName,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const index = aliasOf(settings.prefix, kind);
  const fields = ['id', 'usage.published'];
  const found = await Promise.all(
    chunksOf(ids, limits.batchRecords).map((chunk) => {
      const filter = { ids: { values: chunk.map(String) } };
      return fieldsOf(engine, index, { filter, fields, size: chunk.length });
    }),
  );
  return new Map(
    found
      .flat()
      .map((values) => [Number(values.id?.[0]), Number(values['usage.published']?.[0] ?? 0)]),
  );
}
