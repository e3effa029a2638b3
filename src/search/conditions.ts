/** The conditions of a list query, independent of the engine. Types only. */
import type { Status, Usage } from '../kinds/record.js';

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

/** Words side by side in one text of a field, of which a searched word may be found. */
export interface Alternative {
  words: readonly string[];
  /** Matches words with this beginning, too; for a single word. */
  isBeginning?: boolean;
  /** In the title alone. */
  isInTitle?: boolean;
}

/** A text search. Words with marks (lib/text/words.ts) are among the forms of a field. */
export interface TextQuery {
  /** Folded words and phrases; in mode `substring` only one item, the folded text. */
  words: string[];
  /** By word: its alternatives; absent: the word and its beginnings. */
  alternatives?: ReadonlyMap<string, readonly Alternative[]>;
  /** A record with any of these is left out. */
  without?: readonly Alternative[];
  mode: 'anyField' | 'oneField' | 'substring';
}
