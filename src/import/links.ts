/** Creates the linked records of a load: terms by name, venues and organizers given inline. */
import type { Issue } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { KindName, StoredRecord } from '../kinds/record.js';
import { chunksOf } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { assemble } from '../records/write/assemble.js';
import { type Draft, draftOf } from '../records/write/plan.js';
import {
  byName,
  findNamed,
  type Items,
  type NamedTerm,
  type NamedTerms,
  planLinks,
  signsOf,
} from '../records/write/relations.js';
import { toSlug } from '../records/write/slug.js';
import type { Change } from '../store/port.js';
import type { LoadEntry, LoadOptions, LoadResult } from './entry.js';
import { writeBatch } from './write.js';

/** Creates the categories and tags that a batch names and that do not exist yet. */
export async function createTerms(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
  push: LoadOptions['push'],
): Promise<void> {
  for (const { field, target, inline } of kind.relations) {
    if (inline !== 'name') continue;
    const changes = await missingTerms(deps, kinds[target], termsIn(entries, field));
    // A conflict means that another process has just created a term: it is found by name later.
    await writeBatch(deps, changes, push);
  }
}

/** → the terms that entries name in a relation, by slug and the signs outside it. */
export function termsIn(entries: readonly LoadEntry[], field: string): Map<string, NamedTerm> {
  const bySlug = new Map<string, NamedTerm>();
  const named = entries.flatMap(({ items }) => items[field] ?? []).filter(isNamed);
  for (const term of named) {
    const slug = term.slug ?? toSlug(term.name) + signsOf(term.name);
    if (!bySlug.has(slug)) bySlug.set(slug, term);
  }
  return bySlug;
}

/** → the existing terms, read by set. */
export async function findTerms(
  deps: Pick<Deps, 'store'>,
  target: KindName,
  terms: ReadonlyMap<string, NamedTerm>,
): Promise<NamedTerms> {
  const records: StoredRecord[] = [];
  const merged = new Map<string, StoredRecord>();
  for (const chunk of chunksOf([...terms.values()], limits.sliceRecords)) {
    const named = await findNamed(deps, target, chunk);
    records.push(...named.records);
    for (const [key, record] of named.merged) merged.set(key, record);
  }
  return { records, merged };
}

const isNamed = (item: Items<LoadEntry>[string][number]): item is NamedTerm =>
  typeof item === 'object' && !isDescribed(item);

/** → whether an item describes a record; others are IDs and names. */
export const isDescribed = (item: Items<LoadEntry>[string][number]): item is LoadEntry =>
  typeof item === 'object' && 'payload' in item;

/** → the changes that create the missing terms. */
async function missingTerms(
  deps: Deps,
  kind: Kind,
  terms: ReadonlyMap<string, NamedTerm>,
): Promise<Change[]> {
  const existing = await findTerms(deps, kind.name, terms);
  const changes: Change[] = [];
  const avoid = new Set<string>();
  for (const [slug, term] of terms) {
    if (byName(existing, term)) continue;
    const draft = draftOf(kind, { [kind.titleField]: term.name, slug }, { caller: null });
    const change = await assemble(deps, kind, { ...draft, avoid });
    avoid.add(change.record.slug);
    changes.push(change);
  }
  return changes;
}

/**
 * Loads the inline venues and organizers of the entries, each once, and replaces them by their IDs.
 * A rejected inline record is kept: its holder is then rejected because of it. A record in the
 * trash is left out.
 */
export async function createLinked(
  kind: Kind,
  entries: readonly LoadEntry[],
  load: (target: Kind, linked: LoadEntry[]) => Promise<LoadResult[]>,
): Promise<LoadEntry[]> {
  const linked = entries.map(({ items, leftOut = [], ...entry }) => ({
    ...entry,
    items: { ...items },
    leftOut: [...leftOut],
  }));
  for (const { field, target } of kind.relations) {
    const described = new Map<string, LoadEntry>();
    for (const { items } of linked) {
      for (const inline of (items[field] ?? []).filter(isDescribed)) {
        const identity = identityOf(inline);
        described.set(identity, joined(described.get(identity) ?? inline, inline));
      }
    }
    if (described.size === 0) continue;
    const results = await load(kinds[target], [...described.values()]);
    const idOf = new Map<string, number>();
    for (const [at, key] of [...described.keys()].entries()) {
      const result = results[at];
      if (!result || result.outcome === 'rejected' || !result.record) continue;
      const { id } = result.record;
      idOf.set(key, result.record.removed ? TRASHED : id);
    }
    for (const { items, leftOut } of linked) {
      const ids = items[field]?.map((item) =>
        isDescribed(item) ? (idOf.get(identityOf(item)) ?? item) : item,
      );
      if (!ids) continue;
      items[field] = ids.filter((item) => item !== TRASHED);
      const isLess = items[field].length < ids.length;
      if (isLess) leftOut.push({ param: field, reason: 'left out: it is in the trash' });
    }
  }
  return linked;
}

/** → a record as two rows describe it: the later one counts, where it says something. */
const joined = ({ payload }: LoadEntry, later: LoadEntry): LoadEntry => ({
  ...later,
  payload: { ...later.payload, values: { ...payload.values, ...later.payload.values } },
});

/** → the draft of a row once its links exist; null to read it again, if a link is refused. */
export async function relinked(
  deps: Deps,
  kind: Kind,
  { items }: LoadEntry,
  draft: Draft,
): Promise<Draft | null> {
  const isNew = (field: string) => draft.links[field]?.some((link) => !('record' in link));
  const changed = Object.entries(items).filter(([field]) => isNew(field));
  if (changed.length === 0) return draft;
  const issues: Issue[] = [];
  const planning = { caller: draft.caller, issues, readInline: async () => null };
  const links = await planLinks(deps, kind, Object.fromEntries(changed), planning);
  return issues.length > 0 ? null : { ...draft, links: { ...draft.links, ...links } };
}

/** Replaces the ID of a record in the trash: a row is loaded without it. */
const TRASHED = 0;

/** → a text that is equal for entries of the same record: by their key, else by all values. */
const identityOf = (entry: LoadEntry): string =>
  JSON.stringify(entry.keys.length === 0 ? entry : entry.keys.slice(0, 1));
