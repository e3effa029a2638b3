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
  /** Longest pause before a load tries records again that somebody else was writing, ms. */
  loadRetryMs: 2000,
  /** Records with the same title looked at by the duplicate rule. */
  duplicateCandidates: 200,
  /** Entries that a drain pushes in one round. */
  drainBatch: 500,
  /** First and longest pause after the index failed, ms. */
  pushPauseMs: 500,
  pushPauseMaxMs: 30_000,
  /** How long a write waits for the index before it is answered; the push goes on behind it, ms. */
  pushWaitMs: 2000,
  /** Pushes of one process under way at once: bounds memory while the index is slow. */
  pushesUnderWay: 32,
  /** Entries whose next try is remembered; those beyond are tried at every drain. */
  deferredEntries: 10_000,
  /** Versions of one batch when store and index are compared: some hundred kB. */
  compareBatch: 5000,
  /** Tries of a batch, and comparisons, in a rebuild. */
  rebuildTries: 8,
  /** How long the store may take to say that it is there, ms. */
  readyTimeoutMs: 2000,
  /** How long a count of the backlog is told again, ms: probes come from many places. */
  backlogEveryMs: 1000,
  /** How long work that a process has taken on is left to it, ms: longer than any push takes. */
  claimMs: 30_000,
  /** Unindexed records counted for the backlog: more say nothing that these do not. */
  backlogCount: 100_000,
  /** Age from which a change or a reserved name counts as left behind by a process, ms. */
  abandonedMs: 10_000,
  /** How long MongoDB may take for one operation, and for finding a server, ms. */
  storeTimeoutMs: 10_000,
  /** Documents that one request to MongoDB changes: a slow server is done with them in time. */
  storePart: 100,
  /** Connections to MongoDB: as many operations run side by side. */
  storeConnections: 20,
  /** Targets whose usage is counted one by one, from indexes alone; more are one query. */
  usageCounts: 32,
  /** Looks at a reserved name that others change in between, before it counts as taken. */
  reserveTries: 5,
  /** How often, and how long each time, a reserved name's write is waited for, ms. */
  reserveWaits: 25,
  reserveWaitMs: 20,
  /** How long Elasticsearch may take to answer a search, ms. */
  searchTimeoutMs: 10_000,
  /** How long it may take for a bulk of entries, ms. */
  bulkTimeoutMs: 30_000,
  /** Connections to each node of Elasticsearch: more searches at once wait their turn. */
  searchConnections: 64,
  /** Largest body of one bulk request, bytes: Elasticsearch advises some MB and refuses 100. */
  bulkBytes: 5 * 1024 * 1024,
  /** Places measured at the edge of a circle at once; more in a ring of 6 cm are asked again. */
  ringPlaces: 1000,
  /** Records about equally far away whose order is made exact: what one page reads besides. */
  distanceRun: 500,
  /** Terms of each kind that are counted for lists to come, with those that one list needs. */
  countsAhead: 100,
  /** Longest text of a walk in a cursor, characters: the IDs of a page and a point in time. */
  walkChars: 8192,
  /** Points in time that a process keeps open: each holds files of an index. */
  openPits: 64,
  /** How long a point in time is kept after its last page, seconds. */
  pitSeconds: 300,
  /** Values that each shard counts for a facet: as many as there are, so that the sum is exact. */
  facetShardValues: 10_000,
  /** Linked records not public yet that are counted for a facet. */
  facetDated: 1000,
  /** Suggestions read to give the first: those that share their first 60 letters are sorted out. */
  suggestCandidates: 500,
  /** How often a process looks whether an index is being built, ms: writes miss it that long. */
  nextAliasMs: 1000,
  /** Time without progress after which a rebuild counts as broken off, ms: a slow batch fits in. */
  rebuildLeaseMs: 120_000,
  /** Pause between drains, ms. */
  drainEveryMs: 1000,
  /** How long positions of moved records are kept for walks by cursor, seconds. */
  walkSeconds: 24 * 3600,
  /** Counts kept in memory for repeated list queries. */
  countCacheEntries: 5000,
  /** The same question of anonymous readers worked out side by side: others wait for the next. */
  sameReads: 2,
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
