/**
 * Whether store and index agree in everything, and the rounds that upkeep makes until they should.
 * Called by tests of faults, after the fault.
 */
import { allKinds, kinds } from '../../src/kinds/index.js';
import type { KindName, StoredRecord } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import type { Deps } from '../../src/records/deps.js';
import { resumeLinks, resumeSpreads } from '../../src/records/resume.js';
import { checkSync } from '../../src/sync/check.js';
import { drain } from '../../src/sync/drain.js';
import { documentsOf } from '../../src/sync/push.js';
import { makeQuery } from '../contracts/builders.js';

/** Longer than any claim, pause or patience of a process that has died, ms. */
export const AGES_MS = limits.claimMs + limits.abandonedMs + limits.pushPauseMaxMs;

/** Does what upkeep does, as long as there is something to do. Throws when that does not end. */
export async function catchUp(deps: Deps): Promise<void> {
  for (let round = 0; round < 10; round++) {
    const resumed = (await resumeSpreads(deps)) + (await resumeLinks(deps));
    const isDone = await drain(deps);
    if (resumed === 0 && isDone) return;
  }
  throw new Error('upkeep comes to no end');
}

/** → what is wrong, in words; nothing when store and index agree and no work is left. */
export async function disagreements(deps: Deps): Promise<string[]> {
  const found: string[] = [];
  await checkSync(deps, { isRepair: false }, (kind, { id, store, index }) => {
    found.push(`${kind} ${id}: version ${store} stored, ${index} indexed`);
  });
  const { unindexed, setAside } = await deps.store.backlog();
  if (unindexed + setAside > 0) found.push(`${unindexed} unindexed, ${setAside} set aside`);
  const records = new Map<string, StoredRecord>();
  for (const { name } of allKinds) {
    const stored = await deps.store.scan(name, 0, 1000);
    for (const { id, record } of stored) records.set(`${name} ${id}`, record as StoredRecord);
    found.push(...(await differingTexts(deps, name)));
    if ((await deps.store.spreading(name, 1)).length > 0) found.push(`a ${name} to be spread`);
    if ((await deps.store.linksToCheck(name, 1)).length > 0) found.push(`a ${name} to be checked`);
  }
  for (const record of records.values()) found.push(...wrongCopies(record, records));
  return found;
}

/** Entries that do not answer what a fresh one would. */
async function differingTexts(deps: Deps, kind: KindName): Promise<string[]> {
  const documents = await documentsOf(deps, kind, await deps.store.scan(kind, 0, 1000));
  const query = makeQuery(kind, {
    visible: [],
    sort: { by: 'field', field: 'id', direction: 'asc' },
    isFull: true,
    nowSeconds: Math.floor(deps.now() / 1000),
  });
  const { hits } = await deps.index.search(query);
  const bodies = new Map(hits.map(({ id, body }) => [id, body]));
  const counts = await deps.index.counts(
    kind,
    documents.map(({ id }) => id),
  );
  const found = hits.length === documents.length ? [] : [`${hits.length} ${kind} entries`];
  for (const { id, body, bodyFull, usage } of documents) {
    const wanted = bodyFull ?? body;
    if (bodies.get(id) !== wanted) {
      found.push(`${kind} ${id}: ${bodies.get(id)?.slice(0, 200)} instead of ${wanted}`);
    }
    const count = counts.get(id) ?? 0;
    if (kind !== 'event' && count !== usage.published) {
      found.push(`${kind} ${id}: counted ${count} times instead of ${usage.published}`);
    }
  }
  return found;
}

/** Copies a record holds that are not those of a record that is there. */
function wrongCopies(holder: StoredRecord, records: Map<string, StoredRecord>): string[] {
  return kinds[holder.kind].relations.flatMap(({ field, target }) =>
    (holder.relations[field] ?? []).flatMap(({ id, revision }) => {
      const held = records.get(`${target} ${id}`);
      if (held && held.status !== 'trash' && held.revision === revision) return [];
      const state = held ? `revision ${held.revision}, ${held.status}` : 'missing';
      return [`${holder.kind} ${holder.id} holds ${target} ${id}@${revision}: ${state}`];
    }),
  );
}
