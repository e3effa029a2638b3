/** Sources as they are stored: where they are, how they are read, the last run. */
import { type Issue, invalidParams } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import type { Presence } from '../kinds/telling.js';
import { publicUrlIssue } from '../lib/net/network.js';
import { parseUrl } from '../lib/net/urls.js';
import type { Deps } from '../records/deps.js';
import { mapperFault, mappingsOf, OWN_COLUMNS } from '../rows/mapper.js';
import { documentsOf } from '../service/documents.js';
import type { StoredDocument } from '../store/port.js';
import { nowUtc } from '../time/now.js';
import { normalizeTimeZone } from '../time/zones.js';
import { type Credentials, credentialIssues } from './credentials.js';
import { formerId } from './former.js';
import type { MissingAction } from './source-format.js';

/** Most sources, and how often one may be fetched at the most, s. */
const SOURCES = 1000;
const EVERY_SECONDS_MIN = 900;

/**
 * The policy for events edited here: a source writes the unedited fields, all of its fields, or
 * nothing.
 */
export const authorities = ['fields', 'overwrite', 'keep'] as const;
/** The actions on coming events that the source no longer has. */
export const missingActions: readonly MissingAction[] = ['trash', 'cancel', 'keep'];

/** The values of `mapping` besides ''. */
export const sourceMappings: readonly string[] = [OWN_COLUMNS, ...mappingsOf(kinds.event)];

/** Most lines of a run that are stored. */
export const RUN_LINES = 100;

/** How a calendar is read. */
export interface SourceOptions {
  url: string;
  name: string;
  every_seconds: number;
  /** Status of new events; '': published, or private where the calendar says so. */
  status: string;
  /** Name of a category for all events, or ''. */
  category: string;
  /** Zone of times without a zone; '': the site's. */
  zone: string;
  authority: (typeof authorities)[number];
  /** '': the default of its format. */
  missing: MissingAction | '';
  /** How its rows are read: a shipped mapping, `columns`: our own names; '': as they show. */
  mapping: string;
  /** `column=field,column=field`: our own names under others, or ''. */
  columns: string;
  days_back: number;
  days_ahead: number;
  /** Its required user and password, or null. */
  credentials: Credentials | null;
}

/** The result of a run. */
export interface Run {
  date_utc: string;
  ms: number;
  outcome: 'loaded' | 'unchanged' | 'failed';
  /** Why it failed; '' when it did not. */
  reason: string;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Events outside of the days that are read, and events of this system. */
  passed_by: number;
  /** Events of which a newer version was loaded before. */
  older: number;
  /** Events that were put into the trash or called off, as the calendar no longer has them. */
  missing: number;
  /** Events that are not removed because they are too many: the operator says that they may go. */
  held: number;
  /** Events left out, rejected or missing, a line each, at most 100. */
  lines: string[];
}

/** A source as stored. */
export interface Source extends SourceOptions {
  created_utc: string;
  /** The results of the last good run: the format, and the mapping unless given; '': unknown. */
  format: string;
  found_mapping: string;
  /** Nothing is fetched before this time, ms since the epoch. */
  due_ms: number;
  /** Failed runs in a row. */
  failures: number;
  etag: string;
  last_modified: string;
  /** How often the source asked to be fetched when it was last read, s; 0: it does not say. */
  refresh_seconds: number;
  /** When the source was last read as a whole, ms since the epoch. */
  read_ms: number;
  /** How many events it had then. */
  count: number;
  last_run: Run | null;
  /** The position in a feed; absent for other formats, and before the first run. */
  feed?: FeedState | undefined;
}

/** The position in a feed. For another Marquee there is a position for each kind. */
export interface FeedState {
  isMarquee: boolean;
  /** The URLs with which the next run begins. */
  next: Partial<Record<KindName, string>>;
  /** How often each was read from its beginning, and which are being read so. */
  generation: Partial<Record<KindName, number>>;
  anew: KindName[];
  /** It lacks records that still exist here. */
  isLacking: boolean;
  /** The number of series that it has named (feed/series.ts). */
  series?: number;
  /** The first page with an event whose series was absent, and the provider's series by then. */
  waits?: { url: string; series: number } | undefined;
}

/** A stored source. */
export type StoredSource = StoredDocument<Source>;

/** The state of a source's events between runs, by UID. */
export type SourceState = Record<string, Presence>;

/** The sources. */
export const sources = documentsOf<Source>('source');

