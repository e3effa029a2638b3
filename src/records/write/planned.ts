/** What reading a payload gives: typed values and planned links. Types, and small questions. */
import type { Caller } from '../../access/roles.js';
import type { Issue } from '../../errors.js';
import type { ImageRecord, KindName, StoredRecord } from '../../kinds/record.js';
import type { Payload } from '../../validation/payload.js';

/** A linked record: one that is there, or the input of one to be created first. */
export type Link = { record: StoredRecord } | { kind: KindName; input: Input };

/** Links by relation field; a field that is absent stays as it is. */
export type LinkPlan = Record<string, Link[]>;

/** A payload that passed. */
export interface Input {
  payload: Payload;
  links: LinkPlan;
  /** Absent: unchanged; null: none. A new URL has no ID yet. */
  image?: ImageRecord | null;
}

/** How a payload is read: who sends it, and what it changes. */
export interface Reading {
  mode: 'create' | 'update';
  caller: Caller;
  stored: StoredRecord | null;
  /** Issues found before, told together with those of the payload. */
  issues?: Issue[];
}
