/** The distinct locations of a kind's records; each is there while a record uses it. */
import type { Kind } from '../../kinds/kind.js';
import { unitVector } from '../../lib/geo.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import { tilePlace } from '../facets.js';
import { indexBy, tablesOf } from './tables.js';

/** → the ID of a location, which is added if it is new; null: the record has none. */
export function takePlace(
  db: Sqlite,
  kind: Kind,
  point: { lat: number; lng: number } | null,
): SqlValue {
  if (!kind.place || !point) return null;
  const { place } = tablesOf(kind);
  const { lat, lng } = point;
  const stored = db.get(`SELECT id FROM ${place} WHERE lat = ? AND lng = ?`, lat, lng);
  if (stored) return stored.id ?? null;
  const { x, y, z } = unitVector(point);
  const tile = tilePlace(point);
  const added = db.get(
    `INSERT INTO ${place} (lat, lng, x, y, z, tile, tile_lat, tile_lng)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    ...[lat, lng, x, y, z],
    ...[tile.number, tile.lat, tile.lng],
  );
  return added?.id ?? null;
}

/** Removes those of the locations that no record uses any more. */
export function dropUnused(db: Sqlite, kind: Kind, ids: readonly SqlValue[]): void {
  const { main, place } = tablesOf(kind);
  for (const id of new Set(ids)) {
    if (id === null) continue;
    const isUsed = `SELECT 1 FROM ${main} INDEXED BY ${indexBy(kind, 'place')} WHERE place = ?`;
    if (db.get(`${isUsed} LIMIT 1`, id)) continue;
    db.run(`DELETE FROM ${place} WHERE id = ?`, id);
  }
}
