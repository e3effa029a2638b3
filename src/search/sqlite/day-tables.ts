/**
 * Counts of public, not hidden records by the day on which they start, kept by triggers: the total
 * of a list between two dates is a sum over days, not a count of rows. Decision: totals are sums
 * over days.
 */
import type { Kind } from '../../kinds/kind.js';
import type { SqlValue } from '../../lib/sqlite.js';
import { tilesPer } from '../../lib/tiles.js';
import type { SearchDocument } from '../port.js';

/** Days of one block: a sum over two years reads some 20 blocks and at most 62 days. */
export const BLOCK_DAYS = 32;
/** The levels of counts: by day, by block of days, over all time. */
export const LEVELS = { day: 0, block: 1, all: 2 } as const;
/** Seconds from year 0 to 1970, so that days are counted from 0. */
export const EPOCH_SECONDS = 62_167_219_200;
/** Seconds of a day, UTC. */
export const DAY_SECONDS = 86_400;

/** → the fields whose values are counted by day: those of facets and of filters by value. */
export function countedFields(kind: Kind): string[] {
  const filtered = Object.values(kind.filters).flatMap((one) =>
    one.filter === 'equals' || one.filter === 'anyOf' || one.filter === 'related' ? one.field : [],
  );
  const counted = Object.values(kind.facets ?? {}).map(({ field }) => field);
  return kind.window ? [...new Set([...filtered, ...counted])] : [];
}

/** The field that counts records by map tile, and the zoom of these tiles: 240 km at 40° N. */
export const TILE = { field: 'tile', zoom: 7 };
/** The tile of records without coordinates. */
const NO_TILE = -1;

/** → whether records are counted by map tile. */
export const isCountedByTile = (kind: Kind): boolean =>
  kind.window !== undefined && kind.place !== undefined;

/** → the start of a record that is counted by day (public, not hidden); else null. */
export function countedStart(kind: Kind, { publicFrom, values }: SearchDocument): SqlValue {
  const isHidden = kind.hiddenField !== undefined && values[kind.hiddenField] === 1;
  if (!kind.window || publicFrom !== 0 || isHidden) return null;
  return (values[kind.window.start] ?? null) as SqlValue;
}

/** → the test of a row for the same; `prefix`: of its columns. */
export function countedTest({ window, hiddenField }: Kind, prefix: string): string {
  const isShown = hiddenField ? ` AND ${prefix}f_${hiddenField} = 0` : '';
  return `${prefix}public_from = 0${isShown} AND ${prefix}f_${window?.start} IS NOT NULL`;
}

/** The tables and columns of a kind that its counts depend on. */
export interface CountedTables {
  main: string;
  link: string;
  place: string;
  days: string;
  /** Index fields that are columns of `main`, and those with a label beside them. */
  columns: string[];
  labels: string[];
}

/**
 * → the script of the table and its triggers; '' for kinds without dates. A row counts the records
 * of one value (and one spelling, `label`) that start on a day (`at`, from year 0), in a block, or
 * at all. Fields named like the window count every record, by start and by end, as value 0; the
 * field of tiles counts them by place.
 */
