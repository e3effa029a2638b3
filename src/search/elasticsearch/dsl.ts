/**
 * SearchQuery → the filter of a query body. Input from callers is used only as values; none of it
 * is parsed as a query expression.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { IndexValue, SearchQuery, TextQuery, VisibleClause, Where } from '../port.js';
import { allOf, anyOf, type Clause, not } from './clause.js';
import { geoFilter } from './geo.js';
import { formOf, isSubstring, OTHERS, pathOf, textFieldsOf } from './mapping.js';

/** → a query that matches the records of a list query, without an order. */
export function toFilter(query: SearchQuery): { bool: { filter: Clause[]; must_not: Clause[] } } {
  const kind = kinds[query.kind];
  const filter: Clause[] = [];
  const must_not: Clause[] = [{ term: { removed: true } }];
  if (kind.hiddenField) filter.push({ term: { [pathOf(kind.hiddenField)]: 0 } });
  if (query.visible.length > 0) filter.push(anyOf(query.visible.map((one) => seen(one, query))));
  for (const where of query.where) filter.push(...whereClauses(kind, where));
  if (query.text) filter.push(textClause(kind, query.text));
  if (query.geo) filter.push(...geoFilter(query.geo));
  return { bool: { filter, must_not } };
}

/** Matches nothing. */
const NONE: Clause = { match_none: {} };

function seen({ status, author }: VisibleClause, { nowSeconds }: SearchQuery): Clause {
  const clauses: Clause[] =
    status === 'publish'
      ? [{ range: { public_from: { lte: nowSeconds } } }]
      : [{ term: { [pathOf('status')]: status } }];
  if (status === 'future') clauses.push({ range: { public_from: { gt: nowSeconds } } });
  if (author !== undefined) clauses.push({ term: { [pathOf('author')]: author } });
  return allOf(clauses);
}

function whereClauses(kind: Kind, where: Where): Clause[] {
  switch (where.test) {
    case 'anyOf':
      return [among(kind, where.field, where.values)];
    case 'noneOf':
      return where.values.length === 0 ? [] : [not(among(kind, where.field, where.values))];
    case 'usage': {
      const clause = { range: { [`usage.${where.field}`]: { gte: where.gte } } };
      return [where.isNegated ? not(clause) : clause];
    }
    case 'range':
      return rangeClauses(where);
  }
}

/** Elasticsearch accepts one lower and one upper bound for each clause. */
function rangeClauses({ field, gt, gte, lt, lte }: Extract<Where, { test: 'range' }>): Clause[] {
  const clauses = [
    { gte, lte },
    { gt, lt },
  ].map((bounds) =>
    Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined)),
  );
  return clauses
    .filter((bounds) => Object.keys(bounds).length > 0)
    .map((bounds) => ({ range: { [pathOf(field)]: bounds } }));
}

function among(kind: Kind, field: string, values: readonly IndexValue[]): Clause {
  const isWord = formOf(kind, field) === 'keyword';
  const known = values.flatMap((value): (string | number)[] => {
    if (value === null) return [];
    if (isWord) return [String(value)];
    return Number.isSafeInteger(Number(value)) ? [Number(value)] : [];
  });
  const [only] = known;
  if (only === undefined) return NONE;
  if (field === 'id') return { ids: { values: known.map(String) } };
  return known.length === 1
    ? { term: { [pathOf(field)]: only } }
    : { terms: { [pathOf(field)]: known } };
}

function textClause(kind: Kind, { words }: TextQuery): Clause {
  if (words.length === 0) return NONE;
  const { title, others } = textFieldsOf(kind);
  if (isSubstring(kind)) {
    const value = `*${words.join(' ').replace(/[\\*?]/g, '\\$&')}*`;
    return anyOf([title, ...others].map((name) => ({ wildcard: { [textPath(name)]: { value } } })));
  }
  if (kind.searchMode === 'oneField' && words.length > 1) {
    return anyOf(
      [title, ...others].map((name) => allOf(words.map((word) => begins([name], word)))),
    );
  }
  return allOf(words.map((word) => begins([title, OTHERS], word)));
}

/** → the path of a text field. */
export const textPath = (name: string): string => `text.${name}`;

const begins = (names: string[], word: string): Clause =>
  anyOf(names.map((name) => ({ prefix: { [textPath(name)]: { value: word } } })));

/**
 * → clauses whose scores add up to the relevance: for each search word 8 if it is a word of the
 * title, 4 if it begins a word of the title, 2 and 1 for the other fields. Decision: relevance.
 */
export function relevanceClauses(kind: Kind, { words }: TextQuery): Clause[] {
  const { title } = textFieldsOf(kind);
  const weighed = (filter: Clause, boost: number): Clause => ({
    constant_score: { filter, boost },
  });
  return words.flatMap((word) => [
    weighed({ term: { [textPath(title)]: { value: word } } }, 8),
    weighed(begins([title], word), 4),
    weighed({ term: { [textPath(OTHERS)]: { value: word } } }, 2),
    weighed(begins([OTHERS], word), 1),
  ]);
}
