/**
 * How many public records start in a span of days within an area: those of whole map tiles are sums
 * over the counts by day, only places in tiles that the edge of the area cuts are counted by row.
 * Decision: facets and circles are sums of few counts.
 */
import type { Kind } from '../../kinds/kind.js';
import type { Box } from '../../lib/geo.js';
import type { Sqlite } from '../../lib/sqlite.js';
import { tileBox, tilesPer } from '../../lib/tiles.js';
import type { Area, Relation } from './areas.js';
import { type Pieces, sumOf } from './day-sums.js';
import { countedTest, LEVELS, tileFields } from './day-tables.js';
import { tablesOf } from './tables.js';

/** → the number of public records in all of the areas that start on the whole days. */
export function countInAreas(db: Sqlite, kind: Kind, areas: Area[], pieces: Pieces): number {
  let sum = 0;
  let cut: number[] | null = null;
  let last = 0;
  for (const { field, zoom } of tileFields(kind)) {
    const tiles = tilesOf(db, kind, {
      field,
      parents: cut,
      children: tilesPer(last) / tilesPer(zoom),
    });
    const relations = tiles.map((tile) => relationOf(areas, tileBox(tile, zoom)));
    const values = tiles.filter((_, at) => relations[at] === 'inside');
    if (values.length > 0) sum += sumOf(db, kind, { field, values }, pieces);
    cut = tiles.filter((_, at) => relations[at] === 'cut');
    last = zoom;
  }
  return sum + countByPlace(db, kind, { areas, tiles: cut ?? [], zoom: last, pieces });
}

function relationOf(areas: Area[], box: Box): Relation {
  const relations = areas.map((area) => area.relationTo(box));
  if (relations.includes('outside')) return 'outside';
  return relations.includes('cut') ? 'cut' : 'inside';
}

/** → the tiles that have records: all of the field, or those in these tiles of the zoom before. */
function tilesOf(
  db: Sqlite,
  kind: Kind,
  { field, parents, children }: { field: string; parents: number[] | null; children: number },
): number[] {
  const { days } = tablesOf(kind);
  const among = `d.field = ? AND d.level = ${LEVELS.all} AND d.value`;
  const rows =
    parents === null
      ? db.all(`SELECT d.value FROM ${days} d INDEXED BY ${days}_values WHERE ${among} >= 0`, field)
      : db.all(
          `SELECT d.value FROM json_each(?) p CROSS JOIN ${days} d INDEXED BY ${days}_values
           ON ${among} BETWEEN p.value * ${children} AND (p.value + 1) * ${children} - 1`,
          JSON.stringify(parents),
          field,
        );
  return rows.map((row) => Number(row.value));
}

function countByPlace(
  db: Sqlite,
  kind: Kind,
  { areas, tiles, zoom, pieces }: { areas: Area[]; tiles: number[]; zoom: number; pieces: Pieces },
): number {
  if (tiles.length === 0) return 0;
  const { main, place } = tablesOf(kind);
  const per = tilesPer(zoom);
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
