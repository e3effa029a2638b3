/**
 * Texts in several languages. The plain texts of a record are in its `text_language`; texts of
 * other languages are in fields with their tags: `title.fr`. So all code that uses names of fields,
 * for instance the own fields of a date of a series, works by text. Decision: texts are stored by
 * language, in one record.
 */
import { allKinds, kinds } from './index.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type KindName,
  type RecordCore,
  type StoredRecord,
} from './record.js';

/** The languages of the site, BCP 47, the default first. */
export type SiteLanguages = readonly string[];

/** Asks for all texts, by language. */
export const ALL_LANGUAGES = 'all';

/** The stored field that says in which language the plain texts are. */
export const TEXT_LANGUAGE = 'text_language';

type Linking = RecordCore & Partial<Pick<StoredRecord, 'relations' | 'parts'>>;

const localized = Object.fromEntries(
  allKinds.map(({ name, fields }) => [
    name,
    Object.keys(fields).filter((field) => fields[field]?.isLocalized),
  ]),
) as Record<KindName, string[]>;

/** → the names of the fields of a kind that have texts by language. */
export const localizedOf = (kind: KindName): readonly string[] => localized[kind];

/** → the field and the language that a name such as `title.fr` names; null: it is no such name. */
export function taggedIn(kind: KindName, name: string): [field: string, tag: string] | null {
  const at = name.indexOf('.');
  if (at < 0) return null;
  const field = name.slice(0, at);
  return localized[kind].includes(field) ? [field, name.slice(at + 1)] : null;
}

/** → the field of a name, `title` of `title.fr`. */
export const fieldIn = (kind: KindName, name: string): string => taggedIn(kind, name)?.[0] ?? name;

/**
 * → the language of a record's plain texts. Releases before 2.0.0 stored no language: their texts
 * are in the default of the site.
 */
export const languageOf = (
  { fields }: Pick<RecordCore, 'fields'>,
  [standard = '']: SiteLanguages,
): string => String(fields[TEXT_LANGUAGE] ?? standard);

/** → the name of a text in a language, of a record whose plain texts are in `own`. */
const nameOf = (field: string, tag: string, plainTag: string): string =>
  tag === plainTag ? field : `${field}.${tag}`;

/** → the nonempty texts of a field by language: the site's languages first, in their order. */
export function textsIn(
  record: RecordCore,
  field: string,
  languages: SiteLanguages,
): Map<string, string> {
  const plainTag = languageOf(record, languages);
  const plain = field === kinds[record.kind].titleField ? record.title : record.fields[field];
  const beside = Object.keys(record.fields).filter((name) => name.startsWith(`${field}.`));
  const tags = [plainTag, ...beside.map((name) => name.slice(field.length + 1))].sort();
  const inOrder = [...languages.filter((tag) => tags.includes(tag)), ...tags];
  return new Map(
    inOrder
      .map((tag) => [
        tag,
        String((tag === plainTag ? plain : record.fields[`${field}.${tag}`]) ?? ''),
      ])
      .filter((text): text is [string, string] => text[1] !== ''),
  );
}

/** → the stored texts of other languages than the record's own, by name, in order. */
export const textsBeside = ({ kind, fields }: RecordCore): JsonObject =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, text]) => text && taggedIn(kind, name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** → the languages of the texts of a record and of its linked records, each once. */
export function languagesIn(record: Linking, languages: SiteLanguages): string[] {
  const tags = new Set<string>();
  for (const holder of [record, ...Object.values(record.relations ?? {}).flat()]) {
    tags.add(languageOf(holder, languages));
    for (const name in holder.fields) {
      const [, tag] = taggedIn(holder.kind, name) ?? [];
      if (tag !== undefined) tags.add(tag);
    }
  }
  return [...tags];
}

/**
 * → the record in a language: each text is in this language, else in the default, else the first
 * available. `text_languages` names the fields with a text in another language. For `all`, each
 * text is an object of texts by language. Linked records are unchanged.
 */
export function inLanguage<Of extends RecordCore>(
  record: Of,
  lang: string,
  languages: SiteLanguages,
): Of {
  if (languageOf(record, languages) === lang && !hasOthers(record)) return record;
  const values: JsonObject = {};
  const elsewhere: JsonObject = {};
  for (const field of localized[record.kind]) {
    const texts = textsIn(record, field, languages);
    if (lang === ALL_LANGUAGES) {
      const isShown = texts.size > 0 || !kinds[record.kind].fields[field]?.isOptional;
      values[field] = isShown ? Object.fromEntries(texts) : '';
      continue;
    }
    const [tag = lang] = texts.has(lang) ? [lang] : texts.keys();
    values[field] = texts.get(tag) ?? '';
    if (tag !== lang) elsewhere[field] = tag;
  }
  const { [kinds[record.kind].titleField]: title, ...texts } = values;
  const named = Object.keys(elsewhere).length > 0 ? { text_languages: elsewhere } : {};
  return { ...record, title, fields: { ...record.fields, ...texts, ...named } } as Of;
}

/** → the same, with its linked records. */
export function allInLanguage(
  record: StoredRecord,
  lang: string,
  languages: SiteLanguages,
): StoredRecord {
  const relations = Object.entries(record.relations).map(([field, snapshots]) => [
    field,
    snapshots.map((snapshot) => inLanguage(snapshot, lang, languages)),
  ]);
  return { ...inLanguage(record, lang, languages), relations: Object.fromEntries(relations) };
}

function hasOthers({ kind, fields }: RecordCore): boolean {
  for (const name in fields) if (name.includes('.') && taggedIn(kind, name)) return true;
  return false;
}

/** → values by name, with plain names for `to` instead of `from`. */
export function renamedTexts<Value>(
  kind: KindName,
  values: Readonly<Record<string, Value>>,
  { from, to }: { from: string; to: string },
): Record<string, Value> {
  if (from === to) return { ...values };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [renamedText(kind, name, { from, to }), value]),
  );
}

/** → the name of a value where plain texts are in `to`, by that where they are in `from`. */
export function renamedText(
  kind: KindName,
  name: string,
  { from, to }: { from: string; to: string },
): string {
  if (localized[kind].includes(name)) return nameOf(name, from, to);
  const [field, tag] = taggedIn(kind, name) ?? [name, null];
  return tag === null ? name : nameOf(field, tag, to);
}

/**
 * → the record with its plain texts in another language, with its parts and the names of a date's
 * own fields. Its title is `""` if it has no title in this language.
 */
export function toldIn<Of extends Linking>(record: Of, to: string, languages: SiteLanguages): Of {
  const { kind } = record;
  const from = languageOf(record, languages);
  const labelled = { ...record.fields, [TEXT_LANGUAGE]: to };
  if (from === to)
    return record.fields[TEXT_LANGUAGE] === to ? record : { ...record, fields: labelled };
  const { titleField } = kinds[kind];
  const { [titleField]: title = '', ...fields } = renamedTexts<Json>(
    kind,
    { ...labelled, [titleField]: record.title },
    { from, to },
  );
  const { recurrence } = fields;
  if (isJsonObject(recurrence) && Array.isArray(recurrence.changed)) {
    const changed = recurrence.changed.map((name) => renamedText(kind, String(name), { from, to }));
    fields.recurrence = { ...recurrence, changed: changed.sort() };
  }
  const parts = record.parts?.map((part) => ({
    ...part,
    fields: renamedTexts(kind, part.fields, { from, to }),
  }));
  return { ...record, title: String(title), fields, ...(parts ? { parts } : {}) };
}
