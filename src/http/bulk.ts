/**
 * POST /{kind}/bulk: the rows of the body are loaded as they arrive, and the answer reports
 * each as soon as it is stored. Source: Contract 16.2.
 */
import { Readable } from 'node:stream';
import { canEditOthers } from '../access/roles.js';
import { ApiError, forbidden, type Issue, internalError, invalidParams } from '../errors.js';
import { withDates } from '../import/dated.js';
import type { DayForm } from '../import/days.js';
import { isEncoding } from '../import/decode.js';
import { dryDeps, isTriedId } from '../import/dry-run.js';
import type { OnMatch } from '../import/entry.js';
import { formatOfMedia } from '../import/formats/index.js';
import { loadItems } from '../import/items.js';
import { mappedBy } from '../import/map-row.js';
import type { RowMapper } from '../import/mapping.js';
import { mappings } from '../import/mappings/index.js';
import { ownColumns, readColumns } from '../import/own-columns.js';
import { openReading } from '../import/reading.js';
import { recognising } from '../import/recognise.js';
import { readRows } from '../import/rows.js';
import { noCounts, type RowReport, runLoad } from '../import/run.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { validate } from '../validation/compile.js';
import type { Context } from './context.js';
import { dropRest } from './middleware/body.js';

/** The content type of the answer: a JSON object a line. */
const NDJSON_TYPE = 'application/x-ndjson; charset=UTF-8';

/** Loads the rows of the body. */
export async function loadBody(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  const { parameters, caller } = ctx.state;
  const { values, issues } = validate('queries/bulk.json', parameters, 'query');
  if (ctx.is('multipart/*')) {
    issues.push({ param: 'Content-Type', reason: 'The body must be the rows themselves.' });
  }
  const encoding = ctx.request.charset || undefined;
  if (encoding !== undefined && !isEncoding(encoding)) {
    issues.push({ param: 'Content-Type', reason: 'Its charset is unknown.' });
  }
  const mapper = openMapper(kind, values, issues);
  if (issues.length > 0 || !mapper) throw invalidParams(issues);
  if (!canEditOthers(caller)) throw forbidden(caller === null);
  const onMatch = values.on_match as OnMatch;
  const [isDryRun, isImageStrict] = [values.dry_run === true, values.strict_images === true];
  const dates = values.dates as DayForm | undefined;
  const loading = { caller, mapper, onMatch, encoding, isDryRun, isImageStrict, dates };
  ctx.set('Content-Type', NDJSON_TYPE);
  // Compression would hold lines back.
  ctx.compress = false;
  const body = Readable.from(answerRows(deps, kind, ctx, loading), { highWaterMark: 1 });
  const ended = new Promise<void>((resolve) => body.once('close', resolve));
  deps.loads.add(ended);
  void ended.then(() => deps.loads.delete(ended));
  ctx.body = body;
}

function openMapper(kind: Kind, values: JsonObject, issues: Issue[]): RowMapper | null {
  const { mapping: name, columns } = values;
  const source = values.source === undefined ? null : `${values.source}`;
  const refuse = (param: string, reason: string): null => {
    issues.push({ param, reason });
    return null;
  };
  if (name === undefined) {
    try {
      const named = columns === undefined ? undefined : readColumns(kind, `${columns}`);
      const own = ownColumns(kind, { columns: named, source });
      return named ? own : recognising(kind, own, source);
    } catch (error) {
      return refuse('columns', error instanceof Error ? error.message : String(error));
    }
  }
  if (columns !== undefined) return refuse('columns', 'Excludes a mapping.');
  const mapping = mappings.find((one) => one.name === name && one.kind === kind.name);
  const names = mappings.filter((one) => one.kind === kind.name).map((one) => one.name);
  const choices = names.length > 0 ? `Those of ${kind.route}: ${names.join(', ')}.` : '';
  return mapping
    ? mappedBy(mapping, source)
    : refuse('mapping', `There is no such mapping. ${choices}`);
}

