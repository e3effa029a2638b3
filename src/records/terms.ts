/**
 * The memory of the terms: the data that lists need of the records that they filter by and show, so
 * that a list is one request to the index. Trees are read whole, other records on demand. The
 * memory is at most `limits.countSeconds` old (for posts: KEEP_ANSWERS_SECONDS), and writes of this
 * process drop it. Missing items are looked up.
 */
import { kinds } from '../kinds/index.js';
import type { KindName } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { TermFacts } from '../present/markers.js';
import type { Branch, EntrySelection, EntrySummary, SearchIndex } from '../search/port.js';

/** The memory. Its functions read the index when necessary, and throw the index's errors. */
export interface Terms {
  /** → facts by ID; unknown terms are missing. */
  facts(kind: KindName, ids: readonly number[]): Promise<TermsById>;
  /** The same without reading: terms that are not remembered are missing. */
  rememberedFacts(kind: KindName, ids: readonly number[]): TermsById;
  /** Adds facts that were read from the store. */
  remember(kind: KindName, facts: TermsById): void;
  /** → the entries with these slugs (terms only) or IDs, in order, without unknown items. */
  resolve(kind: KindName, items: readonly (string | number)[]): Promise<EntrySummary[]>;
  /** → these IDs and their descendants, each once. */
  withDescendants(kind: KindName, ids: readonly number[]): Promise<number[]>;
  /** → the records of a tree that others are below. */
  branches(kind: KindName): Promise<Branch[]>;
  /** Drops the memory of a kind. */
  forget(kind: KindName): void;
}

/** Shown for an unknown term, which was created or removed a moment ago. */
export const UNKNOWN_TERM: TermFacts = Object.freeze({ count: 0, above: '' });

/** Facts of terms, by ID. */
export type TermsById = ReadonlyMap<number, TermFacts>;

/** How the memory is opened; `now` in ms. */
interface TermsOptions {
  index: Pick<SearchIndex, 'lookUp'>;
  now: () => number;
  keepAnswersSeconds: number;
}

/** The memory of a kind since `atMs`, ms. */
interface Remembered {
  atMs: number;
  facts: Map<number, TermFacts>;
  byId: Map<number, EntrySummary>;
  bySlug: Map<string, EntrySummary>;
  children: Map<number, number[]>;
  /** Worked out when they are asked for. */
  branches: Branch[] | null;
  /** The reading of a whole tree; null: not begun. */
  whole: Promise<void> | null;
}

/** → an empty memory. */
export function openTerms(options: TermsOptions): Terms {
  const memories = new Map<KindName, Remembered>();
  const memoryOf = (kind: KindName) => {
    const current = memories.get(kind);
    if (current && isFresh(current, kind, options)) return current;
    const memory = emptyAt(options.now());
    memories.set(kind, memory);
    return memory;
  };
  const wholeOf = async (kind: KindName) => {
    const memory = memoryOf(kind);
    if (kinds[kind].isTree) {
      memory.whole ??= readTree(options.index, kind, memory);
      // A failed reading is not remembered.
      await memory.whole.catch((error: unknown) => {
        memory.whole = null;
        throw error;
      });
    }
    return memory;
  };
  /** → the memory of a kind, with missing items from the index. */
  const memoryWith = async (kind: KindName, lacking: (memory: Remembered) => Keys) => {
    const memory = await wholeOf(kind);
    const keys = lacking(memory);
    if (keys.ids.length + keys.slugs.length === 0) return memory;
    const entries = await options.index.lookUp(kind, keys);
    if (kinds[kind].isTree && entries.length > 0) {
      // The tree has changed since it was read.
      memories.delete(kind);
      return wholeOf(kind);
    }
    add(memory, entries);
    for (const { id, count } of entries) memory.facts.set(id, { count, above: '' });
    return memory;
  };
  return {
    async facts(kind, ids) {
      const lacking = ({ facts }: Remembered) => ({
        ids: ids.filter((id) => !facts.has(id)),
        slugs: [],
      });
      return factsOf((await memoryWith(kind, lacking)).facts, ids);
    },
    rememberedFacts: (kind, ids) => factsOf(memoryOf(kind).facts, ids),
    remember(kind, facts) {
      const memory = memoryOf(kind);
      for (const [id, term] of facts) memory.facts.set(id, term);
    },
    async resolve(kind, items) {
      const hasSlugs = kinds[kind].family.name === 'term';
      const entryIn = ({ byId, bySlug }: Remembered, item: string | number) =>
        (hasSlugs ? bySlug.get(String(item)) : undefined) ??
        (typeof item === 'number' ? byId.get(item) : undefined);
      const memory = await memoryWith(kind, (current) => {
        const unknown = items.filter((item) => !entryIn(current, item));
        const ids = unknown.filter((item) => typeof item === 'number');
        return { ids, slugs: hasSlugs ? unknown.map(String) : [] };
      });
      return items.flatMap((item) => entryIn(memory, item) ?? []);
    },
    withDescendants: async (kind, ids) => [...below(await wholeOf(kind), ids)],
    branches: async (kind) => branchesOf(await wholeOf(kind)),
    forget: (kind) => void memories.delete(kind),
  };
}

