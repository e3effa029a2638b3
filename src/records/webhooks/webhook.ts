/** Webhooks as they are stored and shown: who is told of changes, and how far. Contract 31. */
import { randomBytes } from 'node:crypto';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { StoredDocument } from '../../store/port.js';
import { secondsToUtc } from '../../time/date-times.js';
import type { Deps } from '../deps.js';

/** A message that is under way. Each try sends the same ID and the same bytes. */
export interface Message {
  id: string;
  body: string;
  /** How many changes it holds. */
  changes: number;
  /** The position once it is delivered. */
  position: Position;
  tries: number;
}

/** How far a webhook has got in the change feed. */
export interface Position {
  space: string;
  after: number;
}

/** One try to deliver a message. */
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
  /** Kinds that it is told of; empty: all. */
  kinds: KindName[];
  description: string;
  enabled: boolean;
  /** Why it was disabled; '' unless the service did it. */
  disabled_reason: string;
  created_utc: string;
  /** The newest first. The others are valid until `until_ms`. */
  secrets: { secret: string; until_ms: number | null }[];
  position: Position;
  message: Message | null;
  /** Nothing is sent before this time, ms since the epoch: a try is under way, or has failed. */
  due_ms: number;
  /** The newest first. */
  deliveries: Delivery[];
}

/** A stored webhook. */
export type StoredWebhook = StoredDocument<Webhook>;

/** → the webhooks, ascending by ID. */
export const listWebhooks = ({ store }: Pick<Deps, 'store'>): Promise<StoredWebhook[]> =>
  store.documents.list<Webhook>('webhook');

/** → the webhook, or null. */
export const findWebhook = async (
  deps: Pick<Deps, 'store'>,
  id: number,
): Promise<StoredWebhook | null> =>
  (await deps.store.documents.list<Webhook>('webhook', { id }))[0] ?? null;

/** Stores a webhook in the place of the one that was read. → whether nobody else was faster. */
export const swapWebhook = (
  { store }: Pick<Deps, 'store'>,
  document: StoredDocument<Webhook | null>,
): Promise<boolean> => store.documents.swap(document);

/**
 * Changes a webhook, again where somebody else was faster. → the webhook after the change; null:
 * there is none, or `change` gave null.
 */
export async function changeWebhook(
  deps: Pick<Deps, 'store'>,
  id: number,
  change: (webhook: Webhook) => Webhook | null,
): Promise<StoredWebhook | null> {
  for (let tries = 0; tries < limits.writeTries; tries += 1) {
    const found = await findWebhook(deps, id);
    const value = found && change(found.value);
    if (!found || !value) return null;
    if (await swapWebhook(deps, { ...found, value })) {
      return { ...found, revision: found.revision + 1, value };
    }
  }
  throw new Error(`webhook ${id} is changed by others all the time`);
}

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

/** → whether it is disabled by failures, or its last try failed. */
export const isFailing = ({ enabled, disabled_reason, deliveries }: Webhook): boolean =>
  disabled_reason !== '' || (enabled && deliveries[0]?.delivered === false);
