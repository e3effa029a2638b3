/** Subscribed calendars as they are stored: where they are, how they are read, the last run. */
import { ApiError, type Issue, invalidParams } from '../../errors.js';
import { publicUrlIssue } from '../../lib/network.js';
import { limits } from '../../limits.js';
import type { Deps } from '../../records/deps.js';
import type { StoredDocument } from '../../store/port.js';
import { nowUtc } from '../../time/now.js';
import { normalizeTimeZone } from '../../time/zones.js';

/** Most sources, and how often one may be fetched at the most, s. */
const SOURCES = 1000;
const EVERY_SECONDS_MIN = 900;

/** What a source does with events that were edited here. `merge`: edited fields stay. */
export const authorities = ['overwrite', 'keep', 'merge'] as const;
/** What becomes of coming events that the calendar no longer has. */
export const missingActions = ['trash', 'cancel', 'keep'] as const;

/** How a calendar is read. */
export interface SourceOptions {
  url: string;
  name: string;
  every_seconds: number;
  /** Status of new events; '': published, or private where the calendar says so. */
  status: string;
  /** Name of a category that all events get; '': none. */
  category: string;
  /** Zone of times that name none; '': the site's. */
  zone: string;
  authority: (typeof authorities)[number];
  missing: (typeof missingActions)[number];
  days_back: number;
  days_ahead: number;
}

/** What became of one run. */
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
  /** What was left out, rejected or is missing, a line each, at most 100. */
  lines: string[];
}

/** A source as stored. */
export interface Source extends SourceOptions {
  created_utc: string;
  /** Nothing is fetched before this time, ms since the epoch. */
  due_ms: number;
  /** Failed runs in a row. */
  failures: number;
  etag: string;
  last_modified: string;
  /** When the calendar was last read as a whole, ms since the epoch. */
  read_ms: number;
  /** How many events it had then. */
  count: number;
  last_run: Run | null;
}

/** A stored source. */
export type StoredSource = StoredDocument<Source>;

type StoreDeps = Pick<Deps, 'store'>;

/** → the sources, ascending by ID. */
export const listSources = ({ store }: StoreDeps): Promise<StoredSource[]> =>
  store.documents.list<Source>('source');

/** Stores a source in the place of the one that was read. → whether nobody else was faster. */
export const swapSource = (
  { store }: StoreDeps,
  document: StoredDocument<Source | null>,
): Promise<boolean> => store.documents.swap(document);

/** → the source. Throws when there is none. */
export async function readSource(deps: StoreDeps, id: number): Promise<StoredSource> {
  const [found] = await deps.store.documents.list<Source>('source', { id });
  if (!found) throw new Error(`There is no source ${id}.`);
  return found;
}

/** Adds a source, which is due at once. → it. Throws `rest_invalid_param` with all faults. */
export async function addSource(deps: Deps, options: SourceOptions): Promise<StoredSource> {
  const { url, zone, every_seconds } = options;
  const reason = publicUrlIssue(fetchableUrl(url), deps.outbound);
  const issues: Issue[] = [
    ...(reason === null ? [] : [{ param: 'url', reason }]),
    ...(zone === '' || normalizeTimeZone(zone) ? [] : [{ param: 'zone', reason: 'Is no zone.' }]),
    ...(every_seconds >= EVERY_SECONDS_MIN
      ? []
      : [{ param: 'every', reason: `At least ${EVERY_SECONDS_MIN / 60} minutes.` }]),
  ];
  for (let tries = 0; tries < limits.writeTries; tries += 1) {
    const others = await listSources(deps);
    if (others.some(({ value }) => value.url === url)) {
      issues.push({ param: 'url', reason: 'Is subscribed to already.' });
    }
    if (others.length >= SOURCES) {
      issues.push({ param: 'url', reason: `There are ${SOURCES} sources already.` });
    }
    if (issues.length > 0) throw invalidParams(issues);
    const value: Source = {
      ...options,
      created_utc: nowUtc(deps),
      due_ms: 0,
      failures: 0,
      etag: '',
      last_modified: '',
      read_ms: 0,
      count: 0,
      last_run: null,
    };
    const added = { type: 'source', id: (others.at(-1)?.id ?? 0) + 1, revision: 0, value } as const;
    if (await swapSource(deps, added)) return { ...added, revision: 1 };
  }
  throw new Error('sources are added by others all the time');
}

/** Removes a source and what is known of its events. The events stay. → the source as it was. */
export async function removeSource(deps: Deps, id: number): Promise<StoredSource> {
  for (;;) {
    const found = await readSource(deps, id);
    if (!(await swapSource(deps, { ...found, value: null }))) continue;
    const [known] = await deps.store.documents.list('source-state', { id });
    if (known) await deps.store.documents.swap({ ...known, value: null });
    return found;
  }
}

/** → the URL that is fetched: webcal is https by another name. */
export const fetchableUrl = (url: string): string => url.replace(/^webcals?:/i, 'https:');

/** → what went wrong, in words for the operator. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  const said = error instanceof ApiError && cause instanceof Error ? cause.message : message;
  return error instanceof ApiError || code === undefined ? said : `${said} (${code})`;
}
