/** Slugs that records had: their paths and pages lead on. Contract 4.8. */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

const rename = (app: TestApp, id: number, slug: string) =>
  app.given({ request: `PATCH /events/${id}`, body: { slug } });

/** → where a slug leads: the ID of a record that has it, or had it, or the status. */
async function leadsTo(app: TestApp, slug: string): Promise<[number, unknown]> {
  const { status, body } = await app.call({ request: `GET /events/by-slug/${slug}` });
  return [status, status === 301 ? [body.code, body.data.id] : body.id];
}

const renamed = (id: number) => [301, ['rest_record_renamed', id]];

const rows: Scenario[] = [
  {
    name: '4.8 a slug that a public record had leads to it, until another one has it',
    given: async (app) => {
      const hall = await givenEvent(app, { title: 'Hall' });
      await rename(app, hall.id, 'town-hall');
      return { hall };
    },
    call: { request: 'GET /events/by-slug/hall?fields=id' },
    status: 301,
    check: async ({ headers }, { hall }: Json, app) => {
      const root = 'http://api.test/vendor/events/v1';
      expect(headers.get('location')).toBe(`${root}/events/${hall.id}?fields=id`);
      expect(await leadsTo(app, 'hall')).toEqual(renamed(hall.id));
      await rename(app, hall.id, 'old-hall');
      expect(await leadsTo(app, 'town-hall')).toEqual(renamed(hall.id));
      const other = await givenEvent(app, { title: 'Hall' });
      expect(await leadsTo(app, 'hall')).toEqual([200, other.id]);
      // The latest that had it.
      await rename(app, other.id, 'other-hall');
      expect(await leadsTo(app, 'hall')).toEqual(renamed(other.id));
      await rename(app, hall.id, 'town-hall');
      expect(await leadsTo(app, 'town-hall')).toEqual([200, hall.id]);
      expect(await leadsTo(app, 'old-hall')).toEqual(renamed(hall.id));
    },
  },
  {
    name: '4.8 a slug of a draft, or of before an erasure, leads nowhere',
    given: async (app) => {
      const draft = await givenEvent(app, { title: 'Draft', status: 'draft', slug: 'draft' });
      await rename(app, draft.id, 'drafted');
      const gone = await givenEvent(app, { title: 'Gone' });
      await rename(app, gone.id, 'going');
      await app.given({ request: `DELETE /events/${gone.id}?force=true`, as: 'admin' });
    },
    call: { request: 'GET /events/by-slug/draft' },
    status: 400,
    check: async (_answer, _given, app) => {
      expect((await leadsTo(app, 'gone'))[0]).toBe(400);
      expect((await leadsTo(app, 'going'))[0]).toBe(400);
    },
  },
  {
    name: '4.8 the last 20 slugs of a record lead to it',
    given: async (app) => {
      const { id } = await givenEvent(app, { title: 'Fair', slug: 'fair-0' });
      for (let at = 1; at <= 21; at++) {
        await app.given({ request: `PATCH /events/${id}`, body: { slug: `fair-${at}` } });
      }
    },
    call: { request: 'GET /events/by-slug/fair-1' },
    status: 301,
    check: async (_answer, _given, app) => {
      const { status } = await app.call({ request: 'GET /events/by-slug/fair-0' });
      expect(status).toBe(400);
    },
  },
];

runScenarios('slugs of before', rows);
