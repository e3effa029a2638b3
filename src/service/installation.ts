/** The ID of this installation, by which other installations of Marquee know its records. */
import { randomBytes } from 'node:crypto';
import type { RecordStore } from '../store/port.js';
import type { Deps } from './deps.js';

/** It is the system of keys (Contract 16.1): lower-case letters, digits and hyphens. */
const newName = (): string => `marquee-${randomBytes(10).toString('hex')}`;

const known = new WeakMap<RecordStore['documents'], Promise<string>>();

/**
 * → the ID: random, made once for a store, and kept with its records. A restored backup has the ID
 * of its original, and is the same installation. Contract 30.
 */
export function installationOf({ store }: Pick<Deps, 'store'>): Promise<string> {
  const { documents } = store;
  const name = known.get(documents) ?? readOrMake(documents);
  known.set(documents, name);
  name.catch(() => known.delete(documents));
  return name;
}

async function readOrMake(documents: RecordStore['documents']): Promise<string> {
  for (;;) {
    const [stored] = await documents.list<{ name: string }>('installation');
    if (stored) return stored.value.name;
    // Of several concurrent processes only the first succeeds.
    const value = { name: newName() };
    await documents.swap({ type: 'installation', id: 1, revision: 0, value });
  }
}