/** → the source. Throws for an unknown ID. */
export async function readSource(deps: Pick<Deps, 'store'>, id: number): Promise<StoredSource> {
  return required(await sources.find(deps, id), id);
}

/** The defaults of a source. */
const SOURCE_DEFAULTS: Omit<SourceOptions, 'url' | 'name'> = {
  every_seconds: 3600,
  status: '',
  category: '',
  zone: '',
  authority: 'fields',
  missing: '',
  mapping: '',
  columns: '',
  days_back: 30,
  days_ahead: 400,
  credentials: null,
};

/**
 * Adds a source, which is due at once. A source that was removed gets its former ID. → the source.
 * Throws `rest_invalid_param` with all faults.
 */
export async function addSource(
  deps: Deps,
  given: Partial<SourceOptions> & Pick<SourceOptions, 'url'>,
): Promise<StoredSource> {
  const options = { ...SOURCE_DEFAULTS, name: parseUrl(given.url)?.hostname ?? '', ...given };
  const rest = await sources.list(deps);
  const issues = issuesOf(deps, options, rest);
  if (rest.length >= SOURCES) {
    issues.push({ param: 'url', reason: `There are ${SOURCES} sources already.` });
  }
  if (issues.length > 0) throw invalidParams(issues);
  const value: Source = {
    ...options,
    created_utc: nowUtc(deps),
    ...UNKNOWN,
    due_ms: 0,
    failures: 0,
    etag: '',
    last_modified: '',
    refresh_seconds: 0,
    read_ms: 0,
    count: 0,
    last_run: null,
  };
  const id = await formerId(deps, options.url);
  const isBack = id !== null && (await sources.swap(deps, { id, revision: 0, value }));
  return isBack ? { type: 'source', id, revision: 1, value } : sources.add(deps, value);
}

/** Changes how a calendar is read. It is due at once, as a whole. Throws as `addSource` does. */
export async function changeSource(
  deps: Deps,
  id: number,
  options: Partial<SourceOptions>,
): Promise<StoredSource> {
  const rest = (await sources.list(deps)).filter((other) => other.id !== id);
  const before = required(await sources.find(deps, id), id).value;
  const issues = issuesOf(deps, options, rest, before);
  if (issues.length > 0) throw invalidParams(issues);
  const isOther = ['url', 'mapping', 'columns'].some((name) => name in options);
  const anew = { due_ms: 0, failures: 0, etag: '', last_modified: '', ...(isOther ? UNKNOWN : {}) };
  return required(
    await sources.change(deps, id, (source) => ({
      ...source,
      ...options,
      ...anew,
      // Its pages are read again from the first one on.
      ...(source.feed
        ? { feed: { ...source.feed, isMarquee: false, next: {}, waits: undefined } }
        : {}),
    })),
    id,
  );
}

const UNKNOWN = { format: '', found_mapping: '' };

function issuesOf(
  { outbound }: Deps,
  { url, zone, every_seconds, credentials: sent, ...options }: Partial<SourceOptions>,
  rest: readonly StoredSource[],
  before?: Source,
): Issue[] {
  const issues: Issue[] = [];
  const add = (param: string, reason: string | null) => {
    if (reason !== null) issues.push({ param, reason });
  };
  if (url !== undefined) {
    const isThere = rest.some(({ value }) => value.url === url);
    add('url', publicUrlIssue(fetchableUrl(url), outbound));
    add('url', isThere ? 'Is subscribed to already.' : null);
  }
  const credentials = sent === undefined ? (before?.credentials ?? null) : sent;
  const target = fetchableUrl(url ?? before?.url ?? '');
  issues.push(...credentialIssues(target, credentials, outbound));
  const { mapping, columns } = { ...SOURCE_DEFAULTS, ...before, ...options };
  const wanted = { mapping: mapping || undefined, columns: columns || undefined, source: null };
  add(columns === '' ? 'mapping' : 'columns', mapperFault(kinds.event, wanted));
  if (zone && !normalizeTimeZone(zone)) add('zone', 'Is no zone.');
  if (every_seconds !== undefined && every_seconds < EVERY_SECONDS_MIN) {
    add('every', `At least ${EVERY_SECONDS_MIN / 60} minutes.`);
  }
  return issues;
}

/** → the source. Throws when missing. */
export function required(found: StoredSource | null, id: number): StoredSource {
  if (!found) throw new Error(`There is no source ${id}.`);
  return found;
}

/** → the URL to fetch: webcal is https by another name. */
export const fetchableUrl = (url: string): string => url.replace(/^webcals?:/i, 'https:');
