/**
 * `If-Match` and `If-None-Match`: no lost updates. An entity tag begins with the ID and revision of
 * the record: `"12.3.91b-OEIHRw72T11plbEpaILYiLiJEO8"`. Source: Contract 22.
 */
import { preconditionFailed } from '../../errors.js';
import type { StoredRecord } from '../../kinds/record.js';

/** The headers `If-Match` and `If-None-Match` of a write; undefined: not sent. */
export interface Precondition {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** What an entity tag names. */
type Named = Pick<StoredRecord, 'id' | 'revision'>;

/** → the record, its revision and the tag of a text, in one entity tag. */
export const entityTagOf = ({ id, revision }: Named, textTag: string): string =>
  `"${id}.${revision}.${textTag.replaceAll('"', '')}"`;

/** Throws `rest_precondition_failed` unless the record, or that there is none, is what is asked. */
export function demand({ ifMatch, ifNoneMatch }: Precondition, stored: Named | null): void {
  const isMet =
    (ifMatch === undefined || isNamed(ifMatch, stored)) &&
    (ifNoneMatch === undefined || !isNamed(ifNoneMatch, stored));
  if (!isMet) throw preconditionFailed();
}

function isNamed(header: string, stored: Named | null): boolean {
  if (!stored) return false;
  if (header.trim() === '*') return true;
  // Weak tags never match: they do not promise the same record.
  const tags = header.matchAll(/(W\/)?"(?:(\d{1,16}\.\d{1,16})\.)?[^"]*"/g);
  const wanted = `${stored.id}.${stored.revision}`;
  return [...tags].some(([, weak, named]) => !weak && named === wanted);
}
