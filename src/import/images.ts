/**
 * Images in the rows of a batch, by URL: asked for ahead, a few at a time, each once. An image that
 * cannot be fetched is left out of its row. Source: Contract 16.2.
 */
import { canUploadImages } from '../access/roles.js';
import type { Issue } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { chunksOf } from '../lib/batches.js';
import { omit } from '../lib/omit.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { findImage } from '../service/images.js';
import { type Payload, toPayload } from '../validation/payload.js';
import type { LoadEntry, LoadOptions } from './entry.js';

/**
 * Asks for the images of the entries to be written. → deps with the answers, and the entries
 * without the failed images.
 */
export async function askImages(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  { caller, isImageStrict, isWritten }: Asking,
): Promise<{ deps: Deps; entries: LoadEntry[] }> {
  const written = canUploadImages(caller) ? entries.filter(isWritten) : [];
  const urls = new Set<string>();
  const note = (url: string) => !urls.add(url);
  for (const entry of written) withoutImages(kind, entry, note);
  const checked = new Map<string, Awaited<ReturnType<Deps['checkImage']>>>();
  for (const chunk of chunksOf([...urls], limits.imageChecks)) {
    await Promise.all(
      chunk.map(async (url) => {
        if (!(await findImage(deps, url))) checked.set(url, await deps.checkImage(url));
      }),
    );
  }
  if (checked.size === 0) return { deps, entries: [...entries] };
  const checkImage: Deps['checkImage'] = async (url) =>
    checked.has(url) ? (checked.get(url) ?? null) : deps.checkImage(url);
  const reasons = new Map<string, string>();
  for (const [url, image] of checked) {
    if (image && 'reason' in image && !isImageStrict) reasons.set(url, image.reason);
  }
  return {
    deps: { ...deps, checkImage },
    entries: entries.map((entry) => {
      const leftOut: Issue[] = [];
      const left = withoutImages(kind, entry, (url, param) => {
        const reason = reasons.get(url);
        if (reason === undefined) return false;
        return leftOut.push({ param, reason: `left out: ${url}: ${reason}` }) > 0;
      });
      return leftOut.length > 0 ? { ...left, leftOut } : entry;
    }),
  };
}

interface Asking extends Pick<LoadOptions, 'caller' | 'isImageStrict'> {
  /** → whether a row is written; else nobody is asked for its images. */
  isWritten: (entry: LoadEntry) => boolean;
}

/** → the text by which a payload names its image; null for an ID, or without an image. */
const imageUrl = ({ values: { image } }: Payload): string | null =>
  typeof image === 'string' && !/^\s*(?:\d+\s*)?$/.test(image) ? image : null;

/**
 * → the entry without some images, its own and its inline records'. `isLeftOut` gets the URL of
 * each, and its place: `image`, `venue.image`.
 */
function withoutImages(
  kind: Kind,
  { payload, items, ...entry }: LoadEntry,
  isLeftOut: (url: string, at: string) => boolean,
  at = 'image',
): LoadEntry {
  const url = imageUrl(payload);
  const isLess = url !== null && isLeftOut(url, at);
  const left = { ...items };
  for (const { field, target } of kind.relations) {
    const linked = items[field];
    if (!linked) continue;
    left[field] = linked.map((item) => {
      const isEntry = typeof item === 'object' && 'payload' in item;
      return isEntry ? withoutImages(kinds[target], item, isLeftOut, `${field}.image`) : item;
    });
  }
  return {
    ...entry,
    payload: isLess ? toPayload(kind, omit(payload.values, ['image']), payload.language) : payload,
    items: left,
  };
}
