/** Creates what the records of a load link: terms by name, venues and organizers given inline. */

import type { Issue } from '../errors.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type KindName,
  type StoredRecord,
} from '../kinds/record.js';
import { statusOf } from '../kinds/visibility.js';
import { chunksOf } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import { assemble } from '../records/write/assemble.js';
import { draftOf } from '../records/write/plan.js';
import {
  byName,
  findNamed,
  linkedId,
  type NamedTerm,
  readTermItem,
  signsOf,
} from '../records/write/relations.js';
import { toSlug } from '../records/write/slug.js';
import type { Change } from '../store/port.js';
import { toList } from '../validation/coerce.js';
import type { LoadEntry, LoadResult } from './entry.js';
import { keyIssue, readKey } from './own-columns.js';
import { writeBatch } from './write.js';

/** Creates the categories and tags that a batch names and that do not exist yet. */
export async function createTerms(
  deps: Deps,
  kind: Kind,
  entries: readonly LoadEntry[],
): Promise<void> {
  for (const { field, target, inline } of kind.relations) {
    if (inline === 'name') await createMissing(deps, kinds[target], termsIn(entries, field));
  }
}

/** → the terms that entries name in a relation, by slug and the signs that it lacks. */
export function termsIn(entries: readonly LoadEntry[], field: string): Map<string, NamedTerm> {
  const bySlug = new Map<string, NamedTerm>();
  const lists = entries.map(({ payload }) => toList(payload[field] ?? []));
  // A row that names more is rejected.
  const named = lists.filter(({ length }) => length <= limits.relationItems);
  for (const term of named.flat().flatMap(toNamed)) {
    const slug = term.slug ?? toSlug(term.name) + signsOf(term.name);
    if (!bySlug.has(slug)) bySlug.set(slug, term);
  }
  return bySlug;
}

/** → those of the terms that exist, read by set. */
export async function findTerms(
  deps: Pick<Deps, 'store'>,
  target: KindName,
  terms: ReadonlyMap<string, NamedTerm>,
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (const some of chunksOf([...terms.values()], limits.sliceRecords)) {
    found.push(...(await findNamed(deps, target, some)));
  }
  return found;
}

/** → the name of a term, if the item is one; a text of digits is an ID. */
function toNamed(item: Json): NamedTerm[] {
  const term = typeof item === 'string' && /^\d+$/.test(item.trim()) ? null : readTermItem(item);
  return term === null || typeof term === 'number' ? [] : [term];
}

async function createMissing(deps: Deps, kind: Kind, terms: ReadonlyMap<string, NamedTerm>) {
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
  if (changes.length === 0) return;
  // A conflict means that another process has just created a term: it is found by name later.
  await writeBatch(deps, changes);
}

/**
 * Loads the venues and organizers given inline, each once, and replaces them by their IDs. A
 * rejected one stays inline: the record that holds it is then rejected because of it. One in the
 * trash is left out.
 */
export async function createLinked(
  kind: Kind,
  entries: readonly LoadEntry[],
  load: (target: Kind, linked: LoadEntry[]) => Promise<LoadResult[]>,
): Promise<LoadEntry[]> {
  const payloads: JsonObject[] = entries.map(({ payload }) => ({ ...payload }));
  const leftOut = entries.map((entry): Issue[] => [...(entry.leftOut ?? [])]);
  for (const { field, target, inline } of kind.relations) {
    if (inline !== 'object') continue;
    const inlineEntries = new Map<string, LoadEntry>();
    for (const payload of payloads) {
      for (const item of objectsIn(payload[field]))
        inlineEntries.set(identityOf(item), toEntry(item));
    }
    if (inlineEntries.size === 0) continue;
    const results = await load(kinds[target], [...inlineEntries.values()]);
    // 0: it is in the trash, and a row is loaded without it.
    const ids = new Map<string, number>();
    for (const [at, key] of [...inlineEntries.keys()].entries()) {
      const result = results[at];
      if (!result || result.outcome === 'rejected' || !result.record) continue;
      const { id } = result.record;
      ids.set(key, statusOf(result.record) === 'trash' ? 0 : id);
    }
    for (const [at, payload] of payloads.entries()) {
      const idOf = (item: Json) => (isDescribed(item) ? ids.get(identityOf(item)) : undefined);
      const value = payload[field];
      if (value === undefined) continue;
      if ([value].flat().some((item) => idOf(item) === 0)) {
        leftOut[at]?.push({ param: field, reason: 'left out: it is in the trash' });
      }
      const replace = (item: Json) => idOf(item) ?? item;
      payload[field] = Array.isArray(value) ? value.map(replace) : replace(value);
    }
  }
  return entries.map((entry, at) => ({
    ...entry,
    payload: payloads[at] ?? entry.payload,
    leftOut: leftOut[at] ?? [],
  }));
}

function toEntry(item: JsonObject): LoadEntry {
  const { external_id: key, ...payload } = item;
  return { externalId: readKey(key), payload };
}

/** → a text that is equal for objects that are one record: by their key, else by all they say. */
function identityOf(item: JsonObject): string {
  const key = readKey(item.external_id);
  return JSON.stringify(key === null ? item : [key]);
}

/** → the objects that describe a record; one with an ID links a record that is there. */
const objectsIn = (value: Json | undefined): JsonObject[] =>
  (Array.isArray(value) ? value : [value]).filter(isDescribed);

const isDescribed = (item: Json | undefined): item is JsonObject =>
  isJsonObject(item) && linkedId(item) === null;

/** → an issue for each relation in which an inline object has a key that cannot be one. */
export function linkedKeyIssues(kind: Kind, payload: JsonObject): Issue[] {
  return kind.relations.flatMap(({ field, inline }) => {
    if (inline !== 'object') return [];
    const reasons = objectsIn(payload[field]).map((item) => keyIssue(readKey(item.external_id)));
    const reason = reasons.find((one) => one !== null);
    return reason ? [{ param: field, reason: `The external_id is ${reason}.` }] : [];
  });
}
