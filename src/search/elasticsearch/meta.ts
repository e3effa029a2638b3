/**
 * What the service keeps about its index, in a small index of its own: the stamp of the texts, and
 * the state of a build. Each is one document that holds JSON text.
 */
import type { KindName } from '../../kinds/record.js';
import type { Engine } from './client.js';
import { isStatus } from './client.js';
import { metaOf } from './names.js';

/** The state of a build: who is at it until when, which indices it fills, and how far it is. */
export interface BuildState {
  stamp: string;
  owner: string;
  /** ms since the epoch; past it the build counts as broken off. */
  leaseUntilMs: number;
  /** Physical names by kind. */
  indices: Partial<Record<KindName, string>>;
  doneUpTo: Partial<Record<KindName, number>>;
}

/** A document of the meta index with what a conditional write of it needs. */
export interface Kept<T> {
  value: T;
  seqNo: number;
  term: number;
}

/** Settings and mapping of the meta index. */
export const META_INDEX = {
  settings: { number_of_shards: 1 },
  mappings: { dynamic: 'strict', properties: { value: { type: 'keyword', ...unindexed() } } },
} as const;

function unindexed() {
  return { index: false, doc_values: false } as const;
}

type Name = 'stamp' | 'build';

/** → what is kept under a name, or null. */
export async function readMeta<T>(engine: Engine, prefix: string, name: Name) {
  const { status, body } = await engine.request({
    method: 'GET',
    path: `/${metaOf(prefix)}/_doc/${name}`,
    accept: [404],
  });
  if (status === 404) return null;
  const found = body as { _source: { value: string }; _seq_no: number; _primary_term: number };
  const kept: Kept<T> = {
    value: JSON.parse(found._source.value) as T,
    seqNo: found._seq_no,
    term: found._primary_term,
  };
  return kept;
}

/**
 * Keeps a value if what is kept is still `over` (null: nothing). → how to write over it next, or
 * null when somebody else was faster.
 */
export async function writeMeta<T>(
  engine: Engine,
  { prefix, name }: { prefix: string; name: Name },
  value: T,
  over: Kept<T> | null,
): Promise<Kept<T> | null> {
  try {
    const { body } = await engine.request({
      method: 'PUT',
      path: `/${metaOf(prefix)}/_doc/${name}`,
      query: over ? { if_seq_no: over.seqNo, if_primary_term: over.term } : { op_type: 'create' },
      body: { value: JSON.stringify(value) },
    });
    const written = body as { _seq_no: number; _primary_term: number };
    return { value, seqNo: written._seq_no, term: written._primary_term };
  } catch (error) {
    if (isStatus(error, 409)) return null;
    throw error;
  }
}

/** Keeps a value whatever is kept. */
export async function overwriteMeta(
  engine: Engine,
  { prefix, name }: { prefix: string; name: Name },
  value: unknown,
): Promise<void> {
  await engine.request({
    method: 'PUT',
    path: `/${metaOf(prefix)}/_doc/${name}`,
    body: { value: JSON.stringify(value) },
  });
}

/** Forgets what is kept under a name. */
export async function dropMeta(engine: Engine, prefix: string, name: Name): Promise<void> {
  await engine.request({
    method: 'DELETE',
    path: `/${metaOf(prefix)}/_doc/${name}`,
    accept: [404],
  });
}
