/** Creates that match an existing record. Source: Contract 4.7, 4.9. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const hall = { address: '5 Main Street', city: 'Mainz', country: 'DE' };

/** Sends a venue again with changes: it is reused, or a new one is created. */
const again = (name: string, body: Json, isReused: boolean, stored: Json = hall): Scenario => ({
  name: `4.7 venue: ${name}`,
  given: (app) => givenVenue(app, stored),
  call: { request: 'POST /venues', as: 'admin', body: { venue: 'Town hall', ...body } },
  status: 201,
  check: ({ body: answer }, given) => expect(answer.id === given.id).toBe(isReused),
});

runScenarios(
  'duplicates',
  [
    again('the same venue is reused', hall, true),
    again('the name in another case and with spaces', { ...hall, venue: ' TOWN Hall ' }, true),
    again('the name alone', {}, true),
    again('another name', { ...hall, venue: 'Town hall 2' }, false),
    again('another city', { ...hall, city: 'Worms' }, false),
    again('a part of the address', { address: 'main street' }, true),
    again('a part that ends within a word', { address: '5 main st' }, true),
    again('a number that ends as the stored one', { ...hall, address: '5 Main St' }, false, {
      ...hall,
      address: '15 Main Street',
    }),
    again('a number that begins as the stored one', { address: 'Rue 1' }, false, {
      address: 'Rue 12',
    }),
    again('a longer address', { address: '5 Main Street, back door' }, false),
    {
      name: '4.7 venue: the stored record is not overwritten',
      given: (app) => givenVenue(app, hall),
      call: { request: 'POST /venues', as: 'admin', body: { venue: 'Town hall', country: 'FR' } },
      status: 201,
      check: async (_, given, app) => {
        const stored = await app.given({ request: `GET /venues/${given.id}` });
        expect(stored.country).toBe('DE');
      },
    },
    {
      name: '4.7 venue: a trashed one is not reused',
      given: async (app: TestApp) => {
        const venue = await givenVenue(app, hall);
        await app.given({ request: `DELETE /venues/${venue.id}` });
        return venue;
      },
      call: { request: 'POST /venues', as: 'admin', body: { venue: 'Town hall', ...hall } },
      status: 201,
      check: ({ body }, given) => expect(body.id).not.toBe(given.id),
    },
    {
      name: '4.7 organizer: the same name and address is reused, another email is not',
      given: (app) => givenOrganizer(app, { email: 'ann@x.test' }),
      call: {
        request: 'POST /organizers',
        as: 'admin',
        body: { organizer: 'ann lee', email: 'ANN@x.test' },
      },
      status: 201,
      check: async ({ body }, given, app) => {
        expect(body.id).toBe(given.id);
        expect((await givenOrganizer(app, { email: 'other@x.test' })).id).not.toBe(given.id);
      },
    },
    {
      name: '4.9 term: a name that exists under the same parent is refused',
      given: (app) => givenTerm(app, 'categories', 'Music'),
      call: { request: 'POST /categories', as: 'admin', body: { name: ' music ' } },
      status: 400,
      code: 'term_exists',
    },
    {
      name: '4.9 term: the name under another parent, or with its own slug, is a new term',
      given: (app) => givenTerm(app, 'categories', 'Music'),
      call: (given) => ({
        request: 'POST /categories',
        as: 'admin',
        body: { name: 'Music', parent: given.id },
      }),
      status: 201,
      check: async ({ body }, given, app) => {
        expect(body.slug).toBe('music-music');
        const third = await givenTerm(app, 'categories', 'Music', { slug: 'other-music' });
        expect([given.id, body.id]).not.toContain(third.id);
      },
    },
  ],
  /a part of|trashed|under the same/,
);
