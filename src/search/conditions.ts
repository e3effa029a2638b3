/** The conditions of a list query, independent of the engine. Types only. */
import type { Status, Usage } from '../kinds/record.js';
import type { Forms } from '../lib/word-forms.js';

/** A value of an index field. */
export type IndexValue = string | number | null;

/** Bounds of an index field. */
export type Range = { test: 'range'; field: string } & Partial<
  Record<'gt' | 'gte' | 'lt' | 'lte', number>
>;

/** A condition that every returned record meets. Dates are seconds since the epoch. */
export type Where =
  | { test: 'anyOf'; field: string; values: readonly IndexValue[] }
  | { test: 'noneOf'; field: string; values: readonly IndexValue[] }
  | Range
  | { test: 'anyRange'; ranges: readonly Range[] }
  | { test: 'usage'; field: keyof Usage; gte: number; isNegated?: boolean };

/** A record is visible if at least one clause matches it; without clauses, all are visible. */
export interface VisibleClause {
  status: Status;
  /** Only records of this author. */
  author?: number;
}

/** The words of a search. */
export interface TextQuery {
  /** Folded words; in mode `substring` only one item, the folded text. */
  words: string[];
  /** Words by their other forms: each counts like the word. */
  forms?: Forms;
  mode: 'anyField' | 'oneField' | 'substring';
}
