/**
 * The service's own documents by type: users, images, webhooks, subscribed calendars. Each is read
 * and replaced as a whole, and only by who has read its last revision.
 */
import { limits } from '../limits.js';
import type { DocumentType, StoredDocument } from '../store/port.js';
import type { Deps } from './deps.js';

type StoreDeps = Pick<Deps, 'store'>;

/**
 * → the documents of a type, whose values have the shape `Value`. `keysOf`: their keys besides IDs;
 * a key is unique.
 */
export function documentsOf<Value extends object>(
  type: DocumentType,
  keysOf: (value: Value) => string[] = () => [],
) {
  type Stored = StoredDocument<Value>;
  /** → all, ascending by ID. */
  const list = ({ store }: StoreDeps): Promise<Stored[]> => store.documents.list<Value>(type);
  /** → the document of an ID or a key, or null. */
  const find = async ({ store }: StoreDeps, by: number | string): Promise<Stored | null> => {
    const only = typeof by === 'number' ? { id: by } : { key: by };
    return (await store.documents.list<Value>(type, only))[0] ?? null;
  };
  /**
   * Stores a document in place of the version that was read; with revision 0 as a new document. →
   * whether no other write came first, and no other document has a key of it.
   */
  const swap = (
    { store }: StoreDeps,
    document: Omit<StoredDocument<Value | null>, 'type'>,
  ): Promise<boolean> => {
    const keys = document.value === null ? [] : keysOf(document.value);
    return store.documents.swap({ ...document, type, keys });
  };
  /** Stores a document under an ID that none has had. → it. */
  const add = async (deps: StoreDeps, value: Value): Promise<Stored> => {
    // Of documents from before IDs were counted, too, none gives its ID to another one.
    const last = (await list(deps)).at(-1)?.id ?? 0;
    const [id = 0] = await deps.store.nextIds(type, 1, last);
    if (await swap(deps, { id, revision: 0, value })) return { type, id, revision: 1, value };
    throw new Error(`there is a ${type} ${id} already`);
  };
  /**
   * Changes a document, again after a concurrent write; `edit` gives null to remove it. → the
   * changed or removed document; null when missing, or `edit` gave undefined.
   */
  const change = async (
    deps: StoreDeps,
    by: number | string,
    edit: (value: Value) => Value | null | undefined,
  ): Promise<Stored | null> => {
    for (let tries = 0; tries < limits.writeTries; tries += 1) {
      const document = await find(deps, by);
      const value = document && edit(document.value);
      if (!document || value === undefined) return null;
      if (!(await swap(deps, { ...document, value }))) continue;
      return value === null ? document : { ...document, revision: document.revision + 1, value };
    }
    throw new Error(`${type} ${by} is changed by others all the time`);
  };
  /** → the value of the only document. Of several concurrent processes one makes it. */
  const only = async (deps: StoreDeps, make: () => Value): Promise<Value> => {
    for (;;) {
      const stored = await find(deps, 1);
      if (stored) return stored.value;
      await swap(deps, { id: 1, revision: 0, value: make() });
    }
  };
  return { list, find, swap, add, change, only };
}
