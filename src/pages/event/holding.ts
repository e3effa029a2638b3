/** The events that hold a record, as lists of the interface. */
import { ApiError } from '../../errors.js';
import { holdersOf } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../../kinds/record.js';
import { type Answered, textOf } from '../../present/answered.js';
import { formats } from '../../present/formats/registry.js';
import { asTexts, withQuery } from '../../present/links.js';
import type { UrlRoots } from '../../present/markers.js';
import type { Deps } from '../../records/deps.js';
import { presentOne } from '../../records/present-one.js';
import type { Alternate } from '../site/document.js';
import type { Language } from '../words/language.js';
import { listOrError, type PageList, PER_PAGE } from './page-list.js';
import { seriesOf } from './series.js';
import { feedParams, isParted, type PageState, paramsOf } from './state.js';

/** → the kind that holds records of a kind, and its list parameter for them; null: none does. */
function holdingKind({ name }: Kind) {
  const holder = holdersOf(name)[0]?.holder;
  const param = Object.entries(holder?.filters ?? {}).find(
    ([, filter]) => filter.filter === 'related' && filter.target === name,
  )?.[0];
  return holder && param ? { holder, param } : null;
}

// A term is named by its slug: an ID might be the slug of another one.
const keyOf = ({ family }: Kind, shown: Answered): string =>
  textOf(shown, family.name === 'term' ? 'slug' : 'id');

/** Number of dates on the page of a date; the page of the series has all. */
const NEXT_DATES = '5';

/**
 * → the coming events of a record, or the coming dates of its series, unless the state has other
 * dates; null for a record without events, and for a date of an unpublished series. An error if the
 * index is down, or lacks the record yet.
 */
export async function listHolders(
  deps: Deps,
  kind: Kind,
  shown: Answered,
  state: PageState,
): Promise<PageList | ApiError | null> {
  const holding = holdingKind(kind);
  const series = seriesOf(shown);
  if (!holding && !series) return null;
  const own: JsonObject = {
    ...(series ? { post_parent: series.id } : holding && { [holding.param]: [keyOf(kind, shown)] }),
  };
  // Every date of a series is listed.
  const parted = series ? {} : { isParted: isParted(state, { isAsked: true }) };
  const { collapse, running, ...dates } = paramsOf(state, { isAsked: true });
  const raw = {
    per_page: series?.isWhole === false ? NEXT_DATES : PER_PAGE,
    ...dates,
    ...(series ? {} : { ...(collapse ? { collapse } : {}), ...(running ? { running } : {}) }),
    ...own,
  };
  const list = await listOrError(deps, holding?.holder ?? kind, { raw, own, ...parted });
  return series && list instanceof ApiError && list.status === 400 ? null : list;
}

/** → the record as visitors see it. */
export const presentForPage = async (deps: Deps, record: StoredRecord): Promise<Answered> =>
  JSON.parse(await presentOne(deps, record, { caller: null }));

const SUBSCRIPTIONS = [
  ['ics', 'list.calendar'],
  ['atom', 'list.reader'],
] as const;

/** A list in other formats. */
interface Listed {
  /** Parameters for subscribing programs. */
  feed: Readonly<Record<string, string>>;
  /** Parameters of the list itself. */
  list: JsonObject;
  language: Language;
}

/** → a list in the formats that programs subscribe to, `feed`, and as JSON. */
export function listFormats(
  { api }: UrlRoots,
  kind: Kind,
  { feed, list, language }: Listed,
): Alternate[] {
  const lang = langIn(language);
  const base = `${api}/${kind.route}`;
  const feeds = SUBSCRIPTIONS.map(([name, title]) => ({
    type: formats[name].mediaType,
    title: language.text(title),
    href: withQuery(`${base}.${name}`, { ...feed, ...lang }),
  }));
  return [
    ...feeds,
    { type: 'application/json', title: 'JSON', href: withQuery(base, asTexts(list)) },
  ];
}

/** → the parameter of a language for programs; the default needs no parameter. */
const langIn = ({ isDefault, tag }: Language): Record<string, string> =>
  isDefault ? {} : { lang: tag };

/** → the URL of an event as a calendar file, in a language. */
export const icsOf = (
  { api }: UrlRoots,
  kind: Kind,
  { shown, language }: { shown: Answered; language: Language },
): string => withQuery(`${api}/${kind.route}/${textOf(shown, 'id')}.ics`, langIn(language));

/** → a record in other formats, or its events in the formats of subscriptions. */
export function recordFormats(
  roots: UrlRoots,
  kind: Kind,
  shown: Answered,
  { state, language }: { state: PageState; language: Language },
): Alternate[] {
  const path = `${roots.api}/${kind.route}/${textOf(shown, 'id')}`;
  const json = { type: 'application/json', title: 'JSON', href: path };
  const holding = holdingKind(kind);
  if (holding) {
    const feeds = listFormats(roots, holding.holder, {
      feed: { ...feedParams(state), [holding.param]: keyOf(kind, shown) },
      list: {},
      language,
    });
    return [...feeds.slice(0, -1), json];
  }
  const ics = {
    type: formats.ics.mediaType,
    title: language.text('list.file'),
    href: icsOf(roots, kind, { shown, language }),
  };
  return kind.formats?.includes('ics') ? [ics, json] : [json];
}
