/**
 * The statements of a source about a record, stored on the key by which the source names it.
 * Contract 29.5, 30, 32.
 */
import type { JsonObject } from './record.js';

/** A source's version of an event. */
export interface SourceVersion {
  sequence: number;
  /** UTC; empty when the source does not state it. */
  modified: string;
}

/** The presence of a record in a source, now or before. */
export interface Presence extends SourceVersion {
  /** Versions of the changed dates of a series, by RECURRENCE-ID. */
  dates?: Record<string, SourceVersion>;
  /** The event was over, before the days that are read, when it was loaded last. */
  isOver?: boolean;
  /** Good fetches in a row without it. */
  gone: number;
  /** The action taken when it was missing. */
  action?: 'trash' | 'cancel';
  /** The last generation of the feed with the record. */
  generation?: number;
  /** Its ID may now belong to another record there. */
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

/** The statements of a source about a record. */
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
  /** For another Marquee: the record is a date of a series there. */
  is_date?: boolean;
  /** For another Marquee: the origin of the record, and the installations on its way. */
  origin?: string;
  via?: string[];
}

/** → a source's statements except its presence; null when empty. */
export function withoutPresence(telling: Telling | null): Telling | null {
  const others = Object.entries(telling ?? {}).filter(([name]) => !(name in PRESENCE));
  return others.length > 0 ? Object.fromEntries(others) : null;
}
