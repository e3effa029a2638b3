/** Images that records have: each by its ID, and by its URL as a key. Contract 4.5. */
import type { ImageRecord } from '../kinds/record.js';
import { readValue } from '../store/documents.js';
import type { Deps } from './deps.js';

type ImageDeps = Pick<Deps, 'store'>;

/** → the image of an ID, or null. */
export const findImage = ({ store }: ImageDeps, id: number): Promise<ImageRecord | null> =>
  readValue<ImageRecord>(store, 'image', { id });

/** → the image at a URL, or null. */
export const findImageAt = ({ store }: ImageDeps, url: string): Promise<ImageRecord | null> =>
  readValue<ImageRecord>(store, 'image', { key: url });

/** Stores an image without an ID. → it, or the one of its URL that is there already. */
export async function addImage(deps: ImageDeps, image: ImageRecord): Promise<ImageRecord> {
  if (image.id > 0) return image;
  const [id] = await deps.store.nextIds('post', 1);
  const value = { ...image, id: Number(id) };
  const added = { type: 'image', id: value.id, revision: 0, keys: [image.url], value } as const;
  if (await deps.store.documents.swap(added)) return value;
  return (await findImageAt(deps, image.url)) ?? value;
}
