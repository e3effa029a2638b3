/**
 * The tables of the SQLite record store: one for each kind, links, keys, the outbox, counters,
 * the change feed and documents of the service's own. A change needs a step in migrate.ts.
 */
import { allKinds } from '../../kinds/index.js';
import { LIVE } from '../port.js';

/**
 * → the script that creates all tables. `doc` is the whole record as JSON text. In the outbox
 * `records` and `removed` are JSON, and `size` is the number of records.
 */
export function createTables(): string {
  return [
    ...allKinds.map(({ name }) => recordTable(`rec_${name}`)),
    `CREATE TABLE rec_link (
      field TEXT NOT NULL, target INTEGER NOT NULL, id INTEGER NOT NULL,
      status TEXT NOT NULL, public_from INTEGER, start INTEGER, ends INTEGER,
      PRIMARY KEY (field, target, id)) WITHOUT ROWID;
    CREATE INDEX rec_link_holder ON rec_link (id, field);
    ${usageIndex}
    ${keyTable}
    CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL, records TEXT NOT NULL,
      removed TEXT NOT NULL, size INTEGER NOT NULL, position TEXT, tries INTEGER NOT NULL,
      at INTEGER NOT NULL, until INTEGER NOT NULL, refused INTEGER NOT NULL);
    CREATE INDEX outbox_due ON outbox (at, id);
    ${changeTable}
    ${documentTable}
    CREATE TABLE counter (space TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;`,
  ].join('\n');
}

/** → the script that creates the table of a kind under the given name. */
function recordTable(name: string): string {
  return `CREATE TABLE ${name} (
      id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, version INTEGER NOT NULL,
      slug_key TEXT NOT NULL, slug_reserved INTEGER NOT NULL,
      title_key TEXT NOT NULL, parent INTEGER NOT NULL, live_until TEXT NOT NULL,
      doc TEXT NOT NULL);
    CREATE INDEX ${name}_slug ON ${name} (slug_key, slug_reserved DESC, live_until DESC, id);
    CREATE UNIQUE INDEX ${name}_slug_reserved ON ${name} (slug_key) WHERE slug_reserved = 1;
    CREATE INDEX ${name}_title ON ${name} (title_key);
    CREATE INDEX ${name}_parent ON ${name} (parent) WHERE parent > 0;
    ${trashIndex(name)}`;
}

/** → the script that creates the index of removed records. */
const trashIndex = (name: string): string =>
  `CREATE INDEX ${name}_trash ON ${name} (id, live_until) WHERE ${isRemoved};`;

/** The condition of a removed record. */
export const isRemoved = `live_until < '${LIVE}'`;

/** Covers the query that counts usage: 50,000 events of a category take 10 ms. */
const usageIndex =
  'CREATE INDEX rec_link_usage ON rec_link (field, target, start, ends, status, public_from);';

/** Keys: `n` is the order of writing, `told` is JSON. */
const keyTable = `CREATE TABLE rec_key (
      n INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, id INTEGER NOT NULL,
      "of" INTEGER NOT NULL, told TEXT);
    CREATE UNIQUE INDEX rec_key_key ON rec_key (kind, key);
    CREATE INDEX rec_key_id ON rec_key (kind, id);
    CREATE INDEX rec_key_of ON rec_key (kind, "of") WHERE "of" > 0;`;

/** The change feed: one row a record. */
const changeTable = `CREATE TABLE change (
      number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id INTEGER NOT NULL);
    CREATE UNIQUE INDEX change_record ON change (kind, id);
    CREATE INDEX change_kind ON change (kind);`;

/** The service's own documents. */
const documentTable = `CREATE TABLE document (
      type TEXT NOT NULL, id INTEGER NOT NULL, revision INTEGER NOT NULL, doc TEXT NOT NULL,
      PRIMARY KEY (type, id)) WITHOUT ROWID;
    CREATE TABLE document_key (
      type TEXT NOT NULL, key TEXT NOT NULL, id INTEGER NOT NULL,
      PRIMARY KEY (type, key)) WITHOUT ROWID;
    CREATE INDEX document_keys ON document_key (type, id);`;
