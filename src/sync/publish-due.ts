/** Publishes future records whose publication date has come. */
import { statusAt, statusOf } from '../kinds/visibility.js';
import type { OutboxEntry } from '../store/port.js';
import { nowSeconds } from '../time/now.js';
import { changeOf } from './change.js';
import type { SyncDeps } from './deps.js';
import { followUp } from './propagate.js';
import { rewriteAll } from './rewrite.js';

/**
 * Processes leased `publish` entries. Readers already see such a record as published; this updates
 * counts and snapshots. A record whose date was moved has another entry.
 */
export async function publishDue(deps: SyncDeps, entries: readonly OutboxEntry[]): Promise<void> {
  for (const entry of entries) {
    for (const { kind, id } of entry.records) {
      const records = await deps.store.find(kind, 'id', [id]);
      const outcome = await rewriteAll(deps, records, (record) => {
        const isDue =
          statusOf(record) === 'future' && statusAt(record, nowSeconds(deps)) === 'publish';
        return isDue ? changeOf(record, { ...record, base_status: 'publish' }) : null;
      });
      await followUp(deps, outcome);
    }
    await deps.store.outbox.finish([entry]);
  }
}
