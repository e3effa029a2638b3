/** Types by kind, taken from the paths: what a list takes and holds, what a feed holds. */
import type { paths } from './schema.js';

/** A kind of record by its path: `events`, `venues`, `organizers`, `categories`, `tags`. */
export type Kind = keyof {
  [P in keyof paths as P extends `/${infer K}/changes` ? K : never]: P;
};

/** The filters and the order of a list, without what pages it. */
export type QueryOf<K extends Kind> = Omit<
  NonNullable<paths[`/${K}`]['get']['parameters']['query']>,
  'page' | 'cursor' | 'format'
>;

/** A record of a list. */
export type RecordOf<K extends Kind> =
  paths[`/${K}`]['get']['responses'][200]['content']['application/json'] extends Record<
    K,
    (infer Item)[]
  >
    ? Item
    : never;

/** An item of a change feed. */
export type ChangeOf<K extends Kind> =
  paths[`/${K}/changes`]['get']['responses'][200]['content']['application/json']['items'][number];
