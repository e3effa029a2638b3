/** What goes into a load and what comes of it. Types only. */
import type { Issue } from '../errors.js';
import type { StoredRecord } from '../kinds/record.js';
import type { Values } from '../validation/compile.js';

/** One payload of a load. */
export interface LoadEntry {
  externalId: string | null;
  payload: Values;
}

/** What became of one item of a load. */
export type LoadResult =
  | { outcome: 'created' | 'updated' | 'unchanged'; record: StoredRecord | null }
  | { outcome: 'rejected'; issues: Issue[] };
