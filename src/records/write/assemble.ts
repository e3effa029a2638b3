/** Draft → the change that writes it: completes the record, and creates or embeds what it links. */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Snapshot, StoredRecord } from '../../kinds/record.js';
import type { Change } from '../../store/port.js';
import { changeOf, toSnapshot } from '../../sync/change.js';
import type { Deps } from '../deps.js';
import { completeRecord } from './complete.js';
import { findDuplicate } from './duplicates.js';
import type { Draft, Link } from './plan.js';
import { findTerm } from './relations.js';
import { toSlug } from './slug.js';

/**
 * → the change that writes a record with everything it links. Reads the store and writes only new
 * images to it, which do no harm when the change is not made.
 */
export async function assemble(deps: Deps, kind: Kind, draft: Draft): Promise<Change> {
  // Completed first, as it may be refused: no image of a linked record may be stored by then.
  const record = await completeRecord(deps, kind, draft);
  const creates: StoredRecord[] = [];
  const relations: Record<string, Snapshot[]> = { ...record.relations };
  for (const { field } of kind.relations) {
    const links = draft.links[field];
    if (!links) {
      relations[field] ??= [];
      continue;
    }
    const snapshots: Snapshot[] = [];
    for (const link of links) {
      const linked = await linkedRecord(deps, link, creates);
      if (!snapshots.some((other) => other.id === linked.id)) snapshots.push(toSnapshot(linked));
    }
    relations[field] = snapshots;
  }
  const id = record.id || (draft.takeId?.(kind) ?? (await nextId(deps, kind)));
  return changeOf(draft.stored, { ...record, id, relations }, creates);
}

async function linkedRecord(
  deps: Deps,
  link: Link,
  creates: StoredRecord[],
): Promise<StoredRecord> {
  if ('record' in link) return link.record;
  const kind = kinds[link.kind];
  const created = creates.filter((record) => record.kind === kind.name);
  const findTwin = () =>
    kind.family.name === 'term'
      ? findTerm(deps, kind.name, link.draft)
      : findDuplicate(deps, kind, link.draft, created);
  const twin = await findTwin();
  if (twin) return twin;
  const avoid = new Set(created.map(({ slug }) => slug));
  const complete = await completeRecord(deps, kind, { ...link.draft, avoid });
  const record = { ...complete, revision: 1, id: await nextId(deps, kind) };
  const late = hasOtherSlug(record) ? await findTwin() : null;
  if (late) return late;
  creates.push(record);
  return record;
}

/**
 * → whether a new record's slug is not that of its title: another record has that slug, and may
 * have been created since duplicates were looked for.
 */
export const hasOtherSlug = ({ slug, title }: StoredRecord): boolean => slug !== toSlug(title);

async function nextId(deps: Deps, kind: Kind): Promise<number> {
  const [id] = await deps.store.nextIds(kind.family.name, 1);
  return Number(id);
}
