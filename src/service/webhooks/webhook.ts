/** Webhooks as they are stored and shown: receivers of changes, and their progress. Contract 31. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { KindName } from '../../kinds/record.js';
import { publicUrlIssue } from '../../lib/net/network.js';
import type { NetworkRules } from '../../lib/net/outbound.js';
import type { StoredDocument } from '../../store/port.js';
import { secondsToUtc } from '../../time/date-times.js';
import { documentsOf } from '../documents.js';

/** A message under way. Each try sends the same ID and the same bytes. */
export interface Message {
  id: string;
  body: string;
  /** How many changes it holds. */
  changes: number;
  /** The position once it is delivered. */
  position: FeedPosition;
  /** 0: it is new, or a test. */
  tries: number;
}

/** → a message of changes, without a position. */
export const messageOf = (nowMs: number, type: string, changes: readonly object[]) => ({
  id: `msg_${randomUUID()}`,
  body: JSON.stringify({ type, timestamp: new Date(nowMs).toISOString(), data: { changes } }),
  changes: changes.length,
  tries: 0,
});

/** How far a webhook has got in the change feed. */
export interface FeedPosition {
  space: string;
  after: number;
}

/** A try to deliver a message. */
export interface Delivery {
  id: string;
  date_utc: string;
  changes: number;
  /** The first try of a message is 1; 0: it was a test. */
  attempt: number;
  /** HTTP status; null: there was no answer. */
  status: number | null;
  delivered: boolean;
  /** Why it was not delivered; '' when it was. */
  reason: string;
  ms: number;
}

/** A webhook as stored. Secrets are stored as they are: signing needs them. */
export interface Webhook {
  url: string;
  /** Its kinds; empty: all. */
  kinds: KindName[];
  description: string;
  enabled: boolean;
  /** Why it was disabled; '' unless the service did it. */
  disabled_reason: string;
  created_utc: string;
  /** The newest first. The others are valid until `until_ms`. */
  secrets: { secret: string; until_ms: number | null }[];
  position: FeedPosition;
  message: Message | null;
  /** Nothing is sent before this time, ms since the epoch: a try is under way, or has failed. */
  due_ms: number;
  /** The newest first. */
  deliveries: Delivery[];
}

/** A stored webhook. */
export type StoredWebhook = StoredDocument<Webhook>;

/** The webhooks. */
export const webhooks = documentsOf<Webhook>('webhook');

/** → the webhook as answers show it: without its secrets. */
export function showWebhook({ id, value }: StoredWebhook) {
  const { url, kinds, description, enabled, disabled_reason, created_utc, position } = value;
  const [last] = value.deliveries;
  return {
    id,
    url,
    kinds,
    description,
    enabled,
    disabled_reason,
    created_utc,
    after: position.after,
    next_try_utc: value.message && enabled ? secondsToUtc(Math.ceil(value.due_ms / 1000)) : null,
    last_delivery: last ?? null,
  };
}

/** → why nothing may be sent to a URL; null: it may. It is judged again at each try. */
export function webhookUrlIssue(url: string, rules: NetworkRules): string | null {
  const isPlain = !rules.isPrivateAllowed && !/^https:/i.test(url);
  return publicUrlIssue(url, rules) ?? (isPlain ? 'Must begin with https://.' : null);
}

/** → a new secret of the form that Standard Webhooks states. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Most tries that are on record. */
const DELIVERIES = 100;

/** → the webhook with one more try on record. */
export const withDelivery = (webhook: Webhook, delivery: Delivery): Webhook => ({
  ...webhook,
  deliveries: [delivery, ...webhook.deliveries].slice(0, DELIVERIES),
});

/** → the secrets that are valid now. */
export const secretsAt = ({ secrets }: Webhook, nowMs: number): Webhook['secrets'] =>
  secrets.filter(({ until_ms }) => until_ms === null || until_ms > nowMs);

/** → whether failures have disabled it, or the last try of a message failed; tests do not count. */
export const isFailing = ({ enabled, disabled_reason, deliveries }: Webhook): boolean =>
  disabled_reason !== '' ||
  (enabled && deliveries.find(({ attempt }) => attempt > 0)?.delivered === false);
