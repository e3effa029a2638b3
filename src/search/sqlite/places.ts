/** The distinct locations of a kind's records; each is kept while a record uses it. */
import type { Kind } from '../../kinds/kind.js';
import { unitVector } from '../../lib/geo.js';
import type { Row, Sqlite, SqlValue } from '../../lib/sqlite.js';
import { tilePlace } from '../facets.js';
import { tablesOf } from './tables.js';

/** Moves a record from location `before` to `point`. → the ID of its new location, or null. */
export function movePlace(
  db: Sqlite,
  kind: Kind,
  before: SqlValue,
  point: { lat: number; lng: number } | null,
): SqlValue {
  if (!kind.place) return null;
  const { geo, place } = tablesOf(kind);
  const known = point
    ? db.get(`SELECT id FROM ${place} WHERE lat = ? AND lng = ?`, point.lat, point.lng)
    : undefined;
  if (known && known.id === before) return before;
  // Insert the new location first, so that it cannot reuse the ID of the deleted one: that would
  // look as if the record had not moved.
  const now = point ? takePlace(db, kind, known, point) : null;
  if (before !== null) {
    db.run(`UPDATE ${place} SET uses = uses - 1 WHERE id = ?`, before);
    const gone = db.run(`DELETE FROM ${place} WHERE id = ? AND uses = 0`, before);
    if (gone > 0) db.run(`DELETE FROM ${geo} WHERE id = ?`, before);
  }
  return now;
}

function takePlace(
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
