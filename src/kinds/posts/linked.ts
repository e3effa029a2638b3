/** The common base of venues and organizers: both are linked by events and listed alike. */
import type { Field, FieldTable } from '../field.js';
import type { ListFilter } from '../kind.js';
import { globalIdFields, postFields, slugField, textLanguages, titleField } from './family.js';

/** A text that is left out of the answer when empty. */
export const optionalText: Field = {
  stored: 'text',
  answered: 'text',
  isOptional: true,
  isEmptied: true,
};

/** The same, and `search` looks in it. */
export const searchedText: Field = { ...optionalText, searched: { weight: 1 } };

/** An optional image. */
const image: Field = { stored: 'image', answered: 'image', isOptional: true, isEmptied: true };

/** → the field table of a linked kind, with its own fields in the order of the answer. */
export const linkedTable = (
  titleName: string,
  { fields, afterJsonLd = {} }: { fields: FieldTable; afterJsonLd?: FieldTable },
): FieldTable => ({
  ...postFields,
  author: { ...postFields.author, isOptional: true },
  [titleName]: titleField,
  description: { ...searchedText, isLocalized: true, isHtml: true },
  slug: { ...slugField, isOptional: true },
  image,
  ...fields,
  json_ld: { answered: 'jsonLd' },
  ...afterJsonLd,
  ...globalIdFields,
  text_languages: textLanguages,
});

/** → list filters of a kind that events link under `relation`. Source: Contract 3.3. */
export const linkedFilters = (relation: string): Record<string, ListFilter> => ({
  event: { filter: 'linkedBy', relation },
  has_events: { filter: 'hasEvents' },
  only_with_upcoming: { filter: 'upcoming' },
  include: { filter: 'include' },
  modified_after: { filter: 'modifiedAfter' },
});
