/**
 * The tables of the SQLite search index, derived from the kinds: for each kind a narrow row table
 * for filters and orders, and tables for answers, words (FTS5), locations and many-valued fields
 * (links). Words and links are stored by `listed` (positions.ts). Column prefixes: f_ index field,
 * l_ label, t_ substring text, u_ usage.
 */
import { allKinds } from '../../kinds/index.js';
import { type Kind, LISTED } from '../../kinds/kind.js';
import { USAGE_FIELDS } from '../../kinds/record.js';
import type { Sqlite, SqlValue } from '../../lib/sqlite.js';
import {
  columnFields,
  dateFields,
  isSubstring,
  labelFields,
  linkFields,
  orderFields,
  valueFields,
} from '../fields.js';

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

/** → the name of the index in the order of a column. */
export const indexBy = (kind: Kind, column: string): string =>
  `${tablesOf(kind).main}_by_${column.replace(/^f_/, '')}`;

/** → the script that creates the tables and indexes. */
export function createTables(): string {
  return [
    ...allKinds.map(kindTables),
    `CREATE TABLE ix_tombstone (
      kind TEXT NOT NULL, id INTEGER NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (kind, id)) WITHOUT ROWID;
    CREATE TABLE ix_suggest (
      is_lead INTEGER NOT NULL, suffix TEXT NOT NULL, type TEXT NOT NULL, key TEXT NOT NULL,
      text TEXT NOT NULL, kind TEXT NOT NULL, id INTEGER NOT NULL,
      public_from INTEGER NOT NULL, until INTEGER NOT NULL, count INTEGER NOT NULL);
    CREATE INDEX ix_suggest_suffix
      ON ix_suggest (is_lead, suffix, type, key, text, id, public_from, until, count);
    CREATE INDEX ix_suggest_record ON ix_suggest (kind, id);
    CREATE TABLE ix_other_answer (
      kind TEXT NOT NULL, id INTEGER NOT NULL, lang TEXT NOT NULL,
      answer TEXT NOT NULL, full_answer TEXT, PRIMARY KEY (kind, id, lang)) WITHOUT ROWID;
    CREATE TABLE ix_meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;`,
  ].join('\n');
}

