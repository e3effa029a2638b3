/** What a source may be: how it is recognised, how its pages follow, what its absences mean. */
import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../kinds/record.js';
import type { Format } from '../rows/formats/format.js';

/** A page as it was fetched. */
export interface Page {
  /** What was asked. */
  url: URL;
  bytes: Buffer;
  headers: IncomingHttpHeaders;
  /** Its beginning, by which formats are told. */
  start: string;
  mediaType: string;
  /** The server says where the answer ends: by a length, or in chunks. */
  isEndTold: boolean;
  /** The charset that the server names. */
  charset: string | undefined;
  /** → whether it is one JSON object or array. */
  isJson(): boolean;
  /** → its JSON object; empty where it is none. */
  json(): JsonObject;
}

/** What becomes of coming events that a source no longer has. */
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
  /** What is done with events that it lacks, unless the operator says. */
  missing: MissingAction;
  /** The header `Accept`. */
  accept: string;
  bounds: FetchBounds;
  /** The mapping that its rows want; absent: the first row shows it. */
  mapping?: string;
  /** → whether the first page of a source is one of these. */
  isLike(page: Page): boolean;
  /** → why a page cannot be read as a whole; null: it can. */
  faultOf(page: Page): string | null;
  /** A page that is cut off between two rows looks whole. */
  endsAnywhere?: boolean;
  /** → the URL of the next page, as the page names it; `""`: it is the last. */
  nextOf(page: Page): string;
  /** → the URL that is asked first; absent: as it was given. `days`: the first and the last. */
  firstOf?(url: URL, days: { from: string; to: string }): URL;
  /** → how many events all pages together say that they have; absent: they do not say. */
  totalOf?(page: Page): number | null;
  /** Why a source without any event is none; absent: it may have none. */
  emptyFault?: string;
  /** → where the site has a list of all its events, as the end of a sentence; `""`: unknown. */
  hintOf?(page: Page): string;
  /** It tells changes alone, and is followed (feed/). */
  isFollowed?: boolean;
  /** → how often it asks to be fetched, s; absent: it does not say. */
  refreshOf?(page: Page): number;
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

/** A page of a feed that is followed; a run reads any number of them. */
export const FEED: FetchBounds = {
  pages: Number.MAX_SAFE_INTEGER,
  pageBytes: 32 * MIB,
  bytes: Number.MAX_SAFE_INTEGER,
  pageMs: 30_000,
  ms: 600_000,
};
