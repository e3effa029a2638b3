/** Texts by language, as other systems write them: `{"de": …, "en": …}` → `title`, `title.en`. */
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject } from '../../kinds/record.js';
import { localizedOf } from '../../kinds/texts.js';

const TAG = /^(?!id$)[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/** → the first text of each language of an object; null for an object of other members. */
export function textsByLanguage(value: Json | undefined): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const members = Object.entries(value);
  const texts = members.map(([tag, text]): [string, Json] => [tag, [text ?? null].flat()[0] ?? '']);
  const isText = texts.every(([tag, text]) => TAG.test(tag) && typeof text === 'string');
  return isText && texts.some(([, text]) => text !== '') ? Object.fromEntries(texts) : null;
}

/** → the first text of any language; `""` without one. */
export const firstText = (value: Json | undefined): string =>
  String(Object.values(textsByLanguage(value) ?? {}).find((text) => text !== '') ?? '');

/**
 * → the payload with a column for each text. The plain texts are in the first language of the
 * title: a site without this language takes the texts in its own, else reads them as its own.
 */
export function withLanguages({ name, titleField }: Kind, payload: JsonObject): JsonObject {
  const [lang] = Object.keys(textsByLanguage(payload[titleField]) ?? {});
  const columns = Object.entries(payload).flatMap(
    ([field, value]): [string, Json | undefined][] => {
      const texts = textsByLanguage(value);
      if (!texts || !isJsonObject(value)) return [[field, value]];
      if (!localizedOf(name).includes(field))
        return [[field, value[lang ?? ''] ?? Object.values(value)[0]]];
      return Object.entries(texts).map(([tag, text]) => [
        tag === lang ? field : `${field}.${tag}`,
        text,
      ]);
    },
  );
  return { ...Object.fromEntries(columns), ...(lang === undefined ? {} : { lang }) };
}
