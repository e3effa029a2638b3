/**
 * The service's own documents by type: webhooks, subscribed calendars. Each is read and replaced as
 * a whole, and only by who has read its last revision.
 */
import { limits } from '../limits.js';
import type { DocumentType, StoredDocument } from '../store/port.js';
import type { Deps } from './deps.js';

type StoreDeps = Pick<Deps, 'store'>;

/** The documents of a type. */
export interface OwnDocuments<Value extends object> {
  /** → all, ascending by ID. */
  list(deps: StoreDeps): Promise<StoredDocument<Value>[]>;
  find(deps: StoreDeps, id: number): Promise<StoredDocument<Value> | null>;
  /** Stores a document under an ID that none has had. → it. */
  add(deps: StoreDeps, value: Value): Promise<StoredDocument<Value>>;
  /** Stores a document in the place of the one that was read. → whether nobody was faster. */
  swap(deps: StoreDeps, document: Omit<StoredDocument<Value | null>, 'type'>): Promise<boolean>;
  /**
   * Changes a document, again where somebody else was faster; `change` gives null to remove it.
   * → the document after the change, or as it was removed; null: there is none, or `change` gave
   * undefined.
   */
  change(
    deps: StoreDeps,
    id: number,
    change: (value: Value) => Value | null | undefined,
  ): Promise<StoredDocument<Value> | null>;
}

/** → the documents of a type, whose values have the shape `Value`. */
export function documentsOf<Value extends object>(type: DocumentType): OwnDocuments<Value> {
  const own: OwnDocuments<Value> = {
    list: ({ store }) => store.documents.list<Value>(type),
    find: async ({ store }, id) => (await store.documents.list<Value>(type, { id }))[0] ?? null,
    add: async (deps, value) => {
      // Of documents from before IDs were counted, too, none gives its ID to another one.
      const last = (await own.list(deps)).at(-1)?.id ?? 0;
      const [id = 0] = await deps.store.nextIds(type, 1, last);
      if (await own.swap(deps, { id, revision: 0, value })) return { type, id, revision: 1, value };
      throw new Error(`there is a ${type} ${id} already`);
    },
    swap: ({ store }, document) => store.documents.swap({ ...document, type }),
    change: async (deps, id, change) => {
      for (let tries = 0; tries < limits.writeTries; tries += 1) {
        const document = await own.find(deps, id);
        const value = document && change(document.value);
        if (!document || value === undefined) return null;
        if (!(await own.swap(deps, { ...document, value }))) continue;
        return value === null ? document : { ...document, revision: document.revision + 1, value };
      }
      throw new Error(`${type} ${id} is changed by others all the time`);
    },
  };
  return own;
}
