/** What a page is made from, and what becomes of a visit. */
import type { JsonObject } from '../kinds/record.js';
import type { Page } from './document.js';

/** The request for a page. */
export interface Visit {
  path: string;
  /** The query string with its question mark; `""`: none. */
  search: string;
  /** The same, read. */
  parameters: JsonObject;
}

/** Where a visitor is sent instead. */
export interface Move {
  status: 301 | 303;
  /** A path, in ASCII. */
  location: string;
}

/** A page, a part of one as HTML, or another place. */
export type Shown = Page | string | Move;
