/** Forged cursors: they reveal nothing that is not public. Source: Contract 13. */
import { expect } from 'vitest';
import { decodeCursor, encodeCursor } from '../../src/search/cursor.js';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { runScenarios } from '../support/scenarios.js';

const cursorOf = async (app: TestApp): Promise<string> =>
  (await app.given({ request: 'GET /events?per_page=1' })).next_cursor;

const forged = (text: string, changes: object): string => {
  const cursor = decodeCursor(text);
  if (!cursor) throw new Error('no cursor');
  return encodeCursor({ ...cursor, ...changes });
};

const given = async (app: TestApp) => {
  for (const title of ['One', 'Two', 'Three']) await givenEvent(app, { title });
  await givenEvent(app, { title: 'Embargoed', date: '2026-03-19 12:00:00' });
  return cursorOf(app);
};

runScenarios(
  'forged cursors',
  [
    {
      name: '13: a cursor from the future shows nothing that is not published yet',
      given,
      call: (text: Json) => ({
        request: `GET /events?per_page=50&cursor=${forged(text, { nowMs: Date.UTC(2026, 2, 20) })}`,
      }),
      status: 200,
      check: ({ body }) => {
        expect(body.total).toBe(3);
        expect(body.events.map(({ title }: Json) => title)).toEqual(['Two', 'Three']);
      },
    },
    {
      name: '13: a cursor with a time outside all dates is refused',
      given,
      call: (text: Json) => ({ request: `GET /events?cursor=${forged(text, { nowMs: 9e15 })}` }),
      status: 400,
      code: 'rest_invalid_param',
      params: ['cursor'],
    },
    {
      name: '13: a cursor with a key of another type gets an ordinary answer',
      given,
      call: (text: Json) => ({ request: `GET /events?cursor=${forged(text, { key: "x' OR 1" })}` }),
      status: 200,
    },
  ],
  /./,
);
