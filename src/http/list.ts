/** Handlers of collections: the list in its envelope, and suggestions. Contract 2, 15. */
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { omit } from '../lib/omit.js';
import { nearestTown } from '../lib/place/nearest-town.js';
import { nameIn } from '../lib/place/town-table.js';
import { limits } from '../limits.js';
import { pickFromText } from '../present/fields.js';
import { formats } from '../present/formats/registry.js';
import { asTexts, withQuery } from '../present/links.js';
import type { Deps } from '../records/deps.js';
import { type ListAnswer, listParamNames, listRecords } from '../records/list/list.js';
import { suggestRecords } from '../records/list/suggest.js';
import { answer, answerText, type Context } from './context.js';
import { daysIn, formatOf, listInFormat } from './feed.js';

/** GET /{kind}: a page of records. */
export async function listItems(deps: Deps, kind: Kind, ctx: Context): Promise<void> {
  nameUnknown(deps, kind, ctx);
  const { format, issues } = formatOf(kind, ctx);
  if (format !== 'json') return listInFormat(deps, kind, ctx, { format: formats[format], issues });
  const { parameters, caller } = ctx.state;
  const list = await listRecords(deps, kind, { raw: parameters, caller, issues });
  ctx.set('X-TEC-Total', String(list.total));
  ctx.set('X-TEC-TotalPages', String(list.totalPages));
  const links = linksOf(deps, kind, list, parameters);
  answerText(ctx, envelope(kind, list, { links, lang: String(parameters.lang ?? '') }));
}

/**
 * Names the parameters that the list does not take in a header, and in the log where a user asks:
 * they are ignored, and a misspelt filter finds too much.
 */
function nameUnknown({ log }: Deps, kind: Kind, ctx: Context): void {
  const { parameters, caller, requestId: request } = ctx.state;
  const taken = new Set(listParamNames(kind));
  const unknown = Object.keys(parameters)
    .filter((name) => !taken.has(name))
    .slice(0, UNKNOWN_NAMED)
    .map((name) => encodeURIComponent(name.slice(0, UNKNOWN_CHARS).toWellFormed()));
  if (unknown.length === 0) return;
  ctx.set('X-Unknown-Parameters', unknown.join(', '));
  if (caller) log.info({ request, user: caller.name, unknown }, 'unknown parameters');
}

/** Most unknown parameters that are named, and characters of each: proxies take short headers. */
const UNKNOWN_NAMED = 10;
const UNKNOWN_CHARS = 40;

/** GET /events/suggest: texts that begin with the typed one, or have a word that does. */
export async function suggestItems(deps: Deps, _kind: Kind, ctx: Context): Promise<void> {
  answer(ctx, { suggestions: await suggestRecords(deps, ctx.state.parameters) });
}

interface Links {
  rest_url: string;
  next_rest_url?: string;
  previous_rest_url?: string;
}

// The records are JSON texts already: the envelope is built around them. They are parsed only to
// select `fields`.
function envelope(
  kind: Kind,
  list: ListAnswer,
  { links, lang }: { links: Links; lang: string },
): string {
  const { fields, total, totalPages, nextCursor, facets, corrected } = list;
  const records = fields ? list.records.map((text) => pickFromText(text, fields)) : list.records;
  const array = `${JSON.stringify(kind.route)}:[${records.join(',')}]`;
  const { rest_url, ...pages } = links;
  const totals = { total, total_pages: totalPages };
  const extras = {
    ...(nextCursor === null ? {} : { next_cursor: nextCursor }),
    ...(facets === null ? {} : { facets: namedFacets(kind, facets, lang) }),
    ...(corrected === null ? {} : { corrected }),
    ...(list.near === null ? {} : { near: list.near }),
    ...(list.occurrencesUntil === null ? {} : { occurrences_until: list.occurrencesUntil }),
  };
  const parts =
    kind.family.envelope === 'listFirst'
      ? [array, inner({ rest_url, ...pages, ...totals }), inner(extras)]
      : [inner({ rest_url, ...totals }), array, inner(pages), inner(extras)];
  return `{${parts.filter((part) => part !== '').join(',')}}`;
}

const inner = (value: object): string => JSON.stringify(value).slice(1, -1);

function namedFacets(kind: Kind, facets: NonNullable<ListAnswer['facets']>, lang: string) {
  const present = (values: (typeof facets)[string]) =>
    values.map(({ id, slug, name, value, count, tile }) => {
      if (!tile) return id === undefined ? { value, count } : { id, slug, name, count };
      const { only, ...mean } = tile;
      const nearest = nearestTown(mean, inhabitantsAt(value));
      const town = nearest ? nameIn(nearest, lang) : undefined;
      const linked = only && kind.tiles ? { [kind.tiles]: only } : {};
      return { value, count, ...mean, town, ...linked };
    });
  return Object.fromEntries(
    Object.entries(facets).map(([name, values]) => [name, present(values)]),
  );
}

// From afar, people know only large cities.
function inhabitantsAt(tile: string): number {
  const zoom = Number.parseInt(tile, 10);
  return zoom > 8 ? 15_000 : zoom > 4 ? 100_000 : 500_000;
}

/**
 * The links carry the effective query and whatever else the caller sent. Source: Contract 2.
 */
function linksOf(deps: Deps, kind: Kind, list: ListAnswer, sent: JsonObject): Links {
  const base = `${deps.roots.api}/${kind.route}/`;
  const texts = asTexts(omit(sent, ['page', 'cursor']));
  if (kind.family.hasStatus) texts.per_page = String(list.perPage);
  // A cursor belongs to the filters as they were sent, not to their effective values.
  const isShown = kind.family.hasStatus && list.page !== null;
  const filters = isShown ? { per_page: '', ...list.shown, ...texts } : texts;
  const link = (position: Record<string, string>) =>
    withQuery(base, { ...filters, ...list.stated, ...position });
  if (list.page === null) {
    return {
      rest_url: link({ cursor: String(sent.cursor) }),
      ...(list.nextCursor ? { next_rest_url: link({ cursor: list.nextCursor }) } : {}),
    };
  }
  const { page, totalPages } = list;
  // Beyond the last page that can be asked for, the link uses the cursor.
  const isReached = (page + 1) * list.perPage <= limits.resultWindow;
  const next = isReached
    ? link({ page: String(page + 1) })
    : withQuery(base, { ...texts, ...list.stated, cursor: String(list.nextCursor) });
  const effective = { ...filters, ...daysIn(list) };
  return {
    rest_url:
      isShown || sent.page !== undefined
        ? withQuery(base, { page: String(page), ...effective })
        : withQuery(base, effective),
    ...(page < totalPages && (isReached || list.nextCursor) ? { next_rest_url: next } : {}),
    ...(page > 1 ? { previous_rest_url: link(page > 2 ? { page: String(page - 1) } : {}) } : {}),
  };
}
