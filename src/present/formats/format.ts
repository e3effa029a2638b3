/**
 * The port of formats: records as anonymous readers get them → the bytes of a feed, a record at a
 * time. Each format is one file; registry.ts lists them. Contract 20.
 */
import type { FormatName, Kind } from '../../kinds/kind.js';
import type { OwnCurrency } from '../../lib/money/currency.js';
import type { Answered } from '../answered.js';

/** The data of a feed itself, independent of the clock. */
export interface Feed {
  kind: Kind;
  title: string;
  /** Host of SITE_URL: the second part of UIDs. */
  host: string;
  /** The feed's own URL, as sent; and the site's. */
  selfUrl: string;
  siteUrl: string;
  siteTimeZone: string;
  /** The language of texts; null: the site has one alone. */
  lang: string | null;
  currency: OwnCurrency;
  /** False: the record of an item route. */
  isList: boolean;
  /** Requested keys; null: all. */
  fields: readonly string[] | null;
}

/** The data known when all records of a page are written. */
export interface PageEnd {
  /** Records that match, on all pages, and on this one. */
  total: number;
  returned: number;
  nextUrl: string | null;
}

/** → the links of a page, in a format of this media type, to itself and to the next one. */
export function pageLinks(feed: Feed, type: string, { nextUrl }: PageEnd) {
  const self = { rel: 'self', type, href: feed.selfUrl };
  return nextUrl ? [self, { rel: 'next', type, href: nextUrl }] : [self];
}

/** Writes one feed. */
export interface FeedWriter {
  /** → the text of a record. Records are joined by the format's separator. */
  add: (record: Answered) => string;
  /** → the text before and after the records, once all are added. */
  close: (end: PageEnd) => { head: string; tail: string };
}

/** A format. */
export interface Output {
  name: FormatName;
  mediaType: string;
  /** For `/doc`. */
  description: string;
  separator: string;
  /** The default order of a list, if it is not the usual order. */
  orderby?: string;
  open: (feed: Feed) => FeedWriter;
}
