/** StoredRecord → SearchDocument, by the kind's definition; the same for every engine. */
import type { IndexField, TextField } from '../kinds/field.js';
import { holdersOf, kinds } from '../kinds/index.js';
import { type Kind, LISTED } from '../kinds/kind.js';
import type { Snapshot, StoredRecord, Usage } from '../kinds/record.js';
import { seriesIdOf } from '../kinds/series.js';
import { allInLanguage, languagesIn, type SiteLanguages } from '../kinds/texts.js';
import { publicFrom, secondsOf, timesOf } from '../kinds/visibility.js';
import type { OwnCurrency } from '../lib/money/currency.js';
import { lowestPrice, THOUSANDTHS } from '../lib/money/price.js';
import { postalKey } from '../lib/place/postal-codes.js';
import { townOfAddress } from '../lib/place/town-of-address.js';
import { stemsIn } from '../lib/text/stems.js';
import { spellingsOf } from '../lib/text/word-forms.js';
import { SPELLED, STEMMED, searchText, sortKey, words } from '../lib/text/words.js';
import { limits } from '../limits.js';
import { utcToLocal } from '../time/zones.js';
import type { Suggests } from './entry.js';
import type { IndexValue, LinkedValue, SearchDocument } from './port.js';

/** The content of a search document that does not come from its record. */
interface EntryContext {
  usage: Usage;
  stamp: string;
  siteTimeZone: string;
  currency: OwnCurrency;
  /** The record as shown in responses, made by present/. */
  answers: Pick<SearchDocument, 'answer' | 'fullAnswer' | 'others'>;
  /** Of the site, the default first: orders and labels are in the default. */
  languages: SiteLanguages;
}

/** → the search document of a record at its version. */
export function toDocument(
  stored: StoredRecord,
  { usage, stamp, siteTimeZone, currency, answers, languages }: EntryContext,
): SearchDocument {
  const kind = kinds[stored.kind];
  // Counts and orders use the default language, searches use all languages.
  const [standard = ''] = languages;
  const others = languagesIn(stored, languages).filter((tag) => tag !== standard);
  const records = [standard, ...others].map((tag) =>
    others.length === 0 ? stored : allInLanguage(stored, tag, languages),
  ) as [StoredRecord, ...StoredRecord[]];
  const [record] = records;
  const texts = Object.entries(kind.textFields).map(
    ([name, field]) => [name, textsOf(field, records, [standard, ...others])] as const,
  );
  const fields = Object.entries(kind.indexFields);
  const site = { siteTimeZone, currency };
  return {
    id: record.id,
    kind: record.kind,
    version: record.version,
    stamp,
    values: Object.fromEntries(
      fields.map(([name, field]) => [name, indexValue(field, field.read(record), site)]),
    ),
    labels: Object.fromEntries(
      fields
        .filter(([, field]) => field.type === 'folded')
        .map(([name, field]) => [name, String(field.read(record) ?? '')]),
    ),
    ...wordsOf(kind, texts, languages),
    place: kind.place?.(record) ?? townPlace(kind, record),
    publicFrom: publicFrom(record),
    usage,
    linked: linkedOf(kind, record),
    suggests: suggestionsOf(kind, records, usage),
    suggestsUntil: (kind.window ? timesOf(kind, record).end : usage.last_end_published) ?? 0,
    ...answers,
  };
}

/** → the texts of a field, each once, with its language: from `tags` unless the text names it. */
function textsOf(
  { read }: TextField,
  records: readonly StoredRecord[],
  tags: readonly string[],
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [at, record] of records.entries()) {
    for (const { text, language = tags[at] ?? '' } of read(record)) {
      if (text !== '' && !texts.has(text)) texts.set(text, language);
    }
  }
  return texts;
}

/** → the words of texts by field, and the forms by which they are found besides. */
function wordsOf(
  kind: Kind,
  fields: readonly (readonly [name: string, texts: ReadonlyMap<string, string>])[],
  languages: SiteLanguages,
): Pick<SearchDocument, 'text' | 'forms'> {
  if (kind.searchMode === 'substring') {
    const text = fields.map(([name, texts]) => [name, [sortKey([...texts.keys()].join(' '))]]);
    return { text: Object.fromEntries(text), forms: {} };
  }
  const read = fields.map(([name, texts]) => {
    const found = [...texts].map(([text, tag]) =>
      wordsIn(text, languages.includes(tag) ? tag : (languages[0] ?? '')),
    );
    const forms = new Set(found.flatMap((one) => one.forms));
    return [name, found.flatMap(({ text }) => text || []), [...forms]] satisfies [
      string,
      string[],
      string[],
    ];
  });
  return {
    text: Object.fromEntries(read.map(([name, text]) => [name, text])),
    forms: Object.fromEntries(read.map(([name, , forms]) => [name, forms])),
  };
}

/** Different words of a text that are stemmed, the first ones: each takes some 10 µs. */
const STEMMED_MAX = 5000;

