/**
 * Records that link so much that MongoDB could not store them: refused by the field, on every
 * engine alike, and copies that would grow a record beyond stay as they are. Contract 10.
 */
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { pairNamed } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { eventPayload } from '../support/factories.js';

/** The longest description, and how many of them fit into one record. */
const LARGE = 'x'.repeat(limits.textChars);
const FIT = Math.floor(limits.copiesBytes / (limits.textChars + 2000));

describe.each(
  ['sqlite + sqlite', 'mongo + sqlite'].map(pairNamed),
)('large links over $name', (pair) => {
  const reason = pair.unavailable ? ` (skipped: ${pair.unavailable})` : '';
  const title = 'row 5: are refused by the field, not by the engine, and grow no record beyond';

  it.skipIf(pair.unavailable !== null)(`${title}${reason}`, { timeout: 120_000 }, async () => {
    const app = await openTestApp(pair);
    try {
      await tryLinks(app);
    } finally {
      await app.close();
    }
  });
});

async function tryLinks({ given, call, deps }: TestApp): Promise<void> {
  const organizer = async (n: number, description: string) => {
    const body = { organizer: `Organizer ${n}`, description };
    return Number((await given({ request: 'POST /organizers', body })).id);
  };
  const ids: number[] = [];
  for (let n = 0; n < FIT + 1; n++) ids.push(await organizer(n, LARGE));
  const small = await organizer(FIT + 1, 'short');
  const write = (request: string, organizers: number[]) =>
    call({ request, as: 'admin', body: { ...eventPayload(), organizer: organizers } });
  const refused = await write('POST /events', ids);
  expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_param']);
  expect(Object.keys(refused.body.data.params)).toEqual(['organizer']);
  const fits = await write('POST /events', [...ids.slice(1), small]);
  expect(fits.status).toBe(201);
  const { id } = fits.body;
  expect((await write(`PATCH /events/${id}`, [...ids, small])).status).toBe(400);
  // One that grows is itself written; the event keeps the copy it can hold.
  await given({ request: `PATCH /organizers/${small}`, body: { description: LARGE } });
  const { body: event } = await call({ request: `GET /events/${id}`, as: 'admin' });
  const copy = event.organizer.find((one: { id: number }) => one.id === small);
  expect(copy.description).toContain('short');
  expect(await deps.store.outbox.backlog()).toMatchObject({ snapshots: 0, unindexed: 0 });
  const loaded = await call({
    request: 'POST /events/bulk',
    as: 'admin',
    body: `${JSON.stringify({ ...eventPayload(), organizer: ids })}\n`,
    type: 'application/x-ndjson',
  });
  expect(loaded.text).toContain('"rejected"');
  expect(loaded.text).toContain('"organizer"');
}
