/**
 * Rows for tables about writing events: one valid or invalid field in a POST that is otherwise
 * valid.
 */
import { expect } from 'vitest';
import type { Call, Json } from './app.js';
import { eventPayload } from './factories.js';
import type { Scenario } from './scenarios.js';

/** → POST /events with a valid payload, overridden by `extra`. */
export const post = (extra: Json = {}, as = 'admin'): Call => ({
  request: 'POST /events',
  as,
  body: eventPayload(extra),
});

/** A field that is accepted, and the resulting part of the answer. */
export const good = (
  name: string,
  sent: Json,
  body: Json,
  settings?: Record<string, string>,
): Scenario => ({
  name,
  call: post(sent),
  status: 201,
  body,
  ...(settings ? { settings } : {}),
});

/** A field that is refused; nothing is stored. */
export const bad = (name: string, sent: Json, params = Object.keys(sent)): Scenario => ({
  name,
  readsOnly: true,
  call: post(sent),
  status: 400,
  code: 'rest_invalid_param',
  params,
  check: async (_answer, _given, app) => {
    const list = await app.call({ request: 'GET /events?start_date=2000-01-01' });
    expect(list.body.total).toBe(0);
  },
});

/** → a value as shown in the name of a scenario. */
export const show = (value: unknown) => JSON.stringify(value);

/** The two paths of an event, for rows that must hold for both. */
export const itemPaths: Record<string, (event: Json) => string> = {
  'by ID': (event) => `/events/${event.id}`,
  'by slug': (event) => `/events/by-slug/${event.slug}`,
};
