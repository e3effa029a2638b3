/**
 * Coordinates by a geocoder with Nominatim's interface: one question a second, and no address twice
 * in a load. The server is the operator's choice; no other address is connected to, and redirects
 * are not followed. One that fails again and again is not asked any more. Contract 17.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { JsonObject } from '../kinds/record.js';
import { type NetworkRules, requestOutside } from '../lib/outbound.js';
import { foldText } from '../lib/words.js';
import { limits } from '../limits.js';
import { addressFields, type Locate, type Located } from './place.js';

/** Ranks of Nominatim from which on a place is a street or a house, and a town. */
const streetRank = 26;
const townRank = 13;

/**
 * → a way to place the records of a load: those with an `address` by the geocoder, others, and what
 * it does not find, by `otherwise`. `tell` receives what goes wrong with the geocoder.
 */
export function locateByGeocoder(
  ask: (address: string) => Promise<FoundPlace | null>,
  { otherwise, tell }: { otherwise: Locate; tell: (line: string) => void },
): Locate {
  let failures = 0;
  // One a second: it stays small.
  const answers = new Map<string, Located | null>();
  const find = async (address: string): Promise<Located | null> => {
    const key = foldText(address);
    const answer = answers.get(key);
    if (answer !== undefined) return answer;
    if (failures >= limits.geocoderFailures) return null;
    try {
      const located = toLocated(await ask(address));
      answers.set(key, located);
      failures = 0;
      return located;
    } catch (error) {
      failures += 1;
      const isLast = failures === limits.geocoderFailures ? '; it is not asked any more' : '';
      tell(`geocoder: ${error instanceof Error ? error.message : String(error)}${isLast}`);
      return null;
    }
  };
  return async (fields) => {
    const address = addressOf(fields);
    const located = address === null ? null : await find(address);
    return located ?? otherwise(fields);
  };
}

/** → the address in one line, each part once; null without a street. */
function addressOf(fields: JsonObject): string | null {
  const text = (name: string) => String(fields[name] ?? '').trim();
  if (text('address') === '') return null;
  return [...new Set(addressFields.map(text).filter((part) => part !== ''))].join(', ');
}

function toLocated(place: FoundPlace | null): Located | null {
  if (place === null || place.rank < townRank) return null;
  const geo_precision = place.rank >= streetRank ? 'address' : 'city';
  return { geo_lat: place.lat, geo_lng: place.lng, geo_precision };
}

const ANSWER_MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/** Degrees, and Nominatim's rank: from 26 on streets and houses, from 13 on towns. */
export interface FoundPlace {
  lat: number;
  lng: number;
  rank: number;
}

/** The geocoder to ask, and how. */
export interface GeocoderOptions {
  /** Root URL, without a trailing slash. */
  url: string;
  /** Who asks, as Nominatim's usage policy wants it. */
  userAgent: string;
  /** Between the starts of two questions, ms. */
  everyMs?: number;
  rules?: NetworkRules;
  /** Waits, ms. */
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * → asks for an address: the best place, or null when there is none. Questions wait for each other.
 * Throws an Error when the geocoder does not answer, or not with 200.
 */
export function openGeocoder(options: GeocoderOptions) {
  const { url, everyMs = 1000, pause = sleep } = options;
  const rules = options.rules ?? rulesFor(new URL(url));
  const inTurn = pLimit(1);
  let notBefore = 0;
  return (address: string): Promise<FoundPlace | null> =>
    inTurn(async () => {
      await pause(Math.max(0, notBefore - performance.now()));
      notBefore = performance.now() + everyMs;
      const query = new URLSearchParams({ format: 'jsonv2', limit: '1', q: address });
      return read(await ask(new URL(`${url}/search?${query}`), options.userAgent, rules));
    });
}

/** A host in the operator's own network is named as one: an address, or a name without a dot. */
function rulesFor({ hostname }: URL): NetworkRules {
  const isOwn = /^(\[.*\]|[\d.]+|[^.]+)$/.test(hostname);
  return { isPrivateAllowed: isOwn };
}

async function ask(url: URL, userAgent: string, rules: NetworkRules): Promise<unknown> {
  const response = await requestOutside(url, rules, {
    headers: { 'user-agent': userAgent, accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += part;
    if (text.length > ANSWER_MAX_BYTES) throw new Error('the answer is too long');
  }
  if (response.statusCode !== 200) throw new Error(`the answer has status ${response.statusCode}`);
  return JSON.parse(text);
}

function read(answer: unknown): FoundPlace | null {
  if (!Array.isArray(answer)) throw new Error('the answer is no list');
  const [first] = answer as Record<string, unknown>[];
  const [lat, lng, rank] = [first?.lat, first?.lon, first?.place_rank].map(Number);
  const isPlace = Math.abs(lat ?? Number.NaN) <= 90 && Math.abs(lng ?? Number.NaN) <= 180;
  return isPlace ? { lat: Number(lat), lng: Number(lng), rank: Number(rank) || 0 } : null;
}
