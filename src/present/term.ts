/** Categories and tags as they are answered. Source: contract 1.4, 1.5. */
import { kinds } from '../kinds/index.js';
import type { RecordCore } from '../kinds/record.js';
import { type PresentContext, permalinkOf } from './context.js';

/** → a category or tag on its own endpoints. */
export function presentTerm(record: RecordCore, context: PresentContext): Record<string, unknown> {
  const kind = kinds[record.kind];
  const collection = `${context.roots.api}/${kind.route}`;
  const parent = Number(record.fields.parent ?? 0);
  return {
    id: record.id,
    count: context.count(record.kind, record.id),
    description: String(record.fields.description ?? ''),
    name: record.title,
    slug: record.slug,
    taxonomy: kind.taxonomy,
    ...(kind.isTree ? { parent } : {}),
    meta: [],
    url: permalinkOf(kind, record, context),
    urls: {
      self: `${collection}/${record.id}`,
      collection,
      ...(parent > 0 ? { up: `${collection}/${parent}` } : {}),
    },
  };
}

/** → a term inside an event: the same, and what WordPress adds there. Source: Q42. */
export function presentTermInEvent(
  record: RecordCore,
  context: PresentContext,
): Record<string, unknown> {
  return {
    ...presentTerm(record, context),
    parent: Number(record.fields.parent ?? 0),
    term_taxonomy_id: record.id,
    term_group: 0,
    filter: 'raw',
  };
}
