/** Sends one signed message to the URL of a webhook. Source: Standard Webhooks 1.0.0. */
import type { IncomingMessage } from 'node:http';
import { Webhook as Signer } from 'standardwebhooks';
import { askOutside } from '../../lib/net/outbound.js';
import { limits } from '../../limits.js';
import { nowUtc } from '../../time/now.js';
import type { Deps } from '../deps.js';
import {
  type Delivery,
  type Message,
  secretsAt,
  type Webhook,
  webhookUrlIssue,
} from './webhook.js';

/** The result of a try. */
export interface Sent {
  delivery: Delivery;
  /** The pause that the receiver asks for, ms; 0 without a request. */
  retryAfterMs: number;
}

/** Sends a message. Never throws: every failure is a delivery with its reason. */
export async function send(
  deps: Deps,
  webhook: Webhook,
  { id, body, changes, tries: attempt }: Omit<Message, 'position'>,
): Promise<Sent> {
  const startMs = performance.now();
  const { status = null, reason, retryAfter = '' } = await post(deps, webhook, { id, body });
  const delivered = status !== null && status >= 200 && status < 300;
  const delivery: Delivery = {
    id,
    date_utc: nowUtc(deps),
    changes,
    attempt,
    status,
    delivered,
    reason: delivered ? '' : (reason ?? `the endpoint answered ${status}`),
    ms: Math.round(performance.now() - startMs),
  };
  const outcome = delivered ? 'delivered' : 'failed';
  // A test counts for nothing.
  if (attempt > 0) deps.metrics.count('marquee_webhook_deliveries_total', { outcome });
  return { delivery, retryAfterMs: msOf(retryAfter, deps.now()) };
}

/** `reason`: why there is no status. */
type Answer = { status?: number; retryAfter?: string; reason?: string };

async function post(
  deps: Deps,
  webhook: Webhook,
  { id, body }: { id: string; body: string },
): Promise<Answer> {
  const nowMs = deps.now();
  const at = new Date(nowMs);
  const signatures = secretsAt(webhook, nowMs).map(({ secret }) =>
    new Signer(secret).sign(id, at, body),
  );
  // OUTBOUND may be another one than when the webhook was added.
  const issue = webhookUrlIssue(webhook.url, deps.outbound);
  if (issue !== null) return { reason: `its URL may not be asked: ${issue}` };
  try {
    const asking = {
      rules: deps.outbound,
      timeoutMs: limits.webhookTimeoutMs,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Marquee',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(nowMs / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body,
    };
    return await askOutside(new URL(webhook.url), asking, async (response) => {
      await readSome(response);
      const { statusCode: status = 0, headers } = response;
      return { status, retryAfter: headers['retry-after'] ?? '' };
    });
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** Bytes of an answer that are read. */
const ANSWER_BYTES = 16 * 1024;

/** Lets a receiver end its answer, within bounds. Whatever becomes of it, the status decides. */
async function readSome(response: IncomingMessage): Promise<void> {
  let size = 0;
  try {
    // Leaving the loop closes the connection.
    for await (const part of response) {
      size += part.length;
      if (size > ANSWER_BYTES) return;
    }
  } catch {
    // It broke off, or the time is over.
  }
}

/** Longest pause that a receiver may ask for, ms. */
const PAUSE_MAX_MS = 86_400_000;

/** → the pause of a header Retry-After, ms. */
function msOf(retryAfter: string, nowMs: number): number {
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
  const ms = seconds ?? Date.parse(retryAfter) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), PAUSE_MAX_MS);
}
