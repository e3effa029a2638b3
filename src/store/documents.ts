/**
 * The fifth group of the record store: documents of the service's own, at most a thousand of a
 * type. Each is read and replaced as a whole.
 */
import type { JsonObject } from '../kinds/record.js';

/** What a document describes. */
export type DocumentType = 'webhook' | 'source' | 'source-state';

/** A document. `revision` is 1 at first, and one more with each change. */
export interface StoredDocument<Value = JsonObject> {
  type: DocumentType;
  id: number;
  revision: number;
  value: Value;
}

/** The fifth group. */
export interface Documents {
  /** → the documents of a type, ascending by ID. */
  list(type: DocumentType): Promise<StoredDocument[]>;

  /**
   * Replaces the document of this revision; 0: it is new; `value` null: it is deleted.
   * → whether the stored one had this revision. If not, nothing was changed.
   */
  swap(document: StoredDocument<JsonObject | null>): Promise<boolean>;
}
