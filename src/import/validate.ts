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
import type { LocalDates } from '../kinds/series.js';
import { renamedText, renamedTexts, type SiteLanguages, taggedIn } from '../kinds/texts.js';
import { isBlank } from '../lib/text.js';
import { limits } from '../limits.js';
import type { Removing } from '../records/write/plan.js';
import { type Items, readItems } from '../records/write/relations.js';
import { toSlug } from '../records/write/slug.js';
import type { PartDates } from '../series/restate.js';
import { secondsToUtc, utcToSeconds } from '../time/date-times.js';
import { type Payload, readPayload } from '../validation/payload.js';
import { isSame, type TextRules } from '../validation/texts.js';
import type { KeySource, LoadEntry, MappedEntry } from './entry.js';
import { entryKeys, keyIssue, listedIssues, mergedIssues } from './entry-keys.js';
import { readKey } from './own-columns.js';

/**
 * Whose rows are read, and in which languages; `lang`: that of plain texts where a row states none
 * of the site's, else the default.
 */
export interface Validating extends KeySource {
  caller: Caller;
  languages: SiteLanguages;
  lang?: string | undefined;
}

/** What is told of described records beside their values. */
type Linking = Validating & { issues: Issue[]; leftOut: Issue[] };

/** → the row with typed values, or its issues. Texts of some callers are cleaned. Contract 24.1. */
export function validateEntry(
  kind: Kind,
  entry: MappedEntry,
  { caller, languages, lang: langOfLoad = languages[0] ?? '', ...source }: Validating,
): LoadEntry | { issues: Issue[] } {
  const { occurrence, isExact, isAlone, shared, keeps, part, moved, parts, claim } = entry;
  const raw = without(entry.payload, shared ?? []);
  const parentName = kind.isTree ? nameIn(raw.parent) : null;
  const { parent: _, ...columns } = raw;
  const isClean = canSendAnyHtml(caller);
  const sent = parentName === null ? raw : columns;
  const lang = languages.find((tag) => isSame(tag, raw.lang ?? '')) ?? langOfLoad;
  const rules = { languages, lang };
  const reading = { mode: 'update', isClean, ...rules } as const;
  const { payload, issues, foreign } = readPayload(kind, sent, reading);
  // What moved online is attended there, where nothing says otherwise.
  const derived = payload.values.event_status === 'moved_online' ? ['attendance_mode'] : [];
  const kept = [...(shared ?? []), ...derived];
  const emptied = (entry.emptied ?? []).filter((name) => !kept.includes(name));
  const leftOut = foreign.map(({ param, reason }) => ({ param, reason: `left out: ${reason}` }));
  const linking = { caller, issues, leftOut, ...rules };
  const items = readLinked(kind, readItems(kind, payload.values, issues), linking);
  const removal = removalIn(raw, issues);
  const local = localIn(entry.local, issues);
  issues.push(...listedIssues(entry), ...mergedIssues(entry));
  if (issues.length > 0) return { issues };
  const labels = { from: lang, to: payload.language ?? lang };
  const inLanguage = (name: string) => renamedText(kind.name, name, labels);
  const uid = uidIn(keyOf(entry.externalId ?? ''));
  return {
    ...entryKeys(kind, entry, source),
    payload,
    cleared: clearedBy(kind, emptied, { payload, rules }),
    items,
    parentName,
    slug: slugIn(raw),
    ...authorIn(raw),
    ...modifiedIn(raw),
    loaded: loadedIn(kind, uid === '' ? raw : { uid, ...raw }),
    ...(removal === undefined ? {} : { removal }),
    ...(local === undefined ? {} : { local }),
    ...(entry.merged ? { merged: entry.merged } : {}),
    ...(isAlone ? { isAlone } : {}),
    ...(occurrence === undefined ? {} : { occurrence, ...(shared ? { shared } : {}) }),
    ...(isExact ? { isExact } : {}),
    ...(keeps === undefined ? {} : { keeps: keeps.map(inLanguage) }),
    ...(part === undefined ? {} : { part, ...(moved === undefined ? {} : { moved }) }),
    ...(parts ? { partDates: datesOf(parts) } : {}),
    ...(claim ? { claim } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}

const datesOf = ({ by, entries }: NonNullable<MappedEntry['parts']>): PartDates => ({
  by,
  dates: entries.flatMap(({ occurrence }) => occurrence ?? []),
});

const without = (values: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** → the items, with the records that are described in them validated. */
function readLinked(kind: Kind, items: Items<JsonObject>, linking: Linking): Items<LoadEntry> {
  const linked: Items<LoadEntry> = {};
  for (const relation of kind.relations) {
    const { field, inline } = relation;
    const entries = items[field];
    if (!entries) continue;
    linked[field] =
      inline === 'name'
        ? (entries as Items<never>[string])
        : entries.flatMap((item) => {
            if (!isDescribed(item)) return item;
            const read = readInline(relation, item, linking);
            if (typeof read === 'string') {
              linking.issues.push({ param: field, reason: read });
              return [];
            }
            const { leftOut = [], ...entry } = read;
            const inside = leftOut.map(({ param, ...issue }) => ({
              param: `${field}.${param}`,
              ...issue,
            }));
            linking.leftOut.push(...inside);
            return entry;
          });
  }
  return linked;
}

const isDescribed = (item: number | object): item is JsonObject => typeof item === 'object';

/** → the record that is described in a row, or why it cannot be one. */
function readInline(
  { target }: Relation,
  { external_id: key, ...payload }: JsonObject,
  { caller, languages, lang }: Validating,
): LoadEntry | string {
  const externalId = readKey(key);
  const reason = keyIssue(externalId);
  if (reason !== null) return `The external_id is ${reason}.`;
  const validating = { caller, languages, lang };
  const entry = validateEntry(kinds[target], { externalId, payload }, validating);
  return 'issues' in entry ? `The ${target} given is not valid.` : entry;
}

/** → the text by which a term names its parent; null: none, or an ID. */
const nameIn = (parent: Json | undefined): string | null =>
  typeof parent === 'string' && !/^\s*(?:\d+\s*)?$/.test(parent) ? parent.trim() : null;

const NOTHING = { values: {}, items: {} };

/**
 * → what clears these fields, as far as a load may clear them: a title where the row gives another,
 * no text that the row gives.
 */
function clearedBy(
  kind: Kind,
  names: readonly string[],
  { payload, rules }: { payload: Payload; rules: TextRules },
): LoadEntry['cleared'] {
  if (names.length === 0) return NOTHING;
  const isTitled = payload.title !== undefined;
  const raw = Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const [field, tag = ''] = taggedIn(kind.name, name) ?? [name];
      if (field === kind.titleField)
        return isTitled ? [[`${name}${tag ? '' : `.${rules.lang}`}`, null]] : [];
      if (tag) return [[name, null]];
      const head = name.split('.')[0] ?? name;
      return kind.fields[head]?.isEmptied ? [[head, '']] : [];
    }),
  );
  const reading = { mode: 'update', isClean: true, ...rules } as const;
  const read = readPayload(kind, raw, reading).payload;
  const labels = { from: read.language ?? '', to: payload.language ?? '' };
  const values = without(renamedTexts(kind.name, read.values, labels), Object.keys(payload.values));
  const items = Object.keys(readItems(kind, values, [])).map((field) => [field, []]);
  return { values, items: Object.fromEntries(items) };
}