/** → the words of a text, and its other spellings and stems, marked. */
function wordsIn(text: string, tag: string): { text: string; forms: string[] } {
  const written = words(text);
  const spellings = spellingsOf(text, written);
  const known = new Set(written);
  const forms = spellings.map((word) => SPELLED + word);
  for (const word of [...known, ...spellings].slice(0, STEMMED_MAX)) {
    for (const stem of stemsIn(word, tag)) if (!known.has(stem)) forms.push(STEMMED + stem);
  }
  return { text: written.join(' '), forms };
}

/** → the centre of the town that the address determines, for circles only. */
function townPlace({ addressOf }: Kind, record: StoredRecord): SearchDocument['place'] {
  const town = townOfAddress(addressOf?.(record)?.fields ?? {});
  return town && { lat: town.lat, lng: town.lng, isTown: true };
}

type Site = Pick<EntryContext, 'siteTimeZone' | 'currency'>;

function indexValue(field: IndexField, value: unknown, site: Site): IndexValue | IndexValue[] {
  const read = (item: unknown) => scalar(field, item, site);
  if (field.isMany) return Array.isArray(value) ? value.map(read) : [];
  return read(value);
}

function scalar(field: IndexField, value: unknown, site: Site): IndexValue {
  switch (field.type) {
    case 'boolean':
      return value === true ? 1 : 0;
    case 'date':
      return secondsOf(value);
    case 'siteDay':
      return typeof value === 'string' && value !== ''
        ? Date.parse(utcToLocal(value, site.siteTimeZone).slice(0, 10)) / DAY_MS
        : null;
    case 'free':
      return priceOf(value, site)?.amount === 0 ? 1 : 0;
    case 'price':
      return Math.round((priceOf(value, site)?.amount ?? 0) * THOUSANDTHS);
    case 'currency':
      return priceOf(value, site)?.currency ?? '';
    case 'postalCode':
      return postalKey(String(value ?? ''));
    case 'folded':
      return sortKey(String(value ?? ''));
    case 'integer':
      return Number(value ?? 0);
    default:
      return String(value ?? '');
  }
}

const DAY_MS = 86_400_000;

/** → the lowest price of the value of a cost. */
const priceOf = (cost: unknown, { currency }: Site): ReturnType<typeof lowestPrice> =>
  lowestPrice(Array.isArray(cost) ? cost.map(String) : [], currency);

/** The linked records that facets count, read from the record's snapshots. */
function linkedOf(kind: Kind, record: StoredRecord): Record<string, LinkedValue[]> {
  const fields = Object.values(kind.facets ?? {}).filter(({ target }) => target !== undefined);
  return Object.fromEntries(
    fields.map(({ field }) => [field, (record.relations[field] ?? []).map(toLinked)]),
  );
}

const toLinked = (snapshot: Snapshot): LinkedValue => ({
  id: snapshot.id,
  slug: snapshot.slug,
  name: snapshot.title,
  sortKey: sortKey(snapshot.title),
  publicFrom: publicFrom(snapshot),
});

/** Hidden records and records without published events are not suggested. */
function suggestionsOf(
  kind: Kind,
  records: readonly [StoredRecord, ...StoredRecord[]],
  { published }: Usage,
): Suggests[] {
  if (published === 0 && holdersOf(kind.name).length > 0) return [];
  if (kind.hiddenField && kind.indexFields[kind.hiddenField]?.read(records[0]) !== LISTED) {
    return [];
  }
  return Object.entries(kind.suggests ?? {}).flatMap(([type, read]) => {
    // Of equal folded texts the first language's counts.
    const texts = new Map(
      records.toReversed().map((told) => [searchText(read(told)), read(told).trim()]),
    );
    // Dates of a series are suggested as one.
    const id = String(seriesIdOf(records[0]) || records[0].id).padStart(ID_DIGITS, '0');
    return [...texts.values()]
      .filter((text) => text !== '')
      .map((text) => ({ type, text, key: type === kind.name ? id : sortKey(text) }));
  });
}

/** Digits of an ID in a key: keys are in the order of IDs. */
const ID_DIGITS = String(limits.idMax).length;

/** The words of a text at which suggestions may begin, and the characters stored from there. */
const SUGGEST_WORDS = 32;
const SUGGEST_CHARS = 60;

/** → the folded text from each of its words on, the whole first: a suggestion matches by these. */
export function startsOf(text: string): string[] {
  const all = searchText(text).split(' ');
  return all.slice(0, SUGGEST_WORDS).map((_, at) => cutStart(all.slice(at).join(' ')));
}

/** → the stored part of a folded text; longer input is compared with the text itself. */
export const cutStart = (text: string): string =>
  text.length <= SUGGEST_CHARS ? text : Array.from(text).slice(0, SUGGEST_CHARS).join('');

/** → whether a word of a text begins with `sought`, a folded text. */
export const isBegunBy = (text: string, sought: string): boolean =>
  ` ${searchText(text)}`.includes(` ${sought}`);
