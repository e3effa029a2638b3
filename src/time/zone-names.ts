/**
 * Parses time zone texts from clients. Accepted are IANA names, `UTC`, `UTC+2` and `+02:00` with
 * their variants, with offsets of at most 14:00. Contract 4.3.
 */
import { isKnownToRuntime } from './zone-offsets.js';
import { zoneSpelling } from './zone-rules.js';

/** An accepted time zone. */
export interface ZoneName {
  /** The spelling to store and to show in responses. */
  name: string;
  /** Seconds east of Greenwich if the offset never changes, else null. */
  fixedOffset: number | null;
  /** Whether the zone is an offset ('UTC+2', '+02:00') and so its own abbreviation. */
  isOffsetText: boolean;
}

const textLengthMax = 60;
const offsetSecondsMax = 14 * 3600;
const offsetPattern = /^([+-])(\d{2}):([0-5]\d)$/;
const utcOffsetPattern = /^UTC([+-])(\d{1,2})(?:\.(5|25|75)|:([0-5]\d))?$/i;

/** → the zone of a text, in any letter case; null: it is not accepted. */
export function readZoneName(text: string): ZoneName | null {
  const trimmed = text.trim();
  if (trimmed.length > textLengthMax) return null;
  const fixedOffset = readOffsetText(trimmed);
  if (fixedOffset !== null) {
    return { name: trimmed.replace(/^utc/i, 'UTC'), fixedOffset, isOffsetText: true };
  }
  const name = zoneSpelling(trimmed);
  // The names and the offsets come from two copies of the tz database; both must have the name.
  if (name === null || !isKnownToRuntime(name)) return null;
  return { name, fixedOffset: name === 'UTC' ? 0 : null, isOffsetText: false };
}

/** Seconds of 'UTC+5.5' or '-03:00'; null for any other text and for offsets beyond 14 hours. */
function readOffsetText(text: string): number | null {
  const parts = offsetPattern.exec(text);
  const utcParts = parts === null ? utcOffsetPattern.exec(text) : null;
  const [, sign, hours, third, fourth] = parts ?? utcParts ?? [];
  if (hours === undefined) return null;
  const minutes = parts !== null ? Number(third) : minutesOf(third, fourth);
  const seconds = Number(hours) * 3600 + minutes * 60;
  if (seconds > offsetSecondsMax) return null;
  return sign === '-' && seconds > 0 ? -seconds : seconds;
}

function minutesOf(decimals: string | undefined, minutes: string | undefined): number {
  if (decimals !== undefined) return Number(`0.${decimals}`) * 60;
  return minutes === undefined ? 0 : Number(minutes);
}
