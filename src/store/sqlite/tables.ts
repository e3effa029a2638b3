/** The tables of the SQLite record store: one for each kind, links, counters, users, images. */
import { allKinds } from '../../kinds/index.js';

/** → the script that creates what is missing. The record itself is the JSON text `doc`. */
export function createTables(): string {
  return [
    ...allKinds.map((kind) => recordTable(`rec_${kind.name}`)),
    ...allKinds.map((kind) => tombstoneTable(`gone_${kind.name}`)),
    `CREATE TABLE IF NOT EXISTS rec_link (
      field TEXT NOT NULL, target INTEGER NOT NULL, id INTEGER NOT NULL,
      status TEXT NOT NULL, public_from INTEGER, start INTEGER,
      PRIMARY KEY (field, target, id)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS rec_link_start
      ON rec_link (field, target, start, status, public_from);
    CREATE INDEX IF NOT EXISTS rec_link_future ON rec_link (field, target, public_from)
      WHERE public_from > 0;
    CREATE INDEX IF NOT EXISTS rec_link_holder ON rec_link (id, field);
    ${usageTable()}
    CREATE TABLE IF NOT EXISTS counter (
      space TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS image (
      id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, doc TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS user (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, role TEXT NOT NULL,
      token_hash TEXT NOT NULL, created_utc TEXT NOT NULL, revoked_utc TEXT);
    CREATE UNIQUE INDEX IF NOT EXISTS user_name ON user (name) WHERE revoked_utc IS NULL;
    CREATE UNIQUE INDEX IF NOT EXISTS user_token ON user (token_hash);`,
  ].join('\n');
}

// What is still to be done with a record or tombstone, and who is at it.
const MARKS = `version INTEGER NOT NULL, unindexed_at INTEGER, push_by TEXT, push_until INTEGER,
      set_aside TEXT, spread_pending INTEGER NOT NULL, spread_by TEXT, spread_until INTEGER`;

const markIndexes = (name: string): string => `
    CREATE INDEX IF NOT EXISTS ${name}_unindexed ON ${name} (id) WHERE unindexed_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS ${name}_unindexed_at ON ${name} (unindexed_at)
      WHERE unindexed_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS ${name}_set_aside ON ${name} (id) WHERE set_aside IS NOT NULL;
    CREATE INDEX IF NOT EXISTS ${name}_spread ON ${name} (id) WHERE spread_pending = 1;`;

function recordTable(name: string): string {
  return `CREATE TABLE IF NOT EXISTS ${name} (
      id INTEGER PRIMARY KEY, revision INTEGER NOT NULL,
      slug TEXT NOT NULL, slug_reserved INTEGER NOT NULL, external_id TEXT,
      title_key TEXT NOT NULL, status TEXT NOT NULL, date_utc TEXT NOT NULL,
      parent INTEGER NOT NULL, links_open INTEGER NOT NULL, links_by TEXT, links_until INTEGER,
      ${MARKS}, doc TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS ${name}_slug ON ${name} (slug);
    CREATE UNIQUE INDEX IF NOT EXISTS ${name}_slug_reserved
      ON ${name} (slug) WHERE slug_reserved = 1;
    CREATE UNIQUE INDEX IF NOT EXISTS ${name}_external_id
      ON ${name} (external_id) WHERE external_id IS NOT NULL;
    CREATE INDEX IF NOT EXISTS ${name}_title ON ${name} (title_key);
    CREATE INDEX IF NOT EXISTS ${name}_parent ON ${name} (parent) WHERE parent > 0;
    CREATE INDEX IF NOT EXISTS ${name}_future ON ${name} (date_utc) WHERE status = 'future';
    CREATE INDEX IF NOT EXISTS ${name}_links ON ${name} (id) WHERE links_open = 1;
    ${markIndexes(name)}`;
}

/** Tombstones of removed records, kept for good: an ID is never given twice. */
function tombstoneTable(name: string): string {
  return `CREATE TABLE IF NOT EXISTS ${name} (
      id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, ${MARKS});
    ${markIndexes(name)}`;
}

/**
 * Counts of links, kept by triggers in the same transaction: a term of 50,000 events is counted
 * without reading them. Future events are counted when asked, since time alone publishes them.
 */
function usageTable(): string {
  const isCounted = (row: string) => `${row}.status NOT IN ('draft', 'pending', 'trash')`;
  const isPublished = (row: string) => `coalesce(${row}.public_from = 0, 0)`;
  return `CREATE TABLE IF NOT EXISTS rec_usage (
      field TEXT NOT NULL, target INTEGER NOT NULL,
      published INTEGER NOT NULL, events INTEGER NOT NULL,
      PRIMARY KEY (field, target)) WITHOUT ROWID;
    CREATE TRIGGER IF NOT EXISTS rec_link_added AFTER INSERT ON rec_link BEGIN
      INSERT INTO rec_usage
      VALUES (new.field, new.target, ${isPublished('new')}, ${isCounted('new')})
      ON CONFLICT DO UPDATE SET published = published + excluded.published,
        events = events + excluded.events;
    END;
    CREATE TRIGGER IF NOT EXISTS rec_link_removed AFTER DELETE ON rec_link BEGIN
      UPDATE rec_usage SET published = published - ${isPublished('old')},
        events = events - (${isCounted('old')})
      WHERE field = old.field AND target = old.target;
    END;`;
}
