/** Adds, changes and removes webhooks. Each change is logged. Contract 31. */
import { type Issue, invalidParams, webhookNotFound } from '../../errors.js';
import type { JsonObject, KindName } from '../../kinds/record.js';
import { nowUtc } from '../../time/now.js';
import { type Validated, validate } from '../../validation/compile.js';
import type { Deps } from '../deps.js';
import { send } from './send.js';
import {
  type Delivery,
  messageOf,
  newSecret,
  type StoredWebhook,
  secretsAt,
  type Webhook,
  webhooks,
  webhookUrlIssue,
  withDelivery,
} from './webhook.js';

/** Most webhooks. */
const WEBHOOKS = 20;
/** Most secrets that one webhook has: rotations with an overlap add one each. */
const SECRETS = 5;

/** Adds a webhook, which receives all later changes. → it and its secret. */
export async function addWebhook(
  deps: Deps,
  parameters: JsonObject,
): Promise<{ added: StoredWebhook; secret: string }> {
  const { values, issues } = check(deps, parameters, 'create');
  if ((await webhooks.list(deps)).length >= WEBHOOKS) {
    issues.push({ param: 'url', reason: `There are ${WEBHOOKS} webhooks already.` });
  }
  if (issues.length > 0) throw invalidParams(issues);
  const { url, kinds = [], description = '', enabled = true } = values;
  const { space, last } = await deps.store.changes.position();
  const secret = newSecret();
  const added = await webhooks.add(deps, {
    url: String(url),
    kinds: kinds as KindName[],
    description: String(description),
    enabled: enabled === true,
    disabled_reason: '',
    created_utc: nowUtc(deps),
    secrets: [{ secret, until_ms: null }],
    position: { space: space ?? '', after: last },
    message: null,
    due_ms: 0,
    deliveries: [],
  });
  deps.log.info({ webhook: added.id }, 'webhook added');
  return { added, secret };
}

/** → the webhook. Throws `webhook-not-found`. */
export async function readWebhook(deps: Deps, id: number): Promise<StoredWebhook> {
  return required(await webhooks.find(deps, id), id);
}

/** Changes URL, kinds, description or whether it is enabled. → the webhook. */
export async function updateWebhook(
  deps: Deps,
  id: number,
  parameters: JsonObject,
): Promise<StoredWebhook> {
  const { values, issues } = check(deps, parameters, 'update');
  if (issues.length > 0) throw invalidParams(issues);
  return change(deps, id, 'webhook changed', (webhook) => ({
    ...webhook,
    ...values,
    // It continues at once, and its message has all of its tries again.
    ...(values.enabled === true || 'url' in values
      ? {
          disabled_reason: '',
          due_ms: 0,
          message: webhook.message && { ...webhook.message, tries: 0 },
        }
      : {}),
  }));
}

/** Removes a webhook. → the webhook as it was. */
export const removeWebhook = (deps: Deps, id: number): Promise<StoredWebhook> =>
  change(deps, id, 'webhook removed', () => null);

/** Gives a webhook a new secret. Earlier secrets are valid for the hours of overlap. → both. */
export async function rotateSecret(
  deps: Deps,
  id: number,
  parameters: JsonObject,
): Promise<{ changed: StoredWebhook; secret: string }> {
  const { values, issues } = validate('queries/webhook-rotate.json', parameters, 'query');
  if (issues.length > 0) throw invalidParams(issues);
  const secret = newSecret();
  const nowMs = deps.now();
  const until = nowMs + Number(values.overlap_hours) * 3_600_000;
  const changed = await change(deps, id, 'secret of a webhook rotated', (webhook) => {
    const old = webhook.secrets.map(({ secret, until_ms }) => ({
      secret,
      until_ms: Math.min(until, until_ms ?? until),
    }));
    const secrets = [{ secret, until_ms: null }, ...secretsAt({ ...webhook, secrets: old }, nowMs)];
    return { ...webhook, secrets: secrets.slice(0, SECRETS) };
  });
  return { changed, secret };
}

/** Sends everything after a number of the change feed once more. → the webhook. */
export async function replayWebhook(
  deps: Deps,
  id: number,
  parameters: JsonObject,
): Promise<StoredWebhook> {
  const { values, issues } = validate('queries/webhook-replay.json', parameters, 'create');
  const { space, last } = await deps.store.changes.position();
  const after = Number(values.after);
  if (after > last) issues.push({ param: 'after', reason: `The last number is ${last}.` });
  if (issues.length > 0) throw invalidParams(issues);
  const position = { space: space ?? '', after };
  const again = { position, message: null, due_ms: 0 };
  return change(deps, id, 'webhook replays', (webhook) => ({ ...webhook, ...again }));
}

/** Sends a message without changes, once. It counts for nothing but its line in the deliveries. */
export async function testWebhook(deps: Deps, id: number): Promise<Delivery> {
  const { value } = await readWebhook(deps, id);
  const { delivery } = await send(deps, value, messageOf(deps.now(), 'webhook.test', []));
  await webhooks.change(deps, id, (webhook) => withDelivery(webhook, delivery));
  return delivery;
}

function check(deps: Deps, parameters: JsonObject, mode: 'create' | 'update'): Validated {
  const checked = validate('queries/webhook.json', parameters, mode);
  const { url } = checked.values;
  const reason = url === undefined ? null : webhookUrlIssue(String(url), deps.outbound);
  const issues: Issue[] = reason === null ? [] : [{ param: 'url', reason }];
  return { ...checked, issues: [...checked.issues, ...issues] };
}

/** Changes a webhook and logs it as `text`. → it. Throws `webhook-not-found`. */
async function change(
  deps: Deps,
  id: number,
  text: string,
  edit: (webhook: Webhook) => Webhook | null,
): Promise<StoredWebhook> {
  const changed = required(await webhooks.change(deps, id, edit), id);
  deps.log.info({ webhook: id }, text);
  return changed;
}

function required(found: StoredWebhook | null, id: number): StoredWebhook {
  if (!found) throw webhookNotFound(id);
  return found;
}
