/**
 * SearchQuery → the filter of a query body. Input from callers is used only as values; none of it
 * is parsed as a query expression.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind, TextLevel } from '../../kinds/kind.js';
import type { GeoFilter } from '../../lib/place/geo.js';
import { isMarked } from '../../lib/text/words.js';
import { isSubstring } from '../fields.js';
import type {
  Alternative,
  IndexValue,
  SearchQuery,
  TextQuery,
  VisibleClause,
  Where,
} from '../port.js';
import { alternativesOf, shownIn } from '../query.js';
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
  const levels = kind.textLevels.map(levelField);
  const isIn = (names: string[]) => (word: string) => wordClause(kind, names, text, word);
  const wanted =
    kind.searchMode === 'oneField' && words.length > 1
      ? anyOf(fields.map((name) => allOf(words.map(isIn([name])))))
      : allOf(words.map(isIn(levels)));
  const out = (text.without ?? []).flatMap((way) => wayClauses(kind, levels, way));
  return out.length === 0 ? wanted : { bool: { filter: [wanted], must_not: out } };
}

/** → the path of a text field. */
export const textPath = (name: string): string => `text.${name}`;

/** → the path of the other forms of a text field's words. */
const formsPath = (name: string): string => `forms.${name}`;

/** → a clause that matches where any field has a word of a search, in any of its forms. */
export const wordClause = (kind: Kind, names: string[], text: TextQuery, word: string): Clause =>
  orNone(alternativesOf(text, word).flatMap((way) => wayClauses(kind, names, way)));

const orNone = (clauses: Clause[]): Clause => (clauses.length === 0 ? NONE : anyOf(clauses));

/** → clauses of an alternative to a word, a clause a field. */
function wayClauses(
  kind: Kind,
  names: string[],
  { words: side, isBeginning, isInTitle }: Alternative,
): Clause[] {
  const [first = ''] = side;
  const pathIn = isMarked(first) ? formsPath : textPath;
  return names
    .filter((name) => !isInTitle || name === kind.titleField)
    .map(pathIn)
    .map((path) => {
      if (isBeginning) return { prefix: { [path]: { value: first } } };
      if (side.length > 1) return { match_phrase: { [path]: side.join(' ') } };
      return { term: { [path]: { value: first } } };
    });
}

/**
 * → clauses whose scores add up to the relevance: the BM25 of each alternative to a search word in
 * each field, times the weight of the field. Elasticsearch counts no prefixes, so a field with a
 * word that begins with a search word adds its weight alone.
 */
export function relevanceClauses(kind: Kind, text: TextQuery): Clause[] {
  return text.words.flatMap((word) =>
    alternativesOf(text, word).flatMap((way) => {
      const ways = way.isBeginning ? [{ words: way.words }, way] : [way];
      return kind.textLevels.flatMap((level) =>
        ways.flatMap((one) => wayClauses(kind, [levelField(level)], one).map(boosted(level))),
      );
    }),
  );
}

const boosted =
  ({ weight }: TextLevel) =>
  (clause: Clause): Clause =>
    Object.fromEntries(
      Object.entries(clause).map(([type, fields]) => [
        type,
        Object.fromEntries(
          Object.entries(fields as object).map(([path, sought]) => [
            path,
            typeof sought === 'string'
              ? { query: sought, boost: weight }
              : { ...sought, boost: weight },
          ]),
        ),
      ]),
    );
