/**
 * Previews: signed addresses that show the page of a record before it is public. The signature
 * holds the content of the record and its revision, so that any change ends it, and a record that
 * gets the same ID and revision after a restored backup is not shown. Its key is in the store: it
 * is the same for every process and after a restart, and nothing is stored for a preview. Contract
 * 26.10.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Caller, canEdit } from '../access/roles.js';
import { forbidden, isInTrash, noRoute } from '../errors.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { documentsOf } from '../service/documents.js';
import { secondsToUtc } from '../time/date-times.js';
import { nowSeconds } from '../time/now.js';
import type { Deps } from './deps.js';
import { findRecord, missingError } from './read.js';
import { demand, type Precondition } from './write/commit.js';

/** How long a preview can be opened, seconds: a week. */
const VALID_SECONDS = 7 * 86_400;

/** `SECONDS.SIGNATURE`: until when it is valid, since the epoch, and 256 bits in base64url. */
const TOKEN = /^(\d{1,12})\.([\w-]{43})$/;

/** A preview that was made. */
export interface Preview {
  record: StoredRecord;
  /** The token for the address. */
  token: string;
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  untilUtc: string;
}

/**
 * → a preview of the record as it is now. Throws `rest_forbidden`, `<kind>-is-in-trash`,
 * `rest_precondition_failed` and the errors of an update for a missing record.
 */
export async function makePreview(
  deps: Deps,
  kind: Kind,
  { id, caller, precondition = {} }: { id: number; caller: Caller; precondition?: Precondition },
): Promise<Preview> {
  const record = await findRecord(deps, kind, { id });
  if (!record) throw await missingError(deps, kind, { id }, 'update');
  if (!canEdit(caller, kind, record)) throw forbidden(caller === null);
  if (record.removed) throw isInTrash(kind.name, id);
  demand(precondition, record);
  const until = Math.floor(nowSeconds(deps)) + VALID_SECONDS;
  const signature = sign(await secretOf(deps), record, until).toString('base64url');
  return { record, token: `${until}.${signature}`, untilUtc: secondsToUtc(until) };
}

/**
 * → the record for a token. Throws `rest_no_route` for a token that is wrong, expired, or of
 * another record or revision, without saying which.
 */
export async function readPreview(
  deps: Deps,
  kind: Kind,
  { id, token }: { id: number; token: unknown },
): Promise<Preview> {
  const [text, until = '', sent = ''] = (typeof token === 'string' && TOKEN.exec(token)) || [];
  if (text === undefined || Number(until) <= nowSeconds(deps)) throw noRoute();
  const record = await findRecord(deps, kind, { id });
  const secret = await secretOf(deps);
  if (!record || record.removed) throw noRoute();
  const signature = sign(secret, record, Number(until));
  if (!timingSafeEqual(signature, Buffer.from(sent, 'base64url'))) throw noRoute();
  return { record, token: text, untilUtc: secondsToUtc(Number(until)) };
}

function sign(secret: string, record: StoredRecord, until: number): Buffer {
  const { kind, id, revision, modified_utc, title, fields } = record;
  const signed = JSON.stringify([kind, id, revision, until, modified_utc, title, fields]);
  return createHmac('sha256', secret).update(signed).digest();
}

const secrets = documentsOf<{ secret: string }>('secret');

/** → the key of this store, which the first preview makes. */
async function secretOf(deps: Deps): Promise<string> {
  const make = () => ({ secret: randomBytes(32).toString('base64url') });
  return (await secrets.only(deps, make)).secret;
}
