/** Items of a feed of sessions, by their mapping → items to load. Contract 32. */
import { FEED_HAS, isClaim } from '../../kinds/claims.js';
import { kinds } from '../../kinds/index.js';
import { isJsonObject, type JsonObject } from '../../kinds/record.js';
import { splitBy } from '../../lib/batches.js';
import { omit } from '../../lib/omit.js';
import type { Deps } from '../../records/deps.js';
import type { FormatOptions, RowItem } from '../../rows/formats/format.js';
import { countParts } from '../../rows/formats/json-graph.js';
import { type LoadItem, loadItems } from '../../rows/items.js';
import { mapperFor, recognised } from '../../rows/mapper.js';
import { absentSeries, plainNode } from '../../rows/mappings/json-ld.js';
import { quoted } from '../../rows/shown.js';
import { nowSeconds } from '../../time/now.js';
import { chooseItems } from '../choose.js';
import type { FeedState, Source, SourceState } from '../source.js';
import { graphOf } from './series.js';

/** The content of a page: records to load, and keys of removed records. */
export interface PageItems {
  items: LoadItem[];
  gone: string[];
  /** Items that came from here, or without anything to load. */
  passedBy: number;
  /** Some of its names belonged to other, removed records. */
  hasOthers?: boolean;
  /** Some events wait for their series; and a line for each event without a title until then. */
  isWaiting?: boolean;
  late?: string[];
}

/** The source of a page. */
export interface PageOf {
  source: Source & { id: number };
  /** The system of its keys. */
  name: string;
  /** How often its feed was begun. */
  generation: number;
  reading: FormatOptions;
  /** Counts the remembered series. */
  feed: FeedState;
}

const kind = kinds.event;

const INSIDE = 'sessions inside of their series are not followed: the feed needs an item for each';

/** Days ahead that are read: further dates are not sent again when their time comes. */
const DAYS_AHEAD = 36_500;

/** → the last state of each item of a page, by its kind and ID. */
function latestOf(items: readonly JsonObject[]): Map<string, JsonObject> {
  const latest = new Map<string, JsonObject>();
  for (const item of items) {
    const key = itemKey(item);
    latest.delete(key);
    latest.set(key, item);
  }
  return latest;
}

function itemKey({ kind: of, id }: JsonObject): string {
  const texts = [of, id].filter((part) => typeof part === 'string' || typeof part === 'number');
  return texts.join(':').slice(0, KEY_CHARS);
}

const KEY_CHARS = 500;

/** → the content of a page of a feed of sessions. */
export async function sessionItems(
  deps: Pick<Deps, 'store' | 'now' | 'roots'>,
  sent: readonly JsonObject[],
  { source, name, generation, reading, feed }: PageOf,
): Promise<PageItems> {
  const latest = [...latestOf(sent)].filter(([key]) => key !== '');
  const nodes = latest.map(([, { data }]) => data ?? null).filter(isJsonObject);
  const graph = await graphOf(deps, nodes, source, feed);
  const series = new Map<number, string>();
  const keyOf = (key: string) => `${name}:${key}`;
  const isGone = ({ state }: JsonObject) => state === 'deleted';
  const gone = latest.flatMap(([key, item]) => (isGone(item) ? keyOf(key) : []));
  const live = latest.filter(([, item]) => !isGone(item));
  async function* rows(): AsyncGenerator<RowItem> {
    for (const [at, [, { data }]] of live.entries()) {
      const parts = isJsonObject(data) ? countParts(data) : 0;
      if (parts > 0) yield { line: at + 1, error: `${parts} ${INSIDE}` };
      else if (isJsonObject(data)) {
        const row = graph.whole(data);
        const name = absentSeries(plainNode(row));
        if (name !== undefined) series.set(at + 1, name);
        yield { line: at + 1, row };
      } else yield { line: at + 1, error: 'an item without data' };
    }
  }
  const items: LoadItem[] = [];
  const mapper = mapperOf(source, name, live[0]?.[1].data);
  for await (const item of loadItems(rows(), mapper, reading.notes)) {
    const key = keyOf(live[(item.lines[0] ?? 0) - 1]?.[0] ?? '');
    if ('issues' in item) items.push(item);
    else {
      const claim = { key, told: { ...FEED_HAS, generation } };
      items.push({ ...omit(item, ['starts']), externalId: key, claim });
    }
  }
  const keys = live.map(([key]) => keyOf(key));
  const state = await knownOf(deps, name, keys);
  const chosen = chooseItems(
    items,
    { ...source, days_ahead: DAYS_AHEAD },
    { state, nowSeconds: nowSeconds(deps), host: deps.roots.host },
  );
  const seriesAt = ({ lines: [line = 0] }: LoadItem) => series.get(line);
  const [late, ready] = splitBy(
    chosen.items,
    (item) => 'payload' in item && item.payload.title === undefined && seriesAt(item) !== undefined,
  );
  return {
    ...{ items: ready, gone, isWaiting: chosen.items.some(seriesAt) },
    late: late.map((item) => `${item.lines[0]}: waits for its series: ${quoted(seriesAt(item))}`),
    passedBy: chosen.passedBy + live.length - items.length + late.length,
  };
}

function mapperOf(source: Source, name: string, first: JsonObject[string] | undefined) {
  const { mapping, columns } = source;
  if (columns) return mapperFor(kind, { columns, source: name });
  const shown = isJsonObject(first) ? recognised(kind, first)?.name : undefined;
  return mapperFor(kind, { mapping: mapping || shown || 'openactive', source: name });
}

/** → the known items, by their names in the source. */
async function knownOf(
  { store }: Pick<Deps, 'store'>,
  name: string,
  keys: readonly string[],
): Promise<SourceState> {
  const rows = await store.keys.list(kind.name, { keys });
  const told = rows.filter(isClaim);
  const known = { sequence: 0, modified: '', gone: 0 };
  const state: SourceState = Object.create(null);
  for (const { key } of told) state[key.slice(name.length + 1)] = known;
  return state;
}
