/** The images of the MongoDB record store. */
import type { ImageRecord } from '../../kinds/record.js';
import type { ImageStore } from '../port.js';
import { type ImageDocument, type Mongo, TIMED } from './collections.js';
import { guard, isDuplicate } from './connect.js';

/** → the image store. The URL is the `_id`, so that the first of concurrent inserts wins. */
export function openMongoImages({ images }: Mongo): ImageStore {
  const read = (document: ImageDocument | null): ImageRecord | null => {
    if (!document) return null;
    const { _id, ...image } = document;
    return image;
  };
  return {
    get: (id) => guard(async () => read(await images.findOne({ id }, TIMED))),
    findByUrl: (url) => guard(async () => read(await images.findOne({ _id: url }, TIMED))),
    insert: (image) =>
      guard(async () => {
        try {
          await images.insertOne({ _id: image.url, ...image }, TIMED);
          return image;
        } catch (error) {
          if (!isDuplicate(error)) throw error;
          return read(await images.findOne({ _id: image.url }, TIMED)) ?? image;
        }
      }),
    remove: (ids) =>
      guard(async () => {
        await images.deleteMany({ id: { $in: [...ids] } }, TIMED);
      }),
  };
}
