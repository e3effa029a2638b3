/** The data of the search index: entries of records, and tombstones. Types only. */
import type { KindName, Usage } from '../kinds/record.js';
import type { IndexValue } from './conditions.js';

/** The index entry of one record. */
export interface SearchDocument {
  id: number;
  kind: KindName;
  /** Version of the record in the store; a lower version never replaces a higher one. */
  version: number;
  /** Identifies the layout and the settings it was made with. */
  stamp: string;
  /** Values by index field; many-valued fields have lists; dates are seconds since the epoch. */
  values: Record<string, IndexValue | IndexValue[]>;
  /** The original text of folded index fields, by field; for facets. */
  labels: Record<string, string>;
  /**
   * By text field: its texts, such as one a language or a name, each the words of lib/text/words.ts
   * joined by spaces; in substring mode one sort key.
   */
  text: Record<string, string[]>;
  /** By text field: other forms of its words, marked (lib/text/words.ts). */
  forms: Record<string, string[]>;
  /** Its coordinates, or else its town's. */
  place: { lat: number; lng: number; isTown?: boolean } | null;
  /** Time from which it is public, seconds since the epoch; 0: always, null: never. */
  publicFrom: number | null;
  usage: Usage;
  /** Linked records for facets, by index field. */
  linked: Record<string, LinkedValue[]>;
  /** The suggestions it offers; they are shown only while it is public. */
  suggests: Suggests[];
  /** Latest end of their events, seconds since the epoch: the suggestions are shown until then. */
  suggestsUntil: number;
  /** The record as shown in responses: JSON text with markers (present/markers.ts). */
  answer: string;
  /** The same for callers who may read everything; null when equal. */
  fullAnswer: string | null;
  /** The same in other languages than the default, if any text of it exists there. */
  others: Readonly<Record<string, Answers>>;
}

/** A suggestion of a record, series or value. Suggestions of equal type and key are merged. */
export interface Suggests {
  type: string;
  key: string;
  text: string;
}

/** An answer in a language, for everyone and for callers who may read everything. */
type Answers = Pick<SearchDocument, 'answer' | 'fullAnswer'>;

/** Replaces the entry of a removed record and permanently keeps older versions out. */
export interface Tombstone {
  id: number;
  kind: KindName;
  version: number;
  isRemoved: true;
}

/** Something that can be put into the index. */
export type IndexEntry = SearchDocument | Tombstone;

/** A linked record as shown by a facet. */
export interface LinkedValue {
  id: number;
  slug: string;
  name: string;
  /** Sort key of its name. */
  sortKey: string;
  /** Time from which it is public, seconds since the epoch; 0: always, null: never. */
  publicFrom: number | null;
}
