/**
 * Delivers changes to webhooks. A message and the position after it are stored before its first
 * try, and only a 2xx moves the position. Each step replaces the version of the webhook that was
 * read, or does nothing: any process may deliver at any time, and a repeated message has the same
 * ID. Contract 31.
 */
import { isPublic } from '../../access/roles.js';
import { limits } from '../../limits.js';
import type { RecordChange } from '../../store/port.js';
import { nowSeconds } from '../../time/now.js';
import type { Deps } from '../deps.js';
import { type Sent, send } from './send.js';
import {
  type FeedPosition,
  type Message,
  messageOf,
  type StoredWebhook,
  type Webhook,
  webhooks,
  withDelivery,
} from './webhook.js';

/** Pauses after the first failed try, the second, …, s. After one more the webhook is disabled. */
export const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Most changes in one message. */
const CHANGES: number = 100;
/** How much later than a try may end another process makes one, ms. */
const SPARE_MS = 15_000;
/** A pause is longer or shorter by up to this share, so that receivers are not asked in step. */
const JITTER = 0.2;

/** → the deliveries of this process, none of which has begun. */
export function openDeliveries(deps: Deps) {
  const busy = new Map<number, Promise<void>>();
  const run = async (id: number): Promise<void> => {
    try {
      while (!deps.isStopping && (await deliverNext(deps, id)));
    } catch (error) {
      deps.log.warn({ err: error, webhook: id }, 'a webhook waits: the record store failed');
    } finally {
      busy.delete(id);
    }
  };
  return {
    /** Begins to deliver to each due webhook, concurrently. → true. */
    begin: async (): Promise<boolean> => {
      const all = await webhooks.list(deps);
      const due = all.filter(({ id, value }) => !busy.has(id) && isDue(value, deps.now()));
      const newest = due.length === 0 ? null : await deps.store.changes.position();
      for (const { id, value } of due) {
        if (value.message !== null || isBehind(value, newest)) busy.set(id, run(id));
      }
      return true;
    },
    /** Waits until each of them has got as far as it can. */
    done: () => Promise.all(busy.values()),
  };
}

const isDue = ({ enabled, due_ms }: Webhook, nowMs: number): boolean => enabled && due_ms <= nowMs;

type Newest = { space: string | null; last: number } | null;

const isBehind = ({ position: { space, after } }: Webhook, newest: Newest): boolean =>
  newest !== null && (space !== newest.space || after < newest.last);

/** Sends the next message of a webhook. → whether it was delivered and another may follow. */
async function deliverNext(deps: Deps, id: number): Promise<boolean> {
  const stored = await webhooks.find(deps, id);
  if (!stored || !isDue(stored.value, deps.now())) return false;
  const message = stored.value.message ?? (await nextMessage(deps, stored));
  if (message === null) return false;
  const tried = { ...message, tries: message.tries + 1 };
  // For as long as a try may take, no other process makes one.
  const due_ms = deps.now() + limits.webhookTimeoutMs + SPARE_MS;
  const value = { ...stored.value, message: tried, due_ms };
  if (!(await webhooks.swap(deps, { ...stored, value }))) return false;
  deps.failPoint('webhook:claimed');
  const sent = await send(deps, value, tried);
  deps.failPoint('webhook:sent');
  await webhooks.change(deps, id, (webhook) =>
    webhook.message?.id === message.id ? after(deps, webhook, { message: tried, sent }) : undefined,
  );
  return sent.delivery.delivered;
}

/** → the webhook after a try. */
function after(
  deps: Deps,
  before: Webhook,
  { message, sent: { delivery, retryAfterMs } }: { message: Message; sent: Sent },
): Webhook {
  const webhook = withDelivery(before, delivery);
  if (delivery.delivered) {
    return { ...webhook, message: null, due_ms: 0, position: message.position };
  }
  const pause = RETRY_SECONDS[message.tries - 1];
  if (pause === undefined || delivery.status === GONE) {
    const tries = `after ${message.tries} tries: ${delivery.reason}`;
    return { ...webhook, due_ms: 0, enabled: false, disabled_reason: tries };
  }
  const ms = pause * 1000 * (1 - JITTER + 2 * JITTER * Math.random());
  return { ...webhook, due_ms: Math.ceil(deps.now() + Math.max(ms, retryAfterMs)) };
}

/** The receiver wants no more. */
const GONE = 410;

/**
 * → a message with the changes after the position; null without changes. Changes of kinds outside
 * the webhook's are skipped, and the new position is stored.
 */
async function nextMessage(deps: Deps, { id, value }: StoredWebhook): Promise<Message | null> {
  const space = (await deps.store.changes.position()).space ?? '';
  let { after: last } = value.position.space === space ? value.position : { after: 0 };
  for (let read = CHANGES; read === CHANGES; ) {
    const changes = await deps.store.changes.list({ kind: null, after: last, limit: CHANGES });
    read = changes.length;
    last = changes.at(-1)?.number ?? last;
    const relevant = changes.filter(
      ({ kind }) => value.kinds.length === 0 || value.kinds.includes(kind),
    );
    if (relevant.length > 0) return newMessage(deps, relevant, { space, after: last });
  }
  const { position } = value;
  if (last !== position.after || space !== position.space) {
    await webhooks.change(deps, id, (webhook) =>
      webhook.message === null && isSame(webhook.position, position)
        ? { ...webhook, position: { space, after: last } }
        : undefined,
    );
  }
  return null;
}

const isSame = (a: FeedPosition, b: FeedPosition): boolean =>
  a.space === b.space && a.after === b.after;

function newMessage(
  deps: Deps,
  relevant: readonly RecordChange[],
  position: FeedPosition,
): Message {
  const changes = relevant.map((change) => ({
    kind: change.kind,
    id: change.id,
    state: isPublic(change.record, nowSeconds(deps)) ? 'updated' : 'deleted',
    modified: change.number,
  }));
  return { ...messageOf(deps.now(), 'records.changed', changes), position };
}
