/**
 * Clears what erased records leave behind: images that no other record has with their pictures, and
 * what the engines keep in their files. Waits until no index entry and no other record shows them.
 * Source: Contract 24.2.
 */
import { allKinds, holdersOf } from '../kinds/index.js';
import { isJsonObject, type KindName, type StoredRecord } from '../kinds/record.js';
import { groupBy } from '../lib/batches.js';
import { turn } from '../lib/turn.js';
import { limits } from '../limits.js';
import type { OutboxEntry } from '../store/port.js';
import type { SyncDeps } from './deps.js';

/**
 * Processes leased `scrub` entries. → how many are done; the others are due again a little later,
 * because another record, the index or somebody who reads an older state still holds something.
 */
export async function scrub(deps: SyncDeps, entries: readonly OutboxEntry[]): Promise<number> {
  const later = (some: readonly OutboxEntry[], position?: string) =>
    deps.store.outbox.renew(some, { untilMs: deps.now() + limits.scrubRetryMs, position });
  const ready: OutboxEntry[] = [];
  for (const entry of entries) {
    if (await isGone(deps, entry)) ready.push(entry);
    else await later([entry]);
  }
  if (ready.length === 0) return 0;
  const images = ready.flatMap(({ position }) => JSON.parse(position ?? '[]') as number[]);
  await removeImages(deps, new Set(images));
  const isClear = (await deps.index.scrub(kindsShowing(ready))) && (await deps.store.scrub());
  if (!isClear) {
    await later(ready, '[]');
    return 0;
  }
  await deps.store.outbox.finish(ready);
  return ready.length;
}

/** → whether neither an entry of the index nor another record shows the records of an entry. */
async function isGone(deps: SyncDeps, { records }: OutboxEntry): Promise<boolean> {
  for (const [kind, ofKind] of groupBy(records, (ref) => ref.kind)) {
    const ids = ofKind.map(({ id }) => id);
    if ((await deps.index.lookUp(kind, { ids })).length > 0) return false;
    for (const { holder, relation } of holdersOf(kind)) {
      for (const target of ids) {
        const holding = { field: relation.field, target };
        const holders = await deps.store.scan(holder.name, { afterId: 0, limit: 1, holding });
        if (holders.length > 0) return false;
      }
    }
  }
  return true;
}

/** → the kinds of the records, and those whose entries hold their words. */
function kindsShowing(entries: readonly OutboxEntry[]): KindName[] {
  const names = entries.flatMap(({ records }) => records.map(({ kind }) => kind));
  const holders = names.flatMap((name) => holdersOf(name).map(({ holder }) => holder.name));
  return [...new Set([...names, ...holders])];
}

/** Removes the images that no record has. Every record is read, which few erasures need. */
async function removeImages(deps: SyncDeps, unused: Set<number>): Promise<void> {
  for (const { name } of allKinds.filter(({ fields }) => fields.image)) {
    for (let afterId = 0; unused.size > 0; ) {
      const records = await deps.store.scan(name, { afterId, limit: limits.sliceRecords });
      for (const id of records.flatMap(imageOf)) unused.delete(id);
      const last = records.at(-1);
      if (!last) break;
      afterId = last.id;
      await turn();
    }
  }
  const { documents } = deps.store;
  for (const id of unused) {
    const [image] = await documents.list<{ url: string }>('image', { id });
    if (!image) continue;
    await documents.swap({ ...image, value: null });
    await deps.pictures?.remove(image.value.url);
  }
}

/** → the ID of the image that a record has, as a list of one or none. */
export function imageOf({ fields: { image } }: Pick<StoredRecord, 'fields'>): number[] {
  return isJsonObject(image) && typeof image.id === 'number' ? [image.id] : [];
}
