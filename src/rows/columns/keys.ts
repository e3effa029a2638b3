/** The columns of a row that hold keys, as exports write them. Contract 18.2. */
import { isJsonObject, type Json } from '../../kinds/record.js';
import { isBlank } from '../../lib/text/text.js';
import { limits } from '../../limits.js';
import type { Row } from '../mapping.js';
import type { MappedEntry, MergedRow } from '../statement.js';

/** → why a key cannot be one, or null. */
export function keyIssue(key: string | null): string | null {
  if (key === null) return null;
  if (key.startsWith('@') || key.startsWith('!')) return 'not to begin with @ or !';
  return key.length <= limits.lineChars ? null : `longer than ${limits.lineChars} characters`;
}

/** → the content of a row's columns `keys` and `merged`. */
export function listedIn({ keys, merged }: Row): Pick<MappedEntry, 'keys' | 'merged'> {
  const texts = (value: Json = []) => [value ?? []].flat().map(String);
  const mergedIn = (item: Json): MergedRow => {
    const { external_id, keys = [] } = isJsonObject(item) ? item : { keys: [''] };
    return { externalId: isBlank(external_id) ? null : String(external_id), keys: texts(keys) };
  };
  return {
    ...(keys === undefined ? {} : { keys: texts(keys) }),
    ...(merged === undefined ? {} : { merged: [merged].flat().map(mergedIn) }),
  };
}

/** → the key in an `external_id`, a text or a number, trimmed; null: it is empty or absent. */
export function readKey(value: Json | undefined): string | null {
  const text = scalarText(value);
  return text === '' ? null : text;
}

/** → a text or a number, trimmed; empty: it is neither. */
export function scalarText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
