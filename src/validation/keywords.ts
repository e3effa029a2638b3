/**
 * The keywords that schemas/ uses beyond JSON Schema, each a check of one value. A check returns a
 * reason in plain words, or null when the value passes.
 */
import { isIP } from 'node:net';
import type { Ajv } from 'ajv';
import { parseCost } from '../lib/money/cost.js';
import { isOrigin } from '../lib/net/origins.js';
import { readSiteLinks } from '../lib/net/site-links.js';
import { parseUrl, webUrl } from '../lib/net/urls.js';
import { parseWeights } from '../lib/ranking.js';
import { canonicalTag } from '../lib/text/language-tag.js';
import { isVisible } from '../lib/text/text.js';
import { limits } from '../limits.js';
import { parseDateTime } from '../time/date-times.js';
import { isTimeZone, normalizeTimeZone } from '../time/zones.js';

const ROOT_URL = /^https?:\/\/[^\s/?#][^\s?#]*$/;

const DATE_TIME =
  'Must be a date-time such as 2026-03-01 09:00:00, 2026-03-01T09:00:00Z or tomorrow 9am.';

const checks: Record<string, (value: unknown) => string | null> = {
  notBlank: (value) => (isText(value) && !isVisible(value) ? 'Must not be empty.' : null),
  notEmpty: (value) => (value === '' ? 'Must not be empty.' : null),
  dateTime: (value) => (isDateTime(value) ? null : DATE_TIME),
  dateRange: (value) =>
    isText(value) && value.split(',').length === 2 && value.split(',').every(isDayOrTime)
      ? null
      : 'Must be two date-times, START,END; weekend is one, too.',
  dayName: (value) =>
    isText(value) && isDayName(value)
      ? null
      : 'Must be today, tonight, tomorrow, weekend, a day such as 2026-03-01, or FIRST,LAST.',
  weights: (value) =>
    isText(value) && parseWeights(value)
      ? null
      : 'Must be such as text:4,distance:3,soon:3, each once, with whole numbers from 0 to 9.',
  timeZone: (value) =>
    !isText(value) || value === '' || normalizeTimeZone(value) !== null
      ? null
      : 'Must be an IANA time zone such as Europe/Paris, or an offset such as UTC+2.',
  languageTag: (value) =>
    !isText(value) || value === '' || canonicalTag(value) !== null
      ? null
      : 'Must be a language tag such as de or pt-BR.',
  ianaZone: (value) =>
    isText(value) && isTimeZone(value) ? null : 'Must be an IANA time zone such as Europe/Paris.',
  rootUrl: (value) =>
    isText(value) && ROOT_URL.test(value) && parseUrl(value) !== null
      ? null
      : 'Must be an http or https URL without a query.',
  webUrl: (value) =>
    value === '' || value === false || (isText(value) && isWebUrl(value))
      ? null
      : 'Must be an absolute http or https URL without credentials, or empty.',
  cost: (value) =>
    parseCost(value) === null ? 'Must be a text, a number or a list of up to 20 of them.' : null,
  siteLinks: (value) =>
    isText(value) && readSiteLinks(value)
      ? null
      : 'Must be up to 20 links, NAME=https://… or NAME=/path, with commas between them.',
  origin: (value) =>
    isText(value) && isOrigin(value) ? null : 'Must be an origin such as https://city.example.',
  host: (value) =>
    isText(value) && isHost(value) ? null : 'Must be an IP address or the name of a host.',
  distinctNames: (value) =>
    Array.isArray(value) && new Set(value.map(nameIn)).size < value.length
      ? 'Must not hold a name twice.'
      : null,
  searchText: (value) => checkSearch(value),
  bbox: (value) =>
    isText(value) && parseBbox(value)
      ? null
      : 'Must be west,south,east,north in degrees, south not above north.',
};

/** Keywords that inform other code and check nothing. */
const ANNOTATIONS = 'coerce line text image terms linked form unset secret byLanguage'.split(' ');

/** Adds every keyword to an AJV instance. */
export function addKeywords(ajv: Ajv): void {
  ajv.addVocabulary(ANNOTATIONS);
  for (const [keyword, check] of Object.entries(checks)) {
    const validate = Object.assign(
      (_option: unknown, value: unknown): boolean => {
        const reason = check(value);
        validate.errors = reason === null ? [] : [{ keyword, message: reason, params: {} }];
        return reason === null;
      },
      { errors: [] as { keyword: string; message: string; params: object }[] },
    );
    ajv.addKeyword({ keyword, validate, errors: true });
  }
}

/** → `token` of `token=1/60`. */
const nameIn = (text: unknown): string => String(text).split('=', 1)[0] ?? '';

/** → whether something can listen there: digits that are no address are no name either. */
const isHost = (text: string): boolean =>
  isIP(text) !== 0 || (/^[\w.-]+$/.test(text) && parseUrl(`http://${text}`) !== null);

/** → `{west, south, east, north}` in degrees, or null when the text is not a box. */
export function parseBbox(text: string) {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = parts;
  if (parts.length !== 4 || west === undefined || south === undefined) return null;
  if (east === undefined || north === undefined || !parts.every(Number.isFinite)) return null;
  const isInside = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90;
  return isInside && south <= north ? { west, south, east, north } : null;
}

/**
 * → whether the text is an absolute http(s) URL within bounds. Credentials would be stored and
 * shown; and readers would take a name before @ for the host.
 */
const isWebUrl = (text: string): boolean =>
  text.length <= limits.urlChars && !/\s/.test(text.trim()) && webUrl(text) !== null;

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isDateTime(value: unknown): boolean {
  return parseDateTime(value, { zone: 'UTC', nowMs: 0 }) !== null;
}

const isDayOrTime = (text: string): boolean => text === 'weekend' || isDateTime(text);

const isDayName = (text: string): boolean =>
  ['today', 'tonight', 'tomorrow', 'weekend'].includes(text) ||
  (DAYS.test(text) && text.split(',').every(isDateTime));

/** A day, or the first and the last of several, to the second where they begin at a time of day. */
const DAYS =
  /^\d{4}-\d\d-\d\d(,\d{4}-\d\d-\d\d|( \d\d:\d\d:\d\d),\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/;

function checkSearch(value: unknown): string | null {
  if (!isText(value)) return null;
  if (value.trim() === '') return 'Must not be empty.';
  return value.length > limits.searchChars
    ? `Must not be longer than ${limits.searchChars} characters.`
    : null;
}
