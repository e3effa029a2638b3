/** The rights of callers: one table of roles, and its checks. Source: Contract 6.2, 6.3. */
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { BaseStatus, RecordCore, Status, StoredRecord } from '../kinds/record.js';
import { beforeRemoval, statusAt, statusOf } from '../kinds/visibility.js';

/** The roles of users, from most to least rights. Source: Contract 6.2. */
export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber';

/** The caller; null for anonymous. */
export type Caller = { id: number; name: string; role: Role } | null;

interface Capabilities {
  create: boolean;
  publish: boolean;
  editOthers: boolean;
  /** Own records in these statuses may be edited, deleted and read. */
  own: readonly Status[];
  /** Own records in these statuses may also be read. */
  readOwn: readonly Status[];
  uploadImages: boolean;
  /** Settings of the service that are changed over HTTP: webhooks. */
  operate: boolean;
  /** Texts are stored as sent, whatever HTML they hold. */
  rawHtml: boolean;
  categories: boolean;
  tags: boolean;
}

const UNPUBLISHED: readonly Status[] = ['draft', 'pending'];
const ANY: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const NONE: Capabilities = {
  create: false,
  publish: false,
  editOthers: false,
  own: [],
  readOwn: [],
  uploadImages: false,
  operate: false,
  rawHtml: false,
  categories: false,
  tags: false,
};
const EDITOR: Capabilities = {
  create: true,
  publish: true,
  editOthers: true,
  own: ANY,
  readOwn: ANY,
  uploadImages: true,
  operate: false,
  rawHtml: true,
  categories: true,
  tags: true,
};

const table: Record<Role | 'anonymous', Capabilities> = {
  administrator: { ...EDITOR, operate: true },
  editor: EDITOR,
  author: { ...EDITOR, editOthers: false, rawHtml: false, tags: false },
  contributor: { ...NONE, create: true, own: UNPUBLISHED, readOwn: ['private'] },
  subscriber: NONE,
  anonymous: NONE,
};

/** Every role a user can have. */
export const roles = Object.keys(table).filter((name) => name !== 'anonymous') as Role[];

/** → whether the text names a role. */
export const isRole = (text: string): text is Role => roles.includes(text as Role);

const capabilitiesOf = (caller: Caller) => table[caller?.role ?? 'anonymous'];

/** → whether the caller may write records of the kind at all. */
export function canWriteKind(caller: Caller, kind: Kind): boolean {
  const capabilities = capabilitiesOf(caller);
  return kind.capability === 'posts' ? capabilities.create : capabilities[kind.capability];
}

/**
 * → whether the caller may edit and delete this record. A removed record is judged by its former
 * status: otherwise deleting would be a way to publish.
 */
export function canEdit(caller: Caller, kind: Kind, record: RecordCore): boolean {
  if (kind.capability !== 'posts') return canWriteKind(caller, kind);
  const { editOthers, own } = capabilitiesOf(caller);
  return editOthers || (caller?.id === record.author && own.includes(beforeRemoval(record)));
}

/** → whether the caller may read this record. */
export function canRead(
  caller: Caller,
  kind: Kind,
  record: RecordCore,
  nowSeconds: number,
): boolean {
  if (!kind.family.hasStatus || statusAt(record, nowSeconds) === 'publish') return true;
  if (canEdit(caller, kind, record)) return true;
  return caller?.id === record.author && capabilitiesOf(caller).readOwn.includes(statusOf(record));
}

/** → whether anonymous readers see a record; null: it was removed for good. */
export const isPublic = (record: StoredRecord | null, nowSeconds: number): boolean =>
  record !== null && canRead(null, kinds[record.kind], record, nowSeconds);

/** → whether the caller may publish, and so gets `publish` by default. */
const canPublish = (caller: Caller): boolean => capabilitiesOf(caller).publish;

/** → whether the caller may act on records of others. */
export const canEditOthers = (caller: Caller): boolean => capabilitiesOf(caller).editOthers;

/** → whether the caller may change how the service works. Source: Contract 31. */
export const canOperate = (caller: Caller): boolean => capabilitiesOf(caller).operate;

/** → whether the caller may name an image by URL. */
export const canUploadImages = (caller: Caller): boolean => capabilitiesOf(caller).uploadImages;

/** → whether texts of the caller are stored as sent. Source: Contract 24.1. */
export const canSendAnyHtml = (caller: Caller): boolean => capabilitiesOf(caller).rawHtml;

/** → whether the caller may ask a list for statuses other than `publish`. */
export const canFilterStatus = (caller: Caller): boolean => capabilitiesOf(caller).create;

const LISTED: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private'];

/**
 * → the records of a list that the caller may see, as clauses of which any must hold. `statuses`
 * null: not requested. Unpublished records are shown only to callers who may read all of them
 * (Contract 6.2).
 */
export function visibleTo(
  caller: Caller,
  statuses: readonly Status[] | null,
): { status: Status; author?: number }[] {
  const requested = statuses ?? LISTED;
  const { editOthers, own, readOwn } = capabilitiesOf(caller);
  if (editOthers) return requested.map((status) => ({ status }));
  const readable = [...own, ...readOwn];
  const clauses = requested.flatMap((status): { status: Status; author?: number }[] => {
    if (status === 'publish') return [{ status }];
    return caller && readable.includes(status) ? [{ status, author: caller.id }] : [];
  });
  // A caller who asks only for hidden records gets an empty list, not every record.
  return clauses.length > 0 ? clauses : [{ status: 'publish', author: -1 }];
}

/** → the status that a write sets; undefined when unset. Source: Contract 6.3. */
export function statusFor(caller: Caller, status: Status | undefined): Status | undefined {
  if (canPublish(caller) || status === undefined) return status;
  return status === 'draft' || status === 'trash' ? status : 'pending';
}

/** → the status of a new record without a sent status. */
export const defaultStatus = (caller: Caller): BaseStatus =>
  canPublish(caller) ? 'publish' : 'draft';
