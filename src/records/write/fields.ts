/**
 * Payload → the fields a record stores, by its kind's field table: sent values replace stored ones,
 * absent ones keep them, derived ones are computed. Pure. Source: Contract 4.3, 4.7, 4.9, 19.
 */
import type { StoredAs } from '../../kinds/field.js';
import { allKinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import type { Json, JsonObject, KindName, StoredRecord } from '../../kinds/record.js';
import { occurrenceOf } from '../../kinds/series.js';
import { type SiteLanguages, TEXT_LANGUAGE, taggedIn } from '../../kinds/texts.js';
import { parseCost } from '../../lib/money/cost.js';
import { earlierDates } from '../../sync/change.js';
import { secondsToUtc } from '../../time/date-times.js';
import type { Payload } from '../../validation/payload.js';
import { type Clock, type EventTimes, eventTimes } from './event-times.js';
import type { Draft } from './plan.js';
import { recurrenceField } from './recurrence.js';

/** → all fields of the record after the write. Throws `rest_invalid_param`. */
export function deriveFields(
  kind: Kind,
  draft: Draft,
  { languages, ...clock }: Clock & { languages: SiteLanguages },
): JsonObject {
  const { payload, stored } = draft;
  const fields: JsonObject = { ...stored?.fields };
  let times: EventTimes | undefined;
  const readTimes = () => {
    times ??= eventTimes(payload.values, stored?.fields, clock);
    return times;
  };
  const { nowMs } = clock;
  for (const { name, rule, initial } of storedLines[kind.name]) {
    const sent = payload.values[name];
    const value = rule({ name, sent, fields, payload, stored, draft, nowMs, readTimes });
    if (value !== undefined) fields[name] = value;
    else if (initial !== undefined) fields[name] ??= initial;
  }
  fields[TEXT_LANGUAGE] ??= payload.language ?? languages[0] ?? '';
  // The texts of other languages, by the rules of their fields.
  for (const name of Object.keys({ ...fields, ...payload.values })) {
    const [field] = taggedIn(kind.name, name) ?? [];
    if (field === undefined) continue;
    const rule = rules[kind.fields[field]?.stored ?? 'text'];
    const sent = payload.values[name];
    const value = rule({ name, sent, fields, payload, stored, draft, nowMs, readTimes });
    // A date of a series may lack a text that the series has.
    if (value === '' && !(stored && occurrenceOf(stored))) delete fields[name];
    else if (value !== undefined) fields[name] = value;
  }
  return fields;
}

interface Derivation {
  name: string;
  /** The value sent under this name; undefined when not sent. */
  sent: Json | undefined;
  /** The fields so far: earlier lines of the table are done. */
  fields: JsonObject;
  payload: Payload;
  stored: StoredRecord | null;
  draft: Draft;
  nowMs: number;
  readTimes: () => JsonObject;
}

type Rule = (derivation: Derivation) => Json | undefined;

/** The rules, by the names that field tables use. `undefined` keeps the stored value. */
const rules: Record<StoredAs, Rule> = {
  text: ({ sent }) => (sent === undefined ? undefined : textFrom(sent)),
  value: ({ sent }) => sent,
  times: ({ name, readTimes }) => readTimes()[name],
  cost: ({ sent }) => (sent === undefined ? undefined : (parseCost(sent) ?? [])),
  stateprovince,
  precision,
  // Stored by assemble.ts, after every check.
  image: () => undefined,
  parent: ({ payload }) => payload.parent,
  // Nothing needs a reason while it takes place as announced.
  statusReason: ({ sent, fields }) =>
    fields.event_status === 'scheduled' ? '' : sent === undefined ? undefined : textFrom(sent),
  previousDates,
  // An event moved online is attended online.
  attendanceMode: ({ sent, payload }) =>
    sent ?? (payload.values.event_status === 'moved_online' ? 'online' : undefined),
  recurrence: ({ draft, readTimes, nowMs }) => recurrenceField(draft, readTimes(), nowMs),
};

/** The lines of each kind that are stored. */
const storedLines = Object.fromEntries(
  allKinds.map(({ name, fields }) => [
    name,
    Object.entries(fields).flatMap(([line, { stored, initial }]) =>
      stored ? [{ name: line, rule: rules[stored], initial }] : [],
    ),
  ]),
) as Record<KindName, { name: string; rule: Rule; initial: Json | undefined }[]>;

const textFrom = (value: Json): string => (typeof value === 'string' ? value.trim() : '');

/** New dates that are sent without `rescheduled` correct the old ones. */
function previousDates({ fields, payload, stored, nowMs }: Derivation): Json | undefined {
  if (!stored || payload.values.event_status !== 'rescheduled') return undefined;
  const changedUtc = secondsToUtc(Math.floor(nowMs / 1000));
  return earlierDates(stored.fields, fields, changedUtc) ?? undefined;
}

/** The value sent. Coordinates that come without one are as exact as they are given. */
function precision({ name, sent, fields, payload }: Derivation): Json | undefined {
  if (sent !== undefined) return textFrom(sent);
  const isMoved = payload.values.geo_lat !== undefined;
  return isMoved && fields[name] ? '' : undefined;
}

/** The value sent, else the state (in the United States), else the province. Contract 4.7. */
function stateprovince({ sent, fields, payload }: Derivation): Json | undefined {
  const decides = ['state', 'province', 'country', 'stateprovince'];
  if (decides.every((name) => payload.values[name] === undefined)) return undefined;
  if (typeof sent === 'string' && sent.trim() !== '') return sent.trim();
  const text = (name: string) => String(fields[name] ?? '');
  const isUnitedStates = ['', 'us', 'united states'].includes(text('country').toLowerCase());
  return (isUnitedStates ? text('state') : '') || text('province');
}
