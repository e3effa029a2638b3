/** Valid payloads, for tests that change one thing in them. */
import type { Json, TestApp } from './app.js';

/** → an event payload for 2026-03-20, 9 to 11, UTC. */
export const eventPayload = (extra: Json = {}): Json => ({
  title: 'Spring fair',
  start_date: '2026-03-20 09:00:00',
  end_date: '2026-03-20 11:00:00',
  ...extra,
});

/** Creates an event as admin. → its body. */
export const givenEvent = (app: TestApp, extra: Json = {}, as = 'admin'): Promise<Json> =>
  app.given({ request: 'POST /events', as, body: eventPayload(extra) });

/** Creates a venue as admin. → its body. */
export const givenVenue = (app: TestApp, extra: Json = {}, as = 'admin'): Promise<Json> =>
  app.given({ request: 'POST /venues', as, body: { venue: 'Town hall', ...extra } });

/** Creates an organizer as admin. → its body. */
export const givenOrganizer = (app: TestApp, extra: Json = {}, as = 'admin'): Promise<Json> =>
  app.given({ request: 'POST /organizers', as, body: { organizer: 'Ann Lee', ...extra } });

/** Creates a category or tag as admin. → its body. */
export const givenTerm = (
  app: TestApp,
  route: 'categories' | 'tags',
  name: string,
  extra: Json = {},
): Promise<Json> => app.given({ request: `POST /${route}`, body: { name, ...extra } });
