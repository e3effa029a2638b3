/**
 * Every bound of the service in one table, each with its reason.
 * What can grow is bounded here and nowhere else.
 */
export const limits = Object.freeze({
  /** Largest request body, bytes. Contract 10. */
  bodyBytes: 1024 * 1024,
  /** Longest single-line field, characters. Contract 10. */
  lineChars: 1000,
  /** Longest term name and slug, characters. Contract 10. */
  slugChars: 200,
  /** Longest free text (description, excerpt), characters; the body bound is met first. */
  textChars: 1_000_000,
  /** Longest URL, characters: what browsers and proxies take. */
  urlChars: 2048,
  /** Items of one list parameter (ids, slugs): keeps SQL and query bodies small. */
  listItems: 100,
  /** Words of one search that count; a longer text is refused. */
  searchWords: 32,
  /** Longest search text, characters. */
  searchChars: 200,
  /** How deep `page` × `per_page` reaches; deeper goes by cursor. beyond.md 3. */
  resultWindow: 10_000,
  /** Categories, tags or organizers of one event. */
  relationItems: 100,
  /** Levels of a category tree that are followed; deeper is refused on write. */
  termDepth: 32,
  /** Values of one facet. beyond.md 5. */
  facetValues: 50,
  /** Suggestions of one answer. */
  suggestMax: 20,
  /** Keys of one `fields` parameter. */
  fieldsItems: 100,
  /** Records of one batch in loads, rebuilds and spreads: a few MB of memory. */
  batchRecords: 500,
  /** Events changed before the answer when a venue, organizer or term changes; the rest follow. */
  spreadInline: 500,
  /** Tries of an optimistic write that met a concurrent one. */
  writeTries: 20,
  /** Records with the same title looked at by the duplicate rule. */
  duplicateCandidates: 200,
  /** Entries that a drain pushes in one round. */
  drainBatch: 500,
  /** Pause between drains, ms. */
  drainEveryMs: 1000,
  /** How long positions of moved records are kept for walks by cursor, seconds. */
  walkSeconds: 24 * 3600,
  /** Counts kept in memory for repeated list queries. */
  countCacheEntries: 5000,
  /** Answers kept for the second they were made in, bytes. */
  keptAnswerBytes: 32 * 1024 * 1024,
  /** Searches whose matches are kept for further pages and combinations: some MB of memory. */
  hitSets: 64,
  /** Candidates counted to find the most selective way into a list query. */
  estimateRows: 4000,
  /** How long a SQLite statement waits for another process's write, ms. */
  busyTimeoutMs: 10_000,
  /** How long the requests under way may take once a stop was asked for, ms. */
  stopTimeoutMs: 10_000,
  /** HEAD request for an image, ms. Contract 4.5. */
  imageTimeoutMs: 5000,
});
