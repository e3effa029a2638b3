/**
 * SearchDocument → the document stored in Elasticsearch. Values that facets and suggestions count
 * are composed so that their byte order is the order of the response.
 */
import { kinds } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { startsOf } from '../document.js';
import { tilePlace } from '../facets.js';
import { isSubstring } from '../fields.js';
import type { LinkedValue, SearchDocument } from '../port.js';
import { formOf, labelFacets, levelField, linkFacets } from './mapping.js';

/** Separates the components of composed values; sorts before every character in them. */
export const PART = '\u0001';

/** → the document to be indexed. */
export function toSource(document: SearchDocument): object {
  const kind = kinds[document.kind];
  const { place } = document;
  return {
    id: document.id,
    version: document.version,
    stamp: document.stamp,
    ...(document.publicFrom === null ? {} : { public_from: document.publicFrom }),
    f: fieldsOf(kind, document),
    usage: document.usage,
    text: byField(kind, document.text),
    ...(isSubstring(kind) ? {} : { forms: byField(kind, document.forms) }),
    ...(kind.place && place
      ? {
          point: { lat: place.lat, lon: place.lng },
          lat: place.lat,
          lng: place.lng,
          ...(place.isTown ? {} : { tile: tilePlace(place) }),
        }
      : {}),
    ...facetsOf(kind, document),
    ...suggestionsOf(kind, document),
    answer: document.answer,
    ...(document.fullAnswer === null ? {} : { full_answer: document.fullAnswer }),
    others: Object.fromEntries(
      Object.entries(document.others).map(([tag, { answer, fullAnswer }]) => [
        tag,
        { answer, ...(fullAnswer === null ? {} : { full_answer: fullAnswer }) },
      ]),
    ),
  };
}

function fieldsOf(kind: Kind, { values }: SearchDocument): object {
  return Object.fromEntries(
    Object.keys(kind.indexFields).map((name) => {
      const value = values[name] ?? null;
      if (formOf(kind, name) === 'long') return [name, value];
      return [name, Array.isArray(value) ? value.map(String) : value];
    }),
  );
}

/** → the texts of each field, and of each level of fields. */
function byField(kind: Kind, texts: Readonly<Record<string, string[]>>): object {
  if (isSubstring(kind)) return texts;
  const levels = kind.textLevels.map((level): [string, string[]] => [
    levelField(level),
    level.fields.flatMap((name) => texts[name] ?? []),
  ]);
  return { ...(kind.searchMode === 'oneField' ? texts : {}), ...Object.fromEntries(levels) };
}

function facetsOf(kind: Kind, { linked, labels }: SearchDocument): object {
  const links = linkFacets(kind);
  const labelled = labelFacets(kind);
  const split = (isNow: boolean) =>
    Object.fromEntries(
      links.map((field) => [
        field,
        (linked[field] ?? []).filter((value) => (value.publicFrom === 0) === isNow).map(linkKey),
      ]),
    );
  return {
    ...(links.length > 0 ? { facet: split(true), facet_later: split(false) } : {}),
    ...(labelled.length > 0
      ? { label: Object.fromEntries(labelled.map((name) => [name, labels[name] ?? ''])) }
      : {}),
  };
}

const ID_DIGITS = 16;

// Sorts like facets: by name, then by ID. The remaining components are for the response.
function linkKey({ id, slug, name, sortKey, publicFrom }: LinkedValue): string {
  const padded = String(id).padStart(ID_DIGITS, '0');
  return [sortKey, padded, slug, name.replaceAll(PART, ' '), publicFrom ?? 'never'].join(PART);
}

/** → the linked record in a composed facet value. */
export function readLinkKey(key: string): Omit<LinkedValue, 'sortKey'> {
  const [, id, slug = '', name = '', from] = key.split(PART);
  return { id: Number(id), slug, name, publicFrom: from === 'never' ? null : Number(from) };
}

function suggestionsOf(
  kind: Kind,
  { suggests, suggestsUntil, publicFrom }: SearchDocument,
): object {
  if (!kind.suggests || publicFrom === null) return {};
  const keys = suggests.map(({ type, key, text }) =>
    startsOf(text).map((start) => [start, type, key, text.replaceAll(PART, ' ')].join(PART)),
  );
  return {
    lead: keys.flatMap(([lead]) => lead ?? []),
    rest: keys.flatMap(([, ...rest]) => rest),
    suggests_until: suggestsUntil,
  };
}
