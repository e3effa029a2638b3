/** The areas of a filter by coordinates, a circle and a box: tests of places and of map tiles. */
import {
  type Box,
  boxesAround,
  boxesOf,
  chordSquared,
  distanceM,
  type GeoFilter,
  type Point,
  unitVector,
} from '../../lib/geo.js';

/** A SQL fragment about a place, and its parameters. */
export interface PlaceTest {
  sql: string;
  params: number[];
}

/** Where the places of a box are. */
export type Relation = 'inside' | 'outside' | 'cut';

/** A circle or a box of a filter. */
export interface Area {
  /** They hold every place of the area. */
  boxes: Box[];
  /** The exact test of a row `pl` of the places. */
  test: PlaceTest;
  /** → where all places of a box are; `cut` where it is not sure. The box is small: a map tile. */
  relationTo(box: Box): Relation;
}

/** A place may be so far outside of the tile it is counted in, because of rounding. */
const MARGIN_M = 1;
const MARGIN_DEGREES = 1e-5;

/** → the areas that a record must be in, all of them; none: the filter has no point and no box. */
export function areasOf({ point, radiusM, box }: GeoFilter): Area[] {
  return [
    ...(point && radiusM !== undefined ? [circle(point, radiusM)] : []),
    ...(box ? [boxArea(boxesOf(box))] : []),
  ];
}

/**
 * → the squared chord between row `alias` and a point. It grows with the distance and needs no
 * trigonometry.
 */
export function chordTo(point: Point, alias: string): PlaceTest {
  const { x, y, z } = unitVector(point);
  const squared = (axis: string) => `(${alias}${axis} - ?) * (${alias}${axis} - ?)`;
  return {
    sql: `(${squared('x')} + ${squared('y')} + ${squared('z')})`,
    params: [x, x, y, y, z, z],
  };
}

function circle(point: Point, radiusM: number): Area {
  const chord = chordTo(point, 'pl.');
  return {
    boxes: boxesAround(point, radiusM),
    test: {
      // Negated twice, because the driver binds numbers between 0 and 2.2e-16 as 0.
      sql: `${chord.sql} <= -?`,
      params: [...chord.params, -chordSquared(radiusM)],
    },
    relationTo: ({ west, east, south, north }) => {
      const centre = { lat: (south + north) / 2, lng: (west + east) / 2 };
      const corners = [south, north].map((lat) => distanceM(centre, { lat, lng: east }));
      const reach = Math.max(...corners) + MARGIN_M;
      const distance = distanceM(point, centre);
      if (distance + reach <= radiusM) return 'inside';
      return distance - reach > radiusM ? 'outside' : 'cut';
    },
  };
}

function boxArea(boxes: Box[]): Area {
  const one = '(pl.lat BETWEEN ? AND ? AND pl.lng BETWEEN ? AND ?)';
  return {
    boxes,
    test: {
      sql: `(${boxes.map(() => one).join(' OR ')})`,
      params: boxes.flatMap((box) => [box.south, box.north, box.west, box.east]),
    },
    relationTo: (tile) => {
      const [west, east] = [tile.west - MARGIN_DEGREES, tile.east + MARGIN_DEGREES];
      const [south, north] = [tile.south - MARGIN_DEGREES, tile.north + MARGIN_DEGREES];
      const isInside = boxes.some(
        (box) => box.west <= west && east <= box.east && box.south <= south && north <= box.north,
      );
      if (isInside) return 'inside';
      const isTouched = boxes.some(
        (box) => box.west <= east && west <= box.east && box.south <= north && south <= box.north,
      );
      return isTouched ? 'cut' : 'outside';
    },
  };
}
