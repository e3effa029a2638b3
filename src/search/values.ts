/** Values of index fields. */

/** A value of an index field. */
export type IndexValue = string | number | null;
