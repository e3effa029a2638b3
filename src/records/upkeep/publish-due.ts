/** A future record whose time has come becomes a published one. */
import { statusAt } from '../../kinds/visibility.js';
import type { OutboxEntry } from '../../store/port.js';
import { type Deps, nowSeconds } from '../deps.js';
import { changeOf } from '../write/change.js';
import { rewriteAll } from '../write/rewrite.js';
import { followUp } from './snapshots.js';

/**
 * Works on leased `publish` entries. Readers see the record published already; this brings counts
 * and snapshots after it. One that is to be published later by now has another entry.
 */
export async function publishDue(deps: Deps, entries: readonly OutboxEntry[]): Promise<void> {
  for (const entry of entries) {
    for (const { kind, id } of entry.records) {
      const found = await deps.store.find(kind, 'id', [id]);
      const outcome = await rewriteAll(deps, found, (record) => {
        const isDue =
          record.status === 'future' && statusAt(record, nowSeconds(deps)) === 'publish';
        return isDue ? changeOf(record, { ...record, status: 'publish' }) : null;
      });
      await followUp(deps, outcome);
    }
    await deps.store.outbox.finish([entry]);
  }
}
