/** The distinct locations of a kind's records; each is kept while a record uses it. */
import type { Kind } from '../../kinds/kind.js';
import { unitVector } from '../../lib/geo.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { tilePlace } from '../facets.js';
import { tablesOf } from './tables.js';

/** Takes a location for a record that is at `before`. → the ID of the location, or null. */
export function takePlace(
  db: Sqlite,
  kind: Kind,
  before: SqlValue,
  point: { lat: number; lng: number } | null,
): SqlValue {
  if (!kind.place || !point) return null;
  const { place } = tablesOf(kind);
  const known = db.get(`SELECT id FROM ${place} WHERE lat = ? AND lng = ?`, point.lat, point.lng);
  return known && known.id === before ? before : addUse(db, kind, known, point);
}

/**
 * Leaves the location of a record that is now at `now`. Its row was written before: counts by day
 * read the tile of the old location, and a new one must not reuse its ID.
 */
export function leavePlace(db: Sqlite, kind: Kind, before: SqlValue, now: SqlValue): void {
  if (before === null || before === now) return;
  const { geo, place } = tablesOf(kind);
  db.run(`UPDATE ${place} SET uses = uses - 1 WHERE id = ?`, before);
  const gone = db.run(`DELETE FROM ${place} WHERE id = ? AND uses = 0`, before);
  if (gone > 0) db.run(`DELETE FROM ${geo} WHERE id = ?`, before);
}

function addUse(
  db: Sqlite,
  kind: Kind,
  known: Row | undefined,
  point: { lat: number; lng: number },
): SqlValue {
  const { geo, place } = tablesOf(kind);
  if (known) {
    db.run(`UPDATE ${place} SET uses = uses + 1 WHERE id = ?`, known.id ?? null);
    return known.id ?? null;
  }
  const { lat, lng } = point;
  const { x, y, z } = unitVector(point);
  const tile = tilePlace(point);
  const added = db.get(
    `INSERT INTO ${place} (lat, lng, x, y, z, tile, tile_lat, tile_lng, uses)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1) RETURNING id`,
    ...[lat, lng, x, y, z],
    ...[tile.number, tile.lat, tile.lng],
  );
  db.run(`INSERT INTO ${geo} VALUES (?, ?, ?, ?, ?)`, added?.id ?? null, lat, lat, lng, lng);
  return added?.id ?? null;
}