/** Prepares a connection: the tables of a query's sets, and views of the words. */
export function openTemporary(db: Sqlite): void {
  db.exec(`
    CREATE TEMP TABLE IF NOT EXISTS ix_words (points INTEGER, listed INTEGER PRIMARY KEY);
    CREATE TEMP TABLE IF NOT EXISTS ix_near (id INTEGER PRIMARY KEY, chord REAL, step INTEGER);
    CREATE TEMP TABLE IF NOT EXISTS ix_hits (listed INTEGER PRIMARY KEY, k0, k1, k2, k3);`);
  for (const kind of allKinds.filter((one) => !isSubstring(one))) {
    const { text, vocabulary } = tablesOf(kind);
    db.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${vocabulary}
       USING fts5vocab('main', '${text}', 'instance')`,
    );
  }
}

/** The bits of an ID in a position. */
export const ID_BITS = 29;
/** The first start that positions can represent, seconds since the epoch. */
export const FIRST = -(2 ** 33);
/** The last start. */
export const LAST = 2 ** 33 - 1;

/** → SQL of `listed`, from the columns of a kind's main table. Without dates it is the ID. */
function listedOf({ window, hiddenField }: Kind): string {
  const start = `min(max(coalesce(f_${window?.start}, 0), ${FIRST}), ${LAST})`;
  const position = window ? `((${start} - ${FIRST}) << ${ID_BITS} | id)` : 'id';
  const isShown = `public_from = 0${hiddenField ? ` AND f_${hiddenField} = ${LISTED}` : ''}`;
  return `iif(${isShown}, ${position}, ${position} | 0x8000000000000000)`;
}

/** → the columns of a kind's main table that are written, as they are declared. */
export const mainColumns = (kind: Kind): string[] => [
  ...'id version stamp public_from place words'.split(' '),
  ...USAGE_FIELDS.map((name) => `u_${name}`),
  ...columnFields(kind).map((name) => `f_${name}`),
  ...labelFields(kind).map((name) => `l_${name}`),
  ...(isSubstring(kind) ? Object.keys(kind.textFields).map((name) => `t_${name}`) : []),
];

function kindTables(kind: Kind): string {
  const { main, answer } = tablesOf(kind);
  // A join uses the index of a column only where both sides have the same type.
  const types: Record<string, string> = { id: 'INTEGER PRIMARY KEY', place: 'INTEGER' };
  const columns = mainColumns(kind).map((name) => `${name} ${types[name] ?? ''}`);
  columns.push(`listed INTEGER AS (${listedOf(kind)}) STORED`);
  return [
    `CREATE TABLE ${main} (${columns.join(', ')});
     CREATE TABLE ${answer} (id INTEGER PRIMARY KEY, answer TEXT NOT NULL, full_answer TEXT);
     CREATE INDEX ${main}_stamp ON ${main} (stamp);
     CREATE INDEX ${main}_later ON ${main} (public_from) WHERE public_from > 0;`,
    ...indexes(kind),
    ...(isSubstring(kind) ? [] : [textTable(kind)]),
    ...(kind.place ? [placeTable(kind)] : []),
    ...(linkFields(kind).length > 0 ? [linkTable(kind)] : []),
    ...(kind.window ? [dayTable(kind)] : []),
    repeatedIndex(kind, main, ['listed', 'public_from', `f_${kind.hiddenField}`]),
  ].join('\n');
}

// Its rowid is `listed`; `words` of the main table tells whether a record's row must be rewritten.
// Words of deleted rows remain until SQLite merges them; a copy of the file has no such words
// (lib/sqlite.ts).
function textTable(kind: Kind): string {
  const { text } = tablesOf(kind);
  return `CREATE VIRTUAL TABLE ${text} USING fts5(
      ${Object.keys(kind.textFields).join(', ')}, tokenize='ascii', prefix='1 2',
      content='', contentless_delete=1);`;
}

// Many records share a location, so that distances are computed once for each location. Boxes are
// read by the index of the pairs; an R*Tree is no faster, and keeps deleted values in its nodes.
function placeTable(kind: Kind): string {
  const { place } = tablesOf(kind);
  return `CREATE TABLE ${place} (
      id INTEGER PRIMARY KEY, lat REAL NOT NULL, lng REAL NOT NULL,
      x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL,
      tile INTEGER NOT NULL, tile_lat INTEGER NOT NULL, tile_lng INTEGER NOT NULL,
      is_town INTEGER NOT NULL,
      UNIQUE (lat, lng, is_town));`;
}

// A link has the dates of its record: counts of links read nothing else. Its start is in `listed`.
function linkTable(kind: Kind): string {
  const { link } = tablesOf(kind);
  const dates = linkDates(kind).map((name) => `f_${name} INTEGER,`);
  return `CREATE TABLE ${link} (
      field TEXT NOT NULL, value INTEGER NOT NULL, listed INTEGER NOT NULL, ${dates.join(' ')}
      PRIMARY KEY (field, value, listed)) WITHOUT ROWID;
    CREATE INDEX ${link}_by_listed ON ${link} (listed, field, value);
    ${repeatedIndex(kind, link, ['field', 'value', 'listed'])}`;
}

/** The test of the records that have another one before them in their series. */
export const isRepeated = ({ collapsedBy }: Kind): string => `f_${collapsedBy?.start} > -1e11`;

/** An index of these records: lists leave out some of them. */
function repeatedIndex(kind: Kind, table: string, columns: string[]): string {
  const { collapsedBy } = kind;
  if (!collapsedBy) return '';
  const all = [...columns, `f_${collapsedBy.start}`, `f_${collapsedBy.end}`].join(', ');
  return `CREATE INDEX ${table}_repeated ON ${table} (${all}) WHERE ${isRepeated(kind)};`;
}

/** The number of records that are public for good and not hidden, by the day they start (UTC). */
const dayTable = (kind: Kind): string =>
  `CREATE TABLE ${tablesOf(kind).day} (day INTEGER PRIMARY KEY, n INTEGER NOT NULL);`;

/**
 * Every index has the columns that all lists test; the index by `listed` has every tested column.
 */
function indexes(kind: Kind): string[] {
  const { main } = tablesOf(kind);
  const { window } = kind;
  const always = [
    'listed',
    'public_from',
    ...(kind.hiddenField ? [`f_${kind.hiddenField}`] : []),
    ...(kind.family.hasStatus ? ['f_status', 'f_author'] : ['u_published']),
    ...(window ? [`f_${window.start}`, `f_${window.end}`] : []),
  ];
  const tested = columnFields(kind).filter((name) => name !== 'slug');
  const all = [...always, 'place', ...tested.map((name) => `f_${name}`)];
  const starts = window ? [all] : [];
  const orders = orderFields(kind).map((name) => [`f_${name}`, 'id', ...always]);
  const values = valueFields(kind)
    .filter((name) => !orderFields(kind).includes(name))
    .map((name) => [
      `f_${name}`,
      ...always,
      ...(labelFields(kind).includes(name) ? [`l_${name}`] : []),
    ]);
  const { day, featured, last } = kind.ranked ?? {};
  const ranked = [day, featured, last?.field].flatMap((name) => (name ? [`f_${name}`] : []));
  const places = kind.place ? [['place', ...always, ...ranked]] : [];
  return [...starts, ...orders, ...values, ...places].map((columns) => {
    const [first = ''] = columns;
    return `CREATE INDEX ${indexBy(kind, first)} ON ${main} (${[...new Set(columns)].join(', ')});`;
  });
}

/** → the date fields of links: the start is in `listed`. */
export const linkDates = (kind: Kind): string[] =>
  dateFields(kind).filter((name) => name !== kind.window?.start);
