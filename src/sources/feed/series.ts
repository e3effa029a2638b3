/**
 * The series of followed feeds, remembered between runs: events name them by address, also in other
 * feeds of the provider. Contract 32.
 */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../kinds/record.js';
import { parseUrl } from '../../lib/net/urls.js';
import type { Deps } from '../../records/deps.js';
import { openGraph, seriesIn } from '../../rows/formats/json-graph.js';
import { absentSeries, plainNode } from '../../rows/mappings/json-ld.js';
import { documentsOf } from '../../service/documents.js';
import { type FeedState, fetchableUrl, type Source, sources } from '../source.js';

type StoreDeps = Pick<Deps, 'store'>;
type Followed = Pick<Source, 'url'> & { id: number };

/** The members of a series that count for its events, and a hash of provider and address. */
const memory = documentsOf<{ name: string; node: JsonObject }>('series', ({ name }) => [name]);

/** Most series of a source: newer ones replace the oldest; and the longest, characters. */
const [SERIES_MAX, CHARS_MAX] = [10_000, 32_768];

/** A provider is an origin: no other feed says what its series are. */
const originOf = ({ url }: Pick<Source, 'url'>) => parseUrl(fetchableUrl(url))?.origin ?? '';

const nameOf = (source: Followed, address: unknown): string =>
  hash('sha256', `${originOf(source)} ${address}`, 'base64url');

/** → the nodes of a page, and the series that they name; the page's own series are remembered. */
export async function graphOf(
  deps: StoreDeps,
  nodes: readonly JsonObject[],
  source: Followed,
  feed: FeedState,
) {
  const graph = openGraph();
  for (const node of nodes) await remember(deps, seriesIn(node), source, feed);
  const nameIn = (node: JsonObject) => absentSeries(plainNode(node)) ?? [];
  let names = new Set(nodes.flatMap(nameIn));
  // A series may have a series.
  for (let level = 0; level < 2; level += 1) {
    const found: string[] = [];
    for (const name of names) {
      const node = (await memory.find(deps, nameOf(source, name)))?.value.node;
      if (node) found.push(...[nameIn(node)].flat());
      if (node) graph.note(node);
    }
    names = new Set(found);
  }
  for (const node of nodes) graph.note(node);
  return graph;
}

async function remember(
  deps: StoreDeps,
  node: JsonObject | null,
  source: Followed,
  feed: FeedState,
): Promise<void> {
  if (!node || JSON.stringify(node).length > CHARS_MAX) return;
  const name = nameOf(source, node['@id']);
  const { series = 0 } = feed;
  const first = source.id * SERIES_MAX;
  const known = await memory.find(deps, name);
  const id = known?.id ?? first + (series % SERIES_MAX);
  // A run that died has stored more than it counted.
  const count = known ? known.id - first + 1 : series + 1;
  if (!known || count <= SERIES_MAX) feed.series = Math.max(series, count);
  if (isDeepStrictEqual(known?.value.node, node)) return;
  const { revision = 0 } = known ?? (await memory.find(deps, id)) ?? {};
  await memory.swap(deps, { id, revision, value: { name, node } });
}

/** → the number of series that the feeds of a provider have named. */
async function countSeries(deps: StoreDeps, source: Followed, feed: FeedState): Promise<number> {
  const others = (await sources.list(deps)).filter(
    ({ id, value }) => id !== source.id && originOf(value) === originOf(source),
  );
  return others.reduce((sum, { value }) => sum + (value.feed?.series ?? 0), feed.series ?? 0);
}

/** Remembers the first page whose events wait for their series. */
export async function waitAt(deps: StoreDeps, url: string, source: Followed, feed: FeedState) {
  feed.waits ??= { url, series: await countSeries(deps, source, feed) };
}

/** → the page with events that waited, where the provider has other series by now; else null. */
export async function waitingPage(deps: StoreDeps, source: Followed, feed: FeedState) {
  const { waits } = feed;
  if (!waits || waits.series === (await countSeries(deps, source, feed))) return null;
  delete feed.waits;
  return waits.url;
}

/** Forgets the series of a removed source. */
export async function forgetSeries(deps: StoreDeps, id: number, feed?: FeedState): Promise<void> {
  for (let at = Math.min(feed?.series ?? 0, SERIES_MAX) - 1; at >= 0; at -= 1) {
    await memory.change(deps, id * SERIES_MAX + at, () => null);
  }
}
