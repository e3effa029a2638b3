/** What goes into a load and what comes of it. Types only. */
import type { Issue } from '../../errors.js';
import type { StoredRecord } from '../../kinds/record.js';
import type { Values } from '../../validation/compile.js';

/** One payload of a load. */
export interface LoadEntry {
  externalId: string | null;
  payload: Values;
  /** Fields that stand empty in the source: they are emptied in a record that is there. */
  emptied?: readonly string[];
}

/** What became of one item of a load. */
export type LoadResult =
  | { outcome: 'created' | 'updated' | 'unchanged'; record: StoredRecord | null }
  | { outcome: 'rejected'; issues: Issue[] };
