/**
 * Finds records that may be duplicates: alike by name, and not known to be in different places. Two
 * names are alike by the share of pairs of letters that both have (Sørensen–Dice), case and accents
 * folded: the order of words does not matter, and a missing letter or word matters little. Only
 * names that share a rare pair are compared, so the work grows with the number of candidates and
 * not with its square.
 */

import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { distanceM, type Point } from '../../lib/place/geo.js';
import { foldText, words } from '../../lib/text/words.js';
import { limits } from '../../limits.js';
import { batchesOf } from '../../store/port.js';
import type { Deps } from '../deps.js';

/** Two records that may be the same. */
interface Candidate {
  /** The older one. */
  keep: Compared;
  drop: Compared;
  /** From `likeness` to 1. */
  likeness: number;
  /** Between their coordinates, metres; null when either has no coordinates. */
  distanceM: number | null;
}

/** The compared data of a record. */
interface Compared {
  id: number;
  title: string;
  place: Point | null;
  /** Where it is in words (city and country), folded; empty where it does not say. */
  where: string[];
  pairs: ReadonlySet<string>;
}

/** The bounds of a candidate. */
interface FindOptions {
  /** The least likeness of the names, 0.5 to 1. */
  likeness: number;
  /** The greatest distance where both have coordinates, metres. */
  withinM: number;
}

/**
 * Yields pairs, in the order of the younger record's ID. Records without coordinates are candidates
 * unless both say where they are and differ. Stops after `limits.mergeCandidates` pairs, and throws
 * for a kind with more than `limits.comparedRecords` records.
 */
export async function* findCandidates(
  deps: Pick<Deps, 'store'>,
  kind: Kind,
  options: FindOptions,
): AsyncGenerator<Candidate> {
  const records = await readCompared(deps, kind);
  const rank = rankByRarity(records);
  const byPair = new Map<string, Compared[]>();
  let count = 0;
  for (const drop of records) {
    const sorted = [...drop.pairs].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    const rare = sorted.slice(0, prefixLength(sorted.length, options.likeness));
    const sharing = new Set(rare.flatMap((pair) => byPair.get(pair) ?? []));
    for (const keep of sharing) {
      const candidate = compare(keep, drop, options);
      if (!candidate) continue;
      yield candidate;
      if (++count === limits.mergeCandidates) return;
    }
    for (const pair of rare) {
      const list = byPair.get(pair);
      if (list) list.push(drop);
      else byPair.set(pair, [drop]);
    }
  }
}

async function readCompared({ store }: Pick<Deps, 'store'>, kind: Kind): Promise<Compared[]> {
  const all: Compared[] = [];
  for await (const records of batchesOf(store, kind.name, { limit: limits.batchRecords })) {
    for (const record of records) {
      if (!record.removed) all.push(toCompared(kind, record));
    }
    if (all.length > limits.comparedRecords) {
      throw new Error(`More than ${limits.comparedRecords} ${kind.route} cannot be compared.`);
    }
  }
  return all;
}

function toCompared(kind: Kind, record: StoredRecord): Compared {
  const where = Object.values(kind.filters).flatMap((filter) =>
    filter.filter === 'anyOf' && filter.isFolded ? filter.field : [],
  );
  return {
    id: record.id,
    title: record.title,
    place: kind.place?.(record) ?? null,
    where: where.map((field) => foldText(String(record.fields[field] ?? ''))),
    pairs: pairsOf(record.title),
  };
}

/** → the rank of each letter pair, rarest first. */
function rankByRarity(records: readonly Compared[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { pairs } of records) {
    for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, n], [b, m]) => n - m || (a < b ? -1 : 1));
  return new Map(sorted.map(([pair], at) => [pair, at]));
}

function compare(
  keep: Compared,
  drop: Compared,
  { likeness: least, withinM }: FindOptions,
): Candidate | null {
  const apartM = keep.place && drop.place ? distanceM(keep.place, drop.place) : null;
  if (apartM === null ? isElsewhere(keep, drop) : apartM > withinM) return null;
  const likeness = likenessOf(keep.pairs, drop.pairs);
  return likeness < least ? null : { keep, drop, likeness, distanceM: apartM };
}

const isElsewhere = (a: Compared, b: Compared): boolean =>
  a.where.some((text, at) => text !== '' && b.where[at] !== '' && text !== b.where[at]);

/**
 * → the pairs of neighbouring letters in each word; a word of one letter is a pair of its own. A
 * pair that comes again is numbered, so that a set holds all.
 */
export function pairsOf(name: string): Set<string> {
  const pairs = new Set<string>();
  const times = new Map<string, number>();
  const add = (pair: string) => {
    const time = times.get(pair) ?? 0;
    times.set(pair, time + 1);
    pairs.add(time === 0 ? pair : `${pair} ${time}`);
  };
  for (const word of words(name)) {
    const letters = [...word];
    if (letters.length < 2) add(word);
    for (const [at, letter] of letters.slice(1).entries()) add(`${letters[at]}${letter}`);
  }
  return pairs;
}

/** → 0 (nothing in common) to 1 (the same pairs); 0 when both sets are empty. */
export function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const pair of small) if (large.has(pair)) shared++;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

/**
 * → the prefix length: two sets this alike share at least one of this many rarest pairs. An index
 * of the prefixes alone finds every candidate ("prefix filtering").
 */
function prefixLength(size: number, least: number): number {
  return size - Math.ceil((least / (2 - least)) * size) + 1;
}
