/**
 * How many public records start in a span of days within an area: those of whole map tiles are sums
 * over the counts by day, only places in tiles that the edge of the area cuts are counted by row.
 * Decision: facets and circles are sums of few counts.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Box } from '../../lib/geo.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { tileBox, tilesIn, tilesPer, tilesTouched } from '../../lib/tiles.js';
import type { Area, Relation } from './areas.js';
import { type Pieces, sumOf } from './day-sums.js';
import { countedTest, LEVELS, TILE } from './day-tables.js';
import { tablesOf } from './tables.js';

/** → the number of public records in all of the areas that start on the whole days. */
export function countInAreas(db: Sqlite, kind: Kind, areas: Area[], pieces: Pieces): number {
  const { field, zoom } = TILE;
  const values: number[] = [];
  const cut: number[] = [];
  for (const tile of fewTiles(areas) ?? tilesOf(db, kind)) {
    const relation = relationOf(areas, tileBox(tile, zoom));
    if (relation === 'inside') values.push(tile);
    if (relation === 'cut') cut.push(tile);
  }
  const sum = values.length > 0 ? sumOf(db, kind, { field, values }, pieces) : 0;
  return sum + countByPlace(db, kind, { areas, tiles: cut, pieces });
}

/** Tiles that are tried without a look at which of them have places. */
const FEW_TILES = 64;

/** → the tiles that the first area touches; null: they are many. */
function fewTiles([area]: Area[]): number[] | null {
  const boxes = area?.boxes ?? [];
  const count = boxes.reduce((sum, box) => sum + tilesIn(box, TILE.zoom), 0);
  if (count > FEW_TILES) return null;
  return [...new Set(boxes.flatMap((box) => tilesTouched(box, TILE.zoom)))];
}

/** → the tiles that have places. */
function tilesOf(db: Sqlite, kind: Kind): number[] {
  const { days } = tablesOf(kind);
  const rows = db.all(
    `SELECT value FROM ${days} INDEXED BY ${days}_values
     WHERE field = '${TILE.field}' AND value >= 0 AND level = ${LEVELS.all}`,
  );
  return rows.map((row) => Number(row.value));
}

function relationOf(areas: Area[], box: Box): Relation {
  const relations = areas.map((area) => area.relationTo(box));
  if (relations.includes('outside')) return 'outside';
  return relations.includes('cut') ? 'cut' : 'inside';
}

function countByPlace(
  db: Sqlite,
  kind: Kind,
  { areas, tiles, pieces }: { areas: Area[]; tiles: number[]; pieces: Pieces },
): number {
  if (tiles.length === 0) return 0;
  const { main, place } = tablesOf(kind);
  const per = tilesPer(TILE.zoom);
  const row = db.get(
    `SELECT count(*) AS n FROM json_each(?) t
     CROSS JOIN ${place} pl ON pl.tile BETWEEN t.value * ${per} AND (t.value + 1) * ${per} - 1
     CROSS JOIN ${main} e ON e.place = pl.id AND e.f_${kind.window?.start} BETWEEN ? AND ?
     WHERE ${areas.map(({ test }) => test.sql).join(' AND ')} AND ${countedTest(kind, 'e.')}`,
    JSON.stringify(tiles),
    pieces.inner.from,
    pieces.inner.to,
    ...areas.flatMap(({ test }) => test.params),
  );
  return Number(row?.n ?? 0);
}
