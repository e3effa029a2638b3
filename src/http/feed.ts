/** Chooses the format of an answer, and answers in formats besides JSON. Source: Contract 20. */
import { createHash, type Hash } from 'node:crypto';
import Negotiator from 'negotiator';
import type { Issue } from '../errors.js';
import type { FormatName, Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { ALL_LANGUAGES } from '../kinds/texts.js';
import { omit } from '../lib/omit.js';
import { inTurns } from '../lib/turn.js';
import { limits } from '../limits.js';
import { feedTitle } from '../pages/list/feed-title.js';
import type { Answered } from '../present/answered.js';
import type { FeedWriter, Output } from '../present/formats/format.js';
import { formats } from '../present/formats/registry.js';
import { asTexts, withQuery } from '../present/links.js';
import type { Deps } from '../records/deps.js';
import { type ListAnswer, readSlices } from '../records/list/list.js';
import { aboutSite } from '../records/present-one.js';
import { ONE_LANGUAGE, readLang } from '../validation/texts.js';
import type { AnswerFormat, Context } from './context.js';

const byMediaType = new Map<string, FormatName>(
  Object.values(formats).map(({ mediaType, name }) => [mediaType, name]),
);

/** → whether the kind is answered in this format. */
export const isFormatOf = (kind: Kind, name: string): name is AnswerFormat =>
  name === 'json' || (kind.formats ?? []).some((format) => format === name);

/**
 * → the format of a read, and an issue when suffix and `format` differ. A `format` that the kind
 * does not have is left to validation. Sets `Vary`.
 */
export function formatOf(kind: Kind, ctx: Context): { format: AnswerFormat; issues: Issue[] } {
  if (!kind.formats) return { format: 'json', issues: [] };
  ctx.vary('Accept');
  const { suffix, parameters } = ctx.state;
  const { format } = parameters;
  const sent = typeof format === 'string' ? format.toLowerCase() : format;
  if (suffix !== undefined) {
    const isAnother = typeof sent === 'string' && sent !== suffix && isFormatOf(kind, sent);
    const issue = { param: 'format', reason: `The path asks for ${suffix}.` };
    return { format: suffix, issues: isAnother ? [issue] : [] };
  }
  if (typeof sent === 'string' && isFormatOf(kind, sent)) return { format: sent, issues: [] };
  // Best first, without their parameters.
  const accepted = new Negotiator(ctx.req).mediaTypes().find((type) => isAnswered(kind, type));
  return { format: byMediaType.get(accepted ?? '') ?? 'json', issues: [] };
}

/** → whether the kind is answered in this type. Wildcards and unknown types mean JSON. */
const isAnswered = ({ formats: names = [] }: Kind, type: string): boolean =>
  type === 'application/json' ||
  type.includes('*') ||
  names.some((name) => formats[name].mediaType === type);

/** A list in a format; `issues` were found when it was chosen. Throws the errors of a list. */
export async function listInFormat(
  deps: Deps,
  kind: Kind,
  ctx: Context,
  { format, issues }: { format: Output; issues: readonly Issue[] },
): Promise<void> {
  const sent = omit(ctx.state.parameters, ['format']);
  const filters = omit(sent, ['page', 'cursor']);
  const base = `${deps.roots.api}/${kind.route}.${format.name}`;
  const raw: JsonObject = { ...ctx.state.parameters };
  const { lang } = readLang(raw.lang, deps.site.languages);
  const ofLang = lang === ALL_LANGUAGES ? [ONE_LANGUAGE] : [];
  if (format.orderby !== undefined) raw.orderby ??= format.orderby;
  const about = {
    ...aboutSite(deps, kind, lang),
    title: await feedTitle(deps, kind, filters).catch(untitled),
    selfUrl: withQuery(base, asTexts(sent)),
    isList: true,
  };
  const page = await writePage(
    readSlices(deps, kind, { raw, issues: [...issues, ...ofLang] }),
    (fields) => format.open({ ...about, fields }),
  );
  const { first, last, returned, writer, hash } = page;
  const position = nextPosition(first, last, returned);
  const nextUrl =
    position && withQuery(base, { ...asTexts(filters), ...daysIn(first), ...position });
  const { head, tail } = writer.close({ total: first.total, returned, nextUrl });
  ctx.set('X-TEC-Total', String(first.total));
  ctx.set('X-TEC-TotalPages', String(first.totalPages));
  if (nextUrl) ctx.set('Link', `<${nextUrl}>; rel="next"`);
  ctx.set('ETag', `"${hash.update(head).update(tail).digest('base64url')}"`);
  answerBytes(ctx, format, [head, ...separated(page.parts, format.separator), tail]);
}

/** → no title where a parameter cannot be written: the list answers with the fault. */
function untitled(error: unknown): string {
  if (error instanceof RangeError) return '';
  throw error;
}

/** A record, and the requested format. */
interface Formatted {
  format: Output;
  /** Its answer. */
  whole: Answered;
  /** The same; for a series the answers of its parts, and then of its separate dates. */
  answers: readonly Answered[];
  lang: string;
  /** Requested keys; absent: all. */
  fields?: readonly string[] | undefined;
}

/** Answers with one record in a format. */
export function answerInFormat(
  deps: Deps,
  kind: Kind,
  ctx: Context,
  { format, whole, answers, lang, fields }: Formatted,
): void {
  const writer = format.open({
    ...aboutSite(deps, kind, lang),
    title: String(whole[kind.titleField] ?? ''),
    selfUrl: `${deps.roots.api}/${kind.route}/${whole.id}.${format.name}`,
    isList: false,
    fields: fields ?? null,
  });
  const parts = answers.map((answer) => Buffer.from(writer.add(answer)));
  const { head, tail } = writer.close({ total: 1, returned: 1, nextUrl: null });
  answerBytes(ctx, format, [head, ...separated(parts, format.separator), tail]);
}

/** The records of a page as written. */
interface WrittenPage {
  first: ListAnswer;
  last: ListAnswer;
  returned: number;
  writer: FeedWriter;
  parts: Buffer[];
  /** Over the parts; the ETag is its digest. */
  hash: Hash;
}

/**
 * Writes slices until all are read, or the next might not fit into memory: the page is then
 * shorter, and its link continues by cursor. Other requests have a turn between the slices and
 * within them. Decision: formats.
 */
async function writePage(
  slices: AsyncIterable<ListAnswer>,
  open: (fields: readonly string[] | null) => FeedWriter,
): Promise<WrittenPage> {
  let page: WrittenPage | null = null;
  let bytes = 0;
  for await (const list of slices) {
    page ??= {
      first: list,
      last: list,
      returned: 0,
      writer: open(list.fields),
      parts: [],
      hash: createHash('sha256'),
    };
    page.last = list;
    const { writer, hash } = page;
    const written = await inTurns(list.records, limits.feedTurnRecords, (chunk) =>
      chunk.map((text) => Buffer.from(writer.add(JSON.parse(text) as Answered))),
    );
    for (const part of written) {
      hash.update(part);
      bytes += part.length;
      page.parts.push(part);
    }
    page.returned += written.length;
    if (bytes >= limits.feedBytes) break;
  }
  if (!page) throw new Error('A list without a first slice.');
  return page;
}

/**
 * → the days that words of a list mean, without moments: with these, every answer would differ from
 * the previous.
 */
export const daysIn = ({ stated }: Pick<ListAnswer, 'stated'>): Record<string, string> =>
  Object.fromEntries(Object.entries(stated).filter(([, meaning]) => !meaning.includes(':')));

/**
 * → the parameter of the next page; null for the last one. A page number, as it holds no clock;
 * a cursor where pages do not reach, or this one was cut short.
 */
function nextPosition(
  { page, perPage }: ListAnswer,
  { nextCursor }: ListAnswer,
  returned: number,
): Record<string, string> | null {
  if (nextCursor === null) return null;
  const isReached = page !== null && (page + 1) * perPage <= limits.resultWindow;
  return isReached && returned === perPage ? { page: String(page + 1) } : { cursor: nextCursor };
}

/** Calendars ask again and again; a quarter of an hour is soon enough for them. */
const FEED_CACHE_CONTROL = 'public, max-age=900';

function answerBytes(
  ctx: Context,
  { mediaType }: Output,
  parts: readonly (string | Buffer)[],
): void {
  ctx.status = 200;
  ctx.set('Content-Type', `${mediaType}; charset=utf-8`);
  ctx.state.cacheControl = FEED_CACHE_CONTROL;
  ctx.body = Buffer.concat(parts.map((part) => Buffer.from(part)));
}

const separated = (parts: readonly Buffer[], separator: string): (string | Buffer)[] =>
  parts.flatMap((part, index) => (index === 0 || separator === '' ? [part] : [separator, part]));
