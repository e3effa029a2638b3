/**
 * The data of a history: operations as the clients saw them, the records as they were read at the
 * end, and the findings of the checks.
 */
import { kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { groupBy } from '../../src/lib/batches.js';

/** What a client asked for. An update of a record in the trash restores it. */
export type Action = 'create' | 'update' | 'delete' | 'read';

/**
 * `failed`: it was refused, and nothing was written. `unknown`: the connection broke, or the
 * service failed; it may take effect at any time from its start on, or never.
 */
type Result = 'acknowledged' | 'failed' | 'unknown';

/** What writes change, together or alone: title (`KEY v3`) and description (`note 3`). */
export const PARTS = ['version', 'note'] as const;
/** One of the two. */
export type Part = (typeof PARTS)[number];
/** The versions of something that shows neither. */
export const UNTOLD: Record<Part, null> = { version: null, note: null };

/** A record as an answer shows it. `gone`: there is no such record. */
export type Seen = 'live' | 'trash' | 'gone';

/** One request about one record. Times in ms of one clock. */
export interface Operation {
  worker: string;
  /** The process that was asked: 0 or 1. */
  service: number;
  kind: KindName;
  /** Identifies the record, whatever ID it got. */
  key: string;
  action: Action;
  startMs: number;
  endMs: number;
  result: Result;
  /** Null when the answer to a create did not show it. */
  id: number | null;
  /** The parts that a write sets; it leaves the other part as it is. */
  writes: readonly Part[];
  /** The version of the title that was written, or that the answer shows; null: none. */
  version: number | null;
  /** The same for the description. */
  note: number | null;
  /** The state of the record in the answer; null when the answer does not show it. */
  seen: Seen | null;
  /** The IDs that a write linked, by relation field. */
  links: Record<string, number[]>;
  /** HTTP status, with the code of an error, or what happened to the connection. */
  answer: string;
}

/** A value of an answer. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A record as it is answered. */
export type Body = { [key: string]: Json };

/** A record read alone at the end. `body` is null where the answer hides it (trash). */
export interface Item {
  kind: KindName;
  id: number;
  seen: Seen;
  body: Body | null;
}

/** One list, read by cursor to its end. */
export interface List {
  kind: KindName;
  service: number;
  /** `publish` or `trash`; terms have only the first. */
  status: 'publish' | 'trash';
  entries: Body[];
}

/** The state after all faults are over. */
export interface Final {
  items: readonly Item[];
  lists: List[];
  /** IDs of series that were answered: no list has them. */
  series?: ReadonlySet<number>;
  /** Records read by slug: the expected ID and the one answered. */
  bySlug: { kind: KindName; slug: string; id: number; answered: number | null }[];
}

/** One thing that is wrong, with the operations that show it, in order of time. */
export interface Finding {
  fault: string;
  text: string;
  operations: readonly Operation[];
}

/** → a finding; `operations`: those that show it. */
export const findingOf = (
  fault: string,
  text: string,
  operations: readonly Operation[] = [],
): Finding => ({ fault, text, operations });

/** → whether a value of an answer is an object. */
export const isBody = (value: Json | undefined): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** → the versions of title and description in a body; null where the text is not ours. */
export function readParts(kind: KindName, body: Body | null): Record<Part, number | null> {
  const [, note = null] = /^(?:<p>)?note (\d+)/.exec(String(body?.description)) ?? [];
  const version = readTitle(kind, body)?.version ?? null;
  return { version, note: note === null ? null : Number(note) };
}

/** → both versions of an operation, as findings show them. */
export const tellParts = ({ version, note }: Record<Part, number | null>): string =>
  `${version === null ? '' : ` v${version}`}${note === null ? '' : ` n${note}`}`;

/** → one operation as a line: when (ms), which worker asked which process, what, and the result. */
export function tellOperation(operation: Operation): string {
  const { startMs, endMs, worker, service, action, kind, id, seen } = operation;
  const when = `${startMs.toFixed(0)}-${endMs.toFixed(0)}`;
  const what = `${action} ${kind} ${id ?? '?'}${tellParts(operation)}`;
  const links = Object.entries(operation.links).map(([field, ids]) => `${field} ${ids.join(' ')}`);
  const outcome = [operation.result, seen, operation.answer].filter(Boolean).join(', ');
  return `${when} ${worker}→${service} ${what} (${links.join('; ')}) ${outcome}`;
}

/** → key and version in the title of a body, or null when no client wrote it. */
export function readTitle(kind: KindName, body: Body | null) {
  const match = /^(.+) v(\d+)$/.exec(String(body?.[kinds[kind].titleField]));
  return match ? { key: String(match[1]), version: Number(match[2]) } : null;
}

/** → how often each text is there, as one line. */
export const tally = (texts: readonly string[]): string =>
  [...groupBy(texts, String)].map(([text, all]) => `${text} ${all.length}`).join(', ') || 'none';
