/**
 * IDs, names or inline data → the links of a record. This only reads and reports issues: nothing is
 * written until the whole record is known to be valid. Source: Contract 4.4, 4.6.
 */

import type { Caller } from '../../access/roles.js';
import type { Issue } from '../../errors.js';
import { kinds } from '../../kinds/index.js';
import type { Kind, Relation } from '../../kinds/kind.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type KindName,
  type StoredRecord,
} from '../../kinds/record.js';
import { statusOf } from '../../kinds/visibility.js';
import { limits } from '../../limits.js';
import { aliasKey, withAlias } from '../../store/aliases.js';
import { titleKey } from '../../store/port.js';
import { findCurrent, findSurvivors } from '../../sync/survivors.js';
import { numericItem, toList } from '../../validation/coerce.js';
import type { Deps } from '../deps.js';
import { type Draft, draftOf, type Link, type LinkPlan } from './plan.js';
import { toSlug } from './slug.js';

interface Planning {
  caller: Caller;
  issues: Issue[];
  /** → the draft of inline data, or null when it is not valid. */
  readInline: (target: Kind, item: JsonObject) => Promise<Draft | null>;
}

/** → the links that a payload asks for. Issues are added to `planning.issues`. */
export async function planLinks(
  deps: Deps,
  kind: Kind,
  values: JsonObject,
  planning: Planning,
): Promise<LinkPlan> {
  const plan: LinkPlan = {};
  for (const relation of kind.relations) {
    const value = values[relation.field];
    if (value === undefined) continue;
    const links =
      relation.inline === 'name'
        ? await planTerms(deps, relation, value, planning)
        : await planPosts(deps, relation, value, planning);
    if (links) plan[relation.field] = relation.isMany ? links : links.slice(0, 1);
  }
  return plan;
}

const isEmpty = (value: Json) =>
  value === '' || value === false || value === 0 || value === '0' || value === null;

async function planPosts(
  deps: Deps,
  relation: Relation,
  value: Json,
  planning: Planning,
): Promise<Link[] | null> {
  const refuse = (reason: string) => {
    planning.issues.push({ param: relation.field, reason });
    return null;
  };
  if (isEmpty(value)) return [];
  const items = isJsonObject(value) ? [value] : toList(value).filter((item) => !isEmpty(item));
  if (items.length > limits.relationItems) {
    return refuse(`Must not hold more than ${limits.relationItems} items.`);
  }
  const links: Link[] = [];
  for (const item of items) {
    const id = linkedId(item);
    if (id !== null) {
      const record = await findCurrent(deps, relation.target, id);
      if (!record || statusOf(record) === 'trash')
        return refuse(`There is no ${relation.target} ${id}.`);
      links.push({ record });
    } else if (isJsonObject(item)) {
      const draft = await planning.readInline(kinds[relation.target], item);
      if (!draft) return refuse(`The ${relation.target} given is not valid.`);
      links.push({ kind: relation.target, draft });
    } else {
      return refuse(`Must be an ID or the data of a ${relation.target}.`);
    }
  }
  return unique(links);
}

async function planTerms(
  deps: Deps,
  relation: Relation,
  value: Json,
  planning: Planning,
): Promise<Link[] | null> {
  const sent = Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : [value];
  const items = sent.flatMap((item) => readTermItem(item) ?? []);
  if (items.length < sent.length || items.length > limits.relationItems) {
    const bounds = [limits.relationItems, limits.slugChars];
    planning.issues.push({
      param: relation.field,
      reason: `Must be up to ${bounds[0]} IDs, slugs or names of up to ${bounds[1]} characters.`,
    });
    return null;
  }
  const ids = items.filter((item) => typeof item === 'number');
  const existing = [
    ...(await deps.store.find(relation.target, 'id', ids)),
    ...(await findNamed(
      deps,
      relation.target,
      items.filter((item) => typeof item !== 'number'),
    )),
  ];
  const missing = ids.filter((id) => !byId(existing, id));
  const survivors = await findSurvivors(deps, relation.target, missing);
  const links = items.flatMap((item): Link[] => {
    const record =
      typeof item === 'number'
        ? (byId(existing, item) ?? survivors.get(item))
        : byName(existing, item);
    if (record) return [{ record }];
    // Unknown IDs are skipped, unknown names created: Contract 4.6.
    if (typeof item === 'number') return [];
    const target = kinds[relation.target];
    const { name, slug } = item;
    const values = { [target.titleField]: name, ...(slug === undefined ? {} : { slug }) };
    const draft = draftOf(target, values, { caller: planning.caller });
    return [{ kind: relation.target, draft }];
  });
  return unique(links);
}

/** A term by its name, or by its slug; the name is that of a new one. */
export interface NamedTerm {
  name: string;
  slug?: string;
}

/** → the ID or name of an item of a list of terms; null: it is neither. */
export function readTermItem(item: Json): number | NamedTerm | null {
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

/** → the terms that match one of the names, or into which one that matches it was merged. */
export async function findNamed(
  deps: Pick<Deps, 'store'>,
  target: KindName,
  terms: readonly NamedTerm[],
): Promise<StoredRecord[]> {
  if (terms.length === 0) return [];
  const texts = terms.flatMap(({ name, slug }) =>
    slug === undefined ? [name, toSlug(name)] : slug,
  );
  const titles = terms.flatMap(({ name, slug }) => (slug === undefined ? titleKey(name) : []));
  const existing = [
    ...(await deps.store.find(target, 'slug', texts)),
    ...(await deps.store.find(target, 'title', titles, limits.duplicateCandidates)),
  ];
  const unknown = terms.filter((term) => !byName(existing, term)).map(slugAlias);
  return unknown.length === 0
    ? existing
    : [...existing, ...(await deps.store.find(target, 'alias', unknown))];
}

const slugAlias = ({ name, slug = toSlug(name) }: NamedTerm): string => aliasKey('slug', slug);

const byId = (records: StoredRecord[], id: number) => records.find((record) => record.id === id);

/** → the term of this slug; without one, of this slug or name. Source: Contract 4.6. */
export function byName(records: StoredRecord[], term: NamedTerm): StoredRecord | undefined {
  const { name, slug } = term;
  const merged = () => withAlias(records, slugAlias(term));
  if (slug !== undefined) return records.find((record) => record.slug === slug) ?? merged();
  return (
    records.find((record) => record.slug === name) ??
    records.find((record) => titleKey(record.title) === titleKey(name)) ??
    records.find(({ slug, title }) => slug === toSlug(name) && signsOf(title) === signsOf(name)) ??
    merged()
  );
}

/** → the signs behind words, which slugs lack: `C#` and `C++` are not `C`. */
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

/** → the ID by which an item of a relation links a record, alone or as `{id}`; null: none. */
export function linkedId(item: Json): number | null {
  const number = numericItem(isJsonObject(item) && 'id' in item ? item.id : item);
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}
