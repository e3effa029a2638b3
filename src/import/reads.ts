/**
 * Reads for a batch of a load, by set: names in its rows are read once, a statement a kind. Linked
 * records and slugs may change meanwhile: the push after the write compares snapshots with their
 * originals again (sync/refresh-snapshots.ts), and the write refuses a used slug.
 */
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { slugOf } from '../kinds/visibility.js';
import { groupBy } from '../lib/batches.js';
import { inGerman } from '../lib/text/text.js';
import type { Deps } from '../records/deps.js';
import { numberedSlugs, toSlug } from '../records/write/slug.js';
import { type FindBy, type RecordStore, titleKey } from '../store/port.js';
import { findKeyed } from '../sync/survivors.js';
import type { LoadEntry } from './entry.js';
import { findTerms, isDescribed, termsIn } from './links.js';

/** → the reads of one batch of a kind. */
export function openReads(deps: Deps, kind: Kind) {
  const { store } = deps;
  const found = new Map<string, StoredRecord[]>();
  const taken = new Map<string, boolean>();
  const takenSlugs: RecordStore['takenSlugs'] = async (of, slugs) => {
    if (of !== kind.name) return store.takenSlugs(of, slugs);
    const unknown = slugs.filter((slug) => !taken.has(slug));
    if (unknown.length > 0) {
      const inUse = await store.takenSlugs(of, unknown);
      for (const slug of unknown) taken.set(slug, inUse.has(slug));
    }
    return new Set(slugs.filter((slug) => taken.get(slug)));
  };
  const find: RecordStore['find'] = async (of, by, values, limit) => {
    const textOf = REMEMBERED[by];
    const keyOf = (value: string | number) => `${of} ${by} ${value}`;
    const unknown = values.filter((value) => !found.has(keyOf(value)));
    if (of === kind.name || (!textOf && unknown.length > 0)) {
      return store.find(of, by, values, limit);
    }
    if (textOf && unknown.length > 0) {
      const records = groupBy(await store.find(of, by, unknown, limit), textOf);
      for (const value of unknown) found.set(keyOf(value), records.get(String(value)) ?? []);
    }
    const all = [...new Set(values)].flatMap((value) => found.get(keyOf(value)) ?? []);
    return all.sort((a, b) => a.id - b.id);
  };
  const get: RecordStore['get'] = async (of, key) => {
    if (of === kind.name || 'slug' in key) return store.get(of, key);
    return (await find(of, 'id', [key.id]))[0] ?? null;
  };
  const remembering = { ...deps, store: { ...store, get, find, takenSlugs } };
  return {
    /** Their store remembers its reads. Records of the kind itself are always read. */
    deps: remembering,
    /** Reads the records that the rows link by ID, name or key, all at once. */
    async readLinked(entries: readonly LoadEntry[]): Promise<void> {
      for (const { field, target, inline } of kind.relations) {
        if (inline === 'name') {
          await findTerms(remembering, target, termsIn(entries, field));
          continue;
        }
        const linked = entries.flatMap(({ items }) => items[field] ?? []);
        const ids = new Set(linked.filter((item) => typeof item === 'number'));
        await find(target, 'id', [...ids]);
        const keys = new Set(
          linked.flatMap((item) => (isDescribed(item) ? item.keys[0] : []) ?? []),
        );
        const keyed = await findKeyed(deps, target, [...keys]);
        for (const key of keys) {
          found.set(`${target} key ${key}`, [keyed.get(key)?.record ?? []].flat());
        }
      }
    },
    /** Reads which of the slugs that these titles will ask for are taken. */
    async readSlugs(titles: readonly string[]): Promise<void> {
      const slugsOf = (title: string) => [...new Set([title, inGerman(title)].map(toSlug))];
      const wanted = groupBy(titles.flatMap(slugsOf), (slug) => slug);
      const taken = await takenSlugs(kind.name, [...wanted.keys()]);
      const again = [...wanted].filter(([slug, all]) => taken.has(slug) || all.length > 1);
      const numbered = again.flatMap(([slug, all]) => numberedSlugs(kind.name, slug, all.length));
      await takenSlugs(kind.name, numbered);
    },
  };
}

/** Linked records are found by these, and rows name the same ones in many combinations. */
const REMEMBERED: Partial<Record<FindBy, (record: StoredRecord) => string>> = {
  id: ({ id }) => String(id),
  slug: slugOf,
  title: ({ title }) => titleKey(title),
};
