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
    isGuarded: false,
    answer: () => [200, 'The namespace.', refTo('answers/namespace.json')],
    failures: [],
  },
  doc: {
    id: 'readDocumentation',
    summary: 'This document',
    isGuarded: false,
    answer: () => [200, 'This document.', { type: 'object' }],
    failures: [],
  },
  listWebhooks: {
    summary: 'List webhooks',
    isGuarded: true,
    answer: () => [200, 'All webhooks.', refTo('answers/webhooks.json')],
    failures: GUARDED,
  },
  addWebhook: {
    summary: 'Add a webhook, which is told of what changes from now on',
    hasBody: true,
    isGuarded: true,
    answer: () => [201, 'The webhook, and its secret.', refTo(WEBHOOK)],
    failures: [...GUARDED, missingParams([]), invalidParams([])],
  },
  readWebhook: {
    summary: 'Read a webhook',
    isGuarded: true,
    answer: () => [200, 'The webhook.', refTo(WEBHOOK)],
    failures: MISSING,
  },
  updateWebhook: {
    summary: 'Change a webhook, or enable it again',
    hasBody: true,
    isGuarded: true,
    answer: () => [200, 'The webhook after the change.', refTo(WEBHOOK)],
    failures: [...MISSING, invalidParams([])],
  },
  removeWebhook: {
    summary: 'Remove a webhook',
    isGuarded: true,
    answer: () => [200, 'The webhook as it was.', refTo(WEBHOOK)],
    failures: MISSING,
  },
  rotateWebhook: {
    summary: 'Give a webhook a new secret; the one before stays valid for some hours',
    hasBody: true,
    isGuarded: true,
    answer: () => [200, 'The webhook, and its new secret.', refTo(WEBHOOK)],
    failures: [...MISSING, invalidParams([])],
  },
  replayWebhook: {
    summary: 'Send changes to a webhook once more',
    hasBody: true,
    isGuarded: true,
    answer: () => [200, 'The webhook.', refTo(WEBHOOK)],
    failures: [...MISSING, missingParams([]), invalidParams([])],
  },
  testWebhook: {
    summary: 'Send a message without changes to a webhook, once',
    isGuarded: true,
    answer: () => [200, 'What became of it.', refTo('answers/delivery.json')],
    failures: MISSING,
  },
  listDeliveries: {
    summary: 'List the last tries to deliver to a webhook',
    isGuarded: true,
    answer: () => [200, 'The last 100 tries.', refTo('answers/deliveries.json')],
    failures: MISSING,
  },
};

/** → how an operation without a kind is described; null: it has a kind. */
export const describedOf = (operation: string): Described | null =>
  (ofService as Partial<Record<string, Described>>)[operation] ?? null;
