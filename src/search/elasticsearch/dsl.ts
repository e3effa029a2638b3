/**
 * SearchQuery → the filter of a query body. Input from callers is used only as values; none of it
 * is parsed as a query expression.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { GeoFilter } from '../../lib/geo.js';
import { isSubstring } from '../fields.js';
import type { IndexValue, SearchQuery, TextQuery, VisibleClause, Where } from '../port.js';
import { eitherOf, shownIn } from '../query.js';
import { allOf, anyOf, type Clause, not } from './clause.js';
import { geoFilter } from './geo.js';
import { formOf, levelField, pathOf } from './mapping.js';

/** → a query that matches the records of a list query, without an order. */
export function toFilter(query: SearchQuery): { bool: { filter: Clause[]; must_not: Clause[] } } {
  const kind = kinds[query.kind];
  const filter: Clause[] = [];
  const must_not: Clause[] = [{ term: { removed: true } }];
  if (kind.hiddenField) filter.push({ term: { [pathOf(kind.hiddenField)]: shownIn(query) } });
  if (query.visible.length > 0)
    filter.push(anyOf(query.visible.map((clause) => seen(clause, query))));
  for (const where of query.where) filter.push(...whereClauses(kind, where));
  if (query.text) filter.push(textClause(kind, query.text));
  if (query.geo) filter.push(...placeClauses(kind, query.geo));
  return { bool: { filter, must_not } };
}

/** → the clauses of a geo filter; online records may pass, too. */
function placeClauses(kind: Kind, geo: GeoFilter): Clause[] {
  const clauses = geoFilter(geo);
  if (!geo.orOnline || !kind.onlineField) return clauses;
  return [anyOf([allOf(clauses), { term: { [pathOf(kind.onlineField)]: 1 } }])];
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
    case 'anyRange':
      return [anyOf(where.ranges.map((range) => allOf(rangeClauses(range))))];
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
  const usable = values.flatMap((value): (string | number)[] => {
    if (value === null) return [];
    if (isWord) return [String(value)];
    return Number.isSafeInteger(Number(value)) ? [Number(value)] : [];
  });
  const [only] = usable;
  if (only === undefined) return NONE;
  if (field === 'id') return { ids: { values: usable.map(String) } };
  return usable.length === 1
    ? { term: { [pathOf(field)]: only } }
    : { terms: { [pathOf(field)]: usable } };
}

function textClause(kind: Kind, text: TextQuery): Clause {
  const { words } = text;
  if (words.length === 0) return NONE;
  const fields = Object.keys(kind.textFields);
  if (isSubstring(kind)) {
    const value = `*${words.join(' ').replace(/[\\*?]/g, '\\$&')}*`;
    return anyOf(fields.map((name) => ({ wildcard: { [textPath(name)]: { value } } })));
  }
  if (kind.searchMode === 'oneField' && words.length > 1) {
    return anyOf(
      fields.map((name) => allOf(words.map((word) => begins([name], eitherOf(text, word))))),
    );
  }
  const levels = kind.textLevels.map(levelField);
  return allOf(words.map((word) => begins(levels, eitherOf(text, word))));
}

/** → the path of a text field. */
export const textPath = (name: string): string => `text.${name}`;

/** → a clause that matches where a word of one of the fields begins with one of the texts. */
export const begins = (names: string[], texts: string[]): Clause =>
  anyOf(
    names.flatMap((name) => texts.map((value) => ({ prefix: { [textPath(name)]: { value } } }))),
  );

/**
 * → clauses whose scores add up to the relevance: the BM25 of each search word in each field, times
 * the weight of the field. Elasticsearch counts no prefixes, so a field with a word that begins
 * with a search word adds its weight alone.
 */
export function relevanceClauses(kind: Kind, text: TextQuery): Clause[] {
  const levels = kind.textLevels.map((level) => ({ ...level, path: textPath(levelField(level)) }));
  const forms = text.words.flatMap((word) => eitherOf(text, word));
  return [...new Set(forms)].flatMap((value) =>
    levels.flatMap(({ weight, path }) => [
      { term: { [path]: { value, boost: weight } } },
      { prefix: { [path]: { value, boost: weight } } },
    ]),
  );
}
