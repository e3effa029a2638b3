/** Fetches a page of an RPDE feed (OpenActive, Real Time Paged Data Exchange 1.0). Contract 32. */
import { isJsonObject } from '../../kinds/record.js';
import type { Deps } from '../../records/deps.js';
import { authorizationFor } from '../credentials.js';
import { askPage, nextTarget, targetOf } from '../pages.js';
import type { Source } from '../source.js';
import { FEED } from '../source-format.js';

/** A page of a feed. */
export type FeedPage = NonNullable<Awaited<ReturnType<typeof readFeedPage>>>;

/**
 * → the page, with its decompressed size and the continuation of the feed, also at its end, null
 * when the page has none; or null: the feed has begun anew (410). Throws an Error with the reason
 * in words.
 */
export async function readFeedPage(
  { outbound: rules }: Pick<Deps, 'outbound'>,
  source: Source,
  asked: string,
) {
  const url = targetOf(asked, rules);
  const start = targetOf(source.url, rules);
  const headers = { 'user-agent': 'Marquee', accept: 'application/json' };
  const firstHeaders = authorizationFor(url, source.credentials);
  const asking = { rules, headers, firstHeaders, bounds: FEED, leftMs: FEED.pageMs };
  const page = await askPage(url, asking).catch((error: unknown) => {
    if ((error as { status?: number }).status === GONE) return null;
    throw error;
  });
  if (page === null) return null;
  const { items, next } = page.json();
  if (!Array.isArray(items)) throw new Error('the answer is no page of a feed');
  const target =
    typeof next === 'string' && next !== '' ? nextTarget(next, { page, start, rules }) : null;
  return { url, bytes: page.bytes.length, items: items.filter(isJsonObject), next: target };
}

const GONE = 410;
