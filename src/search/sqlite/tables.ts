/**
 * The tables of the SQLite search index, derived from the kinds. Each kind has a narrow table for
 * filters and orders, and tables for answers, words (FTS5), coordinates (R*Tree) and many-valued
 * fields (links), and counts by day. Column prefixes: f_ index field, l_ label, t_ substring text,
 * u_ usage.
 */
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Usage } from '../../kinds/record.js';
import { dayTables } from './day-tables.js';
import { textRow } from './text-row.js';

/** The fields of `Usage`, each a column. */
export const USAGE_FIELDS: (keyof Usage)[] = [
  'published',
  'events',
  'last_start_published',
  'last_start',
];

/** → the names of a kind's tables. */
export const tablesOf = (kind: Kind) => ({
  main: `ix_${kind.name}`,
  answer: `ix_${kind.name}_answer`,
  text: `ix_${kind.name}_text`,
  geo: `ix_${kind.name}_geo`,
  place: `ix_${kind.name}_place`,
  link: `ix_${kind.name}_link`,
  days: `ix_${kind.name}_days`,
});

/** → single-valued index fields, which are columns of the main table. */
export const columnFields = (kind: Kind): string[] =>
  Object.keys(kind.indexFields).filter((name) => !kind.indexFields[name]?.isMany);

/** → many-valued index fields, which are rows of the link table. */
export const linkFields = (kind: Kind): string[] =>
  Object.keys(kind.indexFields).filter((name) => kind.indexFields[name]?.isMany);

/** → fields whose original text is stored too. */
export const labelFields = (kind: Kind): string[] =>
  columnFields(kind).filter((name) => kind.indexFields[name]?.type === 'folded');

/** → whether searches of the kind match substrings. */
export const isSubstring = (kind: Kind): boolean => kind.searchMode === 'substring';

/** → the fields by which lists can be ordered, without `id`. */
export const sortFields = (kind: Kind): string[] => [
  ...new Set(
    Object.values(kind.orders).flatMap((order) =>
      order.by === 'field' && order.field && order.field !== 'id' ? [order.field] : [],
    ),
  ),
];

/** → the script that creates missing tables and indexes. */
export function createTables(): string {
  return [
    ...allKinds.map(kindTables),
    `CREATE TABLE IF NOT EXISTS ix_tombstone (
      kind TEXT NOT NULL, id INTEGER NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (kind, id)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS ix_suggest (
      is_lead INTEGER NOT NULL, suffix TEXT NOT NULL, type TEXT NOT NULL, text TEXT NOT NULL,
      kind TEXT NOT NULL, id INTEGER NOT NULL, public_from INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS ix_suggest_suffix
      ON ix_suggest (is_lead, suffix, type, text, id, public_from);
    CREATE INDEX IF NOT EXISTS ix_suggest_record ON ix_suggest (kind, id);
    CREATE TABLE IF NOT EXISTS ix_meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;`,
  ].join('\n');
}

function kindTables(kind: Kind): string {
  const { main, answer, text, geo, place, link } = tablesOf(kind);
  const columns = [
    'id INTEGER PRIMARY KEY',
    'version INTEGER NOT NULL',
    'revision INTEGER NOT NULL',
    'stamp TEXT NOT NULL',
    'public_from INTEGER',
    'place INTEGER',
    ...USAGE_FIELDS.map((name) => `u_${name} INTEGER`),
    ...columnFields(kind).map((name) => `f_${name}`),
    ...labelFields(kind).map((name) => `l_${name} TEXT`),
    ...(isSubstring(kind)
      ? Object.keys(kind.textFields).map((name) => `t_${name} TEXT`)
      : [`text_row INTEGER GENERATED ALWAYS AS (${textRow(kind)}) VIRTUAL`]),
  ];
  const script = [
    `CREATE TABLE IF NOT EXISTS ${main} (${columns.join(', ')});`,
    `CREATE TABLE IF NOT EXISTS ${answer}
       (id INTEGER PRIMARY KEY, answer TEXT NOT NULL, full_answer TEXT);`,
    `CREATE INDEX IF NOT EXISTS ${main}_public_from ON ${main} (public_from)
      WHERE public_from > 0;`,
    `CREATE INDEX IF NOT EXISTS ${main}_stamp ON ${main} (stamp);`,
    ...indexedColumns(kind).map((name) => columnIndex(kind, main, name)),
  ];
  if (!isSubstring(kind)) {
    script.push(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${text} USING fts5(
        ${Object.keys(kind.textFields).join(', ')}, content='', contentless_delete=1,
        detail='column', tokenize='ascii', prefix='1 2 3');`,
    );
  }
  if (kind.place) {
    // Many records share a location. Distances are computed once for each location, and an index
    // has the records of each location in the order of their start.
    script.push(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${geo} USING rtree(id, south, north, west, east);`,
      `CREATE TABLE IF NOT EXISTS ${place} (
        id INTEGER PRIMARY KEY, lat REAL NOT NULL, lng REAL NOT NULL,
        x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
        tile INTEGER NOT NULL, tile_lat INTEGER NOT NULL, tile_lng INTEGER NOT NULL,
        uses INTEGER NOT NULL,
        UNIQUE (lat, lng));`,
      `CREATE INDEX IF NOT EXISTS ${place}_tile ON ${place} (tile);`,
      columnIndex(kind, main, 'place'),
    );
  }
  if (linkFields(kind).length > 0) {
    script.push(
      `CREATE TABLE IF NOT EXISTS ${link} (
        field TEXT NOT NULL, value INTEGER NOT NULL, id INTEGER NOT NULL, start INTEGER,
        PRIMARY KEY (id, field, value)) WITHOUT ROWID;`,
      `CREATE INDEX IF NOT EXISTS ${link}_by_value ON ${link} (field, value, start, id);`,
    );
  }
  const fields = { columns: columnFields(kind), labels: labelFields(kind) };
  script.push(dayTables(kind, { ...tablesOf(kind), ...fields }));
  return script.join('\n');
}

/** Fields looked up by value; their indexes have the events of each value ordered by start. */
const LOOKUPS = ['slug', 'city', 'country', 'parent', 'featured', 'is_online', 'place'];

/** → the columns that need an index: of orders and of lookups. */
function indexedColumns(kind: Kind): string[] {
  const lookups = LOOKUPS.filter((name) => columnFields(kind).includes(name));
  return [...new Set([...sortFields(kind), ...lookups])];
}

// Each index includes the columns that every list tests, so that counts read no table rows.
function columnIndex(kind: Kind, main: string, name: string): string {
  const column = name === 'place' ? name : `f_${name}`;
  const tested = [
    ...(LOOKUPS.includes(name) && kind.window ? [`f_${kind.window.start}`] : []),
    'id',
    'public_from',
    ...(kind.family.hasStatus ? ['f_status', 'f_author'] : ['u_published']),
    ...(kind.hiddenField ? [`f_${kind.hiddenField}`] : []),
    ...(kind.window ? [`f_${kind.window.start}`, `f_${kind.window.end}`] : []),
  ].filter((tested, at, all) => tested !== column && all.indexOf(tested) === at);
  const columns = [column, ...tested].join(', ');
  return `CREATE INDEX IF NOT EXISTS ${main}_by_${name} ON ${main} (${columns});`;
}
