/**
 * The merge of sources' rows with local changes: a field that differs from the last write of a
 * source was changed here, and is kept. Pure. Contract 32.
 */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../errors.js';
import { allKinds, kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { Json, StoredRecord } from '../kinds/record.js';
import { isSeries, occurrenceOf, rulesOf, TIME_FIELDS } from '../kinds/series.js';
import type { Telling } from '../kinds/telling.js';
import { textsBeside } from '../kinds/texts.js';
import { beforeRemoval } from '../kinds/visibility.js';
import { omit } from '../lib/omit.js';
import { isBlank } from '../lib/text/text.js';
import type { Draft } from '../records/write/plan.js';
import { inGroups } from '../series/own.js';
import type { StoredKey } from '../store/port.js';
import { toPayload } from '../validation/payload.js';
import type { LoadEntry } from './entry.js';

/** Fields that are as they were said, or changed here, together. The first one names the group. */
const GROUPS: readonly (readonly string[])[] = [
  ['start_date', ...TIME_FIELDS.filter((name) => name !== 'start_date'), 'recurrence'],
  ['event_status', 'event_status_reason'],
  ['geo_lat', 'geo_lng', 'geo_precision'],
  ['date', 'date_utc'],
];

/** Local fields of a record, from any source. */
const NOT_SAID: ReadonlySet<string> = new Set(['uid', 'sequence', 'previous_dates']);

/** Hashes of values, by groups; an empty value has no hash. */
type Said = Record<string, string>;

/** The merge of a row into the record that it changes. */
export interface Merged {
  /** The remembered statement of the row. */
  said: Said;
  /** Fields changed here, which are kept. */
  own: string[];
  /** About each kept group that the source has changed, too. */
  kept: Issue[];
}

const KEPT = 'stays as it was changed here: its source has changed it, too';

/** → the draft of an update without some fields. */
export function withoutFields(kind: Kind, draft: Draft, names: readonly string[]): Draft {
  const { payload, links } = draft;
  return {
    ...(names.includes('image') ? omit(draft, ['image']) : draft),
    payload: toPayload(kind, omit(payload.values, names), payload.language),
    links: omit(links, names),
  };
}

/** → the values of a source's last write; undefined when unknown. */
export const lastSaid = (held: readonly StoredKey[]): Said | undefined =>
  held
    .flatMap(({ told, of }) => (told?.said && of === 0 ? [told] : []))
    .sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))[0]?.said;

/**
 * → the fields changed here, and the remembered statement of a row. `written`: a source's last
 * write; undefined: all as in the row. `full`: the record as in the row. `hasOwnRules`: a series
 * may have other times here.
 */
export function mergedWith(
  { written, hasOwnRules }: { written: Said | undefined; hasOwnRules: boolean },
  before: StoredRecord | null,
  full: StoredRecord,
): Merged {
  const texts = [full, ...(before ? [before] : [])].flatMap((one) => Object.keys(textsBeside(one)));
  const groups = [
    ...(ALL_GROUPS.get(full.kind) ?? []),
    ...[...new Set(texts)].map((name) => [name]),
  ];
  const said: Said = {};
  const own: string[] = [];
  const kept: Issue[] = [];
  for (const group of groups) {
    const [name = ''] = group;
    const values = valuesOf(full, group);
    const now = hashOf(values);
    const last = before && written ? (written[name] ?? '') : null;
    const ours = before && written ? valuesOf(before, group) : values;
    const here = isDeepStrictEqual(ours, values) ? now : hashOf(ours);
    const isRuled = name === 'start_date' && [full, before].some((one) => one && isSeries(one));
    // Unchanged rules are not in the row: it says nothing of local rules.
    const isOther = isRuled ? hasOwnRules : here !== now;
    // A linked record may have been removed while the source had removed this record: not an edit.
    const isCut = before?.removed?.by === 'source' && name in full.relations;
    const isOwn = last !== null && last !== here && isOther && !isCut;
    if (isOwn) own.push(...group);
    if (isOwn && now !== here && now !== last) kept.push({ param: name, reason: KEPT });
    const known = isOwn ? last : now;
    if (known) said[name] = known;
  }
  return { said, own, kept };
}

/** → the statement after the source itself changed a value of a group. */
export const saidAnew = (said: Said, record: StoredRecord, name: string): Said => {
  const group = GROUPS.find((names) => names.includes(name)) ?? [name];
  return { ...said, [group[0] ?? name]: hashOf(valuesOf(record, group)) };
};

/**
 * → a row of a date without its local changes. Fields that the row no longer states follow the
 * series again.
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

/** → the remembered statement of a date's row: the values of its fields. */
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
function groupsOf({ fields, relations, isTree }: Kind): (readonly string[])[] {
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

const ALL_GROUPS = new Map(allKinds.map((kind) => [kind.name, groupsOf(kind)]));

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

/** → the rules of a series without single dates, added or excepted. */
const patternOf = (record: StoredRecord): Json =>
  isSeries(record) ? (rulesOf(record) ?? []).filter((line) => !/^(EX|R)DATE/.test(line)) : null;

const HASH_CHARS = 8;

function hashOf(values: readonly Json[]): string {
  if (values.every((value) => isBlank(value))) return '';
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, HASH_CHARS);
}
