/** The stored answers of lists: each record is presented once, when it is indexed. */
import { allKinds, kinds } from '../kinds/index.js';
import type { RecordCore, StoredRecord } from '../kinds/record.js';
import { languagesIn } from '../kinds/texts.js';
import { publicFrom, statusOf } from '../kinds/visibility.js';
import type { PresentContext } from './context.js';
import { markers, toMarkedText } from './markers.js';
import { presentRecord } from './record.js';

/** To be raised when a rule of answers or index fields changes: the index is then rebuilt. */
const PRESENTER_VERSION = 6;

/** The settings that stored answers depend on. */
export type SiteSettings = Pick<PresentContext, 'siteTimeZone' | 'currency' | 'languages'>;

/** A stored answer: for everyone, and for callers who may read everything if it differs. */
interface StoredAnswer {
  answer: string;
  fullAnswer: string | null;
}

/**
 * → the stored answers: in the default of the site, and `others`, in each other language of the
 * site in which the record or a linked record has a text. Decision: answers are stored once a
 * language.
 */
export function presentTexts(
  record: StoredRecord,
  settings: SiteSettings,
): StoredAnswer & { others: Record<string, StoredAnswer> } {
  const [standard = '', ...more] = settings.languages;
  const tags = more.length > 0 ? languagesIn(record, settings.languages) : [];
  const languages = more.filter((tag) => tags.includes(tag));
  return {
    ...presentIn(record, settings, standard),
    others: Object.fromEntries(languages.map((tag) => [tag, presentIn(record, settings, tag)])),
  };
}

/** The texts of embedded records, by the settings of a site and the language. */
const embedded = new WeakMap<SiteSettings, Record<string, PresentContext['embedded']>>();

function presentIn(record: StoredRecord, settings: SiteSettings, lang: string): StoredAnswer {
  const known = embedded.get(settings) ?? {};
  known[lang] ??= new WeakMap();
  embedded.set(settings, known);
  const context: PresentContext = {
    ...settings,
    lang,
    roots: markers.roots,
    term: markers.term,
    status: statusMarker,
    isReadable: isPublic,
    embedded: known[lang],
    hasJsonLd: false,
  };
  const answer = toMarkedText(presentRecord(record, context));
  const hidesSome = kinds[record.kind].relations.some(({ field }) =>
    (record.relations[field] ?? []).some((snapshot) => !isPublic(snapshot)),
  );
  if (!hidesSome) return { answer, fullAnswer: null };
  const full = presentRecord(record, { ...context, isReadable: () => true });
  return { answer, fullAnswer: toMarkedText(full) };
}

/** The answer's part of the field tables. */
const answeredFields = allKinds.map(({ fields }) =>
  Object.entries(fields).map(([name, { answered, of, isOptional }]) => [
    name,
    answered,
    of,
    isOptional,
  ]),
);

/** → the settings that stored answers depend on, by their names in the environment. */
export const namedSettings = ({ siteTimeZone, currency, languages }: SiteSettings) => ({
  SITE_TIMEZONE: siteTimeZone,
  SITE_LANGUAGES: languages.join(),
  CURRENCY_SYMBOL: currency.symbol,
  CURRENCY_POSITION: currency.position,
  CURRENCY_CODE: currency.code,
});

/** → the inputs of stored answers besides the records: after their change, the index is rebuilt. */
export function textStamp(site: SiteSettings): string {
  const settings = Object.values(namedSettings(site));
  return JSON.stringify([PRESENTER_VERSION, settings, answeredFields]);
}

function isPublic(record: RecordCore): boolean {
  return statusOf(record) === 'publish';
}

function statusMarker(record: RecordCore) {
  const from = publicFrom(record);
  return statusOf(record) === 'future' && from !== null ? markers.future(from) : statusOf(record);
}
