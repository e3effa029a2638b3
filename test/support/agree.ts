/**
 * Checks that store and index agree in everything, and does the work of upkeep until they should.
 */

import { allKinds, kinds } from '../../src/kinds/index.js';
import type { KindName, StoredRecord } from '../../src/kinds/record.js';
import { statusOf } from '../../src/kinds/visibility.js';
import { limits } from '../../src/limits.js';
import type { Deps } from '../../src/records/deps.js';
import { refKey } from '../../src/store/port.js';
import { checkSync } from '../../src/sync/check.js';
import { drain, leaseDue, workOnEntries } from '../../src/sync/drain.js';
import { documentsOf } from '../../src/sync/push.js';
import { makeQuery } from '../contracts/builders.js';

/** Longer than any lease or pause of a process that died, ms. */
export const AGES_MS = limits.leaseMs + limits.pushPauseMaxMs;

/** Does the work in the outbox. Throws when the index does not answer. */
export async function catchUp(deps: Deps): Promise<void> {
  if (!(await drain(deps))) throw new Error('the index does not answer');
}

/** Renews the snapshots of what was written, as upkeep does at once. */
export async function settle(deps: Deps): Promise<void> {
  for (;;) {
    const entries = await leaseDue(deps, ['snapshots', 'occurrences']);
    if (entries.length === 0) return;
    await workOnEntries(deps, entries);
  }
}

/** → records of a kind that are still to be indexed, or whose usage is still to be counted. */
export async function owedIds({ store }: Deps, kind: KindName): Promise<number[]> {
  const entries = await store.outbox.list({ afterId: null, limit: 1000 });
  const refs = entries
    .filter(({ task }) => task === 'index' || task === 'usage')
    .flatMap(({ records }) => records);
  const ids = refs.filter((ref) => ref.kind === kind).map(({ id }) => id);
  return [...new Set(ids)].sort((a, b) => a - b);
}

/** → the records in entries that the index refused, as `venue 5`. */
export async function refusedKeys({ store }: Deps): Promise<string[]> {
  const entries = await store.outbox.list({ afterId: null, limit: 1000 });
  return entries.filter(({ isRefused }) => isRefused).flatMap(({ records }) => records.map(refKey));
}

/** → the differences in words; empty when store and index agree and no work is left. */
export async function disagreements(deps: Deps): Promise<string[]> {
  const found: string[] = [];
  await checkSync(deps, { isRepair: false }, (kind, { id, ...difference }) => {
    found.push(`${kind} ${id}: ${JSON.stringify(difference)}`);
  });
  const { unindexed, snapshots, refused, rebuilding } = await deps.store.outbox.backlog();
  if (unindexed + snapshots + refused > 0 || rebuilding !== null) {
    found.push(`${unindexed} unindexed, ${snapshots} to follow, ${refused} refused`);
  }
  const records = new Map<string, StoredRecord>();
  for (const { name } of allKinds) {
    const stored = await deps.store.scan(name, { afterId: 0, limit: 1000 });
    for (const record of stored) records.set(refKey(record), record);
    found.push(...(await differingEntries(deps, name, stored)));
  }
  for (const record of records.values()) found.push(...wrongSnapshots(record, records));
  return found;
}

/** Entries whose answer differs from that of a fresh entry. */
async function differingEntries(
  deps: Deps,
  kind: KindName,
  records: StoredRecord[],
): Promise<string[]> {
  const documents = await documentsOf(deps, records);
  const query = makeQuery(kind, {
    visible: [],
    sort: { by: 'field', field: 'id', direction: 'asc' },
    isFull: true,
    nowSeconds: Math.floor(deps.now() / 1000),
  });
  const { hits } = await deps.index.search(query);
  const answers = new Map(hits.map(({ id, answer }) => [id, answer]));
  const ids = documents.map(({ id }) => id);
  const entries = await deps.index.lookUp(kind, { ids });
  const counts = new Map(entries.map(({ id, count }) => [id, count]));
  const found: string[] = [];
  for (const { id, answer, fullAnswer, usage, values } of documents) {
    const wanted = values.hidden !== 0 && kind === 'event' ? undefined : (fullAnswer ?? answer);
    if (answers.get(id) !== wanted) {
      found.push(`${kind} ${id}: ${answers.get(id)?.slice(0, 200)} instead of ${wanted}`);
    }
    const count = counts.get(id) ?? 0;
    if (kind !== 'event' && count !== usage.published) {
      found.push(`${kind} ${id}: counted ${count} times instead of ${usage.published}`);
    }
  }
  return found;
}

/** Snapshots in a record that do not match an existing record. */
function wrongSnapshots(holder: StoredRecord, records: Map<string, StoredRecord>): string[] {
  return kinds[holder.kind].relations.flatMap(({ field, target }) =>
    (holder.relations[field] ?? []).flatMap(({ id, revision }) => {
      const held = records.get(`${target} ${id}`);
      if (held && statusOf(held) !== 'trash' && held.revision === revision) return [];
      const state = held ? `revision ${held.revision}, ${statusOf(held)}` : 'missing';
      return [`${holder.kind} ${holder.id} holds ${target} ${id}@${revision}: ${state}`];
    }),
  );
}
