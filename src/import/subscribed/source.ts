/** Subscribed calendars as they are stored: where they are, how they are read, the last run. */
import { ApiError, type Issue, invalidParams } from '../../errors.js';
import { publicUrlIssue } from '../../lib/network.js';
import type { Deps } from '../../records/deps.js';
import { documentsOf } from '../../service/documents.js';
import type { StoredDocument } from '../../store/port.js';
import { nowUtc } from '../../time/now.js';
import { normalizeTimeZone } from '../../time/zones.js';
import type { RowRevision } from '../formats/format.js';

/** Most sources, and how often one may be fetched at the most, s. */
const SOURCES = 1000;
const EVERY_SECONDS_MIN = 900;

/** What a source does with events that were edited here. */
export const authorities = ['overwrite', 'keep'] as const;
/** What becomes of coming events that the calendar no longer has. */
export const missingActions = ['trash', 'cancel', 'keep'] as const;

/** Most lines of a run that are stored. */
export const RUN_LINES = 100;

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
  /** How often the calendar asked to be fetched when it was last read, s; 0: it does not say. */
  refresh_seconds: number;
  /** When the calendar was last read as a whole, ms since the epoch. */
  read_ms: number;
  /** How many events it had then. */
  count: number;
  last_run: Run | null;
}

/** A stored source. */
export type StoredSource = StoredDocument<Source>;

/** What is remembered of an event between runs. */
export interface EventState extends RowRevision {
  /** The same of its changed dates, by RECURRENCE-ID. */
  dates?: Record<string, RowRevision>;
  /** It was over, before the days that are read, when it was loaded last. */
  isOver?: boolean;
  /** Good fetches in a row without it. */
  gone: number;
  /** What was done when it was missing. */
  action?: Exclude<Source['missing'], 'keep'>;
}

/** By UID. */
export type State = Record<string, EventState>;

/** The sources. */
export const sources = documentsOf<Source>('source');

/** → the source. Throws when there is none. */
export async function readSource(deps: Pick<Deps, 'store'>, id: number): Promise<StoredSource> {
  return required(await sources.find(deps, id), id);
}

/** Adds a source, which is due at once. → it. Throws `rest_invalid_param` with all faults. */
export async function addSource(deps: Deps, options: SourceOptions): Promise<StoredSource> {
  const others = await sources.list(deps);
  const issues = issuesOf(deps, options, others);
  if (others.length >= SOURCES) {
    issues.push({ param: 'url', reason: `There are ${SOURCES} sources already.` });
  }
  if (issues.length > 0) throw invalidParams(issues);
  return sources.add(deps, {
    ...options,
    created_utc: nowUtc(deps),
    due_ms: 0,
    failures: 0,
    etag: '',
    last_modified: '',
    refresh_seconds: 0,
    read_ms: 0,
    count: 0,
    last_run: null,
  });
}

/** Changes how a calendar is read. It is due at once, as a whole. Throws as `addSource` does. */
export async function changeSource(
  deps: Deps,
  id: number,
  options: Partial<SourceOptions>,
): Promise<StoredSource> {
  const others = (await sources.list(deps)).filter((one) => one.id !== id);
  const issues = issuesOf(deps, options, others);
  if (issues.length > 0) throw invalidParams(issues);
  const anew = { due_ms: 0, failures: 0, etag: '', last_modified: '' };
  return required(
    await sources.change(deps, id, (source) => ({ ...source, ...options, ...anew })),
    id,
  );
}

function issuesOf(
  { outbound }: Deps,
  { url, zone, every_seconds }: Partial<SourceOptions>,
  others: readonly StoredSource[],
): Issue[] {
  const issues: Issue[] = [];
  const add = (param: string, reason: string | null) => {
    if (reason !== null) issues.push({ param, reason });
  };
  if (url !== undefined) {
    const isThere = others.some(({ value }) => value.url === url);
    add('url', publicUrlIssue(fetchableUrl(url), outbound));
    add('url', isThere ? 'Is subscribed to already.' : null);
  }
  if (zone && !normalizeTimeZone(zone)) add('zone', 'Is no zone.');
  if (every_seconds !== undefined && every_seconds < EVERY_SECONDS_MIN) {
    add('every', `At least ${EVERY_SECONDS_MIN / 60} minutes.`);
  }
  return issues;
}

/** → the source. Throws when there is none. */
export function required(found: StoredSource | null, id: number): StoredSource {
  if (!found) throw new Error(`There is no source ${id}.`);
  return found;
}

/** → the URL that is fetched: webcal is https by another name. */
export const fetchableUrl = (url: string): string => url.replace(/^webcals?:/i, 'https:');

/** → what went wrong, in words for the operator. */
export function reasonOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  const said = error instanceof ApiError && cause instanceof Error ? cause.message : message;
  return error instanceof ApiError || code === undefined ? said : `${said} (${code})`;
}
