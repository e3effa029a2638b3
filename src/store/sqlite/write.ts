/**
 * Writes to the SQLite record store: records, links and outbox entries in one transaction. The data
 * for a list of changes is read by set, a few statements a list.
 */
import { kinds } from '../../kinds/index.js';
import { type KindName, linkedIn, type StoredRecord } from '../../kinds/record.js';
import { linkStateOf, slugOf } from '../../kinds/visibility.js';
import { groupBy } from '../../lib/batches.js';
import type { Sqlite, SqlRow, SqlValue } from '../../lib/sqlite.js';
import {
  judge,
  keysRead,
  type ReadState,
  type StoredKeys,
  stateOf,
  treesOf,
  wantedBy,
} from '../conflicts.js';
import { leaseOf, outboxEntriesFor } from '../outbox-entries.js';
import {
  type Change,
  liveUntil,
  type Outcome,
  refKey,
  titleKey,
  type WriteOptions,
} from '../port.js';
import { numberRecords } from './changes.js';
import { listKeys, putKeys } from './keys.js';
import { insertEntry } from './outbox.js';
import { readDoc } from './read.js';

/** Makes each change completely or not at all, in order. → the conflicts, and the records. */
export function write(
  db: Sqlite,
  changes: readonly Change[],
  { leasedUntilMs, isWhole }: WriteOptions,
  nowMs: number,
): Outcome {
  return db.transaction(() => {
    const state = readBefore(db, changes);
    const { conflicts, effective } = judge(changes, state, isWhole);
    const written = effective.flatMap(wantedBy);
    removeLinks(db, effective, state);
    removeRecords(db, effective);
    putRecords(db, written);
    putLinks(db, written);
    putKeys(db, effective);
    const entries = outboxEntriesFor(effective, nowMs).flatMap((entry) => {
      if (entry.task !== 'changes') return insertEntry(db, entry, leaseOf(entry, leasedUntilMs));
      numberRecords(db, entry.records);
      return [];
    });
    return { conflicts, written, entries };
  });
}

/** Raises versions, each above its `above`. → the records with their versions. */
export function raiseVersions(
  db: Sqlite,
  kind: KindName,
  records: readonly { id: number; above?: number }[],
): StoredRecord[] {
  const pairs = JSON.stringify(records.map(({ id, above = 0 }) => [id, above]));
  // Not durable: only derived data depends on the version.
  const rows = db.transaction(
    () =>
      db.all(
        `UPDATE rec_${kind} SET version = max(version, above) + 1
         FROM (SELECT value ->> 0 AS raised, max(value ->> 1) AS above FROM json_each(?)
           GROUP BY raised)
         WHERE id = raised RETURNING version, doc`,
        pairs,
      ),
    { isDurable: false },
  );
  return rows.map(readDoc).sort((a, b) => a.id - b.id);
}

/** Reads the records to be replaced, the holders of wanted keys, and the trees. */
function readBefore(db: Sqlite, changes: readonly Change[]): ReadState {
  const trees: ReadState['trees'] = new Map();
  for (const kind of treesOf(changes)) {
    const rows = db.all(`SELECT id, parent FROM rec_${kind}`);
    trees.set(kind, new Map(rows.map(({ id, parent }) => [Number(id), Number(parent)])));
  }
  const records = keysRead(changes).flatMap(({ kind, ids, slugs }) => {
    const from = `SELECT id, revision, version, slug_key, slug_reserved FROM rec_${kind}`;
    const among = (n: number) => `IN (SELECT value FROM json_each(?${n}))`;
    return db
      .all(
        `${from} WHERE id ${among(1)}
         UNION ${from} WHERE slug_key ${among(2)} AND slug_reserved = 1`,
        ...[ids, slugs].map((values) => JSON.stringify(values)),
      )
      .map((row) => toKeys(kind, row));
  });
  const keys = keysRead(changes).flatMap(({ kind, keys }) => listKeys(db, kind, { keys }));
  return stateOf(records, trees, keys);
}

const toKeys = (kind: KindName, row: SqlRow): StoredKeys => ({
  kind,
  id: Number(row.id),
  revision: Number(row.revision),
  version: Number(row.version),
  slug: String(row.slug_key),
  slug_reserved: row.slug_reserved === 1,
});

function putRecords(db: Sqlite, records: readonly StoredRecord[]): void {
  for (const [kind, ofKind] of groupBy(records, (record) => record.kind)) {
    db.insert(
      `INSERT INTO rec_${kind} (id, revision, version, slug_key, slug_reserved, title_key, parent,
         live_until, doc)`,
      ofKind.map(rowOf),
      `ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, version = excluded.version,
         slug_key = excluded.slug_key, slug_reserved = excluded.slug_reserved,
         title_key = excluded.title_key, parent = excluded.parent,
         live_until = excluded.live_until, doc = excluded.doc`,
    );
  }
}

function rowOf(record: StoredRecord): SqlValue[] {
  const { version, ...doc } = record;
  return [
    record.id,
    record.revision,
    version,
    slugOf(record),
    record.slug_reserved ? 1 : 0,
    titleKey(record.title),
    Number(record.fields.parent ?? 0),
    liveUntil(record),
    JSON.stringify(doc),
  ];
}

/** Deletes the links that the records of the changes hold so far. */
function removeLinks(db: Sqlite, effective: readonly Change[], { records }: ReadState): void {
  const holders = effective.filter(({ record }) => {
    return kinds[record.kind].relations.length > 0 && records.has(refKey(record));
  });
  if (holders.length === 0) return;
  const ids = JSON.stringify(holders.map(({ record }) => record.id));
  db.run('DELETE FROM rec_link WHERE id IN (SELECT value FROM json_each(?))', ids);
}

function removeRecords(db: Sqlite, effective: readonly Change[]): void {
  const removed = effective.flatMap(({ record, removal }) => (removal ? record : []));
  for (const [kind, ofKind] of groupBy(removed, (record) => record.kind)) {
    const ids = JSON.stringify(ofKind.map(({ id }) => id));
    const among = 'id IN (SELECT value FROM json_each(?))';
    db.run(`DELETE FROM rec_${kind} WHERE ${among}`, ids);
  }
}

/** Inserts the links that the records hold. */
function putLinks(db: Sqlite, records: readonly StoredRecord[]): void {
  const links = records.flatMap((record) => {
    const kind = kinds[record.kind];
    if (kind.relations.length === 0) return [];
    const { status, public_from, start, end } = linkStateOf(kind, record);
    return kind.relations.flatMap(({ field }) =>
      linkedIn(record, field).map(({ id }) => {
        return [field, id, record.id, status, public_from, start, end];
      }),
    );
  });
  db.insert('INSERT OR IGNORE INTO rec_link', links);
}
