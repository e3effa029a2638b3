/**
 * A run of a source: it is fetched, changes are loaded as from a file, and missing events are
 * trashed or cancelled. A run that dies is made again, and a second run at once changes nothing
 * more. Contract 32.
 */

import { openReading } from '../import/reading.js';
import { ABSENCES } from '../kinds/claims.js';
import { kinds } from '../kinds/index.js';
import { omit } from '../lib/omit.js';
import type { Deps } from '../records/deps.js';
import { nowSeconds, nowUtc } from '../time/now.js';
import { actOnMissing } from './absence.js';
import { type Chosen, chooseItems } from './choose.js';
import { reasonOf } from './faults.js';
import { type Following, followFeed } from './feed/follow.js';
import { loadItemsOf } from './load.js';
import { readSourceItems } from './read.js';
import { bringBack } from './returned.js';
import {
  RUN_LINES,
  type Run,
  type Source,
  type SourceState,
  type StoredSource,
  sources,
} from './source.js';
import type { SourceFormat } from './source-format.js';
import { sourceFormatNamed } from './source-formats.js';
import { endState, fetchedBy, readState } from './state.js';

const kind = kinds.event;

/** The lease of a source for a process, ms. */
const LEASE_MS = 900_000;
/** After this time an unchanged calendar is read again: events come within its days, ms. */
const REREAD_MS = 86_400_000;
/** Longest pause after failures, and the longest that a calendar may ask for, s. */
const PAUSE_MAX_SECONDS = 86_400;

/** How a source is run. */
interface Running {
  /** All missing events may be removed, however many. */
  isAccepted?: boolean;
}

/**
 * Runs a source, unless another process does. → the run; null if another process has it. Faults are
 * only in the run.
 */
export async function runSource(
  deps: Deps,
  source: StoredSource,
  how: Running = {},
): Promise<Run | null> {
  const startMs = deps.now();
  const claimed = { ...source.value, due_ms: startMs + LEASE_MS };
  if (!(await sources.swap(deps, { ...source, value: claimed }))) return null;
  const current = { ...source, revision: source.revision + 1, value: claimed };
  /** Stores the progress of a run, and keeps it the only run. */
  const save = async (changes: Partial<Source>) => {
    const value = { ...current.value, ...changes, due_ms: deps.now() + LEASE_MS };
    if (!(await sources.swap(deps, { ...current, value }))) throw new Error(TAKEN);
    Object.assign(current, { revision: current.revision + 1, value });
  };
  const { run, changes } = await tryRun(deps, current, { ...how, save }).catch(
    (error: unknown): Ran => ({
      run: { ...emptyRun(deps), outcome: 'failed', reason: reasonOf(error) },
      changes: { failures: claimed.failures + 1 },
    }),
  );
  if (deps.isStopping && run.outcome === 'failed') {
    // It was cut off: another process begins at once.
    await sources.swap(deps, {
      ...current,
      value: { ...current.value, due_ms: startMs },
    });
    return null;
  }
  const ended = { ...run, lines: run.lines.slice(0, RUN_LINES), ms: deps.now() - startMs };
  const value = { ...current.value, ...changes, last_run: ended };
  const due_ms = changes.due_ms ?? nextMs(value, startMs);
  await sources.swap(deps, { ...current, value: { ...value, due_ms } });
  const level = ended.outcome === 'failed' ? 'warn' : 'info';
  deps.log[level]({ source: source.id, ...omit(ended, ['lines']) }, 'subscribed calendar');
  return ended;
}

const TAKEN = 'another process runs it by now, or it was changed';

/** → when it is fetched next: as ordered, or as the calendar asks; later after each failure. */
function nextMs({ every_seconds, refresh_seconds, failures }: Source, startMs: number): number {
  const seconds = Math.max(every_seconds, Math.min(refresh_seconds, PAUSE_MAX_SECONDS));
  const backed = Math.min(seconds * 2 ** Math.max(0, failures - 1), PAUSE_MAX_SECONDS);
  return startMs + Math.max(seconds, backed) * 1000;
}

const emptyRun = (deps: Deps): Run => ({
  date_utc: nowUtc(deps),
  ms: 0,
  outcome: 'loaded',
  reason: '',
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  passed_by: 0,
  older: 0,
  missing: 0,
  held: 0,
  lines: [],
});

