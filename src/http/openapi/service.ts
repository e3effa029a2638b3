/** What the documentation says of operations that belong to no kind. */
import {
  type ApiError,
  forbidden,
  invalidParams,
  missingParams,
  storeUnavailable,
  webhookNotFound,
} from '../../errors.js';
import type { ServiceOperation } from '../routes.js';
import { refTo, type Schema } from './schema.js';

/** An operation that belongs to no kind. */
export interface Described {
  /** Its operation ID, where that is not its name. */
  id?: string;
  summary: string;
  /** What the summary does not say, in a sentence. */
  text: string;
  /** Its parameters are in the body. */
  hasBody?: boolean;
  /** Only administrators may. */
  isGuarded: boolean;
  answer: () => [status: number, description: string, schema: Schema];
  failures: ApiError[];
}

const WEBHOOK = 'answers/webhook.json';

const GUARDED = [forbidden(true), forbidden(false), storeUnavailable(null)];
const MISSING = [...GUARDED, webhookNotFound(0)];

/** By operation. */
export const ofService: Record<ServiceOperation, Described> = {
  root: {
    id: 'describeNamespace',
    summary: 'Describe the namespace and its routes',
    text: 'For discovery: every route with its methods and parameters.',
    isGuarded: false,
    answer: () => [200, 'The namespace.', refTo('answers/namespace.json')],
    failures: [],
  },
  doc: {
    id: 'readDocumentation',
    summary: 'This document',
    text: 'What each route takes and answers, in OpenAPI 3.0.',
    isGuarded: false,
    answer: () => [200, 'This document.', { type: 'object' }],
    failures: [],
  },
  listWebhooks: {
    summary: 'List webhooks',
    text: 'All of them, without their secrets.',
    isGuarded: true,
    answer: () => [200, 'All webhooks.', refTo('answers/webhooks.json')],
    failures: GUARDED,
  },
  addWebhook: {
    summary: 'Add a webhook, which is told of what changes from now on',
    text: 'The answer has the secret that signs its messages; it is shown this once.',
    hasBody: true,
    isGuarded: true,
    answer: () => [201, 'The webhook, and its secret.', refTo(WEBHOOK)],
    failures: [...GUARDED, missingParams([]), invalidParams([])],
  },
  readWebhook: {
    summary: 'Read a webhook',
    text: 'Where it sends to, how far it is, and its last try.',
    isGuarded: true,
    answer: () => [200, 'The webhook.', refTo(WEBHOOK)],
    failures: MISSING,
  },
  updateWebhook: {
    summary: 'Change a webhook, or enable it again',
    text: 'What is absent stays as it is.',
    hasBody: true,
    isGuarded: true,
    answer: () => [200, 'The webhook after the change.', refTo(WEBHOOK)],
    failures: [...MISSING, invalidParams([])],
  },
  removeWebhook: {
    summary: 'Remove a webhook',
    text: 'No message is sent any more.',
    isGuarded: true,
    answer: () => [200, 'The webhook as it was.', refTo(WEBHOOK)],
    failures: MISSING,
  },
  rotateWebhook: {
    summary: 'Give a webhook a new secret',
    text: 'The one before stays valid for some hours; the new one is shown this once.',
    hasBody: true,
    isGuarded: true,
    answer: () => [200, 'The webhook, and its new secret.', refTo(WEBHOOK)],
    failures: [...MISSING, invalidParams([])],
  },
  replayWebhook: {
    summary: 'Send changes to a webhook once more',
    text: 'All changes after a number of the change feed.',
    hasBody: true,
    isGuarded: true,
    answer: () => [200, 'The webhook.', refTo(WEBHOOK)],
    failures: [...MISSING, missingParams([]), invalidParams([])],
  },
  testWebhook: {
    summary: 'Send a message without changes to a webhook, once',
    text: 'Tells whether the receiver answers, and how fast.',
    isGuarded: true,
    answer: () => [200, 'What became of it.', refTo('answers/delivery.json')],
    failures: MISSING,
  },
  listDeliveries: {
    summary: 'List the last tries to deliver to a webhook',
    text: 'With the status that each got, or the reason why it failed.',
    isGuarded: true,
    answer: () => [200, 'The last 100 tries.', refTo('answers/deliveries.json')],
    failures: MISSING,
  },
};

/** → how an operation without a kind is described; null: it has a kind. */
export const describedOf = (operation: string): Described | null =>
  (ofService as Partial<Record<string, Described>>)[operation] ?? null;
