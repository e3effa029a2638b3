/** Who may import whom, and which packages are shared: read by house.test.ts. */

const BASE = ['kinds', 'time', 'lib', 'errors', 'limits'];
/** Folders below src/ (the longest match counts) → the folders or files they may import from. */
export const mayImport: Record<string, string[]> = {
  lib: [],
  time: ['lib'],
  errors: [],
  limits: [],
  settings: ['validation', 'kinds', 'lib'],
  config: ['settings', 'lib/net/site-links'],
  kinds: ['limits'],
  access: ['kinds', 'errors', 'lib'],
  validation: BASE,
  present: ['kinds', 'lib', 'time'],
  rows: BASE,
  import: [
    'rows',
    'records',
    'service',
    'series',
    'sync',
    'access',
    'store',
    'validation',
    ...BASE,
  ],
  sources: ['rows', 'import', 'records', 'service', 'sync', 'access', 'store', ...BASE],
  store: ['kinds', 'limits', 'lib'],
  // A list query is built from the list parameters after they are read.
  search: ['kinds', 'limits', 'lib', 'time', 'validation'],
  'store/sqlite': [...BASE, 'store'],
  'store/mongo': [...BASE, 'store'],
  'search/sqlite': [...BASE, 'search'],
  'search/elasticsearch': [...BASE, 'search'],
  sync: ['store', 'search', 'present', ...BASE],
  series: ['store', 'sync', 'present', ...BASE],
  service: ['store', 'search', 'sync', 'present', 'validation', 'access', 'config', ...BASE],
  records: [
    'store',
    'search',
    'series',
    'service',
    'sync',
    'present',
    'validation',
    'access',
    'config',
    ...BASE,
  ],
  pages: ['records', 'present', ...BASE],
  http: [
    'pages',
    'rows',
    'import',
    'sources',
    'records',
    'service',
    'present',
    'validation',
    'access',
    ...BASE,
  ],
  // Each file is bundled for browsers, with its packages.
  'pages/browser': [],
  'guard-ports': ['store', 'search', ...BASE],
  open: [
    'config',
    'records',
    'service',
    'series',
    'present',
    'store',
    'search',
    'store/sqlite',
    'store/mongo',
    'search/sqlite',
    'search/elasticsearch',
    'sync/backoff',
    'guard-ports',
    ...BASE,
  ],
  app: ['http', 'pages', 'records', 'service', 'access', 'time'],
  main: [
    'app',
    'open',
    'config',
    'settings',
    'http',
    'pages',
    'rows',
    'import',
    'sources',
    'records',
    'service',
    'sync',
    ...BASE,
  ],
  // Scripts report the service's address.
  // The history check ends processes at steps named by the MongoDB store.
  scripts: [
    'store/mongo/write',
    // The documents show what schemas state.
    'validation/schemas',
    // The benchmark gives the client's own helper the documents that the adapter sends.
    'search/elasticsearch/bulk',
    'present/markers',
    'app',
    'open',
    'config',
    'settings',
    'http',
    'pages',
    'records',
    'service',
    'sync',
    'rows',
    'import',
    'sources',
    'access',
    ...BASE,
  ],
};

/**
 * Lines of TypeScript that each folder below src/ has at most; `src`: the files beside the folders.
 * A commit that takes a folder past its figure changes the figure and says why.
 */
export const ROOM_LINES: Record<string, number> = {
  // Settings by language.
  src: 1280,
  access: 200,
  http: 3390,
  // The chain of readers of a file.
  import: 3830,
  kinds: 2080,
  // The log on a terminal; commas of scripts; addresses in the order of their countries.
  lib: 4435,
  // Chips that send the form, currencies of the listed events, addresses of lists of towns;
  // highlights and icons of a site, offers of empty lists.
  pages: 8310,
  present: 1780,
  records: 5460,
  // Times and spans as people write them, headers and values of other programs;
  // what messages show; parts of series; places and images of calendars; jCal.
  // Headers in eight languages; Ticketmaster; spans, cells and envelopes of other programs.
  rows: 6755,
  search: 5355,
  series: 1550,
  service: 1100,
  // Series of feeds, remembered between runs.
  sources: 3110,
  store: 3220,
  sync: 1755,
  time: 1985,
  validation: 1440,
};

/** Packages that more than one folder needs. Every other package stays in one folder. */
export const SHARED_PACKAGES: Record<string, string[]> = {
  // The benchmark compares the service with plain Koa.
  koa: ['http', 'app', 'scripts'],
  // Each memory has its own bound.
  'lru-cache': ['http', 'import', 'lib', 'records', 'service', 'sync', 'time'],
  // Calendars are written, and jCal is read.
  'ical.js': ['present', 'rows'],
  // Feeds are written, and drawings checked.
  'fast-xml-parser': ['present', 'lib'],
  // Writes that conflict, pictures, and subscribed calendars each have their turns.
  'p-limit': ['records', 'service', 'sources'],
  // Formats of answers, and languages of pages.
  negotiator: ['http', 'pages'],
  // The script that starts MongoDB asks it whether it is ready.
  mongodb: ['store/mongo', 'scripts'],
  // The benchmark compares the service with the client's own bulk helper.
  '@elastic/elasticsearch': ['search/elasticsearch', 'scripts'],
  // The build makes the ground of the map.
  geojson: ['scripts'],
  'topojson-client': ['scripts'],
  'topojson-specification': ['scripts'],
};
