/**
 * What a source has said of a record: it is stored on the key by which the source names the record.
 * Contract 29.5, 30, 32.
 */
import type { JsonObject } from './record.js';

/** Which version of an event a source has. */
export interface SourceVersion {
  sequence: number;
  /** UTC; empty: the source does not say. */
  modified: string;
}

/** That a source has a record, or has had it. */
export interface Presence extends SourceVersion {
  /** Versions of the changed dates of a series, by RECURRENCE-ID. */
  dates?: Record<string, SourceVersion>;
  /** The event was over, before the days that are read, when it was loaded last. */
  isOver?: boolean;
  /** Good fetches in a row without it. */
  gone: number;
  /** What was done when it was missing. */
  action?: 'trash' | 'cancel';
  /** The generation of the feed that had it last. */
  generation?: number;
  /** Its ID may be that of another record there. */
  is_lost?: boolean;
}

/** The members of `Presence`. */
const PRESENCE: Record<keyof Presence, true> = {
  sequence: true,
  modified: true,
  dates: true,
  isOver: true,
  gone: true,
  action: true,
  generation: true,
  is_lost: true,
};

/** What a source has said of a record. */
export interface Telling extends Partial<Presence> {
  /** A hash of the row as it was loaded, and the revision of the record by then. */
  row?: string;
  revision?: number;
  /** The rules and times of a series as the source said them. */
  rules?: JsonObject;
  /** The ID of the record, where the source has made it. */
  made?: number;
  /** Of another Marquee: hashes of the fields as it said them. */
  said?: Record<string, string>;
  /** Of another Marquee: the record is a date of a series there. */
  is_date?: boolean;
  /** Of another Marquee: where the record began, and the installations it came through. */
  origin?: string;
  via?: string[];
}

/** → what a source said besides having the record; null: nothing. */
export function withoutPresence(telling: Telling | null): Telling | null {
  const others = Object.entries(telling ?? {}).filter(([name]) => !(name in PRESENCE));
  return others.length > 0 ? Object.fromEntries(others) : null;
}
