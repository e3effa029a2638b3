/** The input and the result of a load. Types only. */
import type { Issue } from '../../errors.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';

/** One payload of a load. */
export interface LoadEntry {
  externalId: string | null;
  payload: JsonObject;
  /** Fields that are empty in the source: they are cleared in an existing record. */
  emptied?: readonly string[];
}

/** The result for one item of a load. */
export type LoadResult =
  | { outcome: 'created' | 'updated' | 'unchanged'; record: StoredRecord | null }
  | { outcome: 'rejected'; issues: Issue[] };
