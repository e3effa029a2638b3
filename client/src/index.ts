/**
 * A typed client of a Marquee service: requests are openapi-fetch with the paths of the service's
 * OpenAPI document; `walk`, `changes` and `verifyWebhook` are what a document cannot say.
 */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

export { type ChangesOptions, type ChangesPage, changes } from './changes.js';
export { type ErrorBody, type ErrorCode, expectData, MarqueeError } from './errors.js';
export type { ChangeOf, Kind, QueryOf, RecordOf } from './kinds.js';
export type { components, paths } from './schema.js';
export { walk } from './walk.js';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookMessage } from './webhook.js';

/** An event as the service answers it. */
export type Event = components['schemas']['Event'];
/** A venue as the service answers it. */
export type Venue = components['schemas']['Venue'];
/** The fields of an event to create. */
export type NewEvent = components['schemas']['NewEvent'];

/** A client: `GET`, `POST`, `PUT`, `PATCH`, `DELETE`, each typed by its path. Answers are JSON. */
export type Marquee = Client<paths, 'application/json'>;

/** How a client calls. */
export interface MarqueeOptions {
  /** Token of a user; reads need none. */
  token?: string;
  /** Instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** → a client of the service whose interface is at `url`, as `https://HOST/vendor/events/v1`. */
export function createMarquee(url: string, { token, fetch }: MarqueeOptions = {}): Marquee {
  return createClient<paths, 'application/json'>({
    baseUrl: url,
    ...(fetch && { fetch }),
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
    // The service reads lists as `a,b`.
    querySerializer: { array: { style: 'form', explode: false } },
  });
}
