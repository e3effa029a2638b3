/**
 * The tables of the SQLite search index, derived from the kinds: for each kind a narrow row table
 * for filters and orders, and tables for answers, words (FTS5, rowid = id), locations and
 * many-valued fields (links). Column prefixes: f_ index field, l_ label, t_ substring text, u_
 * usage.
 */
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { USAGE_FIELDS } from '../../kinds/record.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';

/** A SQL fragment and its parameters, in order. */
export interface Sql {
  sql: string;
  params: SqlValue[];
}

/** → the names of a kind's tables. */
export const tablesOf = ({ name }: Kind) => ({
  main: `ix_${name}`,
  answer: `ix_${name}_answer`,
  text: `ix_${name}_text`,
  vocabulary: `temp.ix_${name}_words`,
  place: `ix_${name}_place`,
  link: `ix_${name}_link`,
  day: `ix_${name}_day`,
});

/** → the name of the index that has the rows in the order of a column. */
export const indexBy = (kind: Kind, column: string): string =>
  `${tablesOf(kind).main}_by_${column.replace(/^f_/, '')}`;

/** → single-valued index fields, which are columns of the main table. */
export const columnFields = (kind: Kind): string[] =>
  Object.keys(kind.indexFields).filter((name) => !kind.indexFields[name]?.isMany);

/** → many-valued index fields, which are rows of the link table. */
export const linkFields = (kind: Kind): string[] =>
  Object.keys(kind.indexFields).filter((name) => kind.indexFields[name]?.isMany);

/** → fields whose original text is stored too. */
export const labelFields = (kind: Kind): string[] =>
  columnFields(kind).filter((name) => kind.indexFields[name]?.type === 'folded');

/** → the fields that windows test: of records, and of what is before them in their series. */
export const dateFields = ({ window, collapsedBy }: Kind): string[] => [
  ...[window, collapsedBy].flatMap((pair) => (pair ? [pair.start, pair.end] : [])),
  ...(window ? [window.lasting] : []),
];

/** → whether searches of the kind match substrings. */
export const isSubstring = (kind: Kind): boolean => kind.searchMode === 'substring';

/** → the fields whose values have an index: of facets, and those that records are looked up by. */
export const valueFields = (kind: Kind): string[] => {
  const fields = Object.values(kind.facets ?? {}).map(({ field }) => field);
  const lasting = kind.window ? [kind.window.lasting] : [];
  return [...new Set(['slug', 'city', 'parent', ...lasting, ...fields])].filter((name) =>
    columnFields(kind).includes(name),
  );
};

/** → the script that creates the tables and indexes. */
export function createTables(): string {
  return [
    ...allKinds.map(kindTables),
    `CREATE TABLE ix_tombstone (
      kind TEXT NOT NULL, id INTEGER NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (kind, id)) WITHOUT ROWID;
    CREATE TABLE ix_suggest (
      is_lead INTEGER NOT NULL, suffix TEXT NOT NULL, type TEXT NOT NULL, text TEXT NOT NULL,
      kind TEXT NOT NULL, id INTEGER NOT NULL,
      public_from INTEGER NOT NULL, until INTEGER NOT NULL, count INTEGER NOT NULL);
    CREATE INDEX ix_suggest_suffix
      ON ix_suggest (is_lead, suffix, type, text, id, public_from, until, count);
    CREATE INDEX ix_suggest_record ON ix_suggest (kind, id);
    CREATE TABLE ix_meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;`,
  ].join('\n');
}

