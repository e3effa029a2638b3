/**
 * The errors that each operation can answer, for the documentation. Codes, statuses and texts come
 * from the catalogue. Source: Contract 0, 4.9, 5, 6, 7.
 */
import {
  type ApiError,
  bodyTooLarge,
  cannotEditOthers,
  changesRestarted,
  couldNotDelete,
  couldNotWrite,
  duplicateTermSlug,
  eventNotFound,
  expectationFailed,
  forbidden,
  headersTooLarge,
  indexUnavailable,
  internalError,
  invalidEventId,
  invalidJson,
  invalidParams,
  isInTrash,
  missingParams,
  noLongerAvailable,
  noRoute,
  notAccessible,
  notLoggedIn,
  overloaded,
  pageNotFound,
  preconditionFailed,
  recordMerged,
  storeUnavailable,
  termExists,
  termInvalid,
  tooManyRequests,
} from '../../errors.js';
import { holdersOf } from '../../kinds/index.js';
import type { Kind } from '../../kinds/kind.js';
import { limits } from '../../limits.js';
import type { Operation } from '../routes.js';
import { describedOf } from './service.js';

/** The kind of an operation, and the last key in its path, if it has one. */
interface Asked {
  kind: Kind;
  key: string | null;
}

const byOperation: Partial<Record<Operation, (asked: Asked) => ApiError[]>> = {
  list: ({ kind }) => [
    invalidParams([]),
    ...(kind.family.pastTheEnd === 'notFound' ? [pageNotFound(kind.name)] : []),
    indexUnavailable(null),
    storeUnavailable(null),
  ],
  bulk: () => [invalidParams([]), forbidden(true), forbidden(false)],
  changes: () => [invalidParams([]), changesRestarted(), storeUnavailable(null)],
  suggest: () => [invalidParams([]), missingParams([]), indexUnavailable(null)],
  read: (asked) => [
    invalidParams([]),
    ...missing(asked, 'readBySlug'),
    ...(asked.kind.family.hasStatus ? [notAccessible(asked.kind.name)] : []),
    ...(asked.kind.missing.byId === 'notFound' ? [noLongerAvailable()] : []),
    ...(holdersOf(asked.kind.name).length > 0 ? [recordMerged(asked.kind.name, 0, '')] : []),
    storeUnavailable(null),
  ],
  merge: ({ kind }) => [
    missingParams([]),
    preconditionFailed(),
    invalidParams([]),
    forbidden(true),
    forbidden(false),
    kind.family.removal === 'trash' ? isInTrash(kind.name, 0) : termInvalid(),
    couldNotWrite('update', kind.name, null),
    storeUnavailable(null),
  ],
  create: ({ kind }) => [missingParams([]), ...write('create', kind), ...twin(kind, termExists(0))],
  update: (asked) => [
    ...missing(asked, 'updateBySlug'),
    preconditionFailed(),
    ...write('update', asked.kind),
    ...twin(asked.kind, duplicateTermSlug('')),
  ],
  put: (asked) => [
    missingParams([]),
    preconditionFailed(),
    ...write('update', asked.kind),
    ...write('create', asked.kind),
    ...twin(asked.kind, duplicateTermSlug('')),
    ...twin(asked.kind, termExists(0)),
  ],
  remove: (asked) => [
    invalidParams([]),
    forbidden(true),
    forbidden(false),
    ...missing(asked, 'removeBySlug'),
    preconditionFailed(),
    ...(asked.kind.family.removal === 'trash' ? [isInTrash(asked.kind.name, 0)] : [termInvalid()]),
    couldNotDelete(asked.kind.name, null),
    storeUnavailable(null),
  ],
};

/** What overload refuses: GET. */
const READS = new Set<Operation>([
  'list',
  'suggest',
  'changes',
  'read',
  'root',
  'doc',
  'listWebhooks',
  'readWebhook',
  'listDeliveries',
]);

/** → the errors that an operation can answer, each status and code once. */
export function failuresOf(
  operation: Operation,
  kind: Kind | null,
  key: string | null,
): { status: number; code: string }[] {
  const ofKind = kind ? byOperation[operation]?.({ kind, key }) : describedOf(operation)?.failures;
  const own = ofKind ?? [];
  const all = [
    ...own,
    notLoggedIn(),
    tooManyRequests(0),
    ...(READS.has(operation) ? [overloaded(1)] : []),
    invalidJson(),
    bodyTooLarge(limits.bodyBytes),
    headersTooLarge(),
    expectationFailed(),
    ...(key === 'id' ? [noRoute()] : []),
    internalError(null),
  ];
  const byName = new Map(all.map(({ status, code }) => [`${status} ${code}`, { status, code }]));
  return [...byName.values()];
}

// A missing record is an invalid parameter or an error of its own: the unknown-ID matrix.
function missing({ kind, key }: Asked, bySlug: Exclude<keyof Kind['missing'], 'byId'>): ApiError[] {
  if (key !== 'slug') {
    if (kind.missing.byId !== 'notFound') return [];
    return key === 'id' ? [eventNotFound(0), invalidEventId(0)] : [eventNotFound('')];
  }
  return kind.missing[bySlug] === 'notFound' ? [eventNotFound('')] : [];
}

function write(verb: 'create' | 'update', kind: Kind): ApiError[] {
  return [
    invalidParams([]),
    forbidden(true),
    forbidden(false),
    ...(kind.family.hasStatus ? [cannotEditOthers()] : []),
    couldNotWrite(verb, kind.name, null),
    storeUnavailable(null),
  ];
}

const twin = (kind: Kind, error: ApiError): ApiError[] => (kind.taxonomy ? [error] : []);