type Keys = { ids: number[]; slugs: string[] } & EntrySelection;

const emptyAt = (atMs: number): Remembered => ({
  atMs,
  facts: new Map(),
  byId: new Map(),
  bySlug: new Map(),
  children: new Map(),
  branches: null,
  whole: null,
});

function isFresh(
  { atMs, facts }: Remembered,
  kind: KindName,
  { now, keepAnswersSeconds }: TermsOptions,
): boolean {
  const { family, isTree } = kinds[kind];
  const seconds = family.hasStatus ? keepAnswersSeconds : limits.countSeconds;
  return now() - atMs < seconds * 1000 && (isTree || facts.size < limits.rememberedTerms);
}

/** Reads all entries of a tree into the memory. */
async function readTree(
  index: TermsOptions['index'],
  kind: KindName,
  memory: Remembered,
): Promise<void> {
  for (let afterId = 0; ; ) {
    const entries = await index.lookUp(kind, { afterId, limit: limits.compareBatch });
    add(memory, entries);
    const last = entries.at(-1);
    if (!last || entries.length < limits.compareBatch) break;
    afterId = last.id;
  }
  for (const { id, count, parent } of memory.byId.values()) {
    memory.facts.set(id, { count, above: pathAbove(memory, parent) });
    const siblings = memory.children.get(parent);
    if (siblings) siblings.push(id);
    else memory.children.set(parent, [id]);
  }
}

function add({ byId, bySlug }: Remembered, entries: readonly EntrySummary[]): void {
  for (const entry of entries) {
    byId.set(entry.id, entry);
    bySlug.set(entry.slug, entry);
  }
}

function pathAbove({ byId }: Remembered, parent: number): string {
  const ids = new Set<number>();
  let path = '';
  for (let at = byId.get(parent); at && !ids.has(at.id); at = byId.get(at.parent)) {
    ids.add(at.id);
    path = `${encodeURIComponent(at.slug)}/${path}`;
  }
  return path;
}

function below({ children }: Remembered, ids: readonly number[]): Set<number> {
  const met = new Set(ids);
  // The loop over a set also yields members added during it.
  for (const id of met) for (const child of children.get(id) ?? []) met.add(child);
  return met;
}

function branchesOf(memory: Remembered): Branch[] {
  const parents = [...memory.children.keys()].filter((id) => memory.byId.has(id));
  memory.branches ??= parents
    .slice(0, limits.branches)
    .map((id) => ({ id, ids: [...below(memory, [id])] }));
  return memory.branches;
}

function factsOf(facts: TermsById, ids: readonly number[]): Map<number, TermFacts> {
  return new Map(
    ids.flatMap((id) => {
      const term = facts.get(id);
      return term ? [[id, term] as const] : [];
    }),
  );
}
