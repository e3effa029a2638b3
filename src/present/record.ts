/**
 * StoredRecord → response, by kind. Called by http for single records, and by sync for the texts
 * that lists answer.
 */
import { kinds } from '../kinds/index.js';
import type { KindName, RecordCore, StoredRecord } from '../kinds/record.js';
import { publicFrom } from '../kinds/visibility.js';
import type { PresentContext } from './context.js';
import { markers, toMarkedText } from './markers.js';
import { presentEvent, presentOrganizer, presentVenue } from './post.js';
import { presentTerm } from './term.js';

/**
 * Grows whenever a presenter answers something else for the same record: lists are then rebuilt.
 */
export const PRESENTER_VERSION = 1;

type Presenter = (record: StoredRecord, context: PresentContext) => Record<string, unknown>;

const presenters: Record<KindName, Presenter> = {
  event: presentEvent,
  venue: presentVenue,
  organizer: presentOrganizer,
  category: presentTerm,
  tag: presentTerm,
};

/** → the record as it is answered. */
export function presentRecord(
  record: StoredRecord,
  context: PresentContext,
): Record<string, unknown> {
  return presenters[record.kind](record, context);
}

/** The settings that stored answers depend on. */
export type SiteSettings = Pick<PresentContext, 'siteTimeZone' | 'currency'>;

/** → the texts lists answer: for everyone, and for those who may read everything if it differs. */
export function presentTexts(
  record: StoredRecord,
  settings: SiteSettings,
): { answer: string; fullAnswer: string | null } {
  const context: PresentContext = {
    ...settings,
    roots: markers.roots,
    count: markers.count,
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

/** → what the texts depend on besides the records: a change asks for a rebuild of the index. */
export function textStamp({ siteTimeZone, currency }: SiteSettings): string {
  return JSON.stringify([PRESENTER_VERSION, siteTimeZone, currency.symbol, currency.position]);
}

function isPublic(record: RecordCore): boolean {
  return record.status === 'publish';
}

function statusMarker(record: RecordCore) {
  const from = publicFrom(record);
  return record.status === 'future' && from !== null ? markers.future(from) : record.status;
}