/** → the slug that a row gives a new record, of whatever kind. */
const slugIn = ({ slug }: JsonObject): string | undefined =>
  typeof slug === 'string' && toSlug(slug) !== '' ? slug : undefined;

/** → the name of the author that a line of an export states. */
const authorIn = ({ author_name: name }: JsonObject): Pick<LoadEntry, 'authorName'> =>
  typeof name === 'string' && isKey(name) ? { authorName: name } : {};

/** → when its record was changed last. */
const modifiedIn = ({ modified_utc: time }: JsonObject): Pick<LoadEntry, 'modifiedUtc'> =>
  typeof time === 'string' && isTime(time) ? { modifiedUtc: time } : {};

/** → whose removal a line of an export is, where it says so. */
function removalIn({ removed }: JsonObject, issues: Issue[]): Removing | undefined {
  if (isBlank(removed)) return undefined;
  const { by, at, status = 'draft' } = isJsonObject(removed) ? removed : {};
  const remover = REMOVERS.find((word) => word === by);
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

/** → the dates of a series that users added and erased, where a line of an export has any. */
function localIn(sent: Json | undefined, issues: Issue[]): LocalDates | undefined {
  if (sent === undefined) return undefined;
  const { added = [], excepted = [] } = isJsonObject(sent) ? sent : { added: sent };
  if ([added, excepted].every(areTimes)) return { added, excepted } as unknown as LocalDates;
  issues.push({ param: 'local_dates', reason: 'Must have the times that an export writes.' });
  return undefined;
}

const areTimes = (value: Json): boolean =>
  Array.isArray(value) && value.every((time) => typeof time === 'string' && isTime(time));

/** → the fields that only a load gives: texts that can be keys, counts, former dates. */
function loadedIn({ loadedFields = [], fields }: Kind, raw: JsonObject): JsonObject {
  const values = loadedFields.flatMap((name): [string, Json][] => {
    const value = raw[name] ?? '';
    const { initial } = fields[name] ?? {};
    if (typeof initial === 'number') {
      return Number.isSafeInteger(Number(value)) ? [[name, Number(value)]] : [];
    }
    if (Array.isArray(initial)) return areFormerDates(value) ? [[name, value]] : [];
    return typeof value === 'string' && isKey(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(values);
}

/** → whether a value is a list of the dates that an event had, as an export writes it. */
const areFormerDates = (value: Json): boolean =>
  Array.isArray(value) &&
  value.length <= limits.previousDates &&
  value.every((item) => {
    if (!isJsonObject(item)) return false;
    const { timezone, ...times } = item;
    const names = Object.keys(times).sort().join();
    const isWhole = names === 'changed_utc,end_date,start_date' && typeof timezone === 'string';
    return isWhole && isKey(timezone) && areTimes(Object.values(times));
  });

const isKey = (text: string): boolean =>
  text !== '' && text.length <= limits.keyChars && !/\p{Cc}/u.test(text);
