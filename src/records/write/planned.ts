/** The result of reading a payload: typed values and links. Types only. */
import type { Caller } from '../../access/roles.js';
import type { Issue } from '../../errors.js';
import type { ImageRecord, KindName, StoredRecord } from '../../kinds/record.js';
import type { Payload } from '../../validation/payload.js';

/** A linked record: an existing one, or the input of one to create first. */
export type Link = { record: StoredRecord } | { kind: KindName; input: Input };

/** Links by relation field; an absent field keeps its links. */
export type LinkPlan = Record<string, Link[]>;

/** A payload that passed every check. */
export interface Input {
  payload: Payload;
  links: LinkPlan;
  /** Absent: unchanged; null: none. The image of a new URL has ID 0. */
  image?: ImageRecord | null;
}

/** How a payload is read: who sends it, and which record it changes. */
export interface Reading {
  mode: 'create' | 'update';
  caller: Caller;
  stored: StoredRecord | null;
  /** Whether the caller may make this write; texts that go nowhere are not cleaned. */
  isAllowed: boolean;
  /** Issues found earlier, reported together with those of the payload. */
  issues?: Issue[];
}
