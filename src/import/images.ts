/** Images that the rows of a batch name by URL: asked for ahead, a few at a time, each once. */
import { type Caller, canUploadImages } from '../access/roles.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { isJsonObject, type JsonObject } from '../kinds/record.js';
import { chunksOf } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { LoadEntry } from './entry.js';

/** → deps that know what is at the URLs of the images of these entries. */
export async function askImages(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  caller: Caller,
): Promise<Deps> {
  if (!canUploadImages(caller)) return deps;
  const urls = new Set(entries.flatMap(({ payload }) => imagesIn(kind, payload)));
  const found = new Map<string, ReturnType<Deps['checkImage']>>();
  const checkImage: Deps['checkImage'] = (url) => found.get(url) ?? deps.checkImage(url);
  for (const some of chunksOf([...urls], limits.imageChecks)) {
    await Promise.all(
      some.map(async (url) => {
        if (await deps.store.images.findByUrl(url)) return;
        found.set(url, Promise.resolve(await deps.checkImage(url)));
      }),
    );
  }
  return found.size > 0 ? { ...deps, checkImage } : deps;
}

/** → the URLs of the images of a payload, and of the records that are given inline in it. */
function imagesIn({ relations }: Kind, payload: JsonObject): string[] {
  const { image } = payload;
  const own = typeof image === 'string' && !/^\s*\d*\s*$/.test(image) ? [image] : [];
  const inline = relations.flatMap(({ field, target, inline: by }) =>
    [by === 'object' ? payload[field] : undefined]
      .flat()
      .filter(isJsonObject)
      .flatMap((item) => imagesIn(kinds[target], item)),
  );
  return [...own, ...inline];
}
