/**
 * The statements of the rows of a batch, stored on keys, and written together with the records, so
 * that a run that dies leaves neither without the other.
 */
import { wayOf } from '../kinds/claims.js';
import type { StoredRecord } from '../kinds/record.js';
import { occurrenceOf } from '../kinds/series.js';
import { type Telling, withoutPresence } from '../kinds/telling.js';
import type { KeysChange, KeyWrite, StoredKey } from '../store/port.js';
import type { LoadEntry, LoadOptions, LoadResult, Rejected } from './entry.js';
import { lastSaid, type Merged, mergedWith, saidOfDate, withoutOwnOfDate } from './followed.js';
import type { Match } from './keyed.js';
import type { Matches } from './match.js';
import { isOfOlder, type Loaded, tellingHow, tellingOf, toldOf } from './told.js';

/** → the new statement of a row that changes no record; or empty. */
export function toldNow(
  entry: LoadEntry,
  match: Match | null,
  { record, outcome, said }: Exclude<LoadResult, Rejected>,
  { matches, present }: { matches: Matches } & Pick<LoadOptions, 'present'>,
): Required<KeysChange>[] {
  const { claim } = entry;
  // A changed record is written together with its statement.
  if (!record || outcome !== 'unchanged' || match?.by === 'merged' || match?.by === 'own')
    return [];
  const stored = match ? matches.keysOf(match.record) : [];
  const isYounger = present !== undefined && isOfOlder(stored, entry);
  if (isYounger && !claim) return [];
  const before = toldOf(stored, entry);
  const telling =
    claim && (isYounger || !isToldWhole(match, said, before))
      ? {
          key: claim.key,
          how: tellingHow(entry),
          told: { ...withoutPresence(before), ...claim.told },
        }
      : tellingOf(entry, record, { held: stored, present, outcome, said });
  if (!telling) return [];
  return [
    {
      writes: [{ ...telling, id: record.id }],
      lost: [],
      renumbered: claim && hasOtherWay(stored, telling, record.id) ? [record.id] : [],
    },
  ];
}

/** → whether a row was compared with its record, or repeats an equal statement. */
const isToldWhole = (
  match: Match | null,
  said: Telling['said'] | undefined,
  before: Telling | null,
): boolean => match === null || said !== undefined || before?.row !== undefined;

/** → whether this statement changes a record's provenance. */
function hasOtherWay(stored: readonly StoredKey[], telling: KeyWrite, id: number): boolean {
  const before = stored.filter(({ of }) => of === 0);
  const rest = before.filter(({ key }) => key !== telling.key);
  return wayOf(before, id) !== wayOf([...rest, { told: telling.told ?? null }], id);
}

/**
 * → the remembered statement of a source's row, and the fields kept as changed here; empty for the
 * row of a file. `full`: the record as in the row.
 */
export function followedBy(
  entry: LoadEntry,
  { held, stored, full, options: { present, onMatch } }: Followed,
): Partial<Merged> {
  const isOfMarquee = entry.claim?.told.via !== undefined;
  if (!present || entry.part) return {};
  if (entry.occurrence === undefined) {
    const written = isOfMarquee || onMatch === 'merge' ? lastSaid(held) : undefined;
    // A calendar names changed dates of a series by its own times.
    return mergedWith({ written, hasOwnRules: isOfMarquee }, stored, full);
  }
  if (!isOfMarquee || !stored || !occurrenceOf(full)) return {};
  const told = toldOf(held, entry);
  return { said: saidOfDate(full, told, withoutOwnOfDate(entry, stored, told)) };
}

interface Followed {
  /** The keys of the record. */
  held: readonly StoredKey[];
  stored: StoredRecord | null;
  full: StoredRecord;
  options: Pick<LoadOptions, 'present' | 'onMatch'>;
}

/** → the keys to write with a record, one of them with its source's statement. */
export function keysTelling(
  entry: LoadEntry,
  record: StoredRecord,
  { match, keys, held, outcome, said, present }: Written,
): KeyWrite[] {
  // Another source, or this system, determines the record.
  const isLeft = match?.by === 'own' || (present !== undefined && isOfOlder(held, entry));
  const isTelling = entry.claim !== undefined || !isLeft;
  const told = isTelling && tellingOf(entry, record, { held, present, outcome, said });
  if (!told) return [...keys];
  const rest = keys.filter(({ key }) => key !== told.key);
  return keys[0]?.key === told.key ? [told, ...rest] : [...keys, told];
}

interface Written extends Loaded {
  match: Match | null;
  keys: readonly KeyWrite[];
}
