/**
 * The keys that the rows of a load add to their records, so that the next load finds them by more
 * names, or after a change of identity. The records are not changed. Contract 16.3.
 */

import type { Issue } from '../errors.js';
import * as identity from '../kinds/identity.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { MergedRow } from '../rows/statement.js';
import type { KeysChange, KeyWrite } from '../store/port.js';
import { findKeyed } from '../sync/survivors.js';
import type { LoadEntry, LoadOptions } from './entry.js';
import type { Match } from './keyed.js';
import type { Matches } from './match.js';

/** A write of keys without the records of a batch. */
export type KeysLeft = Required<Pick<KeysChange, 'writes' | 'lost'>>;

/** → the keys of a new record: its identity, if free, and other free keys. */
export function keysOfNew({ keys, starts }: LoadEntry, id: number, matches: Matches): KeyWrite[] {
  // Another record has the name: this record is known by its start.
  const apart = starts && matches.holderOf(starts.key) ? [starts.at] : [];
  return [...new Set([...apart, ...keys])].map((key, at) => ({
    key: key.startsWith('!') ? identity.barKey(id, key.slice(1)) : key,
    how: at === 0 && !matches.holderOf(key) ? 'claim' : 'offer',
  }));
}

/** → the keys that a row adds to a stored record, and the keys to remove. */
export function keysOffered(
  entry: LoadEntry,
  { record, by }: Match,
  { matches, host, present }: { matches: Matches; host: string } & Pick<LoadOptions, 'present'>,
): KeysLeft {
  // It is another record's row.
  if (by === 'merged') return { writes: [], lost: [] };
  const held = matches.keysOf(record).filter(({ of }) => of === 0);
  const has = (key: string) => held.some((row) => row.key === key);
  const isFree = (key: string) => !has(key) && !matches.holderOf(key);
  // A record of this system needs no key for that.
  const isOfThisHost = (key: string) => identity.hostIdentityOf(record.kind, key)?.host === host;
  const added = entry.keys
    .map((key) => (key.startsWith('!') ? identity.barKey(record.id, key.slice(1)) : key))
    .filter((key) => isFree(key) && !(by === 'own' && isOfThisHost(key)));
  const lost = added.some(identity.isRowKey)
    ? held.filter(({ key }) => identity.isRowKey(key))
    : [];
  const gone = present && added.includes(entry.keys[0] ?? '') ? goneOf(entry, held, present) : [];
  const room = limits.recordKeys - held.length + lost.length + gone.length;
  return {
    writes: added.slice(0, Math.max(0, room)).map((key) => ({ key, id: record.id, how: 'offer' })),
    lost: [...lost.map(({ key }) => key), ...gone],
  };
}

/**
 * → the keys of records merged into the rows' records, as an export lists them: each is stored as
 * brought by its merged record. If that record exists here separately, it keeps its keys; if it was
 * erased, an unused ID represents it.
 */
export async function keysOfMerged(
  { store }: Pick<Deps, 'store'>,
  { name, family }: Kind,
  rows: readonly { merged: readonly MergedRow[]; id: number; isNew: boolean }[],
): Promise<KeysLeft> {
  const all = rows.flatMap(({ merged, ...row }) => merged.map((one) => ({ ...one, ...row })));
  const writes: KeysLeft['writes'][number][] = [];
  if (all.length === 0) return { writes, lost: [] };
  const identities = all.flatMap(({ externalId }) => externalId ?? []);
  const dropped = await findKeyed({ store }, name, identities);
  const listed = all.flatMap(({ keys }) => keys);
  const stored = await store.keys.list(name, { keys: listed });
  const held = new Map(stored.map((row) => [row.key, row]));
  for (const { externalId, keys, id, isNew } of all) {
    const record = dropped.get(externalId ?? '')?.record;
    const isHere = record !== undefined && record.id !== id;
    if (isHere && record.removed?.by !== 'merge') continue;
    // The keys that a new record got with its row count as brought, too.
    const free = keys.filter((key) => {
      const row = held.get(key);
      return !identity.isOfCalendar(key) && (!row || (isNew && row.id === id && row.of === 0));
    });
    const [of = 0] = isHere
      ? [record.id]
      : free.length > 0
        ? await store.nextIds(family.name, 1)
        : [];
    const brought = isHere ? [identity.idKey(of), ...free] : free;
    writes.push(...brought.map((key) => ({ key, id, of, how: 'take' as const })));
  }
  return { writes, lost: [] };
}

/** → the identities in a calendar that its fetch lacks: the event has another one there. */
function goneOf(
  { keys: [first = ''] }: LoadEntry,
  held: readonly { key: string }[],
  present: NonNullable<LoadOptions['present']>,
): string[] {
  const source = identity.sourceOf(first) ?? '';
  const gone = held.filter(({ key }) => identity.sourceOf(key) === source && !present.has(key));
  return gone.flatMap(({ key }) => [key, identity.uidKey(key.slice(source.length + 1))]);
}

/** → a warning for each key of a row that belongs to another record: the strongest key counts. */
export function otherKeys(entry: LoadEntry, record: StoredRecord, matches: Matches): Issue[] {
  return entry.keys.flatMap((key, at) => {
    // Several records share a name, and one of them has the key.
    const isShared = key === entry.starts?.key || key === entry.starts?.mark;
    const isNamed = !isShared && (at < entry.strong || identity.uidIn(key) !== '');
    const other = isNamed ? matches.holderOf(key) : undefined;
    if (!other || other.id === record.id) return [];
    return [
      { param: 'external_id', reason: `the key ${key} is that of ${other.kind} ${other.id}` },
    ];
  });
}
