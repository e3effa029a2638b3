/**
 * Every bound of the service in one table, each with its reason.
 * What can grow is bounded here and nowhere else.
 */
export const limits = Object.freeze({
  /** Largest request body, bytes. Contract 10. */
  bodyBytes: 1024 * 1024,
  /** How much of a refused body is read and dropped before its connection is ended, bytes. */
  droppedBytes: 16 * 1024 * 1024,
  /** Parameters of one query string, and of one form. Contract 3.1. */
  queryParameters: 200,
  formParameters: 1000,
  /** Longest single-line field, characters. Contract 10. */
  lineChars: 1000,
  /** Longest term name and slug, characters. Contract 10. */
  slugChars: 200,
  /** Longest free text (description, excerpt), characters; the body bound is met first. */
  textChars: 1_000_000,
  /** Longest URL, characters: what browsers and proxies take. */
  urlChars: 2048,
  /** Items of one list parameter (IDs, slugs). Contract 3.1. */
  listItems: 500,
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
  /** Records of one batch in loads, rebuilds and spreads: a few MB of memory. */
  batchRecords: 500,
  /** Tries of an optimistic write that met a concurrent one. */
  writeTries: 20,
  /** Longest pause before a load tries records again that somebody else was writing, ms. */
  loadRetryMs: 2000,
  /** Records with the same title looked at by the duplicate rule. */
  duplicateCandidates: 200,
  /** First and longest pause after the index failed, ms. */
  pushPauseMs: 500,
  pushPauseMaxMs: 30_000,
  /** How long a write waits for the index before it is answered; the push goes on behind it, ms. */
  pushWaitMs: 2000,
  /** How long outbox entries are left to the process that leased them, ms: longer than any push. */
  leaseMs: 30_000,
  /** Outbox entries leased at once. */
  leasedEntries: 100,
  /** How often a process asks the outbox for work when it has none, ms. */
  pollEveryMs: 1000,
  /** Records that background work reads and writes at a time: some ms of the event loop. */
  sliceRecords: 100,
  /** Records whose index entries are made, or put into SQLite, before requests have their turn. */
  turnRecords: 20,
  /** How often long work keeps how far it is, ms. */
  saveEveryMs: 1000,
  /** How often a process looks whether the index is whole, ms. */
  inspectEveryMs: 10_000,
  /** Entries of another release that are made anew at each look. */
  renewedEntries: 200,
  /** How often the same fault of background work is logged, ms. */
  reportEveryMs: 60_000,
  /** Age of the counts of terms inside answers, seconds. beyond.md 3. */
  countSeconds: 5,
  /** Terms whose counts are remembered: some MB. */
  rememberedCounts: 50_000,
  /** Records that lists are filtered by and that are remembered, by ID or slug. */
  rememberedItems: 5000,
  /** Versions of one batch when store and index are compared: some hundred kB. */
  compareBatch: 5000,
  /** Tries of a batch, and comparisons, in a rebuild. */
  rebuildTries: 8,
  /** How long the store may take to say that it is there, ms. */
  readyTimeoutMs: 2000,
  /** How long a count of the backlog is told again, ms: probes come from many places. */
  backlogEveryMs: 1000,
  /** Unindexed records counted for the backlog: more say nothing that these do not. */
  backlogCount: 100_000,
  /** How long MongoDB may take for one operation, and for finding a server, ms. */
  storeTimeoutMs: 10_000,
  /** How long background work waits for a record that a transaction of MongoDB holds. */
  heldRecordMs: 2000,
  /** How long a transaction on MongoDB may take, all its tries together, ms. */
  writeTimeoutMs: 15_000,
  /** How long MongoDB is asked whether a commit was made whose answer is lost, ms. */
  outcomeTimeoutMs: 3000,
  /** Documents that one request to MongoDB changes: a slow server is done with them in time. */
  storePart: 100,
  /** Connections to MongoDB: as many operations run side by side. */
  storeConnections: 20,
  /** How long Elasticsearch may take to answer a search, ms. */
  searchTimeoutMs: 10_000,
  /** How long it may take for a bulk of entries, ms. */
  bulkTimeoutMs: 30_000,
  /** Connections to each node of Elasticsearch: more searches at once wait their turn. */
  searchConnections: 64,
  /** Largest body of one bulk request, bytes: Elasticsearch advises some MB and refuses 100. */
  bulkBytes: 5 * 1024 * 1024,
  /** Values that each shard counts for a facet: as many as there are, so that the sum is exact. */
  facetShardValues: 10_000,
  /** Linked records not public yet that are counted for a facet. */
  facetDated: 1000,
  /** Suggestions read to give the first: those that share their first 60 letters are sorted out. */
  suggestCandidates: 500,
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
