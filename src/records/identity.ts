/** Identities in other systems, by which records can be written. Source: Contract 16.1. */
import { type Issue, invalidParams } from '../errors.js';
import { limits } from '../limits.js';

/** An identity in another system: the name of the system, and the key that it gave. */
export interface Identity {
  source: string;
  key: string;
}

/** → the issues of an identity; empty when it can be one. */
export function identityIssues({ source, key }: Identity): Issue[] {
  const sourceReason = 'Must be 1 to 64 of the characters a-z, 0-9, ".", "_" and "-".';
  const keyReason = `Must have 1 to ${limits.keyChars} characters, without control characters.`;
  const isKey = key.length > 0 && key.length <= limits.keyChars && !/\p{Cc}|\p{Cs}/u.test(key);
  return [
    ...(/^[a-z0-9._-]{1,64}$/.test(source) ? [] : [{ param: 'source', reason: sourceReason }]),
    ...(isKey ? [] : [{ param: 'key', reason: keyReason }]),
  ];
}

/** → the `external_id` of an identity. */
export const toExternalId = ({ source, key }: Identity): string => `${source}:${key}`;

/** → the `external_id` of an identity. Throws `rest_invalid_param`. */
export function externalIdOf(identity: Identity): string {
  const issues = identityIssues(identity);
  if (issues.length > 0) throw invalidParams(issues);
  return toExternalId(identity);
}
