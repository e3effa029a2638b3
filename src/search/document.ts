/** StoredRecord → SearchDocument, by the kind's definition; the same for every engine. */
import type { IndexField } from '../kinds/field.js';
import { holdersOf, kinds } from '../kinds/index.js';
import { type Kind, LISTED } from '../kinds/kind.js';
import type { Snapshot, StoredRecord, Usage } from '../kinds/record.js';
import { allInLanguage, languagesIn, type SiteLanguages } from '../kinds/texts.js';
import { publicFrom, secondsOf, timesOf } from '../kinds/visibility.js';
import type { OwnCurrency } from '../lib/currency.js';
import { lowestPrice, THOUSANDTHS } from '../lib/price.js';
import { findableText } from '../lib/word-forms.js';
import { searchText, sortKey } from '../lib/words.js';
import { utcToLocal } from '../time/zones.js';
import type { IndexValue, LinkedValue, SearchDocument } from './port.js';

/** The content of a search document that does not come from its record. */
export interface EntryContext {
  usage: Usage;
  stamp: string;
  siteTimeZone: string;
  currency: OwnCurrency;
  /** The record as shown in responses, made by present/. */
  answers: Pick<SearchDocument, 'answer' | 'fullAnswer' | 'others'>;
  /** Of the site, the default first: orders and labels are in it. */
  languages: SiteLanguages;
}

/** → the search document of a record at its version. */
export function toDocument(
  stored: StoredRecord,
  { usage, stamp, siteTimeZone, currency, answers, languages }: EntryContext,
): SearchDocument {
  const kind = kinds[stored.kind];
  // What is counted and ordered is in one language, what is found in all.
  const [standard = ''] = languages;
  const others = languagesIn(stored, languages).filter((tag) => tag !== standard);
  const records = [standard, ...others].map((tag) =>
    others.length === 0 ? stored : allInLanguage(stored, tag, languages),
  ) as [StoredRecord, ...StoredRecord[]];
  const [record] = records;
  const textOf = (read: (told: StoredRecord) => string) =>
    [...new Set(records.map(read))].join(' ');
  const fields = Object.entries(kind.indexFields);
  return {
    id: record.id,
    kind: record.kind,
    version: record.version,
    stamp,
    values: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        indexValue(field, field.read(record), { siteTimeZone, currency }),
      ]),
    ),
    labels: Object.fromEntries(
      fields
        .filter(([, field]) => field.type === 'folded')
        .map(([name, field]) => [name, String(field.read(record) ?? '')]),
    ),
    text: Object.fromEntries(
      Object.entries(kind.textFields).map(([name, { read }]) => [
        name,
        kind.searchMode === 'substring' ? sortKey(textOf(read)) : findableText(textOf(read)),
      ]),
    ),
    place: kind.place?.(record) ?? null,
    publicFrom: publicFrom(record),
    usage,
    linked: linkedOf(kind, record),
    suggests: suggestionsOf(kind, records, usage),
    suggestsUntil: (kind.window ? timesOf(kind, record).end : usage.last_end_published) ?? 0,
    ...answers,
  };
}

type Site = Pick<EntryContext, 'siteTimeZone' | 'currency'>;

function indexValue(field: IndexField, value: unknown, site: Site): IndexValue | IndexValue[] {
  const read = (item: unknown) => scalar(field, item, site);
  if (field.isMany) return Array.isArray(value) ? value.map(read) : [];
  return read(value);
}

function scalar(field: IndexField, value: unknown, { siteTimeZone, currency }: Site): IndexValue {
  switch (field.type) {
    case 'boolean':
      return value === true ? 1 : 0;
    case 'date':
      return secondsOf(value);
    case 'siteDay':
      return typeof value === 'string' && value !== ''
        ? Date.parse(utcToLocal(value, siteTimeZone).slice(0, 10)) / DAY_MS
        : null;
    case 'free':
      return priceOf(value, currency)?.amount === 0 ? 1 : 0;
    case 'price':
      return Math.round((priceOf(value, currency)?.amount ?? 0) * THOUSANDTHS);
    case 'currency':
      return priceOf(value, currency)?.currency ?? '';
    case 'folded':
      return sortKey(String(value ?? ''));
    case 'integer':
      return Number(value ?? 0);
    default:
      return String(value ?? '');
  }
}

const DAY_MS = 86_400_000;

const priceOf = (cost: unknown, currency: OwnCurrency) =>
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

/** Hidden records and those that no published event uses are not suggested. */
function suggestionsOf(
  kind: Kind,
  records: readonly [StoredRecord, ...StoredRecord[]],
  { published }: Usage,
): { type: string; text: string }[] {
  if (published === 0 && holdersOf(kind.name).length > 0) return [];
  if (kind.hiddenField && kind.indexFields[kind.hiddenField]?.read(records[0]) !== LISTED) {
    return [];
  }
  return Object.entries(kind.suggests ?? {}).flatMap(([type, read]) => {
    const texts = new Set(records.map((told) => read(told).trim()));
    return [...texts].filter((text) => text !== '').map((text) => ({ type, text }));
  });
}

/** The words of a text at which suggestions may begin, and the characters stored from there. */
const SUGGEST_WORDS = 32;
const SUGGEST_CHARS = 60;

/** → what a suggestion is found by: its folded text from each of its words on, the whole first. */
export function startsOf(text: string): string[] {
  const all = searchText(text).split(' ');
  return all.slice(0, SUGGEST_WORDS).map((_, at) => cutStart(all.slice(at).join(' ')));
}

/** → the part of a folded text that is stored; longer input is compared with the text itself. */
export const cutStart = (text: string): string =>
  text.length <= SUGGEST_CHARS ? text : Array.from(text).slice(0, SUGGEST_CHARS).join('');

/** → whether a word of a text begins what is sought, a folded text. */
export const isBegunBy = (text: string, sought: string): boolean =>
  ` ${searchText(text)}`.includes(` ${sought}`);
