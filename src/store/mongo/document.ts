/** Converts records to documents and back, and derives the links of a record. */
import { kinds } from '../../kinds/index.js';
import { linkedIn, type StoredRecord } from '../../kinds/record.js';
import { linkStateOf, slugOf } from '../../kinds/visibility.js';
import { liveUntil, titleKey } from '../port.js';
import type { LinkDocument, RecordDocument } from './collections.js';

/** → the document of a record. */
export function toDocument(record: StoredRecord): RecordDocument {
  return {
    _id: record.id,
    ...record,
    title_key: titleKey(record.title),
    slug_key: slugOf(record),
    live_until: liveUntil(record),
    link_key: linkKey(record),
  };
}

/** → the record of a document. */
export function toRecord(document: RecordDocument): StoredRecord {
  const { _id, title_key, slug_key, live_until, link_key, ...record } = document;
  return record;
}

/** → one link for each record that a holder embeds. */
export function linksOf(record: StoredRecord): LinkDocument[] {
  const kind = kinds[record.kind];
  return kind.relations.flatMap(({ field }) =>
    [...new Set(linkedIn(record, field).map(({ id }) => id))].map((target) => ({
      field,
      target,
      holder: record.id,
      ...linkStateOf(kind, record),
    })),
  );
}

const linkKey = (record: StoredRecord): string =>
  linksOf(record)
    .map(({ field, target, status, public_from, start, end }) =>
      [field, target, status, public_from, start, end].join(' '),
    )
    .join(',');
