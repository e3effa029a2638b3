/**
 * The allowed statements of a source about an event: its IDs are its own, whatever they look like,
 * and it cannot name our records. Contract 32.
 */

import { keyOf, uidIn } from '../kinds/identity.js';
import { kinds } from '../kinds/index.js';
import { isJsonObject, type Json, type JsonObject } from '../kinds/record.js';
import { omit } from '../lib/omit.js';
import type { LoadRecord } from '../rows/items.js';
import type { Source } from './source.js';

const { relations } = kinds.event;

/** → the item under identities of the source, with the source's values for all its events. */
export const ofSource = (item: LoadRecord, source: Source, name: string): LoadRecord => ({
  ...omit(item, ['keys', 'merged']),
  externalId: ownIdentity(item.externalId, name),
  payload: payloadOf(item, source, name),
});

/** → the identity under the source; the UID of a calendar becomes such an identity in the load. */
function ownIdentity(identity: string | null, name: string): string | null {
  const isOwn = identity === null || identity.startsWith(`${name}:`) || uidIn(keyOf(identity));
  return isOwn ? identity : `${name}:${identity}`;
}

/** Members of rows of ours that a source has no say in. */
const NOT_TAKEN = ['author', 'author_name', 'modified_utc', 'removed'];

function payloadOf(item: LoadRecord, source: Source, name: string): JsonObject {
  const { status: given, ...payload }: JsonObject = omit(item.payload, NOT_TAKEN);
  for (const { field, inline } of relations) {
    const value = payload[field];
    if (value === undefined || value === '') continue;
    const describe = (item: Json): Json => (inline === 'name' ? item : described(item, name));
    if (Array.isArray(value)) payload[field] = value.filter((item) => !isId(item)).map(describe);
    else if (isId(value)) delete payload[field];
    else payload[field] = describe(value);
  }
  const { categories, timezone } = payload;
  // A part has the categories of its series, unless it states others.
  if (categories !== undefined || item.part === undefined) {
    const names = Array.isArray(categories) ? categories : [];
    payload.categories = source.category ? [...new Set([...names, source.category])] : names;
  }
  // A date has the status and the zone of its series.
  if (item.occurrence !== undefined) return payload;
  const status = given ?? source.status;
  return {
    ...payload,
    ...(source.zone !== '' && timezone === undefined ? { timezone: source.zone } : {}),
    ...(status === '' ? {} : { status }),
  };
}

/** → whether a value is an ID, which would be local. */
const isId = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[\d\s,]*$/.test(value));

/** → a described record under an identity of the source. */
function described(value: Json, name: string): Json {
  if (!isJsonObject(value)) return value;
  const { external_id: key, ...rest } = omit(value, ['id']);
  if (key === undefined || key === null || key === '') return rest;
  return { ...rest, external_id: ownIdentity(String(key), name) };
}
