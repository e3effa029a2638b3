/**
 * POST /{kind}/bulk: the rows of the body are loaded as they arrive, and the answer reports
 * each as soon as it is stored. Source: Contract 16.2.
 */
import { Readable } from 'node:stream';
import { canEditOthers } from '../access/roles.js';
import { ApiError, forbidden, type Issue, internalError, invalidParams } from '../errors.js';
import { dryDeps, isTriedId } from '../import/dry-run.js';
import type { OnMatch } from '../import/entry.js';
import { readItems } from '../import/reading.js';
import { type LoadRun, noCounts, type RowReport, runLoad } from '../import/run.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { DayForm } from '../rows/columns/days.js';
import { formatOfMedia } from '../rows/formats/index.js';
import { mapperFault, mapperFor } from '../rows/mapper.js';
import type { RowMapper } from '../rows/mapping.js';
import { isEncoding } from '../rows/read/decode.js';
import { validate } from '../validation/compile.js';
import { readLang } from '../validation/texts.js';
import type { Context } from './context.js';
import { dropRest } from './middleware/body.js';

/** The content type of the answer: a JSON object a line. */
const NDJSON_TYPE = 'application/x-ndjson; charset=UTF-8';

/** Loads the rows of the body. */
export async function loadBody(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  const { parameters, caller } = ctx.state;
  const { values, issues } = validate('queries/bulk.json', parameters, 'query');
  const { lang, issues: ofLang } = readLang(values.lang, deps.site.languages);
  issues.push(...ofLang);
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
  // The content decides whether JSON is one document or a line for each row.
  const format = ctx.is('json') ? undefined : (formatOfMedia(ctx.get('Content-Type')) ?? undefined);
  const reading = {
    mapper,
    dates: values.dates as DayForm | undefined,
    read: { kind: kind.name, format, charset: encoding },
  };
  const options = {
    caller,
    onMatch: values.on_match as OnMatch,
    isImageStrict: values.strict_images === true,
    isDryRun: values.dry_run === true,
    lang,
  };
  ctx.set('Content-Type', NDJSON_TYPE);
  // Compression would hold lines back.
  ctx.compress = false;
  const rows = answerRows(deps, kind, ctx, { reading, options });
  const body = Readable.from(rows, { highWaterMark: 1 });
  const ended = new Promise<void>((resolve) => body.once('close', resolve));
  deps.loads.add(ended);
  void ended.then(() => deps.loads.delete(ended));
  ctx.body = body;
}

function openMapper(kind: Kind, values: JsonObject, issues: Issue[]): RowMapper | null {
  const [mapping, columns] = [values.mapping, values.columns].map((value) =>
    value === undefined ? undefined : `${value}`,
  );
  const source = values.source === undefined ? null : `${values.source}`;
  const fault = mapperFault(kind, { mapping, columns, source });
  if (fault === null) return mapperFor(kind, { mapping, columns, source });
  issues.push({ param: columns === undefined ? 'mapping' : 'columns', reason: fault });
  return null;
}

interface Loading {
  reading: Parameters<typeof readItems>[2];
  options: Pick<LoadRun, 'caller' | 'onMatch' | 'isImageStrict' | 'isDryRun' | 'lang'>;
}

/** Yields the lines of the answer, by batch; the last line is the summary. */
async function* answerRows(
  deps: Deps,
  kind: Kind,
  ctx: Context,
  { reading, options }: Loading,
): AsyncGenerator<string> {
  const { req } = ctx;
  const counts = noCounts();
  const { isDryRun } = options;
  const target = isDryRun ? dryDeps(deps) : deps;
  // A client that neither sends nor reads for so long is gone, unless it waits for us.
  const onWork = (isAtWork: boolean) => void req.setTimeout(isAtWork ? 0 : limits.bulkIdleMs);
  req.on('timeout', () => req.destroy());
  onWork(false);
  // The answer continues when a load ends before its body does.
  const bytes = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  try {
    const { items, notes } = readItems(deps, { bytes }, reading);
    const reports = runLoad(target, kind, {
      ...options,
      counts,
      notes,
      items,
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
    const passedBy = notes.list();
    yield toLine({
      summary: counts,
      complete: true,
      dry_run: isDryRun,
      ...(passedBy.length > 0 ? { notes: byParam(passedBy) } : {}),
    });
  } catch (error) {
    const apiError = error instanceof ApiError ? error : internalError(error);
    // A departed client, and a stop, are not faults.
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
      const ofLine = warnings.filter((warning) => warning.line === line);
      return toLine({
        line,
        ...common,
        ...(ofLine.length > 0 ? { warnings: byParam(ofLine) } : {}),
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
