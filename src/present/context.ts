/** What a presenter needs besides the record. */
import type { Kind } from '../kinds/kind.js';
import type { KindName, RecordCore, Status, StoredRecord } from '../kinds/record.js';
import type { UrlRoots } from './markers.js';

/** A record of its own, or a snapshot, which has no relations. */
export type Presentable = RecordCore & Partial<Pick<StoredRecord, 'relations'>>;

/** Who is answered, where links lead, and what only the moment knows. */
export interface PresentContext {
  roots: UrlRoots;
  siteTimeZone: string;
  currency: { symbol: string; position: 'prefix' | 'postfix'; code: string };
  /** Published events of a term. */
  count: (kind: KindName, id: number) => number;
  /** The status as it is answered. */
  status: (record: RecordCore) => Status;
  /** Whether the reader may see an embedded record. */
  isReadable: (record: RecordCore) => boolean;
  /** True: add json_ld, as in the answer to a single GET. */
  hasJsonLd: boolean;
}

/** → the public page of a record. */
export function permalinkOf(kind: Kind, record: RecordCore, { roots }: PresentContext): string {
  const path = [kind.permalink, record.fields.parent_path, record.slug].filter(Boolean).join('/');
  return `${roots.site}/${path}/`;
}
