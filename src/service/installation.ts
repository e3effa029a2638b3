/** The ID of this installation, by which other installations of Marquee know its records. */
import { randomBytes } from 'node:crypto';
import type { RecordStore } from '../store/port.js';
import type { Deps } from './deps.js';
import { documentsOf } from './documents.js';

/** It is the system of keys (Contract 16.1): lower-case letters, digits and hyphens. */
const newName = () => ({ name: `marquee-${randomBytes(10).toString('hex')}` });

const installations = documentsOf<{ name: string }>('installation');

const known = new WeakMap<RecordStore['documents'], Promise<{ name: string }>>();

/**
 * → the ID: random, made once for a store, and kept with its records. A restored backup has the ID
 * of its original, and is the same installation. Contract 30.
 */
export async function installationOf({ store }: Pick<Deps, 'store'>): Promise<string> {
  const { documents } = store;
  const made = known.get(documents) ?? installations.only({ store }, newName);
  known.set(documents, made);
  made.catch(() => known.delete(documents));
  return (await made).name;
}
