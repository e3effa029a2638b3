/** Kept answers of a geocoder in the SQLite record store. */
import type { Sqlite } from '../../lib/sqlite.js';
import type { Geocode, GeocodeStore } from '../geocodes.js';

/** → the kept answers. Their table is made when the first is kept: most files never have one. */
export function openSqliteGeocodes(
  db: Sqlite,
  guard: <T>(work: () => T) => Promise<T>,
): GeocodeStore {
  let isThere = false;
  const open = () => {
    if (isThere) return;
    db.exec(`CREATE TABLE IF NOT EXISTS geocode
      (address TEXT PRIMARY KEY, found TEXT NOT NULL) WITHOUT ROWID`);
    isThere = true;
  };
  return {
    get: async (address) =>
      guard(() => {
        open();
        const row = db.get('SELECT found FROM geocode WHERE address = ?', address);
        return row ? { found: JSON.parse(String(row.found)) as Geocode | null } : null;
      }),
    put: async (address, found) =>
      guard(() => {
        open();
        const text = JSON.stringify(found);
        db.run('INSERT OR REPLACE INTO geocode (address, found) VALUES (?, ?)', address, text);
      }),
    remove: async (addresses) =>
      guard(() => {
        open();
        const text = JSON.stringify(addresses);
        db.run('DELETE FROM geocode WHERE address IN (SELECT value FROM json_each(?))', text);
      }),
  };
}
