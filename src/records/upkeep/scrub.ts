/**
 * Clears what erased records leave behind: images and addresses that no other record has, refusals
 * of the index, and what the engines keep in their files. Waits until no index entry and no other
 * record shows them. Source: Contract 24.2.
 */
import { allKinds, holdersOf } from '../../kinds/index.js';
import {
  isJsonObject,
  type JsonObject,
  type KindName,
  type StoredRecord,
} from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { turn } from '../../lib/turn.js';
import { limits } from '../../limits.js';
import type { OutboxEntry } from '../../store/port.js';
import type { Deps } from '../deps.js';
import { geocodeKeyOf } from '../geocode.js';
import { leaseDue } from './drain.js';

/** What one record leaves: an image, by ID, and the address that a geocoder was asked for. */
interface Remains {
  image?: number;
  address?: string;
}

/** → what a record leaves behind, for its `scrub` entry. */
export function remainsOf({ fields }: StoredRecord): JsonObject {
  const [image, address] = [imageIdOf({ fields }), geocodeKeyOf(fields)];
  return {
    ...(image === null ? {} : { image }),
    ...(address === null ? {} : { address }),
  };
}

/** Processes leased `scrub` entries. → how many are done; the others are tried again later. */
export async function scrub(deps: Deps, entries: readonly OutboxEntry[]): Promise<number> {
  const ready: OutboxEntry[] = [];
  for (const entry of entries) {
    if (await isGone(deps, entry)) ready.push(entry);
    else await deps.store.outbox.renew([entry], { untilMs: deps.now() + limits.scrubRetryMs });
  }
  if (ready.length === 0) return 0;
  const remains = ready.flatMap(({ position }) => JSON.parse(position ?? '[]') as Remains[]);
  await deps.store.geocodes.remove(remains.flatMap(({ address }) => address ?? []));
  await removeImages(deps, new Set(remains.flatMap(({ image }) => image ?? [])));
  // Drops the refusals of removed records: the index tells in them what it refused.
  await deps.store.outbox.backlog();
  // The entries tell addresses, and stay until the files are cleared.
  const done = { untilMs: deps.now() + limits.leaseMs, position: '[]' };
  await deps.store.outbox.renew(ready, done);
  await deps.index.scrub(kindsShowing(ready));
  await deps.store.scrub();
  await deps.store.outbox.finish(ready);
  return ready.length;
}

/** The same for these entries and all others that are due: files are cleared once for all. */
export async function scrubDue(deps: Deps, entries: readonly OutboxEntry[]): Promise<number> {
  const all = [...entries];
  for (let more = entries.length; more > 0; ) {
    const due = await leaseDue(deps, ['scrub']);
    all.push(...due);
    more = due.length;
  }
  return scrub(deps, all);
}

/** → whether neither an entry of the index nor another record shows the records of an entry. */
async function isGone(deps: Deps, { records }: OutboxEntry): Promise<boolean> {
  for (const [kind, ofKind] of groupBy(records, (ref) => ref.kind)) {
    const ids = ofKind.map(({ id }) => id);
    if ((await deps.index.lookUp(kind, { ids })).length > 0) return false;
    for (const { holder, relation } of holdersOf(kind)) {
      for (const target of ids) {
        const holding = { field: relation.field, target };
        const held = await deps.store.scan(holder.name, { afterId: 0, limit: 1, holding });
        if (held.length > 0) return false;
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
async function removeImages(deps: Deps, unused: Set<number>): Promise<void> {
  for (const { name } of allKinds.filter(({ fields }) => fields.image)) {
    for (let afterId = 0; unused.size > 0; ) {
      const records = await deps.store.scan(name, { afterId, limit: limits.sliceRecords });
      for (const record of records) unused.delete(imageIdOf(record) ?? 0);
      const last = records.at(-1);
      if (!last) break;
      afterId = last.id;
      await turn();
    }
  }
  if (unused.size > 0) await deps.store.images.remove([...unused]);
}

function imageIdOf({ fields: { image } }: Pick<StoredRecord, 'fields'>): number | null {
  return isJsonObject(image) && typeof image.id === 'number' ? image.id : null;
}