interface Saving extends Running {
  save: (changes: Partial<Source>) => Promise<void>;
}

interface Ran {
  run: Run;
  changes: Partial<Source>;
}

async function tryRun(
  deps: Deps,
  { id, value }: StoredSource,
  { isAccepted = false, save }: Saving,
): Promise<Ran> {
  const known = sourceFormatNamed(value.format);
  if (known?.isFollowed) return follow(deps, known, { id, value, isAccepted, save });
  // Days go by: now and then it is read although it is the same.
  const isDue = deps.now() - value.read_ms > REREAD_MS;
  const request = isDue ? { ...value, etag: '', last_modified: '' } : value;
  const run = emptyRun(deps);
  const reading = openReading(deps);
  const got = await readSourceItems(deps, { ...request, id }, reading);
  if (!got) {
    return { run: { ...run, outcome: 'unchanged' }, changes: { failures: 0 } };
  }
  const { format, first, pages, lines } = got;
  if (format.isFollowed) return follow(deps, format, { id, value, isAccepted, save });
  // A calendar has a zone for times without one, or its reader gives it this one.
  const zone = format.reads.holds === undefined ? value.zone : '';
  const missing = value.missing || format.missing;
  const source = { ...value, id, zone, missing };
  const state = await readState(deps, id, got.items);
  const chosen = chooseItems(got.items, source, {
    state,
    nowSeconds: nowSeconds(deps),
    host: deps.roots.host,
  });
  for (const uid of chosen.over) delete state[uid];
  // The fetch took its time, and the load begins its lease anew. Throws when it is another's.
  await save({});
  await bringBack(deps, id, { chosen, state });
  await loadItemsOf(deps, kind, {
    ...{ source, run, items: chosen.items, present: fetchedBy(id, chosen), place: 'line' },
    afterBatch: () => save({}),
  });
  const notes = reading.notes.list().map(({ param, reason }) => `${param}: ${reason}`);
  run.lines.unshift(...lines);
  run.lines.push(...notes);
  const { created, updated, unchanged, rejected } = run;
  const isRead = rejected === 0 || created + updated + unchanged + chosen.passedBy > 0;
  // An answer of another form is not an empty list; a calendar is known by its first line.
  const isWhole = got.isWhole && (isRead || format.reads.holds !== undefined);
  await save({});
  if (isWhole) countAbsent(state, chosen);
  await endState(deps, id, { state, present: chosen.present });
  const missed = Object.values(state).filter(({ gone, action }) => gone > 0 && !action);
  const isActing = isWhole && missed.some(({ gone }) => gone >= ABSENCES);
  if (isActing)
    await actOnMissing(deps, { source: { ...source, dropsPast: true }, run, isAccepted });
  // Events missing once are looked for again: the same answer would hide them. Nor would the tag of
  // the first page cover the others.
  const isLacking = !isWhole || run.held > 0 || missed.some(({ gone }) => gone < ABSENCES);
  const { etag = '', 'last-modified': last_modified = '' } =
    isLacking || pages > 1 ? {} : first.headers;
  return {
    run: { ...run, passed_by: chosen.passedBy, older: chosen.older },
    changes: {
      failures: 0,
      etag,
      last_modified,
      ...(isRead && got.items.length > 0
        ? { format: format.name, found_mapping: got.mapping || value.found_mapping }
        : {}),
      refresh_seconds: format.refreshOf?.(first) ?? 0,
      read_ms: deps.now(),
      count: chosen.present.size,
    },
  };
}

/** Counts, in the state of a source, a run that lacks events. */
function countAbsent(state: SourceState, { present }: Chosen): void {
  for (const [uid, seen] of Object.entries(state)) {
    if (!present.has(uid) && !seen.action) seen.gone += 1;
  }
}

async function follow(
  deps: Deps,
  format: SourceFormat,
  { id, value, ...following }: Omit<Following, 'source' | 'run'> & { id: number; value: Source },
): Promise<Ran> {
  const source = { ...value, id, missing: value.missing || format.missing };
  const { run, changes } = await followFeed(deps, { ...following, source, run: emptyRun(deps) });
  return { run, changes: { ...changes, format: format.name } };
}