interface Loading {
  caller: Context['state']['caller'];
  mapper: RowMapper;
  onMatch: OnMatch;
  isImageStrict: boolean;
  /** Of the body, where its type names one. */
  encoding: string | undefined;
  isDryRun: boolean;
  /** Whether the day or the month comes first in `12/05/2026`. */
  dates: DayForm | undefined;
}

/** Yields the lines of the answer, those of a batch together; the last one is the summary. */
async function* answerRows(
  deps: Deps,
  kind: Kind,
  ctx: Context,
  { caller, mapper, onMatch, isImageStrict, encoding, isDryRun, dates }: Loading,
): AsyncGenerator<string> {
  const { req } = ctx;
  const reading = openReading(deps);
  // The content decides whether JSON is one document or a line for each row.
  const format = ctx.is('json') ? undefined : (formatOfMedia(ctx.get('Content-Type')) ?? undefined);
  const counts = noCounts();
  const target = isDryRun ? dryDeps(deps) : deps;
  // A client that neither sends nor reads for so long is gone, unless it waits for us.
  const onWork = (isAtWork: boolean) => void req.setTimeout(isAtWork ? 0 : limits.bulkIdleMs);
  req.on('timeout', () => req.destroy());
  onWork(false);
  // The answer goes on when a load ends before its body does.
  const bytes = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  try {
    const read = { kind: kind.name, format, charset: encoding, columns: mapper.columns };
    const rows = readRows({ bytes }, { ...reading, ...read });
    const reports = runLoad(target, kind, {
      caller,
      onMatch,
      isImageStrict,
      counts,
      items: withDates(loadItems(rows, mapper, reading.notes), dates),
      isDryRun,
      size: limits.bulkRows,
      waitMs: limits.batchWaitMs,
      onWork,
      signal: deps.ending.signal,
    });
    for await (const batch of reports) {
      for (const { result } of batch) {
        deps.metrics.count('marquee_loaded_rows_total', { outcome: result.outcome });
      }
      yield batch.map(toLines).join('');
    }
    onWork(false);
    const passedBy = reading.notes.list();
    yield toLine({
      summary: counts,
      complete: true,
      dry_run: isDryRun,
      ...(passedBy.length > 0 ? { notes: byParam(passedBy) } : {}),
    });
  } catch (error) {
    const apiError = error instanceof ApiError ? error : internalError(error);
    // A client that has gone, and a stop, are no faults.
    const isFault = !(req.destroyed && !req.complete) && !deps.ending.signal.aborted;
    if (isFault) {
      deps.log.error({ err: apiError.cause ?? error, code: apiError.code }, 'a load ended');
    }
    onWork(false);
    yield toLine({ summary: counts, complete: false, dry_run: isDryRun, code: apiError.code });
  } finally {
    await dropRest(ctx);
  }
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;

/** → a line of the answer for each line of the body that the report is about. */
function toLines({ lines, result, warnings }: RowReport): string {
  const id = result.outcome === 'rejected' ? undefined : result.record?.id;
  const common = {
    status: result.outcome,
    ...(id === undefined || isTriedId(id) ? {} : { id }),
    ...(result.outcome === 'rejected' ? { code: result.code, params: byParam(result.issues) } : {}),
  };
  return lines
    .map((line) => {
      const own = warnings.filter((warning) => warning.line === line);
      return toLine({
        line,
        ...common,
        ...(own.length > 0 ? { warnings: byParam(own) } : {}),
      });
    })
    .join('');
}

function byParam(issues: readonly Issue[]): Record<string, string> {
  const reasons = new Map<string, string>();
  for (const { param, reason } of issues) {
    const before = reasons.get(param);
    reasons.set(param, before === undefined ? reason : `${before}; ${reason}`);
  }
  return Object.fromEntries(reasons);
}
