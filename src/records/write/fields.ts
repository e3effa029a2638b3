/**
 * Values → the fields a record stores, by kind: what is sent replaces, what is absent stays,
 * what follows from others is derived. Pure. Source: contract 4.3, 4.7, 4.9.
 */
import { invalidParams } from '../../errors.js';
import type { Json, KindName, StoredRecord } from '../../kinds/record.js';
import { parseCost } from '../../lib/cost.js';
import type { Values } from '../../validation/compile.js';
import { type EventTimes, eventTimes } from './event-times.js';

/** What derived fields depend on besides the payload. */
export interface FieldContext {
  siteTimeZone: string;
  nowMs: number;
  /** Slugs above a term, joined by `/`. */
  parentPath?: string;
}

type Fields = Record<string, Json>;
type Derive = (values: Values, stored: StoredRecord | null, context: FieldContext) => Fields;

/** → all fields of the record after the write. */
export function deriveFields(
  kind: KindName,
  values: Values,
  stored: StoredRecord | null,
  context: FieldContext,
): Fields {
  return { ...(stored?.fields ?? {}), ...derivers[kind](values, stored, context) };
}

const derivers: Record<KindName, Derive> = {
  event: eventFields,
  venue: venueFields,
  organizer: (values) => texts(values, ['description', 'phone', 'website', 'email']),
  category: (values, stored, context) => ({
    ...texts(values, ['description']),
    parent: Number(values.parent ?? stored?.fields.parent ?? 0),
    parent_path: context.parentPath ?? '',
  }),
  tag: (values) => texts(values, ['description']),
};

const FLAGS = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'];

function eventFields(values: Values, stored: StoredRecord | null, context: FieldContext): Fields {
  const result = eventTimes(
    {
      start: values.start_date,
      end: values.end_date,
      allDay: values.all_day as boolean | undefined,
      timezone: values.timezone as string | undefined,
    },
    stored ? (stored.fields as unknown as EventTimes) : null,
    { siteZone: context.siteTimeZone, nowMs: context.nowMs },
  );
  if ('invalid' in result) {
    throw invalidParams(
      result.invalid.map((param) => ({
        param,
        reason: 'Must be a date-time of the years 1-9999.',
      })),
    );
  }
  const flags = FLAGS.map((name) => [name, values[name] ?? stored?.fields[name] ?? false]);
  return {
    ...texts(values, ['description', 'excerpt', 'website']),
    ...result.times,
    ...Object.fromEntries(flags),
    ...(values.cost === undefined ? {} : { cost: parseCost(values.cost) ?? [] }),
  };
}

const ADDRESS = ['address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website'];

function venueFields(values: Values, stored: StoredRecord | null): Fields {
  const fields: Fields = {
    ...texts(values, ['description', ...ADDRESS]),
    show_map: (values.show_map ?? stored?.fields.show_map ?? true) as boolean,
    show_map_link: (values.show_map_link ?? stored?.fields.show_map_link ?? true) as boolean,
  };
  for (const name of ['geo_lat', 'geo_lng']) {
    if (values[name] !== undefined) fields[name] = values[name] as number | null;
  }
  const decides = ['state', 'province', 'country', 'stateprovince'];
  if (decides.some((name) => values[name] !== undefined)) {
    fields.stateprovince = stateProvince({ ...stored?.fields, ...fields }, values.stateprovince);
  }
  return fields;
}

/** Source: contract 4.7, Q12. */
function stateProvince(merged: Fields, given: unknown): string {
  if (typeof given === 'string' && given.trim() !== '') return given.trim();
  const text = (name: string) => String(merged[name] ?? '');
  const isUnitedStates = ['', 'us', 'united states'].includes(text('country').toLowerCase());
  return (isUnitedStates ? text('state') : '') || text('province');
}

function texts(values: Values, names: string[]): Fields {
  const sent = names.filter((name) => values[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, textFrom(values[name])]));
}

const textFrom = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
