/** Tests of recurring events. */
import { expect, it } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import { type EnginePair, overPairs, twoPairs } from './adapters.js';
import { disagreements } from './agree.js';
import { type Json, openTestApp, type TestApp } from './app.js';

/**
 * Tells stories over two pairs, each in an app at noon of 2026-03-01. In the end store and index
 * agree in everything.
 */
export function inMarch(
  title: string,
  stories: Record<string, (app: TestApp) => Promise<unknown>>,
  pairs = twoPairs,
): void {
  const suite = (pair: EnginePair) => {
    it.each(Object.entries(stories))('%s', async (_, story) => {
      const app = await openTestApp(pair, { at: '2026-03-01T12:00:00Z' });
      try {
        await story(app);
        await drain(app.deps);
        expect(await disagreements(app.deps)).toEqual([]);
      } finally {
        await app.close();
      }
    });
  };
  overPairs(title, suite, pairs);
}

/** → the dates of a series that lists have now, in their order. */
export async function datesListed(app: TestApp, { id }: Json): Promise<Json[]> {
  const request = `GET /events?per_page=50&post_parent=${id}&starts_after=2000-01-01`;
  return (await app.given({ request })).events;
}

/** → the same, when all of them are made. */
export async function datesOf(app: TestApp, series: Json): Promise<Json[]> {
  await drain(app.deps);
  return datesListed(app, series);
}

/** → an event after an update by an administrator, which must succeed. */
export const patch = (app: TestApp, { id }: Json, body: Json): Promise<Json> =>
  app.given({ request: `PATCH /events/${id}`, body });
