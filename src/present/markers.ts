/**
 * Markers: placeholders in a stored answer for values that are known only when it is sent: the URL
 * of this service, the count and the ancestors of a term, whether a future record is published by
 * now, which dates of a series come next. They are control characters, which no text from outside
 * may hold and no JSON contains unescaped.
 * Decision: markers.
 */
import type { JsonObject, KindName, Status } from '../kinds/record.js';

const API = '\u0001';
const SITE = '\u0002';
const GLOBAL = '\u0003';
const COUNT = '\u0004';
const FUTURE = '\u0005';
const HOST = '\u0006';
const ABOVE = '\u0007';
const SERIES = '\u000e';

/** First segments of every path, and the version of the interface. */
export const NAMESPACE = 'vendor/events/v1';

/** The prefixes of the URLs in answers. */
export interface UrlRoots {
  /** `{base_url}/vendor/events/v1`. */
  api: string;
  /** SITE_URL. */
  site: string;
  /** The text before `?id=` in global IDs: host and path of SITE_URL. */
  global: string;
  /** Host of SITE_URL, without a port. */
  host: string;
}

/** The shown data of a term that is not stored in an answer. */
export interface TermFacts {
  /** Its published events. */
  count: number;
  /** The slugs of its ancestors, each followed by a slash: `music/jazz/`. */
  above: string;
}

/** → the facts of a term. */
export type FactsOf = (kind: KindName, id: number) => TermFacts;

/** A presenter's replacements for unknown values. */
export const markers = {
  roots: { api: API, site: SITE, global: GLOBAL, host: HOST } as UrlRoots,
  term: ((kind, id) => ({
    count: `${COUNT}${kind}${id}` as unknown as number,
    above: `${ABOVE}${kind}${id}/`,
  })) as FactsOf,
  future: (publicFromSeconds: number) => `${FUTURE}${publicFromSeconds}` as Status,
  /** `json`: the input of its answer at the time of sending. */
  series: (json: string) => `${SERIES}${json}`,
};

/** → the JSON text of a presented record, its markers unescaped so that one pass finds them. */
export function toMarkedText(presented: string): string {
  return presented.replace(/\\(\\|u000[1-7e])/g, (all, rest: string) =>
    rest === '\\' ? all : String.fromCharCode(Number.parseInt(rest.slice(-1), 16)),
  );
}

/** → a text without markers, which can be parsed. */
export const withoutMarkers = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the markers are control characters
  text.replace(/[\u0001-\u0007\u000e]/g, '');

/** Adds the terms whose facts a text needs to `wanted`, by kind. */
export function addTermsWanted(text: string, wanted: Map<KindName, Set<number>>): void {
  for (let at = text.indexOf(COUNT); at >= 0; at = text.indexOf(COUNT, at + 1)) {
    const [, kind, id] = /^([a-z]+)(\d+)/.exec(text.slice(at + 1, at + 40)) ?? [];
    if (!kind || !id) continue;
    const ids = wanted.get(kind as KindName) ?? new Set<number>();
    wanted.set(kind as KindName, ids.add(Number(id)));
  }
}

const ANY_MARKER =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the markers are control characters
  /[\x01-\x03\x06]|("\x04|\x07)([a-z]+)(\d+)["/]|\x05(\d+)|"\x0e((?:[^"\\\x0e]|\\.)*)"/g;

/** → the text with every marker replaced by its value. */
export function fillMarkers(
  text: string,
  fill: {
    roots: UrlRoots;
    nowSeconds: number;
    term: FactsOf;
    series: (json: string) => JsonObject;
  },
): string {
  return text.replace(ANY_MARKER, (mark: string, sign, kind, id, from, series) => {
    if (mark === API) return fill.roots.api;
    if (mark === SITE) return fill.roots.site;
    if (mark === GLOBAL) return fill.roots.global;
    if (mark === HOST) return fill.roots.host;
    if (series !== undefined) return JSON.stringify(fill.series(JSON.parse(`"${series}"`)));
    if (sign === undefined) return Number(from) <= fill.nowSeconds ? 'publish' : 'future';
    const { count, above } = fill.term(kind as KindName, Number(id));
    return sign === ABOVE ? above : String(count);
  });
}

/** → the prefixes of URLs, from the settings. */
export function urlRoots(config: { baseUrl: string; siteUrl: string }): UrlRoots {
  const { hostname, pathname } = new URL(config.siteUrl);
  return {
    api: `${config.baseUrl}/${NAMESPACE}`,
    site: config.siteUrl,
    global: hostname + pathname.replace(/\/$/, ''),
    host: hostname,
  };
}
