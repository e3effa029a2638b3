/**
 * Images that the rows of a batch name by URL: asked for ahead, a few at a time, each once. One
 * that cannot be fetched is left out of its row. Source: Contract 16.2.
 */
import { canUploadImages } from '../access/roles.js';
import type { Issue } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../kinds/record.js';
import { chunksOf } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { findImageAt } from '../records/images.js';
import type { LoadEntry, LoadOptions } from './entry.js';

/** The images of a batch, checked ahead. */
export interface AskedImages {
  /** They know what is at the URLs. */
  deps: Deps;
  /** The entries without the images that could not be fetched. */
  entries: LoadEntry[];
}

/** Asks for the images of the entries that are written. */
export async function askImages(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  { caller, isImageStrict, isWritten }: Asking,
): Promise<AskedImages> {
  const written = canUploadImages(caller) ? entries.filter(isWritten) : [];
  const urls = new Set(written.flatMap(({ payload }) => imagesIn(kind, payload)));
  const checked = new Map<string, Awaited<ReturnType<Deps['checkImage']>>>();
  for (const some of chunksOf([...urls], limits.imageChecks)) {
    await Promise.all(
      some.map(async (url) => {
        if (!(await findImageAt(deps, url))) checked.set(url, await deps.checkImage(url));
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
      const payload = withoutFailed(kind, entry.payload, { reasons, leftOut, at: 'image' });
      return leftOut.length > 0 ? { ...entry, payload, leftOut } : entry;
    }),
  };
}

interface Asking extends Pick<LoadOptions, 'caller' | 'isImageStrict'> {
  /** → whether a row is written; else nobody is asked for its images. */
  isWritten: (entry: LoadEntry) => boolean;
}

/** → the URLs of the images of a payload, and of the records that are given inline in it. */
function imagesIn({ relations }: Kind, payload: JsonObject): string[] {
  const inline = relations.flatMap(({ field, target, inline: by }) =>
    [by === 'object' ? payload[field] : undefined]
      .flat()
      .filter(isJsonObject)
      .flatMap((item) => imagesIn(kinds[target], item)),
  );
  const own = imageUrl(payload);
  return own === null ? inline : [own, ...inline];
}

/** → the text by which a payload names its image; null: none, or an ID. */
const imageUrl = ({ image }: JsonObject): string | null =>
  typeof image === 'string' && !/^\s*\d*\s*$/.test(image) ? image : null;

interface Failed {
  /** By URL. */
  reasons: ReadonlyMap<string, string>;
  leftOut: Issue[];
  /** The name of the image in the row. */
  at: string;
}

/** → the payload without the images that failed, its own and those of inline records. */
function withoutFailed(kind: Kind, payload: JsonObject, failed: Failed): JsonObject {
  const left = { ...payload };
  const url = imageUrl(payload);
  const reason = url === null ? undefined : failed.reasons.get(url);
  if (reason !== undefined) {
    delete left.image;
    failed.leftOut.push({ param: failed.at, reason: `left out: ${url}: ${reason}` });
  }
  for (const { field, target, inline } of kind.relations) {
    const value = payload[field];
    if (inline !== 'object' || value === undefined) continue;
    const at = `${field}.image`;
    const strip = (item: Json) =>
      isJsonObject(item) ? withoutFailed(kinds[target], item, { ...failed, at }) : item;
    left[field] = Array.isArray(value) ? value.map(strip) : strip(value);
  }
  return left;
}
