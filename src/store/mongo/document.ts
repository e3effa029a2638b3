/**
 * Records as documents and back. What is read is what JSON would have kept of the record, keys in
 * the order they were written in: an answer has the same bytes on every engine.
 */
import { kinds } from '../../kinds/index.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { publicFrom, secondsOf } from '../../kinds/visibility.js';
import { titleKey } from '../port.js';
import type { Body, KeyType, Look, RecordDocument } from './collections.js';

/** → the record as a document, without its marks. */
export function toBody(record: StoredRecord): Body {
  return { _id: record.id, ...(encode(record) as object), look: lookOf(record) };
}

/** → the record of a document, or null: it is a tombstone. */
export function toRecord(document: RecordDocument): StoredRecord | null {
  if (document.removed) return null;
  const { _id, look, sync, ...record } = document;
  return decode(record) as unknown as StoredRecord;
}

/** A value that one record of a kind may have. */
export interface Key {
  type: KeyType;
  kind: KindName;
  value: string;
}

/** → what of a record must be unique in its kind. */
export function keysOf(record: StoredRecord): Key[] {
  const { kind, slug, slug_reserved, external_id } = record;
  return [
    ...(slug_reserved ? [{ type: 'slug' as const, kind, value: slug }] : []),
    ...(external_id === null ? [] : [{ type: 'external_id' as const, kind, value: external_id }]),
  ];
}

/** → the same of a document. */
export function keysOfDocument(kind: KindName, document: RecordDocument | Body): Key[] {
  if (document.removed) return [];
  return keysOf({ ...(document as unknown as StoredRecord), kind });
}

/** → the `_id` of a key's reservation, as it reads when stored: BSON keeps no half characters. */
export const reservationId = ({ type, kind, value }: Key): string =>
  Buffer.from(`${type}:${kind}:${value}`).toString();

function lookOf(record: StoredRecord): Look {
  const kind = kinds[record.kind];
  const start = kind.window ? kind.indexFields[kind.window.start]?.read(record) : null;
  const startSeconds = secondsOf(start);
  const from = publicFrom(record);
  const parent = Number(record.fields.parent ?? 0);
  const links = kind.relations.map(({ field }) => [
    field,
    [...new Set((record.relations[field] ?? []).map(({ id }) => id))],
  ]);
  return {
    title_key: titleKey(record.title),
    ...(record.external_id === null ? {} : { external_id: record.external_id }),
    ...(parent > 0 ? { parent } : {}),
    ...(from === null ? {} : { public_from: from }),
    ...(startSeconds === null ? {} : { start: startSeconds }),
    ...(links.length > 0 ? { links: Object.fromEntries(links) } : {}),
  };
}

/** What a key may not hold or begin with in MongoDB, and the sign that marks it. */
const UNSAFE = /[%.\0]|^\$/g;

/** → the value as JSON would keep it, its keys safe: `$` and `.` mean something to MongoDB. */
function encode(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => encode(item) ?? null);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key.replace(UNSAFE, escapeSign), encode(item)]),
  );
}

const escapeSign = (sign: string): string => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;

function decode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(decode);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.includes('%') ? key.replace(/%(..)/g, (_, code) => unescapeSign(code)) : key,
      decode(item),
    ]),
  );
}

const unescapeSign = (code: string): string => String.fromCharCode(Number.parseInt(code, 16));
