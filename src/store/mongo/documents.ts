/** The service's own documents in the MongoDB record store. */
import type { Documents, DocumentType, StoredDocument } from '../port.js';
import { type Mongo, TIMED } from './collections.js';
import { guard, guardWrite, isDuplicate } from './connect.js';

/** → the documents. */
export function openMongoDocuments({ documents }: Mongo): Documents {
  const list = async <Value>(
    type: DocumentType,
    only: Parameters<Documents['list']>[1],
  ): Promise<StoredDocument<Value>[]> => {
    const filter = !only ? {} : 'id' in only ? { id: only.id } : { keys: only.key };
    const stored = await documents
      .find({ type, ...filter }, TIMED)
      .sort({ id: 1 })
      .toArray();
    return stored.map(({ id, revision, doc }) => ({ type, id, revision, value: JSON.parse(doc) }));
  };
  const swap = async ({ type, id, revision, keys = [], value }: StoredDocument<object | null>) => {
    const _id = `${type} ${id}`;
    if (value === null) {
      return (await documents.deleteOne({ _id, revision }, TIMED)).deletedCount > 0;
    }
    const next = {
      ...{ type, id, revision: revision + 1, doc: JSON.stringify(value) },
      ...(keys.length > 0 ? { keys: [...keys] } : {}),
    };
    try {
      if (revision === 0) {
        await documents.insertOne({ _id, ...next }, TIMED);
        return true;
      }
      return (await documents.replaceOne({ _id, revision }, next, TIMED)).matchedCount > 0;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  };
  return {
    list: (type, only) => guard(() => list(type, only)),
    swap: (document) => guardWrite(() => swap(document)),
  };
}
