/** What goes into a load and what comes of it. Types only. */
import type { Issue } from '../../errors.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';

/** One payload of a load. */
export interface LoadEntry {
  externalId: string | null;
  payload: JsonObject;
  /** Fields that stand empty in the source: they are emptied in a record that is there. */
  emptied?: readonly string[];
}

/** What became of one item of a load. */
export type LoadResult =
  | { outcome: 'created' | 'updated' | 'unchanged'; record: StoredRecord | null }
  | { outcome: 'rejected'; issues: Issue[] };
