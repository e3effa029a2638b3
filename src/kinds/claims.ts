/**
 * What sources say of a record, as it stands on its keys: which of them have it, and through which
 * installations of Marquee it came. Pure. Contract 30, 32.
 */
import type { Presence, Telling } from './telling.js';

/** Good fetches in a row without an event after which it is missing. */
export const ABSENCES = 2;

/** Most installations that a record comes through. */
export const VIA_MAX = 8;

/** What says, on a key, that a feed which is followed has the record. */
export const FEED_HAS = { sequence: 0, modified: '', gone: 0, is_lost: false };

/** A key with what its source said. */
interface Told {
  told: Telling | null;
}

/** → whether a source has what a key names, or had it and nothing was done about that. */
export const isClaim = <Row extends Told>(row: Row): row is Row & { told: Presence } =>
  row.told?.sequence !== undefined;

/** → whether a source that is subscribed to has what a key names. */
export const isFetched = (row: Told): boolean => isClaim(row) && Number(row.told?.gone) < ABSENCES;

/** → the key by which other installations know a record of this one. */
export const originKey = (installation: string, id: number): string => `${installation}:${id}`;

/** Where a record comes from, and the installations it came through, the last one last. */
export interface Provenance {
  /** Its `originKey`. */
  origin: string;
  via: string[];
}

/** → the installations that a key says its record came through; null: it says nothing of them. */
const viaOf = ({ told }: Told): string[] | null => told?.via ?? null;

/** → whether a source has made a record of these keys: `made` is its ID. Merges move keys. */
export const isOfSources = (rows: readonly Told[], id: number): boolean =>
  rows.some(({ told }) => told?.made === id);

/** → the installations that a record comes through by these keys, as a text. */
export const wayOf = (rows: readonly Told[], id: number): string =>
  provenanceOf(rows, { installation: '', id }).via.join();

/**
 * → the provenance of a record, by its keys. It keeps the origin that it had when it was made here.
 * While something here keeps it (somebody made it here, or a calendar has it) it comes through
 * nobody else; then through the shortest of the ways that are told, also when their source is no
 * longer asked: a copy must not come back to its origin as a record of its own.
 */
export function provenanceOf(
  rows: readonly Told[],
  here: { installation: string; id: number },
): Provenance {
  const { installation } = here;
  const maker = rows.find(({ told }) => told?.made === here.id);
  const origin = maker?.told?.origin ?? originKey(installation, here.id);
  const isKeptHere = !maker || rows.some((row) => isFetched(row) && viaOf(row) === null);
  const told = rows.filter((row) => viaOf(row) !== null);
  const live = told.filter(isFetched);
  const ways = (live.length > 0 ? live : told).map((row) => viaOf(row) ?? []);
  const [shortest = []] = isKeptHere ? [] : ways.sort((a, b) => a.length - b.length);
  return { origin, via: [...shortest, installation] };
}
