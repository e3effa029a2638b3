/**
 * The real changes of an update: values equal to the GET answer are dropped, so that an answer can
 * be sent back. Source: Contract 4.1.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../access/roles.js';
import type { Kind } from '../../kinds/kind.js';
import { isJsonObject, type Json, type JsonObject, type StoredRecord } from '../../kinds/record.js';
import { localizedOf, type SiteLanguages, taggedIn, textsIn } from '../../kinds/texts.js';
import { readLang } from '../../validation/texts.js';
import type { Deps } from '../deps.js';
import { presentWith } from '../present-one.js';
import { UNKNOWN_TERM } from '../terms.js';

/**
 * → the payload of an update without values equal to the answer for the caller, who may edit the
 * record. A value that is read together with another value is kept if the other value differs.
 */
export function changedValues(
  deps: Deps,
  kind: Kind,
  { payload, stored, caller }: { payload: JsonObject; stored: StoredRecord; caller: Caller },
): JsonObject {
  // Counts and URLs of terms change without the record: they decide nothing.
  const { languages } = deps.site;
  const { lang } = readLang(payload.lang, languages);
  const presenting = { caller, lang, term: () => UNKNOWN_TERM, isOwnOnly: true };
  const answer: JsonObject = JSON.parse(presentWith(deps, stored, presenting));
  const sent = Object.entries(payload).flatMap(([name, value]): [string, Json][] => {
    const texts = otherTexts(stored, name, value, languages);
    return texts ?? [[name, rulesIn(kind, name, value)]];
  });
  // A removal by others becomes the user's.
  const isRemoval = stored.removed !== null && stored.removed.by !== 'user';
  const isChanged = (name: string, value: Json) =>
    (isRemoval && name === 'status') ||
    !Object.hasOwn(answer, name) ||
    !isSame(value, rulesIn(kind, name, answer[name] ?? null));
  const changed = new Set(sent.flatMap(([name, value]) => (isChanged(name, value) ? name : [])));
  const isRead = (name: string) =>
    changed.has(name) || (kind.fields[name]?.readWith ?? []).some((other) => changed.has(other));
  return Object.fromEntries(sent.filter(([name]) => isRead(name)));
}

/** → the texts by language that differ from the stored ones; null: it is no such value. */
function otherTexts(
  stored: StoredRecord,
  name: string,
  value: Json,
  languages: SiteLanguages,
): [string, Json][] | null {
  const tagged = taggedIn(stored.kind, name);
  const isObject = isJsonObject(value) && localizedOf(stored.kind).includes(name);
  if (!tagged && !isObject) return null;
  const sent = tagged ? [[tagged[1], value] as const] : Object.entries(value as JsonObject);
  const texts = textsIn(stored, tagged?.[0] ?? name, languages);
  const differing = sent.filter(([tag, text]) => (texts.get(tag) ?? '') !== (text ?? ''));
  if (differing.length === 0) return [];
  return [[name, tagged ? value : Object.fromEntries(differing)]];
}

/** → the rules of a recurrence as it is answered, any other value as it is. */
function rulesIn({ fields }: Kind, name: string, value: Json): Json {
  const isAnswered = fields[name]?.answered === 'recurrence' && isJsonObject(value);
  return isAnswered ? (value.rules ?? null) : value;
}

/** → whether a value equals the answered value. A linked record may have more: its ID decides. */
function isSame(sent: Json | undefined, answered: Json | undefined): boolean {
  if (Array.isArray(answered)) {
    const isList = Array.isArray(sent) && sent.length === answered.length;
    return isList && answered.every((item, at) => isSame(sent[at], item));
  }
  if (!isJsonObject(answered)) return isDeepStrictEqual(sent, answered);
  return (
    isJsonObject(sent) && Object.entries(answered).every(([key, value]) => isSame(sent[key], value))
  );
}
