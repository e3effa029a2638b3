/** The SQLite record store passes the port's contract. */
import { openSqlite } from '../../src/lib/sqlite.js';
import { openSqliteStore } from '../../src/store/sqlite/adapter.js';
import { NOW } from '../contracts/builders.js';
import { describeRecordStore } from '../contracts/record-store.js';

describeRecordStore('sqlite', async () => {
  const db = openSqlite(':memory:', { busyTimeoutMs: 1000 });
  const port = openSqliteStore(db, { now: () => NOW * 1000 });
  return {
    port,
    close: async () => {
      await port.close();
      db.close();
    },
  };
});
