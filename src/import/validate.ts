/**
 * Validates the rows of a load: a mapped row → typed values, or all its issues. This needs no
 * record, and happens once: later steps depend on the store. Contract 16.2.
 */

import { type Caller, canSendAnyHtml } from '../access/roles.js';
import type { Issue } from '../errors.js';
import { keyOf, uidIn } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import type { Kind, Relation } from '../kinds/kind.js';
import type { Json, JsonObject } from '../kinds/record.js';
import { renamedText, renamedTexts, type SiteLanguages, taggedIn } from '../kinds/texts.js';
import { splitBy } from '../lib/batches.js';
import { omit } from '../lib/omit.js';
import { type Items, readItems } from '../records/write/relations.js';
import { keyIssue, readKey } from '../rows/columns/keys.js';
import { withValues } from '../rows/shown.js';
import type { MappedEntry } from '../rows/statement.js';
import { type Payload, readPayload } from '../validation/payload.js';
import { loadSchema } from '../validation/schemas.js';
import { isSame, type TextRules } from '../validation/texts.js';
import type { KeySource, LoadEntry } from './entry.js';
import { entryKeys, listedIssues, mergedIssues } from './entry-keys.js';
import { authorIn, loadedIn, localIn, modifiedIn, removalIn, slugIn } from './stated-columns.js';

/**
 * The source and the languages of the rows; `lang`: the language of plain texts if a row states
 * none of the site's, else the default.
 */
export interface Validating extends KeySource {
  caller: Caller;
  languages: SiteLanguages;
  lang?: string | undefined;
}

/** Reports about inline records. */
type Linking = Validating & { issues: Issue[]; leftOut: Issue[] };

/** → the row with typed values, or its issues. Texts of some callers are cleaned. Contract 24.1. */
export function validateEntry(
  kind: Kind,
  entry: MappedEntry,
  { caller, languages, lang: langOfLoad = languages[0] ?? '', ...source }: Validating,
): LoadEntry | { issues: Issue[] } {
  const { occurrence, isOutsideRules, isWithoutSeries, shared, keeps, part, moved } = entry;
  const { partDates, claim } = entry;
  const raw: JsonObject = omit(entry.payload, shared ?? []);
  const parentName = kind.isTree ? nameIn(raw.parent) : null;
  const isClean = canSendAnyHtml(caller);
  const ofRow = languages.find((tag) => isSame(tag, raw.lang ?? ''));
  const lang = ofRow ?? langOfLoad;
  const plain = ofRow === undefined ? inLanguageOf(raw, lang) : raw;
  const sent = parentName === null ? plain : omit(plain, ['parent']);
  const rules = { languages, lang };
  const reading = { mode: 'update', isClean, ...rules } as const;
  const { payload, issues: faults, foreign } = readPayload(kind, sent, reading);
  const [unread, issues] = splitBy(faults, ({ param }) => isOfWords(kind, param));
  // An event moved online is attended online, unless the row states otherwise.
  const derived = payload.values.event_status === 'moved_online' ? ['attendance_mode'] : [];
  const kept = [...(shared ?? []), ...derived];
  const emptied = (entry.emptied ?? []).filter((name) => !kept.includes(name));
  const leftOut = [...foreign, ...withValues(unread, entry)].map(({ param, reason }) => ({
    param,
    reason: `left out: ${reason}`,
  }));
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
    ...(isWithoutSeries ? { isWithoutSeries } : {}),
    ...(occurrence === undefined ? {} : { occurrence, ...(shared ? { shared } : {}) }),
    ...(isOutsideRules ? { isOutsideRules } : {}),
    ...(keeps === undefined ? {} : { keeps: keeps.map(inLanguage) }),
    ...(part === undefined ? {} : { part, ...(moved === undefined ? {} : { moved }) }),
    ...(partDates ? { partDates } : {}),
    ...(claim ? { claim } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}

/** → the row with its texts of a language in the place of its plain texts of an unknown one. */
const inLanguageOf = (raw: JsonObject, lang: string): JsonObject =>
  'lang' in raw
    ? Object.fromEntries(
        Object.entries(raw).map(([name, value]) => [name, raw[`${name}.${lang}`] ?? value]),
      )
    : raw;

/** → whether a field has fixed words or names of zones: other texts are left out. Contract 16.2. */
const isOfWords = ({ schema }: Kind, field: string): boolean =>
  ['enum', 'timeZone'].some((name) => name in (loadSchema(schema).properties[field] ?? {}));

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

/** → the inline record of a row, or the reason of its fault. */
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
  if (!('issues' in entry)) return entry;
  const [fault] = withValues(entry.issues, { payload });
  return `The ${target} given is not valid: ${fault?.param}: ${fault?.reason}`;
}

/** → the text by which a term names its parent; null for an ID, or without a parent. */
const nameIn = (parent: Json | undefined): string | null =>
  typeof parent === 'string' && !/^\s*(?:\d+\s*)?$/.test(parent) ? parent.trim() : null;

const NOTHING = { values: {}, items: {} };

/**
 * → the values that clear these fields, as far as a load may clear them: a title only if the row
 * gives another, and no text that the row gives.
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
  const values = omit(renamedTexts(kind.name, read.values, labels), Object.keys(payload.values));
  const items = Object.keys(readItems(kind, values, [])).map((field) => [field, []]);
  return { values, items: Object.fromEntries(items) };
}
