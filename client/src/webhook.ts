/** Checks messages of webhooks: Standard Webhooks 1.0.0, by WebCrypto alone. */
import type { ChangeOf, Kind } from './kinds.js';

/** A message of the service. Records are read by their IDs, or from the change feed. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: { changes: Pick<ChangeOf<Kind>, 'kind' | 'id' | 'state' | 'modified'>[] };
}

/** A message that is not to be believed: answer 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  constructor(
    readonly code: 'missing_header' | 'wrong_time' | 'wrong_signature' | 'not_json',
    message: string,
  ) {
    super(message);
  }
}

/** How a message is checked. */
export interface VerifyOptions {
  /** How far the time of a message may be from now, either way; 300 seconds. */
  toleranceSeconds?: number;
  /** ms; the clock when absent. */
  now?: number;
}

type HeaderBag = Headers | Record<string, string | string[] | undefined>;

/**
 * → the message, when one of its signatures is by one of the secrets (`whsec_…`; two while a
 * secret is rotated) and its time is near. `body` is what was received, byte by byte. Messages may
 * come twice: keep the last values of `webhook-id`. Throws `WebhookError`.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderBag,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id');
  const sent = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const isNear = /^\d+$/.test(sent) && Math.abs(now / 1000 - Number(sent)) <= toleranceSeconds;
  if (!isNear) throw new WebhookError('wrong_time', `webhook-timestamp is not near now: ${sent}`);
  const bytes = new Blob([body as BlobPart]);
  const signed = await new Blob([`${id}.${sent}.`, bytes]).arrayBuffer();
  if (!(await isSigned(signed, signatures, [secrets].flat()))) {
    throw new WebhookError('wrong_signature', 'No signature is by one of the secrets.');
  }
  try {
    return JSON.parse(await bytes.text()) as WebhookMessage;
  } catch {
    throw new WebhookError('not_json', 'The body is not JSON.');
  }
}

function headerOf(headers: HeaderBag, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : [headers[name]].flat()[0];
  if (!value) throw new WebhookError('missing_header', `No header ${name}.`);
  return value;
}

async function isSigned(
  signed: ArrayBuffer,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  for (const secret of secrets) {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''));
    if (bytes === null) throw new TypeError('A secret is not base64.');
    const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
    for (const signature of signatures) {
      const value = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : null;
      // WebCrypto compares in constant time.
      if (value && (await crypto.subtle.verify(hmac, key, value, signed))) return true;
    }
  }
  return false;
}

/** → the bytes; null: it is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