/** Makes what one connection needs: the tables of a query's sets, and views of the words. */
export function openTemporary(db: Sqlite): void {
  db.exec(`
    CREATE TEMP TABLE IF NOT EXISTS ix_words (id INTEGER PRIMARY KEY, points INTEGER);
    CREATE TEMP TABLE IF NOT EXISTS ix_near (id INTEGER PRIMARY KEY, chord REAL, step INTEGER);
    CREATE TEMP TABLE IF NOT EXISTS ix_hits (id INTEGER PRIMARY KEY, k0, k1, k2, k3);`);
  for (const kind of allKinds.filter((one) => !isSubstring(one))) {
    const { text, vocabulary } = tablesOf(kind);
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${vocabulary}
       USING fts5vocab('main', '${text}', 'instance')`,
    );
  }
}

function kindTables(kind: Kind): string {
  const { main, answer } = tablesOf(kind);
  const columns = [
    'id INTEGER PRIMARY KEY',
    'version INTEGER NOT NULL',
    'stamp TEXT NOT NULL',
    'public_from INTEGER',
    'place INTEGER',
    ...USAGE_FIELDS.map((name) => `u_${name} INTEGER`),
    ...columnFields(kind).map((name) => `f_${name}`),
    ...labelFields(kind).map((name) => `l_${name} TEXT`),
    ...(isSubstring(kind) ? Object.keys(kind.textFields).map((name) => `t_${name} TEXT`) : []),
  ];
  return [
    `CREATE TABLE ${main} (${columns.join(', ')});
     CREATE TABLE ${answer} (id INTEGER PRIMARY KEY, answer TEXT NOT NULL, full_answer TEXT);
     CREATE INDEX ${main}_stamp ON ${main} (stamp);`,
    ...indexes(kind),
    ...(isSubstring(kind) ? [] : [textTable(kind)]),
    ...(kind.place ? [placeTable(kind)] : []),
    ...(linkFields(kind).length > 0 ? [linkTable(kind)] : []),
    ...(kind.window ? [dayTable(kind)] : []),
  ].join('\n');
}

// Words of deleted rows stay until SQLite merges them; a copy of the file has none (lib/sqlite.ts).
function textTable(kind: Kind): string {
  const { text } = tablesOf(kind);
  return `CREATE VIRTUAL TABLE ${text} USING fts5(
      ${Object.keys(kind.textFields).join(', ')}, tokenize='ascii', prefix='1 2');`;
}

// Many records share a location, so that distances are computed once for each location. Boxes are
// read by the index of the pairs; an R*Tree is no faster, and keeps what is deleted in its nodes.
function placeTable(kind: Kind): string {
  const { place } = tablesOf(kind);
  return `CREATE TABLE ${place} (
      id INTEGER PRIMARY KEY, lat REAL NOT NULL, lng REAL NOT NULL,
      x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
      tile INTEGER NOT NULL, tile_lat INTEGER NOT NULL, tile_lng INTEGER NOT NULL,
      UNIQUE (lat, lng));`;
}

// A link has the dates of its record, and when it is public: counts of links read nothing else.
function linkTable(kind: Kind): string {
  const { link } = tablesOf(kind);
  const dates = dateFields(kind).map((name) => `f_${name}`);
  const [start = 'id', ...others] = dates;
  const covered = ['field', 'value', ...new Set([start, 'id']), 'public_from', ...others];
  return `CREATE TABLE ${link} (
      field TEXT NOT NULL, value INTEGER NOT NULL, id INTEGER NOT NULL,
      public_from INTEGER, ${dates.map((name) => `${name} INTEGER,`).join(' ')}
      PRIMARY KEY (id, field, value)) WITHOUT ROWID;
    CREATE INDEX ${link}_by_value ON ${link} (${covered.join(', ')});`;
}

/** The number of records that are public for good and not hidden, by the day they start (UTC). */
const dayTable = (kind: Kind): string =>
  `CREATE TABLE ${tablesOf(kind).day} (day INTEGER PRIMARY KEY, n INTEGER NOT NULL);
   CREATE INDEX ${tablesOf(kind).main}_later ON ${tablesOf(kind).main} (public_from)
     WHERE public_from > 0;`;

/** Every index has the columns that all lists test; those by start have all that are tested. */
function indexes(kind: Kind): string[] {
  const { main } = tablesOf(kind);
  const start = kind.window ? [`f_${kind.window.start}`] : [];
  const always = [
    'id, public_from',
    ...(kind.hiddenField ? [`f_${kind.hiddenField}`] : []),
    ...(kind.family.hasStatus ? ['f_status', 'f_author'] : ['u_published']),
    ...(kind.window ? [`f_${kind.window.start}`, `f_${kind.window.end}`] : []),
  ];
  const tested = columnFields(kind).filter((name) => !['slug', 'title'].includes(name));
  const starts = [...start, ...(kind.window ? [`f_${kind.window.local.start}`] : [])];
  const orders = sortColumns(kind).map((column) =>
    starts.includes(column)
      ? [column, ...always, 'place', ...tested.map((name) => `f_${name}`)]
      : [column, ...always],
  );
  const isOrder = (name: string) => sortColumns(kind).includes(`f_${name}`);
  const values = valueFields(kind)
    .filter((name) => !isOrder(name))
    .map((name) => {
      const label = labelFields(kind).includes(name) ? [`l_${name}`] : [];
      return [`f_${name}`, ...start, ...always, ...label];
    });
  const { day, featured, last } = kind.ranked ?? {};
  const ranked = [day, featured, last?.field].flatMap((name) => (name ? [`f_${name}`] : []));
  const places = kind.place ? [['place', ...start, ...always, ...ranked]] : [];
  return [...orders, ...values, ...places].map((columns) => {
    const [first = ''] = columns;
    return `CREATE INDEX ${indexBy(kind, first)} ON ${main} (${[...new Set(columns)].join(', ')});`;
  });
}

/** → the columns that have the rows in order, without `id`. */
export const sortColumns = (kind: Kind): string[] => [
  ...new Set([
    ...Object.values(kind.orders).flatMap((order) =>
      order.by === 'field' && order.field && order.field !== 'id' ? [`f_${order.field}`] : [],
    ),
    ...(kind.window ? [`f_${kind.window.local.start}`] : []),
  ]),
];
