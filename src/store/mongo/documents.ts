/** The service's own documents in the MongoDB record store. */
import type { Documents } from '../port.js';
import { type Mongo, TIMED } from './collections.js';
import { guard, isDuplicate } from './connect.js';

/** → the documents. */
export function openMongoDocuments({ documents }: Mongo): Documents {
  return {
    list: (type) =>
      guard(async () => {
        const found = await documents.find({ type }, TIMED).sort({ id: 1 }).toArray();
        return found.map(({ _id, doc, ...rest }) => ({ ...rest, value: JSON.parse(doc) }));
      }),
    swap: ({ type, id, revision, value }) =>
      guard(async () => {
        const [_id, doc] = [`${type} ${id}`, JSON.stringify(value)];
        if (revision === 0) {
          const added = documents.insertOne({ _id, type, id, revision: 1, doc }, TIMED);
          return added.then(
            () => true,
            (error: unknown) => {
              if (isDuplicate(error)) return false;
              throw error;
            },
          );
        }
        if (value === null) {
          return (await documents.deleteOne({ _id, revision }, TIMED)).deletedCount > 0;
        }
        const change = { $set: { doc }, $inc: { revision: 1 } };
        return (await documents.updateOne({ _id, revision }, change, TIMED)).matchedCount > 0;
      }),
  };
}
