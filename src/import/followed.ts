/**
 * What was changed here in a record that another installation of Marquee tells: fields that are not
 * as it said them last. They stay as they are here. Pure. Contract 32.
 */
import { createHash } from 'node:crypto';
import { kinds } from '../kinds/index.js';
import type { Json, StoredRecord } from '../kinds/record.js';
import { isSeries, occurrenceOf, rulesOf, TIME_FIELDS } from '../kinds/series.js';
import type { Telling } from '../kinds/telling.js';
import { textsBeside } from '../kinds/texts.js';
import { beforeRemoval } from '../kinds/visibility.js';
import { omit } from '../lib/omit.js';
import { isBlank } from '../lib/text/text.js';
import { inGroups } from '../series/own.js';
import { toPayload } from '../validation/payload.js';
import type { LoadEntry } from './entry.js';

/** Fields that are as they were said, or changed here, together. The first one names the group. */
const GROUPS: readonly (readonly string[])[] = [
  ['start_date', ...TIME_FIELDS.filter((name) => name !== 'start_date'), 'recurrence'],
  ['event_status', 'event_status_reason'],
  ['geo_lat', 'geo_lng', 'geo_precision'],
  ['date', 'date_utc'],
];

/** What a record has of its own here, whoever tells it. */
const NOT_SAID: ReadonlySet<string> = new Set(['uid', 'sequence', 'previous_dates']);

/** Hashes of values, by groups; a value that is empty has none. */
type Said = Record<string, string>;

/**
 * → a record after a row, with what was changed here, and what is remembered of the row. `told`:
 * what was remembered before. `full`: the record as the row says it.
 */
export function withOwnHere(
  told: Telling | null,
  before: StoredRecord | null,
  full: StoredRecord,
): { record: StoredRecord; said: Said } {
  const texts = [full, ...(before ? [before] : [])].flatMap((one) => Object.keys(textsBeside(one)));
  const groups = [...groupsOf(full), ...[...new Set(texts)].map((name) => [name])];
  const said: Said = {};
  let record = full;
  for (const group of groups) {
    const [name = ''] = group;
    const now = hashOf(valuesOf(full, group));
    const last = before && told?.said ? (told.said[name] ?? '') : null;
    const here = before ? hashOf(valuesOf(before, group)) : '';
    // Rules that are told as before are not in the row: it says nothing of those here.
    const isSame = here === now && !group.includes('recurrence');
    // What a record linked may have gone while the source had removed it: that is no edit.
    const isCut = before?.removed?.by === 'source' && name in full.relations;
    const isOwn = last !== null && last !== here && !isSame && !isCut;
    if (isOwn && before) record = withGroup(record, before, group);
    const kept = isOwn ? last : now;
    if (kept) said[name] = kept;
  }
  return { record, said };
}

/** → what is remembered once a value of a group was changed by the source itself. */
export const saidAnew = (said: Said, record: StoredRecord, name: string): Said => {
  const group = GROUPS.find((names) => names.includes(name)) ?? [name];
  return { ...said, [group[0] ?? name]: hashOf(valuesOf(record, group)) };
};

/**
 * → a row about a date without what was changed in this date here. What the row does not say any
 * more is as in the series again.
 */
export function withoutOwnOfDate(
  entry: LoadEntry,
  before: StoredRecord,
  told: Telling | null,
): LoadEntry {
  const changed = occurrenceOf(before)?.changed ?? [];
  const isHere = (name: string) =>
    changed.includes(name) && told?.said?.[name] !== hashOf(valuesOf(before, [name]));
  const here = inGroups(changed.filter(isHere));
  const values = omit(entry.payload.values, [...here]);
  const items = omit(entry.items, [...here]);
  const names = inGroups([...Object.keys(values), ...Object.keys(items)]);
  const shared = changed.filter((name) => !here.has(name) && !names.has(name));
  const payload = toPayload(kinds[before.kind], values, entry.payload.language);
  return { ...entry, payload, items, shared };
}

/** → what is remembered of a row about a date: the values of the fields that it gave. */
export function saidOfDate(record: StoredRecord, before: Telling | null, entry: LoadEntry): Said {
  const names = inGroups([...Object.keys(entry.payload.values), ...Object.keys(entry.items)]);
  const changed = occurrenceOf(record)?.changed ?? [];
  const stays = Object.entries(before?.said ?? {}).filter(
    ([name]) => changed.includes(name) && !names.has(name),
  );
  const now = changed
    .filter((name) => names.has(name))
    .map((name): [string, string] => [name, hashOf(valuesOf(record, [name]))]);
  return Object.fromEntries([...stays, ...now]);
}

/** → the groups of all fields that a row may say. */
function groupsOf({ kind: name }: StoredRecord): (readonly string[])[] {
  const { fields, relations, isTree } = kinds[name];
  const named = Object.entries(fields).flatMap(([field, { stored: how }]) => {
    const isParent = how?.startsWith('parent') && !isTree;
    return how && !isParent && !NOT_SAID.has(field) ? [field] : [];
  });
  const linked = relations.map(({ field }) => field);
  const all = ['title', 'date', ...named, ...linked];
  const rest = all.filter((field) => !GROUPS.some((group) => group.includes(field)));
  const isOf = (group: readonly string[]) => group.some((field) => all.includes(field));
  return [...GROUPS.filter(isOf), ...[...new Set(rest)].map((field) => [field])];
}

function valuesOf(record: StoredRecord, names: readonly string[]): Json[] {
  return names.map((name): Json => {
    if (name === 'title') return record.title;
    if (name === 'status') return beforeRemoval(record);
    if (name === 'date' || name === 'date_utc') return record.date_utc;
    if (name === 'recurrence') return patternOf(record);
    const linked = record.relations[name];
    if (linked) return linked.map(({ id }) => id);
    const value = record.fields[name];
    return value === undefined || isBlank(value) ? null : value;
  });
}

/** → the rules of a series without dates that are added and left out one by one. */
const patternOf = (record: StoredRecord): Json =>
  isSeries(record) ? (rulesOf(record) ?? []).filter((line) => !/^(EX|R)DATE/.test(line)) : null;

function withGroup(
  record: StoredRecord,
  before: StoredRecord,
  group: readonly string[],
): StoredRecord {
  const after = { ...record, fields: { ...record.fields }, relations: { ...record.relations } };
  for (const name of group) {
    if (name === 'title') after.title = before.title;
    else if (name === 'date')
      Object.assign(after, { date: before.date, date_utc: before.date_utc });
    else if (before.relations[name]) after.relations[name] = before.relations[name];
    else if (before.fields[name] === undefined) delete after.fields[name];
    else after.fields[name] = before.fields[name] as Json;
  }
  return after;
}

const HASH_CHARS = 8;

function hashOf(values: readonly Json[]): string {
  if (values.every((value) => isBlank(value))) return '';
  const text = JSON.stringify(values);
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARS);
}
