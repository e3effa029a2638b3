/**
 * Turns one row of a source into the payload of one record: the body of POST /venues or /events.
 * Called by items.ts. Rule carried: only what the source says, cleaned; whether the payload is
 * valid is not judged here.
 */
import { limits } from '../limits.js';
import { foldKey, foldPlace } from './clean.js';
import { evaluate, type FieldValue, type RowContext, textOf } from './evaluate.js';
import type { Expression, ForeignMapping, LocateRule, MappedRow, Mapping } from './mapping.js';
import { mapOwnRow } from './own-row.js';

/**
 * → `{externalId, payload, warnings}`: the key as `name:value|value`, folded, null where the row
 * has no key; the payload without empty values; what was dropped and why. Or `{issues}`, all of
 * them, for a row with a value of the wrong shape or a key over `limits.lineChars`.
 */
export function mapRow(mapping: Mapping, row: Record<string, unknown>): MappedRow {
  if (mapping.file === null) return mapOwnRow(mapping, row);
  const { file, tables } = mapping;
  const context: RowContext = { row, derived: new Map(), tables, issues: [], warnings: [] };
  for (const [name, expression] of Object.entries(file.derived ?? {})) {
    context.derived.set(name, evaluate(context, name, expression));
  }
  if (file.locate) locate(mapping, context, file.locate);
  const externalId = makeKey(context, 'external_id', file.name, file.key);
  const payload = makeFields(context, '', file.fields);
  for (const [relation, inline] of Object.entries(file.inline ?? {})) {
    const fields = makeFields(context, `${relation}.`, inline.fields);
    // Without its name an inline record is nothing: an online event has no venue.
    if (fields[relation] === undefined) continue;
    const key = makeKey(context, `${relation}.external_id`, file.name, inline.key);
    payload[relation] = key === null ? fields : { ...fields, external_id: key };
  }
  if (context.issues.length > 0) return { issues: context.issues };
  return { externalId, payload, warnings: context.warnings };
}

function makeFields(
  context: RowContext,
  prefix: string,
  fields: Record<string, Expression>,
): Record<string, unknown> {
  const made: [string, FieldValue][] = Object.entries(fields).map(([field, expression]) => [
    field,
    evaluate(context, prefix + field, expression),
  ]);
  const payload = Object.fromEntries(made.filter(([, value]) => value !== undefined));
  const reason = faultOfPoint(payload.geo_lat, payload.geo_lng);
  if (reason === null) return payload;
  context.warnings.push({ param: `${prefix}geo_lat`, reason: `left out: ${reason}` });
  const { geo_lat: _lat, geo_lng: _lng, ...others } = payload;
  return others;
}

/** A venue is worth more without coordinates than not at all, so a bad point is only dropped. */
function faultOfPoint(lat: unknown, lng: unknown): string | null {
  if (lat === undefined && lng === undefined) return null;
  if (typeof lat !== 'number' || typeof lng !== 'number') return 'one coordinate without the other';
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return 'coordinates out of range';
  // No land lies within hundreds of km of 0,0: it is how programs write "unknown".
  return lat === 0 && lng === 0 ? 'coordinates 0,0' : null;
}

/** Values are joined by `|`, which inside a value is written `\|`: two keys are never one. */
function makeKey(
  context: RowContext,
  param: string,
  name: string,
  columns: string[],
): string | null {
  const values = columns.map((column) => foldKey(textOf(context, column)));
  if (values.every((value) => value === '')) return null;
  const key = `${name}:${values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|')}`;
  if (key.length <= limits.lineChars) return key;
  context.issues.push({ param, reason: `the key is longer than ${limits.lineChars} characters` });
  return null;
}

/** Adds `place.lat`, `place.lng` and `place.timezone` to the derived values, if a town is found. */
function locate(mapping: ForeignMapping, context: RowContext, rule: LocateRule): void {
  const city = textOf(context, rule.city);
  if (city === '' || mapping.findPlace === null) return;
  const state = rule.state === undefined ? '' : textOf(context, rule.state);
  const country = textOf(context, rule.country);
  const region = {
    state: rule.states?.[state] ?? state,
    country: rule.countries?.[country] ?? country,
  };
  const alias =
    mapping.aliases.get(foldPlace(`${city}, ${state}`)) ?? mapping.aliases.get(foldPlace(city));
  // The alias comes second: Sidney is Sydney misspelt in Australia, but not in Ohio.
  const place =
    mapping.findPlace({ city, ...region }) ??
    (alias === undefined ? null : mapping.findPlace({ city: alias, ...region }));
  if (place === null) return;
  context.derived.set('place.lat', place.lat);
  context.derived.set('place.lng', place.lng);
  context.derived.set('place.timezone', place.timezone ?? undefined);
}
