/** The operations that belong to no kind, as data: the interface itself, and webhooks. */
import { webhookNotFound } from '../errors.js';
import type { Operation } from './operations.js';

const GUARDED = { isGuarded: true };
const OF_ONE = { isGuarded: true, failures: [webhookNotFound(0)] };

/** By name, which is also the ID. Contract 1.8, 1.9, 31. */
export const serviceOperations = {
  describeNamespace: {
    methods: ['GET'],
    summary: 'Describe the namespace and its routes',
    text: 'For discovery: every route with its methods and parameters.',
    schema: 'queries/root.json',
    answers: [[200, 'The namespace.', 'Namespace']],
  },
  readDocumentation: {
    methods: ['GET'],
    summary: 'This document',
    text: 'What each route takes and answers, in OpenAPI 3.0.',
    answers: [[200, 'This document.']],
  },
  listWebhooks: {
    ...GUARDED,
    methods: ['GET'],
    summary: 'List webhooks',
    text: 'All of them, without their secrets.',
    answers: [[200, 'All webhooks.', 'Webhooks']],
  },
  addWebhook: {
    ...GUARDED,
    methods: ['POST'],
    summary: 'Add a webhook, which receives all later changes',
    text: 'The answer has the secret that signs its messages; it is shown this once.',
    schema: 'queries/webhook.json',
    answers: [[201, 'The webhook, and its secret.', 'Webhook']],
  },
  readWebhook: {
    ...OF_ONE,
    methods: ['GET'],
    summary: 'Read a webhook',
    text: 'Where it sends to, how far it is, and its last try.',
    answers: [[200, 'The webhook.', 'Webhook']],
  },
  updateWebhook: {
    ...OF_ONE,
    methods: ['PATCH'],
    summary: 'Change a webhook, or enable it again',
    text: 'Absent fields are unchanged.',
    schema: 'queries/webhook.json',
    isPartial: true,
    answers: [[200, 'The webhook after the change.', 'Webhook']],
  },
  removeWebhook: {
    ...OF_ONE,
    methods: ['DELETE'],
    summary: 'Remove a webhook',
    text: 'No message is sent any more.',
    answers: [[200, 'The webhook as it was.', 'Webhook']],
  },
  rotateWebhook: {
    ...OF_ONE,
    methods: ['POST'],
    summary: 'Give a webhook a new secret',
    text: 'The former secret is valid for some hours; the new secret is shown only this once.',
    schema: 'queries/webhook-rotate.json',
    answers: [[200, 'The webhook, and its new secret.', 'Webhook']],
  },
  replayWebhook: {
    ...OF_ONE,
    methods: ['POST'],
    summary: 'Send changes to a webhook once more',
    text: 'All changes after a number of the change feed.',
    schema: 'queries/webhook-replay.json',
    answers: [[200, 'The webhook.', 'Webhook']],
  },
  testWebhook: {
    ...OF_ONE,
    methods: ['POST'],
    summary: 'Send a message without changes to a webhook, once',
    text: 'Tells whether the receiver answers, and how fast.',
    answers: [[200, 'Its result.', 'Delivery']],
  },
  listDeliveries: {
    ...OF_ONE,
    methods: ['GET'],
    summary: 'List the last tries to deliver to a webhook',
    text: 'With the status that each got, or the reason why it failed.',
    answers: [[200, 'The last 100 tries.', 'Deliveries']],
  },
} satisfies Record<string, Omit<Operation, 'id'>>;
