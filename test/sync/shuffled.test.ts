/**
 * Pushes that arrive in any order, twice and late: in the end the index equals the store, without
 * any repair. The seed is printed; SEED repeats a run.
 */
import { expect, it } from 'vitest';
import type { Caller } from '../../src/access/roles.js';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, KindName } from '../../src/kinds/record.js';
import type { Deps } from '../../src/records/deps.js';
import { removeRecord } from '../../src/records/remove.js';
import { createRecord, updateRecord } from '../../src/records/save.js';
import { openBackoff } from '../../src/sync/backoff.js';
import { openPair, overTwoPairs } from '../support/adapters.js';
import { disagreements, settle } from '../support/agree.js';
import { eventPayload } from '../support/factories.js';
import { fc } from '../support/seed.js';
import { breakIndex } from './faulty.js';

const caller: Caller = { id: 1, name: 'admin', role: 'administrator' };

/** A step on an existing record; `pick` chooses it, modulo the number of records so far. */
type Step = { do: (typeof STEPS)[number]; pick: number };
const STEPS = [
  'create event',
  'create linked event',
  'create tag',
  'retitle',
  'trash',
  'draft',
  'publish',
  'relink',
  'retitle venue',
  'remove tag',
] as const;
const step: fc.Arbitrary<Step> = fc.record({ do: fc.constantFrom(...STEPS), pick: fc.nat(50) });

/** Does steps with plausible payloads. A step without a record to act on does nothing. */
function actor(deps: Deps) {
  const made: Record<string, number[]> = { event: [], tag: [], venue: [] };
  let name = 0;
  const create = async (kind: KindName, payload: JsonObject) => {
    const record = await createRecord(deps, kinds[kind], { payload, caller });
    made[kind]?.push(record.id);
    for (const { id } of record.relations.venue ?? []) made.venue?.push(id);
  };
  const change = async (kind: KindName, pick: number, payload: JsonObject | null) => {
    const ids = made[kind] ?? [];
    const id = ids[pick % Math.max(ids.length, 1)];
    if (id === undefined) return;
    const key = { id, sent: String(id) };
    const work = payload
      ? updateRecord(deps, kinds[kind], { key, payload, caller })
      : removeRecord(deps, kinds[kind], { key, caller });
    // Trashed and removed records refuse some steps, which does not matter here.
    await work.catch((error: { status?: number }) => {
      if (!error.status || error.status >= 500) throw error;
    });
  };
  return async ({ do: what, pick }: Step): Promise<void> => {
    name++;
    const tags = (made.tag ?? []).slice(pick % 3, (pick % 3) + 2);
    const title = `Title ${name}`;
    if (what === 'create event') await create('event', eventPayload({ title, tags }));
    if (what === 'create tag') await create('tag', { name: title });
    if (what === 'create linked event') {
      const linked = { venue: { venue: `Hall ${name}` }, organizer: { organizer: `Org ${name}` } };
      await create('event', eventPayload({ title, ...linked, tags: [`Tag ${name}`] }));
    }
    if (what === 'retitle') await change('event', pick, { title });
    if (what === 'trash') await change('event', pick, null);
    if (what === 'draft' || what === 'publish') await change('event', pick, { status: what });
    if (what === 'relink') await change('event', pick, { tags, venue: made.venue?.[0] ?? 0 });
    if (what === 'retitle venue') await change('venue', pick, { venue: title });
    if (what === 'remove tag') await change('tag', pick, null);
  };
}

overTwoPairs('shuffled, repeated and late pushes', (pair) => {
  it(`leave the index equal to the store`, async () => {
    const runs = fc.record({
      steps: fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }),
      order: fc.array(fc.nat(), { minLength: 200, maxLength: 200 }),
    });
    await fc.assert(
      fc.asyncProperty(runs, async ({ steps, order }) => {
        const { deps, close } = await openPair(pair, {
          // Each write is pushed, whatever happened to the one before.
          overrides: { backoff: { ...openBackoff(Date.now), isOver: () => true } },
        });
        try {
          const pushes: (() => Promise<unknown>)[] = [];
          const mend = breakIndex(deps, (real) => ({
            put: async (entries) => {
              pushes.push(() => real.put(entries));
              return entries.map(({ kind, id }) => ({ kind, id, outcome: 'written' as const }));
            },
          }));
          const act = actor(deps);
          for (const one of steps) {
            await act(one);
            await settle(deps);
          }
          mend();
          const twice = [...pushes, ...pushes.filter((_, at) => (order[at] ?? 0) % 2 === 0)];
          const shuffled = twice
            .map((push, at) => ({
              push,
              key: (order[at % order.length] ?? 0) * 7919 + at * 104_729,
            }))
            .sort((a, b) => (a.key % 10_007) - (b.key % 10_007));
          for (const { push } of shuffled) await push();
          expect(await disagreements(deps)).toEqual([]);
        } finally {
          await close();
        }
      }),
      { numRuns: pair.engines.length > 0 ? 2 : 25, interruptAfterTimeLimit: 30_000 },
    );
  });
});
