/**
 * Rows for tables about writing events: one field good or bad in a POST that is otherwise valid.
 * Called by test/http/events-*.test.ts.
 */
import { expect } from 'vitest';
import type { Call, Json } from './app.js';
import { eventPayload } from './factories.js';
import type { Scenario } from './scenarios.js';

/** → POST /events with a valid payload and `extra` over it. */
export const post = (extra: Json = {}, as = 'admin'): Call => ({
  request: 'POST /events',
  as,
  body: eventPayload(extra),
});

/** A field that is accepted, and what the answer then holds. */
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

/** A field that is refused; nothing is stored then. */
export const bad = (name: string, sent: Json, params = Object.keys(sent)): Scenario => ({
  name,
  call: post(sent),
  status: 400,
  code: 'rest_invalid_param',
  params,
  check: async (_answer, _given, app) => {
    const list = await app.call({ request: 'GET /events?start_date=2000-01-01' });
    expect(list.body.total).toBe(0);
  },
});

/** → a value as it stands in the name of a scenario. */
export const show = (value: unknown) => JSON.stringify(value);

/** The two paths of an event, for rows that must hold on both. */
export const itemPaths: Record<string, (event: Json) => string> = {
  'by ID': (event) => `/events/${event.id}`,
  'by slug': (event) => `/events/by-slug/${event.slug}`,
};
