/** Walks over lists by cursor. A cursor holds under writes and reaches any depth. */
import { expectData } from './errors.js';
import type { Marquee } from './index.js';
import type { Kind, QueryOf, RecordOf } from './kinds.js';

/** The largest page that the service gives. */
const PER_PAGE = 50;

/**
 * → every record of a list, page after page: the next page is asked for when the one before is
 * used up. Throws `MarqueeError`.
 */
export async function* walk<K extends Kind>(
  marquee: Marquee,
  kind: K,
  query?: QueryOf<K>,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<RecordOf<K>, void> {
  let cursor: string | undefined;
  do {
    // The paths of the kinds differ in their filters alone, which `QueryOf` has checked.
    const params = { query: { per_page: PER_PAGE, ...(query as object), cursor } };
    const answer = await marquee.GET(`/${kind}` as '/events', {
      params,
      ...(signal && { signal }),
    });
    const page = expectData(answer) as unknown as Page<K>;
    yield* page[kind];
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}

type Page<K extends Kind> = Record<K, RecordOf<K>[]> & { next_cursor?: string };
