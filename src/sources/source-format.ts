/** The formats of sources: their recognition, their next pages, the meaning of absences. */
import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../kinds/record.js';
import type { Format } from '../rows/formats/format.js';

/** A page as it was fetched. */
export interface SourcePage {
  /** The requested URL. */
  url: URL;
  bytes: Buffer;
  headers: IncomingHttpHeaders;
  /** Its beginning, which determines the format. */
  start: string;
  mediaType: string;
  /** The server marks the end of the answer: by a length, or in chunks. */
  isEndTold: boolean;
  /** The charset that the server names. */
  charset: string | undefined;
  /** → whether it is one JSON object or array. */
  isJson(): boolean;
  /** → its JSON object; empty for other content. */
  json(): JsonObject;
}

/** The action on coming events that a source no longer has. */
export type MissingAction = 'trash' | 'cancel' | 'keep';

/** Bounds of a fetch. */
export interface FetchBounds {
  pages: number;
  /** Of one page and of all together, inflated. */
  pageBytes: number;
  bytes: number;
  /** For one page, all its redirects included, and for all together. */
  pageMs: number;
  ms: number;
}

/** A format of sources. */
export interface SourceFormat {
  name: string;
  /** In words, without an article: `calendar`. */
  what: string;
  /** The format of the files that a load reads. */
  reads: Format;
  /** The default action on missing events. */
  missing: MissingAction;
  /** The header `Accept`. */
  accept: string;
  bounds: FetchBounds;
  /** The mapping that its rows want; absent: the first row shows it. */
  mapping?: string;
  /** → whether the first page of a source has this format. */
  isLike(page: SourcePage): boolean;
  /** → the reason that a page is incomplete, or null. */
  faultOf(page: SourcePage): string | null;
  /** A page cut off between two rows looks complete. */
  endsAnywhere?: boolean;
  /** → the URL of the next page, from the page; `""` at the last page. */
  nextOf(page: SourcePage): string;
  /** → the first URL; absent: as given. `days`: the first and the last. */
  firstOf?(url: URL, days: { from: string; to: string }): URL;
  /** → the total of all pages, as a page states it; absent: not stated. */
  totalOf?(page: SourcePage): number | null;
  /** The reason against a source without events; absent: it may be empty. */
  emptyFault?: string;
  /** → the address of the site's list of all events, as the end of a sentence, or `""`. */
  hintOf?(page: SourcePage): string;
  /** It contains only changes, and is followed (feed/). */
  isFollowed?: boolean;
  /** → the requested interval of fetches, s; absent: not stated. */
  refreshOf?(page: SourcePage): number;
}

const MIB = 1024 * 1024;

/** An answer of one page, or of few. */
export const WHOLE: FetchBounds = {
  pages: 20,
  pageBytes: 10 * MIB,
  bytes: 10 * MIB,
  pageMs: 30_000,
  ms: 30_000,
};

/** An interface that gives all it has in pages. */
export const PAGED: FetchBounds = {
  pages: 200,
  pageBytes: 10 * MIB,
  bytes: 32 * MIB,
  pageMs: 30_000,
  ms: 600_000,
};

/** A page of a followed feed; a run reads any number of them. */
export const FEED: FetchBounds = {
  pages: Number.MAX_SAFE_INTEGER,
  pageBytes: 32 * MIB,
  bytes: Number.MAX_SAFE_INTEGER,
  pageMs: 30_000,
  ms: 600_000,
};
