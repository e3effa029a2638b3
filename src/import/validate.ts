/**
 * Validates the rows of a load: a mapped row → typed values, or all its issues. This needs no
 * record, and happens once: what comes later depends on what is stored. Contract 16.2.
 */
import { type Caller, canSendAnyHtml } from '../access/roles.js';
import type { Issue } from '../errors.js';
import { keyOf, uidIn } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import type { Kind, Relation } from '../kinds/kind.js';
import { isJsonObject, isStatus, type Json, type JsonObject, REMOVERS } from '../kinds/record.js';
import { isBlank } from '../lib/text.js';
import { limits } from '../limits.js';
import type { Removing } from '../records/write/plan.js';
import { type Items, readItems } from '../records/write/relations.js';
import { toSlug } from '../records/write/slug.js';
import type { PartDates } from '../series/restate.js';
import { secondsToUtc, utcToSeconds } from '../time/date-times.js';
import { readPayload } from '../validation/payload.js';
import type { KeySource, LoadEntry, MappedEntry } from './entry.js';
import { entryKeys, keyIssue, listedIssues } from './entry-keys.js';
import { readKey } from './own-columns.js';

/** → the row with typed values, or its issues. Texts of some callers are cleaned. Contract 24.1. */
export function validateEntry(
  kind: Kind,
  entry: MappedEntry,
  { caller, ...source }: KeySource & { caller: Caller },
): LoadEntry | { issues: Issue[] } {
  const { occurrence, isAlone, shared = [], keeps, part, parts } = entry;
  const raw = without(entry.payload, shared);
  const emptied = (entry.emptied ?? []).filter((name) => !shared.includes(name));
  const parentName = kind.isTree ? nameIn(raw.parent) : null;
  const { parent: _, ...others } = raw;
  const isClean = canSendAnyHtml(caller);
  const sent = parentName === null ? raw : others;
  const { payload, issues } = readPayload(kind, sent, { mode: 'update', isClean });
  const items = readLinked(kind, readItems(kind, payload.values, issues), { caller, issues });
  const removal = removalIn(raw, issues);
  issues.push(...listedIssues(entry.keys ?? []));
  if (issues.length > 0) return { issues };
  const uid = uidIn(keyOf(entry.externalId ?? ''));
  return {
    ...entryKeys(kind, entry, source),
    payload,
    cleared: clearedBy(kind, emptied),
    items,
    parentName,
    slug: slugIn(raw),
    loaded: loadedIn(kind, uid === '' ? raw : { uid, ...raw }),
    ...(removal === undefined ? {} : { removal }),
    ...(isAlone ? { isAlone } : {}),
    ...(occurrence === undefined ? {} : { occurrence, shared }),
    ...(keeps === undefined ? {} : { keeps }),
    ...(part === undefined ? {} : { part }),
    ...(parts ? { partDates: datesOf(parts) } : {}),
  };
}

const datesOf = ({ by, entries }: NonNullable<MappedEntry['parts']>): PartDates => ({
  by,
  dates: entries.flatMap(({ occurrence }) => occurrence ?? []),
});

const without = (values: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** → the items, with the records that are described in them validated. */
function readLinked(
  kind: Kind,
  items: Items<JsonObject>,
  { caller, issues }: { caller: Caller; issues: Issue[] },
): Items<LoadEntry> {
  const linked: Items<LoadEntry> = {};
  for (const relation of kind.relations) {
    const { field, inline } = relation;
    const some = items[field];
    if (!some) continue;
    linked[field] =
      inline === 'name'
        ? (some as Items<never>[string])
        : some.flatMap((item) => {
            if (!isDescribed(item)) return item;
            const read = readInline(relation, item, caller);
            if (typeof read !== 'string') return read;
            issues.push({ param: field, reason: read });
            return [];
          });
  }
  return linked;
}

const isDescribed = (item: number | object): item is JsonObject => typeof item === 'object';

/** → the record that is described in a row, or why it cannot be one. */
function readInline(
  { target }: Relation,
  { external_id: key, ...payload }: JsonObject,
  caller: Caller,
): LoadEntry | string {
  const externalId = readKey(key);
  const reason = keyIssue(externalId);
  if (reason !== null) return `The external_id is ${reason}.`;
  const entry = validateEntry(kinds[target], { externalId, payload }, { caller });
  return 'issues' in entry ? `The ${target} given is not valid.` : entry;
}

/** → the text by which a term names its parent; null: none, or an ID. */
const nameIn = (parent: Json | undefined): string | null =>
  typeof parent === 'string' && !/^\s*\d*\s*$/.test(parent) ? parent.trim() : null;

/** → what clears these fields, as far as a load may clear them. */
function clearedBy(kind: Kind, names: readonly string[]): LoadEntry['cleared'] {
  const ownNames = names.map((name) => name.split('.')[0] ?? name);
  const raw = Object.fromEntries(
    ownNames.filter((name) => kind.fields[name]?.isEmptied).map((name) => [name, '']),
  );
  const { values } = readPayload(kind, raw, { mode: 'update', isClean: true }).payload;
  const items = Object.keys(readItems(kind, values, [])).map((field) => [field, []]);
  return { values, items: Object.fromEntries(items) };
}

/** → the slug that a row gives a new record, of whatever kind. */
const slugIn = ({ slug }: JsonObject): string | undefined =>
  typeof slug === 'string' && toSlug(slug) !== '' ? slug : undefined;

/** → whose removal a line of an export is, where it says so. */
function removalIn({ removed }: JsonObject, issues: Issue[]): Removing | undefined {
  if (isBlank(removed)) return undefined;
  const { by, at, status = 'draft' } = isJsonObject(removed) ? removed : {};
  const remover = REMOVERS.find((one) => one === by);
  if (remover && typeof at === 'string' && isTime(at) && isStatus(status) && status !== 'trash') {
    return { by: remover, at, status };
  }
  issues.push({
    param: 'removed',
    reason: 'Must have by, at and status as an export writes them.',
  });
  return undefined;
}

const isTime = (text: string): boolean =>
  Number.isFinite(utcToSeconds(text)) && secondsToUtc(utcToSeconds(text)) === text;

/** → the fields that only a load gives: texts that can be keys, and counts. */
function loadedIn({ loadedFields = [], fields }: Kind, raw: JsonObject): JsonObject {
  const values = loadedFields.flatMap((name): [string, Json][] => {
    const value = raw[name] ?? '';
    if (typeof fields[name]?.initial === 'number') {
      return Number.isSafeInteger(Number(value)) ? [[name, Number(value)]] : [];
    }
    return typeof value === 'string' && isKey(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(values);
}

const isKey = (text: string): boolean =>
  text !== '' && text.length <= limits.keyChars && !/\p{Cc}/u.test(text);
