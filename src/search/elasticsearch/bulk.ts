/**
 * Writes entries. Versions decide, not the order of arrival: an entry is sent with twice its
 * version, a tombstone with one more, so that neither an older copy nor one of the same version
 * comes back after a removal. Every item of an answer is judged by itself.
 */
import { limits } from '../../limits.js';
import type { PutResult, SearchDocument, Version } from '../port.js';
import type { ElasticsearchSettings, Engine } from './client.js';
import { isStatus } from './client.js';
import { toEntry } from './entry.js';

/** An entry or a tombstone as it is sent. */
export interface Writing {
  id: number;
  externalVersion: number;
  /** JSON text. */
  source: string;
}

/** → what is sent for entries. */
export const writingsOf = (documents: readonly SearchDocument[]): Writing[] =>
  documents.map((document) => ({
    id: document.id,
    externalVersion: document.version * 2,
    source: JSON.stringify(toEntry(document)),
  }));

/** → what is sent for removals. */
export const tombstonesOf = (entries: readonly Version[]): Writing[] =>
  entries.map(({ id, version }) => ({
    id,
    externalVersion: version * 2 + 1,
    source: JSON.stringify({ id, version, removed: true }),
  }));

/** What an index is told by: an alias, of which `isOptional` may be missing. */
export interface Target {
  alias: string;
  isOptional: boolean;
}

/**
 * Writes to every target. → a result for each writing, in order: that of the first target, or one
 * to try again where another target asks for that. Null: the first target is missing.
 */
export async function write(
  engine: Engine,
  { targets, refresh }: { targets: Target[]; refresh: ElasticsearchSettings['refresh'] },
  writings: readonly Writing[],
): Promise<PutResult[] | null> {
  const results: PutResult[] = [];
  for (const part of partsOf(writings, targets.length)) {
    const items = await send(engine, { targets, refresh }, part);
    for (const [at, { id }] of part.entries()) {
      const own = targets.map((target, n) => judge(id, items[at * targets.length + n], target));
      if (own[0] === undefined || own.includes('missing')) return null;
      const told = own as PutResult[];
      results.push(told.find(({ outcome }) => outcome === 'retry') ?? (told[0] as PutResult));
    }
  }
  return results;
}

/** Splits so that no request is larger than a node takes with ease. */
function partsOf(writings: readonly Writing[], times: number): Writing[][] {
  const parts: Writing[][] = [];
  let bytes = 0;
  for (const writing of writings) {
    const size = (Buffer.byteLength(writing.source) + LINE_BYTES) * times;
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
  { targets, refresh }: { targets: Target[]; refresh: string },
  part: readonly Writing[],
): Promise<Item[]> {
  const lines: string[] = [];
  for (const { id, externalVersion, source } of part) {
    for (const { alias } of targets) {
      const index = {
        _index: alias,
        _id: String(id),
        version: externalVersion,
        version_type: 'external_gte',
        // Else a missing index would be made up from what is written.
        require_alias: true,
      };
      lines.push(JSON.stringify({ index }), source);
    }
  }
  try {
    const { body } = await engine.request({
      method: 'POST',
      path: '/_bulk',
      query: { refresh, filter_path: 'items.*.status,items.*.error.type,items.*.error.reason' },
      lines: `${lines.join('\n')}\n`,
      timeoutMs: limits.bulkTimeoutMs,
    });
    return (body as { items: Record<string, Item>[] }).items.map(({ index }) => index as Item);
  } catch (error) {
    // Too busy for the whole request is too busy for each of it.
    if (!isStatus(error, 429)) throw error;
    return lines.map(() => ({ status: 429, error: { reason: 'too many requests' } }));
  }
}

interface Item {
  status: number;
  error?: { type?: string; reason?: string };
}

function judge(id: number, item: Item | undefined, { isOptional }: Target): PutResult | 'missing' {
  const status = item?.status ?? 500;
  const reason = `${status} ${item?.error?.type ?? ''} ${item?.error?.reason ?? ''}`.slice(0, 500);
  if (status < 300) return { id, outcome: 'written' };
  if (status === 409) return { id, outcome: 'stale' };
  if (status === 404) return isOptional ? { id, outcome: 'stale' } : 'missing';
  if (status === 429 || status >= 500) return { id, outcome: 'retry', reason };
  return { id, outcome: 'refused', reason };
}
