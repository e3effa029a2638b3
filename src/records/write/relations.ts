/**
 * IDs, names or inline data → the links of a record. This only reads and reports issues: nothing is
 * written until the whole record is known to be valid. Source: Contract 4.4, 4.6.
 */

import type { Caller } from '../../access/roles.js';
import type { Issue } from '../../errors.js';
import { slugKey } from '../../kinds/identity.js';
import { kinds } from '../../kinds/index.js';
import type { Kind, Relation } from '../../kinds/kind.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type KindName,
  type StoredRecord,
} from '../../kinds/record.js';
import { limits } from '../../limits.js';
import { titleKey } from '../../store/port.js';
import { findCurrent, findKeyed, findSurvivors } from '../../sync/survivors.js';
import { numericItem, toList } from '../../validation/coerce.js';
import type { Deps } from '../deps.js';
import { type Draft, draftOf, type Link, type LinkPlan } from './plan.js';
import { toSlug } from './slug.js';

/** A payload's relations, by field: IDs, terms by name, inline records. */
export type Items<Inline> = Record<string, readonly (number | NamedTerm | Inline)[]>;

interface Planning<Inline> {
  caller: Caller;
  issues: Issue[];
  /** → the draft of a described record, or null when it is not valid. */
  readInline: (target: Kind, item: Inline) => Promise<Draft | null>;
}

/**
 * → the items of the relations in a payload that passed its schema. `issues` receives an issue for
 * each item that is neither an ID nor a name nor an object.
 */
export function readItems(kind: Kind, values: JsonObject, issues: Issue[]): Items<JsonObject> {
  const items: Items<JsonObject> = {};
  for (const relation of kind.relations) {
    const value = values[relation.field];
    if (value === undefined) continue;
    const read = relation.inline === 'name' ? termItems(value) : postItems(relation, value);
    if (typeof read === 'string') issues.push({ param: relation.field, reason: read });
    else items[relation.field] = read;
  }
  return items;
}

/** → the links that the items of a payload ask for. Issues are added to `planning.issues`. */
export async function planLinks<Inline extends object>(
  deps: Deps,
  kind: Kind,
  items: Items<Inline>,
  planning: Planning<Inline>,
): Promise<LinkPlan> {
  const plan: LinkPlan = {};
  for (const relation of kind.relations) {
    const sent = items[relation.field];
    if (sent === undefined) continue;
    const links =
      relation.inline === 'name'
        ? await planTerms(deps, relation, sent as Items<never>[string], planning)
        : await planPosts(deps, relation, sent as (number | Inline)[], planning);
    if (links) plan[relation.field] = relation.isMany ? links : links.slice(0, 1);
  }
  return plan;
}

const isEmpty = (value: Json) =>
  value === '' || value === false || value === 0 || value === '0' || value === null;

/** → the items of a relation to posts, or why they cannot be. */
function postItems({ target }: Relation, value: Json): (number | JsonObject)[] | string {
  if (isEmpty(value)) return [];
  const sent = isJsonObject(value) ? [value] : toList(value).filter((item) => !isEmpty(item));
  if (sent.length > limits.relationItems) {
    return `Must not hold more than ${limits.relationItems} items.`;
  }
  const items = sent.flatMap((item): (number | JsonObject)[] => {
    const id = linkedId(item);
    return id !== null ? [id] : isJsonObject(item) ? [item] : [];
  });
  return items.length < sent.length ? `Must be an ID or the data of a ${target}.` : items;
}

/** → the items of a relation to terms, or why they cannot be. */
function termItems(value: Json): (number | NamedTerm)[] | string {
  const sent = Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : [value];
  const items = sent.flatMap((item) => readTermItem(item) ?? []);
  const bounds = [limits.relationItems, limits.slugChars];
  return items.length < sent.length || items.length > limits.relationItems
    ? `Must be up to ${bounds[0]} IDs, slugs or names of up to ${bounds[1]} characters.`
    : items;
}

async function planPosts<Inline extends object>(
  deps: Deps,
  { field, target }: Relation,
  items: readonly (number | Inline)[],
  { issues, readInline }: Planning<Inline>,
): Promise<Link[] | null> {
  const refuse = (reason: string) => {
    issues.push({ param: field, reason });
    return null;
  };
  const links: Link[] = [];
  for (const item of items) {
    if (typeof item === 'number') {
      const record = await findCurrent(deps, target, item);
      if (!record || record.removed) return refuse(`There is no ${target} ${item}.`);
      links.push({ record });
      continue;
    }
    const draft = await readInline(kinds[target], item);
    if (!draft) return refuse(`The ${target} given is not valid.`);
    links.push({ kind: target, draft });
  }
  return unique(links);
}

