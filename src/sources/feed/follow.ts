/**
 * A run of a followed feed: its pages are loaded in turn, and its position is stored with each.
 * From another Marquee the feeds of all kinds are followed. Contract 32.
 */

import { openReading } from '../../import/reading.js';
import { isFetched } from '../../kinds/claims.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type JsonObject } from '../../kinds/record.js';
import type { Deps } from '../../records/deps.js';
import { installationOf } from '../../service/installation.js';
import { actOnMissing, claimsOf, IN_ORDER } from '../absence.js';
import { nameOfSource } from '../choose.js';
import { loadItemsOf } from '../load.js';
import { type FeedState, RUN_LINES, type Run, type Source } from '../source.js';
import { FEED, type MissingAction } from '../source-format.js';
import { markGone, markLost } from './gone.js';
import { type PageItems, sessionItems } from './items.js';
import { openLinks } from './links.js';
import { marqueeItems } from './marquee.js';
import { type FeedPage, readFeedPage } from './page.js';
import { waitAt, waitingPage } from './series.js';

/** A longer run continues with the next run, ms. */
const RUN_MS = 600_000;
/** Items of a tree that are loaded together: a parent may come after its children. */
const TREE_ITEMS = 10_000;

/** A followed source and its progress. */
export interface Following {
  source: Source & { id: number; missing: MissingAction };
  run: Run;
  /** More than half may be removed. */
  isAccepted: boolean;
  /** Stores changes of the source. Throws when another process runs it by now. */
  save(changes: Partial<Source>): Promise<void>;
}

interface Follower extends Following {
  deps: Deps;
  feed: FeedState;
  installation: string;
  endMs: number;
  /** Pages of this run, by URL. */
  asked: Set<string>;
}

/** → the run and the changes of the source. Throws an Error with the reason in words. */
export async function followFeed(
  deps: Deps,
  following: Following,
): Promise<{ run: Run; changes: Partial<Source> }> {
  const feed = following.source.feed ?? NEW;
  const follower: Follower = {
    ...following,
    deps,
    feed: structuredClone(feed),
    installation: await installationOf(deps),
    endMs: performance.now() + RUN_MS,
    asked: new Set(),
  };
  const isWhole = await readFeeds(follower);
  const { run } = follower;
  if (!isWhole) {
    run.lines.unshift('the feed goes on: the next run begins at once');
    return { run, changes: { failures: 0, feed: follower.feed, refresh_seconds: 0, due_ms: 0 } };
  }
  if (follower.feed.isLacking) follower.feed.isLacking = await actOnMissing(deps, follower);
  let count = 0;
  for await (const rows of claimsOf(deps, kinds.event, follower.source.id)) {
    count += rows.filter(isFetched).length;
  }
  const changes = { failures: 0, feed: follower.feed, count, read_ms: deps.now() };
  return { run, changes };
}

const NEW: FeedState = { isMarquee: false, next: {}, generation: {}, anew: [], isLacking: false };

/** → whether all feeds were read to their ends. */
async function readFeeds(follower: Follower): Promise<boolean> {
  const { feed } = follower;
  for (;;) {
    const wasMarquee = feed.isMarquee;
    for (const kind of feed.isMarquee ? IN_ORDER : [kinds.event]) {
      if (!(await readKind(follower, kind))) return false;
    }
    if (feed.isMarquee === wasMarquee) return true;
  }
}

/** Reads the feed of a kind. → whether it came to its end. */
async function readKind(follower: Follower, kind: Kind): Promise<boolean> {
  const { deps, feed, source } = follower;
  let waiting: JsonObject[] = [];
  let bytes = 0;
  let next = feed.next[kind.name];
  let isAnew = false;
  let isAgain = false;
  for (;;) {
    if (performance.now() > follower.endMs) return false;
    deps.ending.signal.throwIfAborted();
    if (next === undefined) begin(feed, kind);
    const asked = next ?? firstUrl(feed, source, kind);
    const page = await readFeedPage(deps, source, asked);
    if (page === null) {
      // It has begun anew, once: more often it is broken.
      if (next === undefined || isAnew) throw new Error('the server answered 410');
      isAnew = true;
      next = undefined;
      delete feed.next[kind.name];
      follower.asked.clear();
      waiting = [];
      bytes = 0;
      continue;
    }
    if (isOfMarquee(follower, page)) {
      Object.assign(feed, { isMarquee: true, next: {} });
      return true;
    }
    const isEnd = page.items.length === 0;
    const following = isEnd ? (page.next ?? page.url) : nextOf(follower, page);
    waiting.push(...page.items);
    bytes += page.bytes;
    next = following.href;
    const isRoom = waiting.length < TREE_ITEMS && bytes < FEED.pageBytes;
    if (kind.isTree && !isEnd && isRoom) continue;
    if (waiting.length > 0) await loadPage(follower, kind, { sent: waiting, asked });
    waiting = [];
    bytes = 0;
    deps.failPoint(FOLLOW_FAIL_POINT);
    const isKept = isEnd && feed.next[kind.name] === next && !feed.anew.includes(kind.name);
    feed.next[kind.name] = next;
    if (isEnd) await endAnew(follower, kind);
    if (!isKept) await follower.save({ feed });
    if (!isEnd) continue;
    const again = isAgain ? null : await waitingPage(deps, source, feed);
    if (again === null) return true;
    isAgain = true;
    follower.asked.clear();
    next = again;
  }
}

