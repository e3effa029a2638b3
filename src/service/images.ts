/** Images that records have: each by its ID, and by its URL as a key. Contract 4.5. */
import type { ImageRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Deps } from './deps.js';
import { documentsOf } from './documents.js';

const images = documentsOf<ImageRecord>('image', ({ url }) => [url]);

/** → the image of an ID, or at a URL; or null. */
export const findImage = async (
  deps: Pick<Deps, 'store'>,
  by: number | string,
): Promise<ImageRecord | null> => (await images.find(deps, by))?.value ?? null;

/** Stores an image without an ID. → it, or the existing image of its URL. */
export async function addImage(
  deps: Pick<Deps, 'store'>,
  image: ImageRecord,
): Promise<ImageRecord> {
  if (image.id > 0) return image;
  const [id = 0] = await deps.store.nextIds('post', 1);
  const value = { ...image, id };
  for (let tries = 0; tries < limits.writeTries; tries++) {
    if (await images.swap(deps, { id, revision: 0, value })) return value;
    const first = await findImage(deps, image.url);
    if (first) return first;
  }
  throw new Error(`image ${id} is added and removed by others all the time`);
}
