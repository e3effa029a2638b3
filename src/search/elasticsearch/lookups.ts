/** Lookups of entries by ID or slug, and of versions. */
import { kinds } from '../../kinds/index.js';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { EntrySelection, EntrySummary, EntryVersion, VersionsQuery } from '../port.js';
import type { Clause } from './clause.js';
import type { Engine } from './client.js';
import { aliasOf, type Cluster } from './indices.js';
import { pathOf } from './mapping.js';

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
  const entries = (body as { hits?: { hits?: { fields?: Values }[] } }).hits?.hits ?? [];
  return entries.map((hit) => hit.fields ?? {});
}

/** → the selected entries of the kind, ascending by ID. */
export async function lookUp(
  { engine, settings }: Cluster,
  name: KindName,
  selection: EntrySelection,
): Promise<EntrySummary[]> {
  const { indexFields, isTree } = kinds[name];
  const [slug, author, parent] = [pathOf('slug'), pathOf('author'), pathOf('parent')];
  const index = aliasOf(settings.prefix, name);
  const fields = ['id', slug, 'public_from', 'usage.published'];
  if (indexFields.author) fields.push(author);
  if (isTree) fields.push(parent);
  const query = toQuery(selection, slug);
  const entries = query ? await fieldsOf(engine, index, { ...query, fields }) : [];
  return entries.map((values) => {
    const numberIn = (path: string) => Number(values[path]?.[0] ?? 0);
    const from = values.public_from?.[0];
    return {
      id: numberIn('id'),
      slug: String(values[slug]?.[0] ?? ''),
      parent: numberIn(parent),
      count: numberIn('usage.published'),
      author: numberIn(author),
      publicFrom: from === undefined ? null : Number(from),
    };
  });
}

/** → the query of a selection; null: it selects nothing. */
function toQuery(selection: EntrySelection, slug: string): { filter: Clause; size: number } | null {
  if ('afterId' in selection) {
    return { filter: { range: { id: { gt: selection.afterId } } }, size: selection.limit };
  }
  const { ids = [], slugs = [] } = selection;
  if (ids.length + slugs.length === 0) return null;
  const should = [{ ids: { values: ids.map(String) } }, { terms: { [slug]: slugs } }];
  return { filter: { bool: { should, minimum_should_match: 1 } }, size: limits.resultWindow };
}

/** → ID and version of entries with ID > `afterId`, ascending by ID. */
export async function versionsOf(
  engine: Engine,
  index: string,
  { afterId, limit, stampOtherThan }: VersionsQuery,
): Promise<EntryVersion[]> {
  const filter: Clause[] = [{ range: { id: { gt: afterId } } }];
  if (stampOtherThan !== undefined) {
    filter.push({ bool: { must_not: [{ term: { stamp: stampOtherThan } }] } });
  }
  const entries = await fieldsOf(engine, index, {
    filter: { bool: { filter } },
    fields: ['id', 'version'],
    size: limit,
  });
  return entries.map(({ id, version }) => ({
    id: Number(id?.[0]),
    version: Number(version?.[0]),
  }));
}