/** The step, after the load of a page, at which a crash test can end a run. */
export const FOLLOW_FAIL_POINT = 'follow:loaded';

/** Reads a feed from its beginning: records missing at its end are removed. */
function begin(feed: FeedState, { name }: Kind): void {
  feed.generation[name] = (feed.generation[name] ?? 0) + 1;
  feed.anew = [...new Set([...feed.anew, name])];
  delete feed.waits;
}

async function endAnew({ deps, feed, source }: Follower, kind: Kind): Promise<void> {
  if (!feed.anew.includes(kind.name)) return;
  const generation = feed.generation[kind.name] ?? 0;
  feed.isLacking = (await markLost(deps, kind, { id: source.id, generation })) || feed.isLacking;
  feed.anew = feed.anew.filter((name) => name !== kind.name);
}

/** → whether a page shows that its source is another Marquee, which was not known yet. */
function isOfMarquee({ feed, source }: Follower, { items: [first] }: FeedPage): boolean {
  if (feed.isMarquee || !first || source.mapping !== '') return false;
  const isTold = isJsonObject(first.origin) && Array.isArray(first.via);
  return isTold && PATH.test(new URL(source.url).pathname);
}

/** The paths of the feeds of a Marquee. */
const PATH = /\/[a-z]+\/changes\/?$/;

function firstUrl(feed: FeedState, { url }: Source, { route }: Kind): string {
  if (!feed.isMarquee) return url;
  const first = new URL(url);
  first.pathname = first.pathname.replace(PATH, `/${route}/changes`);
  for (const name of ['afterChangeNumber', 'space']) first.searchParams.delete(name);
  first.searchParams.set('rows', 'true');
  return first.href;
}

/** → the page after a page with items. Throws for an endless feed. */
function nextOf({ asked }: Follower, { url, next }: FeedPage): URL {
  if (next === null) throw new Error('a page with items names no next one');
  asked.add(url.href);
  if (next.href === url.href) throw new Error('its next page is itself, though it has items');
  if (asked.has(next.href)) throw new Error('its next page is one that was read');
  return next;
}

/** Claims to have every key: a page of a feed lacks most keys, which means nothing. */
const ALL = { has: () => true };

async function loadPage(
  follower: Follower,
  kind: Kind,
  { sent, asked }: { sent: readonly JsonObject[]; asked: string },
): Promise<void> {
  const { deps, feed, run, source } = follower;
  const page = feed.isMarquee
    ? await readMarquee(follower, kind, sent)
    : await sessionItems(deps, sent, pageOf(follower, kind));
  run.passed_by += page.passedBy;
  const place = `${kind.name}, item`;
  await loadItemsOf(deps, kind, {
    ...{ source, run, items: page.items, present: ALL, place },
  });
  run.lines.push(...(page.late ?? []).map((line) => `${place} ${line}`));
  run.lines.splice(RUN_LINES);
  if (page.isWaiting) await waitAt(deps, asked, source, feed);
  const isAny = await markGone(deps, kind, page.gone);
  feed.isLacking ||= isAny || page.hasOthers === true;
}

function pageOf({ deps, feed, source }: Follower, { name }: Kind) {
  const reading = openReading(deps);
  return {
    ...{ source, name: nameOfSource(source.id), reading, feed },
    generation: feed.generation[name] ?? 0,
  };
}

/** → the items of a page. Its linked records may have been made since their feeds were read. */
async function readMarquee(
  follower: Follower,
  kind: Kind,
  sent: readonly JsonObject[],
): Promise<PageItems> {
  const { deps, installation } = follower;
  const wrong = sent.find((item) => item.kind !== kind.name);
  if (wrong) throw new Error(`its feed of ${kind.route} holds ${String(wrong.kind)}`);
  const rows = sent.map(({ row }) => row).filter(isJsonObject);
  let links = await openLinks(deps, kind, { rows, installation });
  const rest = [...links.lacking].filter((name) => name !== kind.name);
  if (rest.length > 0) {
    follower.asked.clear();
    for (const target of IN_ORDER.filter(({ name }) => rest.includes(name))) {
      // An event without its links would not be read again: this takes the time it needs.
      const patient = { ...follower, endMs: performance.now() + RUN_MS };
      if (!(await readKind(patient, target))) throw new Error('what its events link is too much');
    }
    links = await openLinks(deps, kind, { rows, installation });
  }
  return marqueeItems(deps, kind, sent, { ...pageOf(follower, kind), installation, links });
}
