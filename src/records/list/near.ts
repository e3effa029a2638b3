/**
 * The place of a lone postal code: the middle of its venues. The index answers, from public venues.
 * Contract 11.
 */
import { visibleTo } from '../../access/roles.js';
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { JsonObject } from '../../kinds/record.js';
import { groupBy } from '../../lib/batches.js';
import { countryCode } from '../../lib/countries.js';
import type { Point } from '../../lib/place/geo.js';
import { postalKey, readCodes } from '../../lib/place/postal-codes.js';
import { withoutMarkers } from '../../present/markers.js';
import { nowSeconds } from '../../time/now.js';
import type { NearTown } from '../../validation/geo-params.js';
import { type ListSettings, readListParams } from '../../validation/list-params.js';
import type { Deps } from '../deps.js';

/** The kind with postal codes, and its index field for them. */
const [coded] = allKinds.flatMap(({ name, indexFields }) => {
  const field = Object.keys(indexFields).find((key) => indexFields[key]?.type === 'postalCode');
  return field ? [{ kind: name, field }] : [];
});

/** → the parameters of a list. A place that is not a known town may be a postal code. */
export async function readParams(
  deps: Deps,
  kind: Kind,
  raw: JsonObject,
  settings: ListSettings,
): Promise<ReturnType<typeof readListParams>> {
  const read = readListParams(kind, raw, settings);
  const { near } = read.params.values;
  if (read.params.near || !kind.place || typeof near !== 'string') return read;
  const nearCode = await nearOfCode(deps, near);
  return nearCode ? readListParams(kind, raw, { ...settings, nearCode }) : read;
}

/** → the place of a code, alone or with its country; null when no venue with coordinates has it. */
export async function nearOfCode(deps: Deps, text: string): Promise<NearTown | null> {
  const isAlone = ({ rest }: { rest: string }) => rest === '' || countryCode(rest) !== null;
  const asked = readCodes(text).find(isAlone);
  if (!asked) return null;
  const country = countryCode(asked.rest);
  const venues = (await venuesOf(deps, asked.code)).filter(
    (venue) => country === null || venue.country === country,
  );
  // A code may occur in several countries: their venues are not mixed.
  const [most = []] = [...groupBy(venues, (venue) => venue.country).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const [first] = most;
  if (!first) return null;
  const middle = (axis: keyof Point) =>
    most.reduce((sum, venue) => sum + venue[axis], 0) / most.length;
  const point = { lat: middle('lat'), lng: middle('lng') };
  return { name: text.trim(), country: first.country, ...point, candidates: [] };
}

/** Venues that the middle is made of, at most. */
const VENUES_READ = 100;

async function venuesOf(deps: Deps, code: string): Promise<(Point & { country: string })[]> {
  if (!coded) return [];
  const { hits } = await deps.index.search({
    kind: coded.kind,
    where: [{ test: 'anyOf', field: coded.field, values: [postalKey(code)] }],
    visible: visibleTo(null, null),
    text: null,
    geo: { hasPlace: true },
    sort: { by: 'field', field: 'id', direction: 'asc' },
    from: { offset: 0 },
    limit: VENUES_READ,
    facets: [],
    nowSeconds: nowSeconds(deps),
    isFull: false,
  });
  return hits.map(({ answer }) => {
    const { geo_lat, geo_lng, country } = JSON.parse(withoutMarkers(answer));
    return {
      lat: Number(geo_lat),
      lng: Number(geo_lng),
      country: countryCode(String(country ?? '')) ?? '',
    };
  });
}
