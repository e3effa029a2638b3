/** Input → the change that writes it: drafts the record, and creates or embeds what it links. */
import type { Caller } from '../../access/roles.js';
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Snapshot, StoredRecord } from '../../kinds/record.js';
import type { Change } from '../../store/port.js';
import { changeOf, toSnapshot } from '../../sync/change.js';
import type { Deps } from '../deps.js';
import { type Drafting, draftRecord } from './draft.js';
import { findDuplicate } from './duplicates.js';
import { findTerm, type Input, type Link } from './relations.js';
import { toSlug } from './slug.js';

/**
 * Drafts a record with everything it links. Reads the store and writes only new images to it, which
 * do no harm when the change is not made.
 */
export async function assemble(
  deps: Deps,
  kind: Kind,
  input: Input,
  drafting: Drafting,
): Promise<{ record: StoredRecord; change: Change }> {
  // Drafted first, because it may be refused: no image of a linked record may be stored by then.
  const drafted = await draftRecord(deps, kind, input, drafting);
  const creates: StoredRecord[] = [];
  const relations: Record<string, Snapshot[]> = { ...(drafting.stored?.relations ?? {}) };
  for (const { field } of kind.relations) {
    const links = input.links[field];
    if (!links) {
      relations[field] ??= [];
      continue;
    }
    const snapshots: Snapshot[] = [];
    for (const link of links) {
      const linked = await linkedRecord(deps, link, drafting.caller, creates);
      if (!snapshots.some((other) => other.id === linked.id)) snapshots.push(toSnapshot(linked));
    }
    relations[field] = snapshots;
  }
  const id = drafted.id || (drafting.takeId?.(kind) ?? (await nextId(deps, kind)));
  const change = changeOf(drafting.stored, { ...drafted, id, relations }, creates);
  return { record: change.record, change };
}

async function linkedRecord(
  deps: Deps,
  link: Link,
  caller: Caller,
  creates: StoredRecord[],
): Promise<StoredRecord> {
  if ('record' in link) return link.record;
  const kind = kinds[link.kind];
  const created = creates.filter((record) => record.kind === kind.name);
  const findTwin = () =>
    kind.family.name === 'term'
      ? findTerm(deps, kind.name, link.input)
      : findDuplicate(deps, kind, link.input.payload, { caller, created });
  const twin = await findTwin();
  if (twin) return twin;
  const drafted = await draftRecord(deps, kind, link.input, {
    caller,
    stored: null,
    avoid: new Set(created.map(({ slug }) => slug)),
  });
  const record = { ...drafted, revision: 1, id: await nextId(deps, kind) };
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
  const [id] = await deps.store.nextIds(kind.family.idSpace, 1);
  return Number(id);
}
