/** The inputs of a presenter besides the record. */
import type { Kind } from '../kinds/kind.js';
import type { RecordCore, Status, StoredRecord } from '../kinds/record.js';
import type { SiteLanguages } from '../kinds/texts.js';
import { slugOf } from '../kinds/visibility.js';
import type { FactsOf, UrlRoots } from './markers.js';

/** A record of its own, or a snapshot, which has no relations. */
export type Presentable = RecordCore &
  Partial<Pick<StoredRecord, 'relations' | 'removed' | 'parts'>>;

/** The dependencies on the reader, the settings and the moment of answering. */
export interface PresentContext {
  roots: UrlRoots;
  siteTimeZone: string;
  /** Of the site, the default first. */
  languages: SiteLanguages;
  /** The language of texts, or `all`; absent: the default. */
  lang?: string | undefined;
  currency: { symbol: string; position: 'prefix' | 'postfix'; code: string };
  term: FactsOf;
  /** → the status of a record as it is answered. */
  status: (record: RecordCore) => Status;
  /** → whether the reader may see an embedded record. */
  isReadable: (record: RecordCore) => boolean;
  /** The texts of embedded records: many records of a load have the same ones. */
  embedded?: WeakMap<RecordCore, string>;
  /** The time in UTC; absent: the answer is stored, and has markers for values of the clock. */
  nowUtc?: string;
  /** True: add json_ld, as in the answer to a single GET. */
  hasJsonLd: boolean;
  /** True: leave out values that change without the record: counts of terms, URLs of trees. */
  isOwnOnly?: boolean;
}

/** → the URL of a record's public page. */
export function permalinkOf(kind: Kind, record: Presentable, context: PresentContext): string {
  const above = kind.isTree ? context.term(kind.name, record.id).above : '';
  const slug = slugOf(record);
  const segment = slug === '' ? '' : `${encodeURIComponent(slug)}/`;
  return `${context.roots.site}/${kind.permalink}/${above}${segment}`;
}
