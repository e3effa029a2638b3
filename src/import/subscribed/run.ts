/**
 * One run of a subscribed calendar: it is fetched, what has changed is loaded as from a file, and
 * what it no longer has is put into the trash or called off. A run that dies is made again, and a
 * second one at once changes nothing more. Contract 32.
 */
import { kinds } from '../../kinds/index.js';
import { turn } from '../../lib/turn.js';
import type { Deps } from '../../records/deps.js';
import { serviceCaller } from '../../service/users.js';
import { nowSeconds, nowUtc } from '../../time/now.js';
import type { FormatOptions, RowItem } from '../formats/format.js';
import { ical } from '../formats/ical.js';
import { loadItems } from '../items.js';
import { ownColumns } from '../own-columns.js';
import { openReading } from '../reading.js';
import { readRows } from '../rows.js';
import { noCounts, runLoad } from '../run.js';
import { ABSENCES } from '../told.js';
import { type Chosen, chooseRows, nameOfSource } from './choose.js';
import { type Fetched, fetchCalendar } from './fetch.js';
import { bringBack, lookForMissing } from './missing.js';
import {
  RUN_LINES,
  type Run,
  reasonOf,
  type Source,
  type StoredSource,
  sources,
} from './source.js';
import { endState, readState } from './state.js';

const kind = kinds.event;

/** How long no other process runs a source that one has begun, ms. */
const LEASE_MS = 900_000;
/** After this time a calendar is read though it is the same: events come within its days, ms. */
const REREAD_MS = 86_400_000;
/** Longest pause after failures, and the longest that a calendar may ask for, s. */
const PAUSE_MAX_SECONDS = 86_400;
/** Rows that are read before others have a turn of the event loop. */
const TURN_ROWS = 50;

/**
 * Runs a source, unless another process does. → the run; null: another process does it. What goes
 * wrong is in the run and nowhere else.
 */
export async function runSource(deps: Deps, source: StoredSource): Promise<Run | null> {
  const startMs = deps.now();
  const claimed = { ...source.value, due_ms: startMs + LEASE_MS };
  if (!(await sources.swap(deps, { ...source, value: claimed }))) return null;
  const own = { ...source, revision: source.revision + 1, value: claimed };
  const { run, changes } = await tryRun(deps, own).catch(
    (error: unknown): Ran => ({
      run: { ...emptyRun(deps), outcome: 'failed', reason: reasonOf(error) },
      changes: { failures: claimed.failures + 1 },
    }),
  );
  if (deps.isStopping && run.outcome === 'failed') {
    // It was cut off: another process begins at once.
    await sources.swap(deps, { ...own, value: { ...claimed, due_ms: startMs } });
    return null;
  }
  const ended = { ...run, ms: deps.now() - startMs };
  const value = { ...claimed, ...changes, last_run: ended };
  await sources.swap(deps, { ...own, value: { ...value, due_ms: nextMs(value, startMs) } });
  const { lines: _, ...counts } = ended;
  const level = ended.outcome === 'failed' ? 'warn' : 'info';
  deps.log[level]({ source: source.id, ...counts }, 'subscribed calendar');
  return ended;
}

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
  lines: [],
});

interface Ran {
  run: Run;
  changes: Partial<Source>;
}

async function tryRun(deps: Deps, { id, value }: StoredSource): Promise<Ran> {
  // Days go by: now and then it is read although it is the same.
  const isDue = deps.now() - value.read_ms > REREAD_MS;
  const request = isDue ? { ...value, etag: '', last_modified: '' } : value;
  const fetched = await fetchCalendar(deps, request);
  const run = emptyRun(deps);
  if (!fetched) {
    return { run: { ...run, outcome: 'unchanged' }, changes: { failures: 0 } };
  }
  const state = await readState(deps, id);
  const reading = openReading(deps);
  const chosen = chooseRows(
    await rowsOf(value, fetched, reading),
    { ...value, id },
    { state, nowSeconds: nowSeconds(deps), host: deps.roots.host },
  );
  for (const uid of chosen.over) delete state[uid];
  await bringBack(deps, id, { chosen, state });
  const loaded = await load(deps, { ...value, id }, { run, chosen });
  const notes = reading.notes.list().map(({ param, reason }) => `${param}: ${reason}`);
  const told = { ...loaded, lines: [...loaded.lines, ...notes].slice(0, RUN_LINES) };
  const ended = await lookForMissing(deps, { ...value, id }, { run: told, chosen, state });
  await endState(deps, id, { state, present: chosen.present });
  // What it lacks once is looked for again: the same answer would say nothing of it.
  const isLacking = Object.values(state).some(({ gone }) => gone > 0 && gone < ABSENCES);
  return {
    run: { ...ended, passed_by: chosen.passedBy, older: chosen.older },
    changes: {
      failures: 0,
      etag: isLacking ? '' : fetched.etag,
      last_modified: isLacking ? '' : fetched.lastModified,
      refresh_seconds: fetched.refreshSeconds,
      read_ms: deps.now(),
      count: chosen.present.size,
    },
  };
}

async function rowsOf(
  { zone }: Source,
  { bytes, charset }: Fetched,
  reading: FormatOptions,
): Promise<RowItem[]> {
  const rows: RowItem[] = [];
  async function* all() {
    yield bytes;
  }
  const options = { ...reading, kind: kind.name, format: ical, zone: zone || undefined, charset };
  for await (const item of readRows({ bytes: all() }, options)) {
    if (rows.push(item) % TURN_ROWS === 0) await turn();
  }
  return rows;
}

async function load(
  deps: Deps,
  { id, authority }: Source & { id: number },
  { run, chosen }: { run: Run; chosen: Chosen },
): Promise<Run> {
  const counts = noCounts();
  async function* rows() {
    yield* chosen.items;
  }
  const reports = runLoad(deps, kind, {
    // Texts of strangers are cleaned as those of authors are.
    caller: { ...(await serviceCaller(deps)), role: 'author' },
    items: loadItems(rows(), ownColumns(kind)),
    counts,
    source: nameOfSource(id),
    present: chosen.keys,
    onMatch: authority === 'keep' ? 'skip' : 'update',
    signal: deps.ending.signal,
  });
  const lines: string[] = [];
  for await (const batch of reports) {
    for (const { lines: at, result, warnings } of batch) {
      const issues = result.outcome === 'rejected' ? result.issues : warnings;
      for (const { param, reason } of issues) {
        lines.push(`line ${at.join(', ')}: ${result.outcome}: ${param}: ${reason}`);
      }
      lines.splice(RUN_LINES);
    }
  }
  const { created, updated, unchanged, rejected } = counts;
  return { ...run, created, updated, unchanged, rejected, lines };
}
