/**
 * Texts by language as they are sent: plain ones, objects `{"de": …, "fr": …}`, and names with a
 * tag, `title.fr`. Contract 33.
 */
import type { Issue } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../kinds/record.js';
import { ALL_LANGUAGES, localizedOf, type SiteLanguages, taggedIn } from '../kinds/texts.js';

/** The languages of texts; `lang`: the language of plain texts. */
export interface TextRules {
  languages: SiteLanguages;
  lang: string;
}

/**
 * → the language of `lang`, or `all`; the default if unset, or if the site does not have it, with
 * an issue.
 */
export function readLang(
  lang: Json | undefined,
  languages: SiteLanguages,
): { lang: string; issues: Issue[] } {
  const [standard = ''] = languages;
  if (lang === undefined || lang === null) return { lang: standard, issues: [] };
  const found = [...languages, ALL_LANGUAGES].find((tag) => isSame(tag, lang));
  if (found !== undefined) return { lang: found, issues: [] };
  const reason = `Must be one of: ${[...languages, ALL_LANGUAGES].join(', ')}.`;
  return { lang: standard, issues: [{ param: 'lang', reason }] };
}

/** Other formats, and suggestions, have a single language. */
export const ONE_LANGUAGE: Issue = { param: 'lang', reason: 'Must be one language here.' };

/** → whether a text names a language, in any case of letters. */
export const isSame = (tag: string, text: Json): boolean =>
  typeof text === 'string' && text.toLowerCase() === tag.toLowerCase();

/** The sent values, by language. */
interface SentTexts {
  /** The language of the plain texts of `raw`. */
  language: string;
  /** The sent values, with the texts in `language`. */
  raw: JsonObject;
  /** By tag: the texts of other languages, by field. */
  others: Map<string, JsonObject>;
  /** Names of texts that are removed, `title.fr`. */
  removed: string[];
  /** A field with languages that the site does not have. */
  foreign: Issue[];
}

/**
 * → the sent values, by language. Plain texts are in `lang` if a title is among them, or no title
 * is sent; else in the first language with a title.
 */
export function splitTexts(
  kind: Kind,
  sent: JsonObject,
  { languages, lang }: TextRules,
): SentTexts {
  const [standard = lang] = languages;
  const plainTag = lang === ALL_LANGUAGES ? standard : lang;
  const plain = { language: plainTag, raw: sent, others: new Map(), removed: [], foreign: [] };
  if (!Object.keys(sent).some((name) => isByLanguage(kind, name, sent[name]))) return plain;
  const { raw, byTag, foreign } = readTexts(kind, sent, { languages, plainTag });
  const hasTitle = (tag: string) => isText(byTag.get(tag)?.[kind.titleField]);
  const language = [plainTag, ...languages].find(hasTitle) ?? plainTag;
  const removed = [...byTag].flatMap(([tag, texts]) =>
    Object.keys(texts)
      .filter((name) => texts[name] === null)
      .map((name) => (tag === language ? name : `${name}.${tag}`)),
  );
  const textsOf = (tag: string) =>
    Object.fromEntries(Object.entries(byTag.get(tag) ?? {}).filter(([, text]) => text !== null));
  const tags = [...byTag.keys()].filter((tag) => tag !== language);
  return {
    language,
    raw: { ...raw, ...textsOf(language) },
    others: new Map(tags.map((tag) => [tag, textsOf(tag)])),
    removed,
    foreign,
  };
}

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';

const isByLanguage = (kind: Kind, name: string, value: Json | undefined): boolean =>
  taggedIn(kind.name, name) !== null ||
  (isJsonObject(value) && localizedOf(kind.name).includes(name));

/** → the texts by tag and field, null for a removed text, and the other values. */
function readTexts(
  kind: Kind,
  sent: JsonObject,
  { languages, plainTag }: { languages: SiteLanguages; plainTag: string },
) {
  const byTag = new Map<string, JsonObject>();
  const foreign = new Map<string, string[]>();
  const raw: JsonObject = {};
  const put = (field: string, tag: string, text: Json) => {
    const known = languages.find((language) => isSame(language, tag));
    if (known === undefined) foreign.set(field, [...(foreign.get(field) ?? []), tag]);
    else byTag.set(known, { ...byTag.get(known), [field]: text });
  };
  for (const [name, value] of Object.entries(sent)) {
    const tagged = taggedIn(kind.name, name);
    if (tagged) put(...tagged, value);
    else if (!localizedOf(kind.name).includes(name)) raw[name] = value;
    else if (isJsonObject(value)) {
      for (const [tag, text] of Object.entries(value)) put(name, tag, text);
      // Null is no text for a parameter that was not sent.
    } else if (value !== null) put(name, plainTag, value);
  }
  const issues = [...foreign].map(([param, tags]) => ({
    param,
    reason: `${FOREIGN}: ${named(tags)}.`,
  }));
  return { raw, byTag, foreign: issues };
}

/** How a reason begins that names languages that the site does not have. */
const FOREIGN = 'Has texts in languages that the site does not have';

/** Languages that a reason names. */
const NAMED = 5;

const named = (tags: readonly string[]): string => {
  const named = tags.slice(0, NAMED).map((tag) => tag.slice(0, 35));
  return tags.length > NAMED
    ? `${named.join(', ')} and ${tags.length - NAMED} more`
    : named.join(', ');
};
