/** The index fields of a kind by their use in engines, derived from its definition. */
import type { Kind } from '../kinds/kind.js';

/** → single-valued index fields. */
export const columnFields = (kind: Kind): string[] =>
  Object.keys(kind.indexFields).filter((name) => !kind.indexFields[name]?.isMany);

/** → many-valued index fields: the records that a record links. */
export const linkFields = (kind: Kind): string[] =>
  Object.keys(kind.indexFields).filter((name) => kind.indexFields[name]?.isMany);

/** → fields whose original text is stored too. */
export const labelFields = (kind: Kind): string[] =>
  columnFields(kind).filter((name) => kind.indexFields[name]?.type === 'folded');

/** → the fields that windows test: of records, and of the previous date in their series. */
export const dateFields = ({ window, collapsedBy }: Kind): string[] => [
  ...[window, collapsedBy].flatMap((pair) => (pair ? [pair.start, pair.end] : [])),
  ...(window ? [window.lasting] : []),
];

/** → whether searches of the kind match substrings. */
export const isSubstring = (kind: Kind): boolean => kind.searchMode === 'substring';

/** → the fields whose values have an index: for facets and for lookups. */
export const valueFields = (kind: Kind): string[] => {
  const fields = Object.values(kind.facets ?? {}).map(({ field }) => field);
  const lasting = kind.window ? [kind.window.lasting] : [];
  return [...new Set(['slug', 'city', 'zip', 'parent', ...lasting, ...fields])].filter((name) =>
    columnFields(kind).includes(name),
  );
};

/** → the fields of orders by one field alone, besides the ID. */
export const orderFields = ({ orders, window }: Kind): string[] => {
  const fields = Object.values(orders).flatMap(({ by, field }) =>
    by === 'field' && field && field !== 'id' ? [field] : [],
  );
  return [...new Set([...fields, ...(window ? [window.local.start] : [])])];
};
