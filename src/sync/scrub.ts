/** Removes images, with their pictures, that no record has after an erasure. Contract 24.2. */
import { allKinds } from '../kinds/index.js';
import { isJsonObject, type StoredRecord } from '../kinds/record.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import { batchesOf, type OutboxEntry } from '../store/port.js';
import type { SyncDeps } from './deps.js';

/** Processes leased `scrub` entries. Every record is read, which few erasures need. */
export async function scrub(deps: SyncDeps, entries: readonly OutboxEntry[]): Promise<void> {
  const unused = new Set(
    entries.flatMap(({ position }) => JSON.parse(position ?? '[]') as number[]),
  );
  for (const { name } of allKinds.filter(({ fields }) => fields.image)) {
    for await (const records of batchesOf(deps.store, name, { limit: limits.sliceRecords })) {
      for (const id of records.flatMap(imageOf)) unused.delete(id);
      if (unused.size === 0) break;
      await turn();
    }
  }
  const { documents, outbox } = deps.store;
  for (const id of unused) {
    const [image] = await documents.list<{ url: string }>('image', { id });
    if (!image) continue;
    await documents.swap({ ...image, value: null });
    await deps.pictures?.remove(image.value.url);
  }
  await outbox.finish(entries);
}

/** → the ID of a record's image, as a list, empty without an image. */
export function imageOf({ fields: { image } }: Pick<StoredRecord, 'fields'>): number[] {
  return isJsonObject(image) && typeof image.id === 'number' ? [image.id] : [];
}