async function planTerms(
  deps: Deps,
  relation: Relation,
  items: readonly (number | NamedTerm)[],
  { caller }: { caller: Caller },
): Promise<Link[]> {
  const ids = items.filter((item) => typeof item === 'number');
  const existing = ids.length > 0 ? await deps.store.find(relation.target, 'id', ids) : [];
  const terms = items.filter((item) => typeof item !== 'number');
  const named = await findNamed(deps, relation.target, terms);
  const missing = ids.filter((id) => !byId(existing, id));
  const survivors = await findSurvivors(deps, relation.target, missing);
  const links = items.flatMap((item): Link[] => {
    const record =
      typeof item === 'number'
        ? (byId(existing, item) ?? survivors.get(item))
        : byName(named, item);
    if (record) return [{ record }];
    // Unknown IDs are skipped, unknown names created: Contract 4.6.
    if (typeof item === 'number') return [];
    const target = kinds[relation.target];
    const { name, slug } = item;
    const values = { [target.titleField]: name, ...(slug === undefined ? {} : { slug }) };
    const draft = draftOf(target, values, { caller });
    return [{ kind: relation.target, draft }];
  });
  return unique(links);
}

/** A term by its name, or by its slug; a new term gets the name. */
export interface NamedTerm {
  name: string;
  slug?: string;
}

/** → the ID or name of an item of a list of terms; null: it is neither. */
function readTermItem(item: Json): number | NamedTerm | null {
  if (typeof item === 'number') return item;
  if (!isJsonObject(item) && typeof item !== 'string') return null;
  const { slug, name = slug } = isJsonObject(item) ? item : { name: item };
  if (typeof name !== 'string' || (isJsonObject(item) && typeof slug !== 'string')) return null;
  const term = { name: name.trim(), ...(typeof slug === 'string' ? { slug: slug.trim() } : {}) };
  const isFit = (text: string) => text.length <= limits.slugChars && toSlug(text) !== '';
  return Object.values(term).every(isFit) ? term : null;
}

/** → the existing term that inline data refers to by name, or null. */
export async function findTerm(
  deps: Deps,
  target: KindName,
  { payload: { title: name = '', slug } }: Draft,
): Promise<StoredRecord | null> {
  const term = { name, ...(slug === undefined ? {} : { slug }) };
  return byName(await findNamed(deps, target, [term]), term) ?? null;
}

/** Candidates for the terms of some names. */
export interface NamedTerms {
  records: StoredRecord[];
  /** Survivors of merges, by the slug key of the merged term. */
  merged: ReadonlyMap<string, StoredRecord>;
}

/** → the terms that match a name, and the survivors of merged terms that match. */
export async function findNamed(
  deps: Pick<Deps, 'store'>,
  target: KindName,
  terms: readonly NamedTerm[],
): Promise<NamedTerms> {
  if (terms.length === 0) return { records: [], merged: new Map() };
  const texts = terms.flatMap(({ name, slug }) =>
    slug === undefined ? [name, toSlug(name)] : slug,
  );
  const titles = terms.flatMap(({ name, slug }) => (slug === undefined ? titleKey(name) : []));
  const records = [
    ...(await deps.store.find(target, 'slug', texts)),
    ...(await deps.store.find(target, 'title', titles, limits.duplicateCandidates)),
  ];
  const existing = { records, merged: new Map() };
  const unknown = terms.filter((term) => !byName(existing, term)).map(slugOf);
  const keyed = await findKeyed(deps, target, unknown.map(slugKey));
  const merged = [...keyed].filter(([, { of }]) => of > 0);
  return { records, merged: new Map(merged.map(([key, { record }]) => [key, record])) };
}

const slugOf = ({ name, slug = toSlug(name) }: NamedTerm): string => slug;

const byId = (records: StoredRecord[], id: number) => records.find((record) => record.id === id);

/** → the term of this slug; without one, of this slug or name. Source: Contract 4.6. */
export function byName({ records, merged }: NamedTerms, term: NamedTerm): StoredRecord | undefined {
  const { name, slug } = term;
  const survivor = () => merged.get(slugKey(slugOf(term)));
  if (slug !== undefined) return records.find((record) => record.slug === slug) ?? survivor();
  return (
    records.find((record) => record.slug === name) ??
    records.find((record) => titleKey(record.title) === titleKey(name)) ??
    records.find(({ slug, title }) => slug === toSlug(name) && signsOf(title) === signsOf(name)) ??
    survivor()
  );
}

/** → the signs after words, which slugs lack: `C#` and `C++` are not `C`. */
export const signsOf = (name: string): string =>
  (name.match(/(?<=[\p{L}\p{N}])[+#]+(?![\p{L}\p{N}])/gu) ?? []).join(' ');

function unique(links: Link[]): Link[] {
  const seen = new Set<string>();
  return links.filter((link) => {
    const key =
      'record' in link
        ? `id ${link.record.id}`
        : kinds[link.kind].family.name === 'term'
          ? `name ${link.draft.payload.slug ?? titleKey(link.draft.payload.title ?? '')}`
          : `new ${seen.size}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** → the ID of a linked record in an item, alone or as `{id}`; null without an ID. */
function linkedId(item: Json): number | null {
  const number = numericItem(isJsonObject(item) && 'id' in item ? item.id : item);
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}
