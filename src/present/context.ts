/** What a presenter needs besides the record. */
import type { Kind } from '../kinds/kind.js';
import type { KindName, RecordCore, Status, StoredRecord } from '../kinds/record.js';
import type { UrlRoots } from './markers.js';

/** A record of its own, or a snapshot, which has no relations. */
export type Presentable = RecordCore & Partial<Pick<StoredRecord, 'relations'>>;

/** What depends on the reader, the settings and the moment of answering. */
export interface PresentContext {
  roots: UrlRoots;
  siteTimeZone: string;
  currency: { symbol: string; position: 'prefix' | 'postfix'; code: string };
  /** → the number of published events of a term. */
  count: (kind: KindName, id: number) => number;
  /** → the status of a record as it is answered. */
  status: (record: RecordCore) => Status;
  /** → whether the reader may see an embedded record. */
  isReadable: (record: RecordCore) => boolean;
  /** True: add json_ld, as in the answer to a single GET. */
  hasJsonLd: boolean;
}

/** → the URL of a record's public page. */
export function permalinkOf(kind: Kind, record: RecordCore, { roots }: PresentContext): string {
  const path = [kind.permalink, record.fields.parent_path, record.slug].filter(Boolean).join('/');
  return `${roots.site}/${path}/`;
}
