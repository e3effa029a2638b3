/**
 * What a history is made of: operations as the clients saw them, the records as they were read at
 * the end, and the faults a checker finds in both. Types, and the one form of titles and notes.
 */
import { kinds } from '../../../src/kinds/index.js';
import type { KindName } from '../../../src/kinds/record.js';

/** What a client asked for. An update of a record in the trash restores it. */
export type Action = 'create' | 'update' | 'delete' | 'read';

/**
 * `failed`: it was refused, and nothing was written. `unknown`: the connection broke, or the
 * service met a fault; it may take effect at any time from its start on, or never.
 */
export type Result = 'acknowledged' | 'failed' | 'unknown';

/** The two things that writes change, together or one alone: title and description. */
export const PARTS = ['version', 'note'] as const;
/** One of them. */
export type Part = (typeof PARTS)[number];
/** Versions of what says nothing of them. */
export const UNTOLD: Record<Part, null> = { version: null, note: null };

/** A record as an answer shows it. `gone`: there is no such record. */
export type Seen = 'live' | 'trash' | 'gone';

/** One request about one record. Times in ms of one clock. */
export interface Operation {
  worker: string;
  /** The process that was asked: 0 or 1. */
  service: number;
  kind: KindName;
  /** Names the record, whatever ID it was given. */
  key: string;
  action: Action;
  startMs: number;
  endMs: number;
  result: Result;
  /** Null where a create did not tell it. */
  id: number | null;
  /** What a write gives; it leaves the other part as it is. */
  writes: readonly Part[];
  /** The version of the title written, or the one the answer shows; null where it shows none. */
  version: number | null;
  /** The same of the description. */
  note: number | null;
  /** What the answer says of the record; null where it says nothing. */
  seen: Seen | null;
  /** IDs that a write gave, by relation field. */
  links: Record<string, number[]>;
  /** HTTP status and code of an error, or what became of the connection. */
  answer: string;
}

/** A value of an answer. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A record as it is answered. */
export type Body = { [key: string]: Json };

/** A record read one by one at the end. `body` is null where the answer hides it (trash). */
export interface Item {
  kind: KindName;
  id: number;
  seen: Seen;
  body: Body | null;
}

/** One list, walked by cursor to its end. */
export interface List {
  kind: KindName;
  service: number;
  /** `publish` or `trash`; terms have the first alone. */
  status: 'publish' | 'trash';
  entries: Body[];
}

/** Everything there is once all faults are over. */
export interface Final {
  items: Item[];
  lists: List[];
  /** Records found by slug: the ID asked for and the one answered. */
  bySlug: { kind: KindName; slug: string; id: number; answered: number | null }[];
}

/** One thing wrong, with the operations that show it, in order of time. */
export interface Finding {
  fault: string;
  text: string;
  operations: Operation[];
}

/** → the title of one version of a record; no two writes give the same. */
export const titleOf = (key: string, version: number): string => `${key} v${version}`;

/** → the description of one version of a record. */
export const noteOf = (version: number): string => `note ${version}`;

/** → the versions of title and description in a body; null where it has none of ours. */
export function readParts(kind: KindName, body: Body | null): Record<Part, number | null> {
  const [, note] = /^(?:<p>)?note (\d+)/.exec(String(body?.description)) ?? [];
  const version = readTitle(body?.[kinds[kind].titleField])?.version ?? null;
  return { version, note: note === undefined ? null : Number(note) };
}

/** → both versions of an operation as findings tell them. */
export const tellParts = ({ version, note }: Record<Part, number | null>): string =>
  `${version === null ? '' : ` v${version}`}${note === null ? '' : ` n${note}`}`;

/** → record and version of a title, or null when no client wrote it as a version. */
export function readTitle(title: unknown): { key: string; version: number } | null {
  const found = /^(.+) v(\d+)$/.exec(String(title));
  return found ? { key: String(found[1]), version: Number(found[2]) } : null;
}
