/**
 * Writes entries in bulk. External versions make the order of arrival irrelevant: an entry is sent
 * with twice its version, a tombstone with one more, so that no older copy and no copy of the same
 * version can replace a tombstone. Each item of a response is evaluated separately.
 */
import { indexUnavailable } from '../../errors.js';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { IndexEntry, PutResult } from '../port.js';
import type { ElasticsearchSettings, Engine } from './client.js';
import { toSource } from './entry.js';

/** An entry or a tombstone as it is sent: two lines of NDJSON. */
interface Writing {
  kind: KindName;
  id: number;
  lines: string;
}

/** → an entry in the form in which it is sent. */
function toWriting(entry: IndexEntry, { indexOf }: Target): Writing {
  const { kind, id, version } = entry;
  const isRemoved = 'isRemoved' in entry;
  const index = {
    _index: indexOf(kind),
    _id: String(id),
    version: isRemoved ? version * 2 + 1 : version * 2,
    version_type: 'external_gte',
  };
  const source = isRemoved ? { id, version, removed: true } : toSource(entry);
  return { kind, id, lines: `${JSON.stringify({ index })}\n${JSON.stringify(source)}\n` };
}

/** Where entries are written, and whether to wait until lists show them. */
interface Target {
  indexOf: (kind: KindName) => string;
  /** True: the names are aliases, and a missing index is not created. */
  isAlias: boolean;
  refresh: ElasticsearchSettings['refresh'];
}

/** → a result for each entry, in order. Throws if an index is missing or does not respond. */
export async function putEntries(
  engine: Engine,
  entries: readonly IndexEntry[],
  target: Target,
): Promise<PutResult[]> {
  const results: PutResult[] = [];
  for (const part of partsOf(entries.map((entry) => toWriting(entry, target)))) {
    const items = await send(engine, part, target);
    results.push(...part.map((writing, at) => judge(writing, items[at])));
  }
  return results;
}

/** Splits entries into requests of at most `limits.bulkBytes`, or of one larger entry. */
function partsOf(writings: readonly Writing[]): Writing[][] {
  const parts: Writing[][] = [];
  let room = 0;
  for (const writing of writings) {
    const bytes = Buffer.byteLength(writing.lines);
    if (bytes > room) {
      parts.push([]);
      room = limits.bulkBytes;
    }
    parts.at(-1)?.push(writing);
    room -= bytes;
  }
  return parts;
}

async function send(engine: Engine, writings: readonly Writing[], target: Target): Promise<Item[]> {
  const { isAlias, refresh } = target;
  const { status, body } = await engine.request({
    method: 'POST',
    path: '/_bulk',
    query: { refresh, require_alias: isAlias, filter_path: FILTER },
    lines: writings.map(({ lines }) => lines).join(''),
    accept: [429],
    timeoutMs: limits.bulkTimeoutMs,
  });
  // A rejected request counts as a rejection of each of its entries.
  if (status === 429) return writings.map(() => ({ status, ...(body as Omit<Item, 'status'>) }));
  return (body as { items: Record<string, Item>[] }).items.map(({ index }) => index as Item);
}

const FILTER = 'items.*.status,items.*.error.type,items.*.error.reason';

interface Item {
  status: number;
  error?: { type?: string; reason?: string };
}

/** Refuses an entry only for an error in the entry itself; other errors are temporary. */
function judge({ kind, id }: Writing, item: Item | undefined): PutResult {
  const status = item?.status ?? 500;
  const reason = `${status} ${item?.error?.type ?? ''} ${item?.error?.reason ?? ''}`.slice(0, 500);
  if (status < 300) return { kind, id, outcome: 'written' };
  if (status === 409) return { kind, id, outcome: 'stale' };
  if (status === 404) throw indexUnavailable(new Error(`An index is missing: ${reason}`));
  return { kind, id, outcome: status === 400 ? 'refused' : 'retry', reason };
}
