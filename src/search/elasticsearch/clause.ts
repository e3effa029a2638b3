/** Clauses of query bodies, and how they are joined. */

/** A clause of a query body. */
export type Clause = Record<string, unknown>;

/** → a clause that holds when one of them does. */
export const anyOf = (should: Clause[]): Clause =>
  should.length === 1 ? (should[0] as Clause) : { bool: { should, minimum_should_match: 1 } };

/** → a clause that holds when all of them do. */
export const allOf = (filter: Clause[]): Clause =>
  filter.length === 1 ? (filter[0] as Clause) : { bool: { filter } };

/** → a clause that holds when this one does not. */
export const not = (clause: Clause): Clause => ({ bool: { must_not: [clause] } });
