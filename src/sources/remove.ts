/** Removes a source. Its events are kept, or removed with it. Contract 32. */
import { isClaim } from '../kinds/claims.js';
import { kinds } from '../kinds/index.js';
import { withoutPresence } from '../kinds/telling.js';
import { chunksOf } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { StoredKey } from '../store/port.js';
import { actOn, IN_ORDER } from './absence.js';
import { forgetSeries } from './feed/series.js';
import { rememberFormer } from './former.js';
import { required, sources } from './source.js';
import { keysOf, writeAll } from './state.js';

/**
 * Removes a source, and all its claims. → it, and the numbers of its events and of those in the
 * trash. `withEvents`: records that only this source made go to the
 * trash, with venues, organizers and terms that nothing here uses. Throws for an unknown source.
 */
export async function removeSource(deps: Deps, id: number, { withEvents = false } = {}) {
  const stored = await sources.find(deps, id);
  if (stored) await rememberFormer(deps, id, stored.value.url);
  const removed = await sources.change(deps, id, () => null);
  await forgetSeries(deps, id, stored?.value.feed);
  let [events, trashed] = [0, 0];
  for (const kind of [...IN_ORDER].reverse()) {
    const said: StoredKey[] = [];
    for await (const page of keysOf(deps, id, kind.name))
      said.push(...page.filter(({ told }) => told));
    const claimed = new Set(said.filter(isClaim).map((row) => row.id));
    if (kind === kinds.event) events = claimed.size;
    const rows = said.map((row) => ({
      ...row,
      told: withoutPresence(row.told),
      how: 'claim' as const,
    }));
    await writeAll(deps, rows, kind.name);
    if (!withEvents) continue;
    const lacking = rows.filter(({ told }) => told?.is_date !== true);
    for (const chunk of chunksOf(lacking, limits.batchRecords)) {
      const { lines } = await actOn(deps, kind, { policy: TRASH, rows: chunk, isMadeOnly: true });
      if (kind === kinds.event) trashed += lines.length;
    }
  }
  // Keys of a source that a process removed as it died go first.
  return { source: required(removed, id), events, trashed };
}

const TRASH = { missing: 'trash' } as const;
