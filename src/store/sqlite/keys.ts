/** The keys of the SQLite record store. */
import type { KindName } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import type { Sqlite, SqlRow, SqlValue } from '../../lib/sqlite.js';
import {
  afterPrefix,
  type Keys,
  type KeysChange,
  type KeysQuery,
  type StoredKey,
} from '../keys.js';
import type { Change } from '../port.js';
import { numberRecords } from './changes.js';

/** → the keys. */
export function openSqliteKeys(db: Sqlite, guard: Sqlite['whenUnlocked']): Keys {
  return {
    list: (kind, query) => guard(() => listKeys(db, kind, query)),
    write: (kind, change) =>
      guard(() =>
        db.transaction(() => {
          writeKeys(db, kind, change);
          numberRecords(
            db,
            (change.renumbered ?? []).map((id) => ({ kind, id })),
          );
        }),
      ),
  };
}

const AMONG = 'IN (SELECT value FROM json_each(?))';

/** → the keys that a query selects. */
export function listKeys(db: Sqlite, kind: KindName, query: KeysQuery): StoredKey[] {
  if ('prefix' in query) {
    const after = query.after < query.prefix ? query.prefix : query.after;
    const values = [kind, after, afterPrefix(query.prefix), query.limit];
    const range = 'key > ? AND key < ? ORDER BY key LIMIT ?';
    return db.all(`SELECT * FROM rec_key WHERE kind = ? AND ${range}`, ...values).map(toKey);
  }
  const [name, values] = Object.entries(
    'keys' in query ? { key: query.keys } : 'ids' in query ? { id: query.ids } : { of: query.of },
  )[0] as [string, readonly SqlValue[]];
  if (values.length === 0) return [];
  const isMerged = name === 'of' ? 'AND "of" > 0' : '';
  const where = `kind = ? AND "${name}" ${AMONG} ${isMerged}`;
  const sql = `SELECT * FROM rec_key WHERE ${where} ORDER BY n`;
  return db.all(sql, kind, JSON.stringify(values)).map(toKey);
}

const toKey = ({ kind, key, id, of, told }: SqlRow): StoredKey => ({
  kind: kind as KindName,
  key: String(key),
  id: Number(id),
  of: Number(of),
  told: told === null ? null : JSON.parse(String(told)),
});

/** Deletes and writes the keys of changes, in a transaction of the caller. */
export function putKeys(db: Sqlite, changes: readonly Change[]): void {
  for (const [kind, ofKind] of groupBy(changes, ({ record }) => record.kind)) {
    const removed = ofKind.flatMap(({ record, removal }) => (removal ? record.id : []));
    if (removed.length > 0) {
      db.run(`DELETE FROM rec_key WHERE kind = ? AND id ${AMONG}`, kind, JSON.stringify(removed));
    }
    writeKeys(db, kind, {
      lost: ofKind.flatMap(({ lost = [] }) => lost),
      writes: ofKind.flatMap(({ record, keys = [] }) =>
        keys.map((key) => ({ ...key, id: record.id })),
      ),
    });
  }
}

/** The action for an existing key. */
const HELD = {
  claim: 'UPDATE SET told = iif(?6, excluded.told, told) WHERE id = excluded.id',
  offer: 'NOTHING',
  take: 'UPDATE SET id = excluded.id, "of" = excluded."of", told = iif(?6, excluded.told, told)',
};

function writeKeys(db: Sqlite, kind: KindName, { writes = [], lost = [] }: KeysChange): void {
  if (lost.length > 0) {
    db.run(`DELETE FROM rec_key WHERE kind = ? AND key ${AMONG}`, kind, JSON.stringify(lost));
  }
  for (const { key, how, of = 0, told, id } of writes) {
    db.run(
      `INSERT INTO rec_key (kind, key, id, "of", told) SELECT ?1, ?2, ?3, ?4, ?5
       WHERE EXISTS (SELECT 1 FROM rec_${kind} WHERE id = ?3)
       ON CONFLICT (kind, key) DO ${HELD[how]}`,
      kind,
      key,
      id,
      of,
      told ? JSON.stringify(told) : null,
      // An offer keeps the stored value.
      ...(how === 'offer' ? [] : [told === undefined ? 0 : 1]),
    );
  }
}
