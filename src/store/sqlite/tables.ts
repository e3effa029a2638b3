/**
 * The tables of the SQLite record store: one for each kind, links, usage, the outbox, counters,
 * the change feed and documents of the service's own. A change needs a step in migrate.ts.
 */
import { allKinds } from '../../kinds/index.js';

/** → the script that creates all tables. `doc` is the whole record as JSON text. */
export function createTables(): string {
  return [
    ...allKinds.map((kind) => recordTable(`rec_${kind.name}`)),
    `CREATE TABLE rec_link (
      field TEXT NOT NULL, target INTEGER NOT NULL, id INTEGER NOT NULL,
      status TEXT NOT NULL, public_from INTEGER, start INTEGER, ends INTEGER,
      PRIMARY KEY (field, target, id)) WITHOUT ROWID;
    CREATE INDEX rec_link_start ON rec_link (field, target, start, status, public_from);
    CREATE INDEX rec_link_end ON rec_link (field, target, ends, public_from);
    CREATE INDEX rec_link_future ON rec_link (field, target, public_from) WHERE public_from > 0;
    CREATE INDEX rec_link_holder ON rec_link (id, field);
    ${usageTable()}
    ${aliasTable()}
    ${outboxTable()}
    ${changeTable()}
    ${documentTable()}
    CREATE TABLE counter (space TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;`,
  ].join('\n');
}

/** → the script that creates the table of a kind under the given name. */
function recordTable(name: string): string {
  return `CREATE TABLE ${name} (
      id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, version INTEGER NOT NULL,
      slug TEXT NOT NULL, slug_reserved INTEGER NOT NULL, external_id TEXT,
      title_key TEXT NOT NULL, parent INTEGER NOT NULL, doc TEXT NOT NULL);
    CREATE INDEX ${name}_slug ON ${name} (slug);
    CREATE UNIQUE INDEX ${name}_slug_reserved ON ${name} (slug) WHERE slug_reserved = 1;
    CREATE UNIQUE INDEX ${name}_external_id ON ${name} (external_id)
      WHERE external_id IS NOT NULL;
    CREATE INDEX ${name}_title ON ${name} (title_key);
    CREATE INDEX ${name}_parent ON ${name} (parent) WHERE parent > 0;`;
}

/** → the script that creates the table of aliases. An alias finds the last record to hold it. */
function aliasTable(): string {
  return `CREATE TABLE rec_alias (
      kind TEXT NOT NULL, alias TEXT NOT NULL, id INTEGER NOT NULL,
      PRIMARY KEY (kind, alias)) WITHOUT ROWID;`;
}

/**
 * → the script that creates the outbox. `records` and `removed` are JSON; `size` is the number of
 * records.
 */
function outboxTable(): string {
  return `CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL, records TEXT NOT NULL,
      removed TEXT NOT NULL, size INTEGER NOT NULL, position TEXT, tries INTEGER NOT NULL,
      at INTEGER NOT NULL, until INTEGER NOT NULL, refused INTEGER NOT NULL);
    CREATE INDEX outbox_due ON outbox (at, id);`;
}

/** → the script that creates the table of the change feed: one row a record. */
export function changeTable(): string {
  return `CREATE TABLE change (
      number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id INTEGER NOT NULL);
    CREATE UNIQUE INDEX change_record ON change (kind, id);
    CREATE INDEX change_kind ON change (kind);`;
}

/** → the script that creates the tables of the service's own documents. */
export function documentTable(): string {
  return `CREATE TABLE document (
      type TEXT NOT NULL, id INTEGER NOT NULL, revision INTEGER NOT NULL, doc TEXT NOT NULL,
      PRIMARY KEY (type, id)) WITHOUT ROWID;
    CREATE TABLE document_key (
      type TEXT NOT NULL, key TEXT NOT NULL, id INTEGER NOT NULL,
      PRIMARY KEY (type, key)) WITHOUT ROWID;
    CREATE INDEX document_keys ON document_key (type, id);`;
}

/**
 * Counts of links, maintained by triggers: the usage of a term with 50,000 events is read without
 * counting them. Future events are counted by each query, because they become public over time.
 */
function usageTable(): string {
  const isCounted = (row: string) => `${row}.status NOT IN ('draft', 'pending', 'trash')`;
  const isPublished = (row: string) => `coalesce(${row}.public_from = 0, 0)`;
  return `CREATE TABLE rec_usage (
      field TEXT NOT NULL, target INTEGER NOT NULL,
      published INTEGER NOT NULL, events INTEGER NOT NULL,
      PRIMARY KEY (field, target)) WITHOUT ROWID;
    CREATE TRIGGER rec_link_added AFTER INSERT ON rec_link BEGIN
      INSERT INTO rec_usage
      VALUES (new.field, new.target, ${isPublished('new')}, ${isCounted('new')})
      ON CONFLICT DO UPDATE SET published = published + excluded.published,
        events = events + excluded.events;
    END;
    CREATE TRIGGER rec_link_removed AFTER DELETE ON rec_link BEGIN
      UPDATE rec_usage SET published = published - ${isPublished('old')},
        events = events - (${isCounted('old')})
      WHERE field = old.field AND target = old.target;
    END;`;
}
