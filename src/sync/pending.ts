/** The pending work of the outbox, for the checks: pending work makes no difference. */
import { limits } from '../limits.js';
import { type OutboxEntry, type RecordRef, type RecordStore, refKey } from '../store/port.js';

/** → the records named by pending `index` and `usage` entries, by `refKey`. */
export async function pendingRecords(store: RecordStore): Promise<Set<string>> {
  const pending = new Set<string>();
  for await (const { task, records } of entriesOf(store)) {
    if (task === 'index' || task === 'usage') for (const ref of records) pending.add(refKey(ref));
  }
  return pending;
}

/** → the due time of work on a series' dates, ms since the epoch; null when none is planned. */
export async function datesDueMs(store: RecordStore, ref: RecordRef): Promise<number | null> {
  let first: number | null = null;
  for await (const { task, records, atMs } of entriesOf(store)) {
    const isOfSeries =
      task === 'occurrences' && records.some((record) => refKey(record) === refKey(ref));
    if (isOfSeries) first = Math.min(first ?? atMs, atMs);
  }
  return first;
}

async function* entriesOf({ outbox }: RecordStore): AsyncGenerator<OutboxEntry> {
  for (let afterId: string | null = null; ; ) {
    const query = { afterId, limit: limits.batchRecords };
    const entries: OutboxEntry[] = await outbox.list(query);
    yield* entries;
    const last = entries.at(-1);
    if (!last || entries.length < query.limit) return;
    afterId = last.id;
  }
}
