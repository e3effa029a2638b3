/**
 * The service's limits in a table, each with its reason. A constant for only one other file is in
 * that file.
 */
export const limits = Object.freeze({
  /** How long a webhook may take to answer, ms. Contract 31. */
  webhookTimeoutMs: 15_000,
  /** Largest request body, bytes. Contract 10. */
  bodyBytes: 1024 * 1024,
  /** Bytes of a rejected body that are read and discarded before its connection is closed. */
  droppedBytes: 16 * 1024 * 1024,
  /** How long that may take before the answer, ms. */
  droppingMs: 1000,
  /** Deepest nesting of a JSON body, levels. Contract 10. */
  jsonLevels: 1000,
  /** Most parameters in one query string, and in one form or JSON body. Contract 10. */
  queryParameters: 200,
  formParameters: 1000,
  /** Longest single-line field, characters. Contract 10. */
  lineChars: 1000,
  /** Longest term name and slug, characters. Contract 10. */
  slugChars: 200,
  /** Longest key of a record in another system, characters. Contract 16.1. */
  keyChars: 255,
  /** Longest free text (description, excerpt), characters: just under the largest body. */
  textChars: 1_000_000,
  /** Longest HTML that a page cleans, characters: 0.2 s at worst. Beyond, it is shown as text. */
  shownHtmlChars: 100_000,
  /** Longest URL and any other text, characters: browsers and proxies accept this. */
  urlChars: 2048,
  /** Most items of a list that names no bound, and its length as one text, characters. */
  listItems: 500,
  listChars: 100_000,
  /** Longest search text, characters; its words and different letters that are looked for. */
  searchChars: 200,
  searchWords: 32,
  searchLetters: 64,
  /** Most corrected words of a search; with more, nothing is corrected. Contract 3.2. */
  correctedWords: 4,
  /** Words one letter away that are considered for one word, and texts made of them. */
  nearWords: 64,
  correctedTexts: 32,
  /** Records of a kind that the embedded index is made for; with more it is slower. */
  embeddedRecords: 100_000,
  /** Highest ID of a record: with its start it is one number of 64 bits in the embedded index. */
  idMax: 2 ** 29 - 1,
  /** Steps along the vocabulary in search of such words: a few ms. */
  vocabularySeeks: 2000,
  /** Last record that `page` × `per_page` can reach; cursors go further. Contract 13. */
  resultWindow: 10_000,
  /** Months back for which the dates of a series are made. Contract 29. */
  pastMonths: 12,
  /** Parts of a series: each update of it reads them all. Contract 29.3. */
  seriesParts: 50,
  /** Dates of a series that are made before the answer; the others follow. Contract 29.2. */
  firstDates: 25,
  /** Earlier dates of one event that are kept. Contract 19. */
  previousDates: 10,
  /** Most records of one answer in another format than JSON, and the default. Contract 20. */
  feedRecords: 1000,
  /** Records that such an answer reads from the index at a time. */
  feedSlice: 100,
  /** Records written before others have a turn of the event loop: about 5 ms. */
  feedTurnRecords: 25,
  /** How long caches may keep the last page of the change feed, s. Contract 30. */
  lastChangesSeconds: 5,
  /** Size from which it, or a page of changes, reads no further, bytes: it must fit into memory. */
  feedBytes: 16 * 1024 * 1024,
  /** Most categories, tags or organizers of one event. */
  relationItems: 100,
  /** Copies of all linked records in one record, bytes: MongoDB takes 16 MB. Contract 10. */
  copiesBytes: 10 * 1024 * 1024,
  /** Records merged into a survivor: it keeps their keys. Contract 18.1. */
  mergedRecords: 1000,
  /** Keys that loads give a record, and that a row lists. Contract 16.3. */
  recordKeys: 100,
  listedKeys: 200,
  /** Slugs of before that lead to a record. Contract 4.8. */
  formerSlugs: 20,
  /** Records whose names are compared in search of duplicates, and the pairs listed: memory. */
  comparedRecords: 500_000,
  mergeCandidates: 10_000,
  /** Greatest depth of a category tree; a write that would exceed it is rejected. */
  termDepth: 32,
  /** Most values of one facet. Contract 15. */
  facetValues: 50,
  /** Distinguished towns of the listing, with the most events. Contract 15, 26.11. */
  towns: 1000,
  /** Greatest age of a process's memory of them, seconds. */
  townSeconds: 60,
  /** Most categories with descendants that a facet counts with all below. */
  branches: 1000,
  /** Most map tiles that a box may hold for the facet `tiles`; all are answered. Contract 27. */
  facetTiles: 500,
  /** Records in one batch of a load, an export or a push: a few MB of memory. */
  batchRecords: 500,
  /** Rows of one batch of a load, as JSON: a batch of large rows holds fewer. */
  batchBytes: 8 * 1024 * 1024,
  /** Rows of a load whose mapping merges rows, as JSON: they are in memory together. */
  mergedBytes: 32 * 1024 * 1024,
  /** A dry run's unwritten data in memory: records as JSON, and their keys. */
  dryRunBytes: 16 * 1024 * 1024,
  dryRunKeys: 100_000,
  /** Wait of a batch of a load for its next row before it proceeds, ms. */
  batchWaitMs: 200,
  /** Rows of one batch of a load over HTTP: other requests wait for a batch. */
  bulkRows: 100,
  /** How long a load over HTTP waits for a client that neither sends nor reads, ms. */
  bulkIdleMs: 120_000,
  /** How long an idle connection is kept, ms: longer than balancers do (Google's: 600 s). */
  keepAliveMs: 620_000,
  /** How long requests wait for their turn before reads are refused, ms, and how many at most. */
  lateMs: 200,
  waitingRequests: 4096,
  /** How long the request line and headers may take to arrive, ms. */
  headersTimeoutMs: 60_000,
  /** Time for a request body, except a load's, to arrive, ms. */
  bodyTimeoutMs: 300_000,
  /** Rejected rows of a load that are reported singly; the rest is counted. */
  reportedRows: 1000,
  /** Rows of a load that may show whether the day or the month comes first. */
  formRows: 1000,
  /** Warnings of a kind that are; the rest is counted. */
  reportedWarnings: 20,
  /** Metres between the coordinates of two venues of a load that may still be the same. */
  sameVenueM: 150,
  /** Failures of the geocoder in a row after which a load asks it no more. */
  geocoderFailures: 5,
  /** Bytes that gzip may inflate to whatever its size, and how many times its size beyond. */
  inflateBytes: 64 * 1024 * 1024,
  inflateRatio: 250,
  /** Attempts at an optimistic write that conflicts with concurrent writes. */
  writeTries: 20,
  /** Longest pause before a load retries records after a conflict with another writer, ms. */
  loadRetryMs: 2000,
  /** Records with the same title that the duplicate rule compares: of a request, and of a load. */
  duplicateCandidates: 200,
  loadCandidates: 1000,
  /** First and longest pause after the index has failed, ms. */
  pushPauseMs: 500,
  pushPauseMaxMs: 30_000,
  /** Longest pause before an entry is tried again that the index refused, ms. */
  refusedPauseMaxMs: 600_000,
  /** How long a write waits for the index; the push then continues in the background, ms. */
  pushWaitMs: 2000,
  /** Lease of outbox entries to a process, ms: longer than any push. */
  leaseMs: 30_000,
  /** Most outbox entries leased at once. */
  leasedEntries: 100,
  /** How often an idle process polls the outbox, ms. */
  pollEveryMs: 1000,
  /** Records that background work reads and writes at a time: a few ms of the event loop. */
  sliceRecords: 100,
  /** Records indexed, or written to SQLite, before other work on the event loop gets a turn. */
  turnRecords: 20,
  /** How often long-running work saves its progress and extends its lease, ms. */
  saveEveryMs: 1000,
  /** How often a process checks that the index is complete, ms. */
  inspectEveryMs: 10_000,
  /** How long a process counts as running after its last announcement, ms: several checks. */
  announcedMs: 60_000,
  /** Interval of the search for trash to be erased, ms. Contract 24.2. */
  emptyTrashEveryMs: 600_000,
  /** Entries of another release that one such check rewrites for each kind. */
  renewedEntries: 200,
  /** How often the same failure of background work is logged, ms. */
  reportEveryMs: 60_000,
  /** Greatest age of terms' data in lists (counts, paths), seconds. Contract 13. */
  countSeconds: 5,
  /** Terms of a flat kind that are remembered at a time: a few MB. */
  rememberedTerms: 50_000,
  /** Cached slugs of texts, and last numbers given to equal slugs: a few MB at most. */
  rememberedSlugs: 5000,
  /** Versions in one batch when store and index are compared: a few hundred kB. */
  compareBatch: 5000,
  /** Attempts to put a batch in a rebuild, and the most comparison passes. */
  rebuildTries: 8,
  /** How long a rebuild waits for its replicas before it takes over, ms. Contract 25.2. */
  replicasMs: 300_000,
  /** How long a readiness check waits for the store, ms. */
  readyTimeoutMs: 2000,
  /** How long a backlog count is reused, ms: several probes may ask at once. */
  backlogEveryMs: 1000,
  /** Highest number of unindexed records that the backlog reports. */
  backlogCount: 100_000,
  /** Timeout of one MongoDB operation, and of server selection, ms. */
  storeTimeoutMs: 10_000,
  /** How long its answer may take, ms: longer, or a read that the server ends is sent again. */
  storeSocketMs: 12_000,
  /** How long background work waits for a record locked by a MongoDB transaction, ms. */
  heldRecordMs: 2000,
  /** Timeout of a MongoDB transaction including all its attempts and its commit, ms. */
  writeTimeoutMs: 15_000,
  /** How long to keep asking MongoDB whether a commit succeeded after its reply was lost, ms. */
  outcomeTimeoutMs: 3000,
  /** Size of the MongoDB connection pool: as many operations run concurrently. */
  storeConnections: 20,
  /** Timeout of a search in Elasticsearch, ms. */
  searchTimeoutMs: 10_000,
  /** Timeout of a bulk request to Elasticsearch, ms. */
  bulkTimeoutMs: 30_000,
  /** Calls that wait for MongoDB, and for Elasticsearch, at a time. Further ones are refused. */
  waitingCalls: 256,
  /** How long the shared counts of requests may take; then this process counts alone, ms. */
  sharedCountMs: 250,
  /** Connections to each Elasticsearch node; further concurrent searches wait. */
  searchConnections: 64,
  /** Largest body of one bulk request, bytes. Elasticsearch advises a few MB, rejects 100 MB. */
  bulkBytes: 5 * 1024 * 1024,
  /** Values that each shard returns for a facet where fewer give no exact counts of all shards. */
  facetShardValues: 10_000,
  /** Linked records with a publication date that are read for one facet. */
  facetDated: 1000,
  /** Total size of the cached answers, bytes. */
  cachedAnswersBytes: 32 * 1024 * 1024,
  /** Size of a cached answer; a longer answer is made anew each time. */
  cachedAnswerMaxBytes: 4 * 1024 * 1024,
  /** How long a SQLite statement waits for another process's write, ms. */
  busyTimeoutMs: 10_000,
  /** How long requests in progress may take after a stop signal, ms. */
  stopTimeoutMs: 10_000,
  /** How long the first process waits for a worker's answer to a probe, ms. */
  workerAnswerMs: 3000,
  /** The same stop signal within this time is one request, sent on by a parent process, ms. */
  repeatedSignalMs: 2000,
  /** First and longest pause before a worker that died young is replaced, ms. */
  restartPauseMs: 200,
  restartPauseMaxMs: 30_000,
  /** Timeout of the HEAD request for an image, ms. Contract 4.5. */
  imageTimeoutMs: 5000,
  /** Images that a load asks for at once. */
  imageChecks: 8,
  /** Timeout of fetching an image for a picture, ms, and its size, bytes. Contract 26.5. */
  pictureTimeoutMs: 10_000,
  pictureBytes: 10 * 1024 * 1024,
  /** Images that are fetched, and decoded, at a time: memory. Further ones wait, but no more. */
  pictureFetches: 8,
  pictureScalings: 2,
  waitingPictures: 500,
  /** Size of a file that a setting of the site names, bytes. Contract 26.8. */
  faceBytes: 1024 * 1024,
  /** How long a picture that cannot be had is not tried again, ms, and how many are remembered. */
  pictureFailedMs: 3_600_000,
  pictureFailures: 20_000,
  /** The same where so many images of its server were too slow, or the disk is full, ms. */
  pictureSlowTries: 4,
  pictureShortMs: 60_000,
  /** Disk space that pictures leave free for records, bytes. */
  pictureDiskFreeBytes: 100 * 1024 * 1024,
});