export function dayTables(kind: Kind, tables: CountedTables): string {
  if (!kind.window) return '';
  const { main, link, days } = tables;
  const add = (row: 'new' | 'old', sign: 1 | -1) => `INSERT INTO ${days}
      VALUES ${columnCounts(kind, tables, { row, sign }).join(', ')}
      ON CONFLICT DO UPDATE SET n = n + excluded.n;`;
  const addLink = (row: 'new' | 'old', sign: 1 | -1) => `INSERT INTO ${days}
      VALUES ${linkCounts(row, sign).join(', ')}
      ON CONFLICT DO UPDATE SET n = n + excluded.n;`;
  const isCounted = (row: string) => countedTest(kind, `${row}.`);
  const columns = (row: string) =>
    countedColumns(kind, tables)
      .map((name) => `${row}${name}`)
      .join(', ');
  const isChanged = `(${columns('old.')}) IS NOT (${columns('new.')})`;
  const script = [
    `CREATE TABLE IF NOT EXISTS ${days} (
      field TEXT NOT NULL, value NOT NULL, level INTEGER NOT NULL, at INTEGER NOT NULL,
      label TEXT NOT NULL, n INTEGER NOT NULL,
      PRIMARY KEY (field, value, level, at, label)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${days}_top ON ${days} (field, n) WHERE level = ${LEVELS.all};
    CREATE INDEX IF NOT EXISTS ${days}_values ON ${days} (field, value)
      WHERE level = ${LEVELS.all};
    CREATE TRIGGER IF NOT EXISTS ${main}_added AFTER INSERT ON ${main}
      WHEN ${isCounted('new')} BEGIN ${add('new', 1)} END;
    CREATE TRIGGER IF NOT EXISTS ${main}_removed AFTER DELETE ON ${main}
      WHEN ${isCounted('old')} BEGIN ${add('old', -1)} END;
    CREATE TRIGGER IF NOT EXISTS ${main}_changed_from AFTER UPDATE ON ${main}
      WHEN ${isCounted('old')} AND ${isChanged} BEGIN ${add('old', -1)} END;
    CREATE TRIGGER IF NOT EXISTS ${main}_changed_to AFTER UPDATE ON ${main}
      WHEN ${isCounted('new')} AND ${isChanged} BEGIN ${add('new', 1)} END;`,
  ];
  if (countedFields(kind).some((name) => kind.indexFields[name]?.isMany)) {
    script.push(
      `CREATE TRIGGER IF NOT EXISTS ${link}_added AFTER INSERT ON ${link}
        WHEN new.start IS NOT NULL BEGIN ${addLink('new', 1)} END;
      CREATE TRIGGER IF NOT EXISTS ${link}_removed AFTER DELETE ON ${link}
        WHEN old.start IS NOT NULL BEGIN ${addLink('old', -1)} END;`,
    );
  }
  return script.join('\n');
}

/** → the columns that the counts of a record depend on. */
function countedColumns(kind: Kind, { columns, labels }: CountedTables): string[] {
  const counted = countedFields(kind).filter((name) => columns.includes(name));
  const { start, end } = kind.window ?? { start: '', end: '' };
  const fields = [start, end, ...(kind.hiddenField ? [kind.hiddenField] : []), ...counted];
  return [
    'public_from',
    ...(isCountedByTile(kind) ? ['place'] : []),
    ...[...new Set(fields)].map((name) => `f_${name}`),
    ...counted.filter((name) => labels.includes(name)).map((name) => `l_${name}`),
  ];
}

/** → the rows that a record of the main table adds: three for each counted column. */
function columnCounts(
  kind: Kind,
  { place, columns, labels }: CountedTables,
  { row, sign }: { row: string; sign: number },
): string[] {
  const { start, end } = kind.window ?? { start: '', end: '' };
  const at = `${row}.f_${start}`;
  const none = { label: "''", sign };
  return [
    ...levels(`'${start}', 0`, at, none),
    ...levels(`'${end}', 0`, `coalesce(${row}.f_${end}, ${at})`, none),
    ...countedFields(kind)
      .filter((name) => columns.includes(name))
      .flatMap((name) => {
        const label = labels.includes(name) ? `coalesce(${row}.l_${name}, '')` : "''";
        return levels(`'${name}', coalesce(${row}.f_${name}, '')`, at, { label, sign });
      }),
    ...(isCountedByTile(kind)
      ? levels(`'${TILE.field}', ${tileOf(place, row)}`, at, { label: "''", sign })
      : []),
  ];
}

function tileOf(place: string, row: string): string {
  const tile = `SELECT tile / ${tilesPer(TILE.zoom)} FROM ${place} WHERE id = ${row}.place`;
  return `coalesce((${tile}), ${NO_TILE})`;
}

const linkCounts = (row: string, sign: number): string[] =>
  levels(`${row}.field, ${row}.value`, `${row}.start`, { label: "''", sign });

function levels(
  value: string,
  seconds: string,
  { label, sign }: { label: string; sign: number },
): string[] {
  // The driver binds numbers over 2^31 (dates after 2038) as REAL.
  const day = `CAST((${seconds} + ${EPOCH_SECONDS}) / ${DAY_SECONDS} AS INTEGER)`;
  return [
    `(${value}, ${LEVELS.day}, ${day}, ${label}, ${sign})`,
    `(${value}, ${LEVELS.block}, ${day} / ${BLOCK_DAYS}, ${label}, ${sign})`,
    // Over all time spellings do not matter: its counts bound those of every window.
    `(${value}, ${LEVELS.all}, 0, '', ${sign})`,
  ];
}
