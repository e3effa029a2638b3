/**
 * The zones of a calendar: an IANA name, a Windows name, else the named zone with the same offsets
 * as the file's description. Contract 17.
 */
import { secondsToText, textToSeconds } from '../../../time/wall-clock.js';
import { offsetText, zoneNames } from '../../../time/zone-data.js';
import { normalizeTimeZone, offsetSecondsAt } from '../../../time/zones.js';
import { windowsZone } from '../../columns/clean.js';
import { type Component, propertyOf } from './components.js';
import { textOf } from './lines.js';
import { type OwnZone, openOwnZone } from './own-zone.js';

/** Most zones that a file may describe; later zones are unknown. */
const zonesMax = 500;

/** Longest TZID, characters: all names of Windows are shorter. A longer text is not a zone. */
const zoneCharsMax = 100;

/** Most comparisons of all zones with a file's zone: each takes some ms. */
const comparisonsMax = 500;

/** A named zone, or a zone as the file describes it. */
export type CalendarZone = { name: string } | { own: OwnZone };

/** The data of a calendar for all of its events. */
export interface Calendar {
  zones: ReturnType<typeof openZones>;
  /** The TZID of times without a zone: X-WR-TIMEZONE. */
  zoneId: string;
  /** The zones of such times without X-WR-TIMEZONE: the given zone, the site's. */
  given: readonly string[];
  /** Whether the file cancels its events (METHOD:CANCEL). */
  isCancelled: boolean;
  /** Whether this service wrote it: its texts are no HTML. */
  isOurs: boolean;
  /** Between which days, in UTC, the dates of a series are taken whose zone has no name. */
  window: { from: string; to: string };
}

/** → the zone of times without a zone, for events that begin in a year; or null. */
export function commonZone({ zones, zoneId, given }: Calendar, year: number): CalendarZone | null {
  const named = zoneId === '' ? null : zones.find(zoneId, year, given);
  return named ?? (given[0] === undefined ? null : { name: given[0] });
}

type Described = { name: string } | { own: OwnZone; names: Map<number, string | null> };

/** → the zones of a file by their TZID: none yet. */
export function openZones() {
  const described = new Map<string, Described | null>();
  let comparisons = 0;
  return {
    /** Remembers a VTIMEZONE, unless it is unusable. */
    add(zone: Component): void {
      const id = textOf(propertyOf(zone, 'tzid')?.value ?? '').trim();
      if (described.size >= zonesMax || id === '' || id.length > zoneCharsMax) return;
      const name = zoneNamed(propertyOf(zone, 'x-lic-location')?.value ?? '');
      const ownZone = name === null ? openOwnZone(id, zone) : null;
      if (name !== null) described.set(id, { name });
      else if (ownZone) described.set(id, { own: ownZone, names: new Map() });
    },
    /**
     * → the zone of a TZID for events that begin in a year, or null. `preferred`: zones that come
     * first among several with the same offsets.
     */
    find(id: string, year: number, preferred: readonly string[]): CalendarZone | null {
      if (id.length > zoneCharsMax) return null;
      const name = zoneNamed(id);
      if (name !== null) return { name };
      const key = id.trim();
      if (!described.has(key) && described.size < zonesMax) described.set(key, shownZone(key));
      const zone = described.get(key) ?? null;
      if (!zone || 'name' in zone) return zone;
      const { own, names } = zone;
      let known = names.get(year);
      if (known === undefined) {
        comparisons += 1;
        known =
          comparisons > comparisonsMax ? null : own.nameIn(year, [...preferred, ...citiesIn(key)]);
        names.set(year, known);
      }
      return known === null ? { own } : { name: known };
    },
  };
}

/** The forms of names that Microsoft and others write. */
const TAIL = /^(?:tzone:\/\/Microsoft\/|\/)/i;
const OFFSET = /^(?:GMT|UTC) ?([+-])(\d\d?)(?::?(\d\d))?$/i;
const UTC = /^Coordinated Universal Time$/i;

const written = (_: string, sign: string, hours: string, minutes = '00') =>
  `${sign}${hours.padStart(2, '0')}:${minutes}`;

/** → the accepted zone of an IANA name, of a name that ends in one, or of a Windows name. */
function zoneNamed(id: string): string | null {
  if (id.length > zoneCharsMax) return null;
  const name = id.trim().replace(TAIL, '').replace(UTC, 'UTC').replace(OFFSET, written);
  const parts = name.split('/');
  // Some programs write where the zone comes from before it: /mozilla.org/20070129_1/Europe/Berlin
  const tails = parts.length > 2 ? [parts.slice(-3).join('/'), parts.slice(-2).join('/')] : [];
  // Others write US-Eastern, or America/New York.
  const words = name.replaceAll(' ', '_');
  for (const text of [name, ...tails, words, words.replace('-', '/')]) {
    const known = text === '' ? null : normalizeTimeZone(text);
    if (known !== null) return known;
  }
  return windowsZone(name);
}

/** As Windows shows a zone: `(UTC+01:00) Amsterdam, Berlin`, `Pacific Time (US & Canada)`. */
const SHOWN = /^(?:\((?:UTC|GMT)(?:([+-]\d\d)[:.](\d\d))?\))?([^()]{1,100})(?:\([^()]{1,40}\))?$/;

/** → the zone of the cities, or of the time, with the shown offset. */
function shownZone(text: string): { name: string } | null {
  const [, hours, minutes = '00', names = ''] = SHOWN.exec(text) ?? [];
  const [time = ''] = names.split(/[,/]/);
  const ofTime = windowsZone(time.trim().replace(/ Time$/, ' Standard Time'));
  if (ofTime !== null) return { name: ofTime };
  const name = citiesIn(text).find((zone) => standardOffset(zone) === `${hours}:${minutes}`);
  return name === undefined ? null : { name };
}

/** → the zones of the cities in such a text. */
function citiesIn(text: string): string[] {
  const [, , , names = ''] = SHOWN.exec(text) ?? [];
  const ends = names.split(/[,/]/).map((city) => `/${city.trim().replaceAll(' ', '_')}`);
  return zoneNames().filter((zone) => ends.some((end) => end !== '/' && zone.endsWith(end)));
}

/** → how far the clocks of a zone are ahead of UTC in its winter, `+01:00`. */
function standardOffset(zone: string): string {
  const [january = 0, july = 0] = [1, 7].map((month) =>
    offsetSecondsAt(Date.UTC(2026, month - 1, 15) / 1000, zone),
  );
  return offsetText(Math.min(january, july));
}

/** → the instant of a wall-clock time in a zone of the file: `YYYY-MM-DD HH:MM:SS` in UTC. */
export const ownZoneToUtc = (local: string, zone: OwnZone): string =>
  secondsToText(zone.toUtc(textToSeconds(local)));
