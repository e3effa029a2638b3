/**
 * Coordinates by a geocoder with Nominatim's interface: one question a second, and no address twice
 * in a load. The server is the operator's choice; no other address is connected to, and redirects
 * are not followed. After repeated failures it is not asked any more. Contract 17.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../kinds/record.js';
import { askOutside, type NetworkRules, readWhole } from '../lib/net/outbound.js';
import { foldText } from '../lib/text/words.js';
import { limits } from '../limits.js';
import { addressFields, type Locate, type Located, locateByTown } from './place.js';

const ANSWER_MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/** Ranks of Nominatim from which on a place is a street or a house, and a town. */
const streetRank = 26;
const townRank = 13;

/** The geocoder to ask, and how. */
interface GeocoderOptions {
  /** Root URL, without a trailing slash. */
  url: string;
  /** Who asks, as Nominatim's usage policy wants it. */
  userAgent: string;
  /** Receives failures. */
  tell: (line: string) => void;
  /** Between the starts of two questions, ms. */
  everyMs?: number;
  rules?: NetworkRules;
}

/**
 * → a locator for the records of a load, one after the other: records with an `address` by the
 * geocoder, others, and unknown addresses, by their town.
 */
export function locateByGeocoder(options: GeocoderOptions): Locate {
  const { url, userAgent, tell, everyMs = 1000, rules = rulesFor(new URL(url)) } = options;
  let failures = 0;
  let notBefore = 0;
  // One a second: this remains small.
  const answers = new Map<string, Located | null>();
  const find = async (address: string): Promise<Located | null> => {
    const key = foldText(address);
    const answer = answers.get(key) ?? null;
    if (answers.has(key) || failures >= limits.geocoderFailures) return answer;
    await sleep(Math.max(0, notBefore - performance.now()));
    notBefore = performance.now() + everyMs;
    try {
      const query = new URLSearchParams({ format: 'jsonv2', limit: '1', q: address });
      const located = read(await ask(new URL(`${url}/search?${query}`), userAgent, rules));
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
    return located ?? locateByTown(fields);
  };
}

/** A host in the operator's own network is named as one: an address, or a name without a dot. */
function rulesFor({ hostname }: URL): NetworkRules {
  const isOwn = /^(\[.*\]|[\d.]+|[^.]+)$/.test(hostname);
  return { isPrivateAllowed: isOwn };
}

/** → the address in one line, each part once; null without a street. */
function addressOf(fields: JsonObject): string | null {
  const text = (name: string) => String(fields[name] ?? '').trim();
  if (text('address') === '') return null;
  return [...new Set(addressFields.map(text).filter((part) => part !== ''))].join(', ');
}

function ask(url: URL, userAgent: string, rules: NetworkRules): Promise<unknown> {
  const headers = { 'user-agent': userAgent, accept: 'application/json' };
  return askOutside(url, { rules, headers, timeoutMs: TIMEOUT_MS }, async (response) => {
    const { statusCode } = response;
    if (statusCode !== 200) throw new Error(`the server answered ${statusCode}`);
    return JSON.parse((await readWhole(response, ANSWER_MAX_BYTES)).toString());
  });
}

/** → the best place of the answer; null when empty, or larger than a town. */
function read(answer: unknown): Located | null {
  if (!Array.isArray(answer)) throw new Error('the answer is no list');
  const { lat, lon, place_rank } = (answer[0] ?? {}) as Record<string, unknown>;
  const [geo_lat, geo_lng, rank] = [Number(lat), Number(lon), Number(place_rank)];
  const isPlace = Math.abs(geo_lat) <= 90 && Math.abs(geo_lng) <= 180 && rank >= townRank;
  return isPlace
    ? { geo_lat, geo_lng, geo_precision: rank >= streetRank ? 'address' : 'city' }
    : null;
}
