/** The stored answers of lists: each record is presented once, when it is indexed. */
import { allKinds, kinds } from '../kinds/index.js';
import type { RecordCore, StoredRecord } from '../kinds/record.js';
import { publicFrom, statusOf } from '../kinds/visibility.js';
import type { PresentContext } from './context.js';
import { markers, toMarkedText } from './markers.js';
import { presentRecord } from './record.js';

/** To be raised whenever a rule of answers changes: the index is then rebuilt. */
const PRESENTER_VERSION = 4;

/** The settings that stored answers depend on. */
export type SiteSettings = Pick<PresentContext, 'siteTimeZone' | 'currency'>;

/** → the stored answers: for everyone, and for those who may read everything if it differs. */
export function presentTexts(
  record: StoredRecord,
  settings: SiteSettings,
): { answer: string; fullAnswer: string | null } {
  const context: PresentContext = {
    ...settings,
    roots: markers.roots,
    term: markers.term,
    status: statusMarker,
    isReadable: isPublic,
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

/** What the field tables say of answers. */
const answeredFields = allKinds.map(({ fields }) =>
  Object.entries(fields).map(([name, { answered, of, isOptional }]) => [
    name,
    answered,
    of,
    isOptional,
  ]),
);

/** → the settings that stored answers depend on, by their names in the environment. */
export const namedSettings = ({ siteTimeZone, currency }: SiteSettings) => ({
  SITE_TIMEZONE: siteTimeZone,
  CURRENCY_SYMBOL: currency.symbol,
  CURRENCY_POSITION: currency.position,
  CURRENCY_CODE: currency.code,
});

/** → what stored answers depend on besides the records: when it changes, the index is rebuilt. */
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
