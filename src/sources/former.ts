/**
 * Removed sources, by their addresses. Keys of events hold the ID of their source: a source that is
 * added again gets its former ID, and finds its events. Contract 32.
 */
import { createHash } from 'node:crypto';
import { parseUrl } from '../lib/net/urls.js';
import type { Deps } from '../records/deps.js';
import { documentsOf } from '../service/documents.js';

type StoreDeps = Pick<Deps, 'store'>;

/** An address may hold a secret, so only its hash is stored. */
const formers = documentsOf<{ address: string }>('former_source', ({ address }) => [address]);

/** → the address of a source in any scheme, hashed. */
function addressOf(url: string): string {
  const { host = '', pathname = '', search = '' } = parseUrl(url.replace(/^\w+:/, 'https:')) ?? {};
  return createHash('sha256').update(`${host}${pathname}${search}`).digest('base64url');
}

/** → the ID that a removed source of this address had, or null. */
export const formerId = async (deps: StoreDeps, url: string): Promise<number | null> =>
  (await formers.find(deps, addressOf(url)))?.id ?? null;

/** Remembers the address of a removed source. */
export async function rememberFormer(deps: StoreDeps, id: number, url: string): Promise<void> {
  const address = addressOf(url);
  const other = await formers.find(deps, address);
  if (other && other.id !== id) await formers.swap(deps, { ...other, value: null });
  const { revision = 0 } = (await formers.find(deps, id)) ?? {};
  await formers.swap(deps, { id, revision, value: { address } });
}
