/**
 * What a write asks of the record that it would write over, so that nobody undoes a change unseen.
 * An entity tag begins with the revision of the record: `"3.91b-OEIHRw72T11plbEpaILYiLiJEO8"`.
 * Source: Contract 22.
 */
import { preconditionFailed } from '../../errors.js';
import type { StoredRecord } from '../../kinds/record.js';

/** The headers `If-Match` and `If-None-Match` of a write; undefined: not sent. */
export interface Precondition {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** → the revision and the tag of a text, in one entity tag. */
export const entityTagOf = (revision: number, textTag: string): string =>
  `"${revision}.${textTag.replaceAll('"', '')}"`;

/** Throws `rest_precondition_failed` unless the record, or that there is none, is what is asked. */
export function demand(
  { ifMatch, ifNoneMatch }: Precondition,
  stored: Pick<StoredRecord, 'revision'> | null,
): void {
  const isMet =
    (ifMatch === undefined || isNamed(ifMatch, stored)) &&
    (ifNoneMatch === undefined || !isNamed(ifNoneMatch, stored));
  if (!isMet) throw preconditionFailed();
}

function isNamed(header: string, stored: Pick<StoredRecord, 'revision'> | null): boolean {
  if (!stored) return false;
  if (header.trim() === '*') return true;
  // Weak tags never match: they do not promise the same record.
  const tags = header.matchAll(/(W\/)?"(?:(\d{1,16})\.)?[^"]*"/g);
  return [...tags].some(([, weak, revision]) => !weak && Number(revision) === stored.revision);
}
