/**
 * The statements of sources about a record, stored on its keys: which sources have it, and through
 * which installations of Marquee it came. Pure. Contract 30, 32.
 */
import type { Presence, Telling } from './telling.js';

/** Good fetches in a row without an event after which it is missing. */
export const ABSENCES = 2;

/** Most installations that a record comes through. */
export const VIA_MAX = 8;

/** Marks, on a key, that a followed feed has the record. */
export const FEED_HAS = { sequence: 0, modified: '', gone: 0, is_lost: false };

/** A key with its source's statement. */
interface Told {
  told: Telling | null;
}

/** → whether a source has, or had, the record of a key. */
export const isClaim = <Row extends Told>(row: Row): row is Row & { told: Presence } =>
  row.told?.sequence !== undefined;

/** → whether a followed source has the record of a key. */
export const isFetched = (row: Told): boolean => isClaim(row) && Number(row.told?.gone) < ABSENCES;

/** → whether a source has lost the record of a key, and its loss is not yet handled. */
export const isMissing = (row: Told): boolean =>
  isClaim(row) && !isFetched(row) && !row.told.action;

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
 * → the provenance of a record, by its keys. A record made here keeps its origin. If a user here
 * made it, or while a calendar has it, no other installation is on its way; otherwise it came by
 * the shortest known way, even if that source is no longer followed: a copy must not return to its
 * origin as a separate record.
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
