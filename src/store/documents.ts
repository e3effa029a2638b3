/**
 * The fourth group of the record store: documents of the service's own, such as users, images and
 * webhooks. Each is read and replaced as a whole.
 */
import type { JsonObject } from '../kinds/record.js';

/** The subject of a document. Lists read all documents: only images and series are many. */
export type DocumentType =
  | 'user'
  | 'image'
  | 'webhook'
  | 'source'
  | 'former_source'
  | 'series'
  | 'process'
  | 'installation'
  | 'secret';

/** A document. `revision` is 1 at first, and one more with each change. */
export interface StoredDocument<Value = JsonObject> {
  type: DocumentType;
  id: number;
  revision: number;
  /** It can be read by these. No two documents of a type have the same one. */
  keys?: readonly string[];
  value: Value;
}

/** The fourth group. The caller knows the types of stored values. */
export interface Documents {
  /** → the documents of a type, ascending by ID: all, or the document of an ID or a key. */
  list<Value = JsonObject>(
    type: DocumentType,
    only?: { id: number } | { key: string },
  ): Promise<StoredDocument<Value>[]>;

  /**
   * Replaces the document of this revision; 0: it is new; `value` null: it is deleted.
   * → whether the stored one had this revision, and no other one a key of this one. If not, nothing
   * was changed.
   */
  swap(document: StoredDocument<object | null>): Promise<boolean>;
}
