/** Creates or updates the record of an identity in another system. Source: Contract 16.1. */
import type { Caller } from '../access/roles.js';
import { type Issue, invalidParams } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject, StoredRecord } from '../kinds/record.js';
import { limits } from '../limits.js';
import { createUnlessThere } from './create.js';
import type { Deps } from './deps.js';
import { findRecord } from './find.js';
import { updateRecord } from './update.js';
import type { Precondition } from './write/precondition.js';

/** An identity in another system: the name of the system, and the key that it gave. */
export interface Identity {
  source: string;
  key: string;
}

/** → the issues of an identity; empty when it can be one. */
function identityIssues({ source, key }: Identity): Issue[] {
  const sourceReason = 'Must be 1 to 64 of the characters a-z, 0-9, ".", "_" and "-".';
  const keyReason = `Must have 1 to ${limits.keyChars} characters, without control characters.`;
  const isKey = key.length > 0 && key.length <= limits.keyChars && !/\p{Cc}|\p{Cs}/u.test(key);
  return [
    ...(/^[a-z0-9._-]{1,64}$/.test(source) ? [] : [{ param: 'source', reason: sourceReason }]),
    ...(isKey ? [] : [{ param: 'key', reason: keyReason }]),
  ];
}

/** → the `external_id` of an identity. Throws `rest_invalid_param`. */
export function externalIdOf(identity: Identity): string {
  const issues = identityIssues(identity);
  if (issues.length > 0) throw invalidParams(issues);
  return toExternalId(identity);
}

const toExternalId = ({ source, key }: Identity): string => `${source}:${key}`;

/**
 * → the record of the identity, updated or new. Of several requests that create it at once, one
 * does and the others update. Throws what createRecord and updateRecord throw.
 */
export async function putRecord(
  deps: Deps,
  kind: Kind,
  request: {
    identity: Identity;
    payload: JsonObject;
    caller: Caller;
    precondition?: Precondition;
  },
): Promise<{ record: StoredRecord; isNew: boolean }> {
  const { identity, payload, caller, precondition = {} } = request;
  const issues = identityIssues(identity);
  const externalId = toExternalId(identity);
  const key = { externalId };
  const stored = issues.length > 0 ? null : await findRecord(deps, kind, key);
  const created = stored
    ? null
    : await createUnlessThere(deps, kind, { payload, caller, externalId, issues, precondition });
  if (created?.isNew) return created;
  const record = await updateRecord(deps, kind, { key, payload, caller, precondition });
  return { record, isNew: false };
}
