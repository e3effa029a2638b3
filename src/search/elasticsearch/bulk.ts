/**
 * Writes entries. Versions decide, not the order of arrival: an entry is sent with twice its
 * version, a tombstone with one more, so that neither an older copy nor one of the same version
 * comes back after a removal. Every item of an answer is judged by itself.
 */
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { IndexEntry, PutResult } from '../port.js';
import { type ElasticsearchSettings, type Engine, isStatus } from './client.js';
import { toSource } from './entry.js';

/** An entry or a tombstone as it is sent. */
export interface Writing {
  kind: KindName;
  id: number;
  externalVersion: number;
  /** JSON text. */
  source: string;
}

/** → what is sent for an entry. */
export function toWriting(entry: IndexEntry): Writing {
  const { kind, id, version } = entry;
  const isRemoved = 'isRemoved' in entry;
  return {
    kind,
    id,
    externalVersion: isRemoved ? version * 2 + 1 : version * 2,
    source: JSON.stringify(isRemoved ? { id, version, removed: true } : toSource(entry)),
  };
}

/** Where entries are written, and whether that waits until lists show them. */
export interface Target {
  indexOf: (kind: KindName) => string;
  /** True: what stands behind it is never made up when it is gone. */
  isAlias: boolean;
  refresh: ElasticsearchSettings['refresh'];
}

/** → a result for each entry, in order. Throws when an index is missing or nothing answers. */
export async function putEntries(
  engine: Engine,
  entries: readonly IndexEntry[],
  target: Target,
): Promise<PutResult[]> {
  const results: PutResult[] = [];
  for (const part of partsOf(entries.map(toWriting))) {
    const items = await send(engine, part, target);
    results.push(...part.map((writing, at) => judge(writing, items[at])));
  }
  return results;
}

/** Splits so that no request is larger than a node takes with ease. */
function partsOf(writings: readonly Writing[]): Writing[][] {
  const parts: Writing[][] = [];
  let bytes = 0;
  for (const writing of writings) {
    const size = Buffer.byteLength(writing.source) + LINE_BYTES;
    if (parts.length === 0 || bytes + size > limits.bulkBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(writing);
    bytes += size;
  }
  return parts;
}

/** What the line of an action takes at most. */
const LINE_BYTES = 200;

async function send(
  engine: Engine,
  part: readonly Writing[],
  { indexOf, isAlias, refresh }: Target,
): Promise<Item[]> {
  const lines = part.flatMap(({ kind, id, externalVersion, source }) => {
    const index = {
      _index: indexOf(kind),
      _id: String(id),
      version: externalVersion,
      version_type: 'external_gte',
    };
    return [JSON.stringify({ index }), source];
  });
  try {
    const { body } = await engine.request({
      method: 'POST',
      path: '/_bulk',
      query: { refresh, require_alias: isAlias, filter_path: FILTER },
      lines: `${lines.join('\n')}\n`,
      timeoutMs: limits.bulkTimeoutMs,
    });
    return (body as { items: Record<string, Item>[] }).items.map(({ index }) => index as Item);
  } catch (error) {
    // Too busy for the whole request is too busy for each of it.
    if (!isStatus(error, 429)) throw error;
    return part.map(() => ({ status: 429, error: { reason: 'too many requests' } }));
  }
}

const FILTER = 'items.*.status,items.*.error.type,items.*.error.reason';

interface Item {
  status: number;
  error?: { type?: string; reason?: string };
}

/** Only what is wrong with the entry itself is refused for good; all else is the engine's state. */
function judge({ kind, id }: Writing, item: Item | undefined): PutResult {
  const status = item?.status ?? 500;
  const reason = `${status} ${item?.error?.type ?? ''} ${item?.error?.reason ?? ''}`.slice(0, 500);
  if (status < 300) return { kind, id, outcome: 'written' };
  if (status === 409) return { kind, id, outcome: 'stale' };
  if (status === 404) throw Object.assign(new Error(`An index is missing: ${reason}`), { status });
  return { kind, id, outcome: status === 400 ? 'refused' : 'retry', reason };
}
