/** Clauses of query bodies, and how to combine them. */

/** A clause of a query body. */
export type Clause = Record<string, unknown>;

/** → a clause that matches when any of the clauses matches. */
export const anyOf = (should: Clause[]): Clause =>
  should.length === 1 ? (should[0] as Clause) : { bool: { should, minimum_should_match: 1 } };

/** → a clause that matches when all of the clauses match. */
export const allOf = (filter: Clause[]): Clause =>
  filter.length === 1 ? (filter[0] as Clause) : { bool: { filter } };

/** → a clause that matches when the given one does not. */
export const not = (clause: Clause): Clause => ({ bool: { must_not: [clause] } });
