/**
 * Trees of categories that two processes change at the same moment: paths, what is below, circles.
 * Contract 1.4, 4.9.
 */
import { expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { overTwoPairs, takeEngines } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenTerm } from '../support/factories.js';

/** In every other round the paths that records once stored stayed stale for good. */
const ROUNDS = 24;

overTwoPairs('trees at once', (pair) => {
  const withTwo = async (work: (one: TestApp, other: TestApp) => Promise<void>) => {
    const engines = await takeEngines(pair);
    const one = await openTestApp(pair, { engines });
    const other = await openTestApp(pair, { engines });
    try {
      await work(one, other);
    } finally {
      await one.close();
      await other.close();
      await engines.release();
    }
  };
  const patch = (app: TestApp, id: number, body: Json) =>
    app.given({ request: `PATCH /categories/${id}`, body });
  const read = (app: TestApp, path: string) =>
    app.given({ request: `GET ${path}`, as: 'admin' }) as Promise<Json>;
  const rounds = pair.engines.length === 0 ? ROUNDS : ROUNDS / 3;

  it(`${rounds} moves below a parent that is moved or renamed: every url is right`, async () => {
    await withTwo(async (one, other) => {
      const [top, moving, child] = [
        await givenTerm(one, 'categories', 'Top'),
        await givenTerm(one, 'categories', 'Moving'),
        await givenTerm(one, 'categories', 'Child'),
      ];
      const leaf = await givenTerm(one, 'categories', 'Leaf', { parent: child.id });
      const event = await givenEvent(one, { categories: [leaf.id] });
      for (let round = 0; round < rounds; round++) {
        const slug = `moving-${round}`;
        const isBelow = round % 2 === 0;
        const isUnder = round % 3 > 0;
        await Promise.all([
          patch(one, child.id, { parent: isUnder ? moving.id : 0 }),
          patch(other, moving.id, { slug, parent: isBelow ? top.id : 0 }),
        ]);
        const root = 'https://example.com/events/category';
        const path = [
          root,
          ...(isUnder && isBelow ? ['top'] : []),
          ...(isUnder ? [slug] : []),
          'child',
        ].join('/');
        const wanted = { [child.id]: `${path}/`, [leaf.id]: `${path}/leaf/` };
        for (const app of [one, other]) {
          for (const id of [child.id, leaf.id]) {
            expect((await read(app, `/categories/${id}`)).url, `round ${round}`).toBe(wanted[id]);
          }
          // What another process has written is at most this old in lists.
          app.clock.nowMs += limits.countSeconds * 1000;
          const { categories } = await read(app, '/categories?hide_empty=0');
          const urls = new Map(categories.map(({ id, url }: Json) => [id, url]));
          expect([urls.get(child.id), urls.get(leaf.id)]).toEqual(Object.values(wanted));
          const { categories: held } = (await read(app, '/events')).events[0];
          expect(held[0].url).toBe(wanted[leaf.id]);
          expect((await read(app, `/events/${event.id}`)).categories[0].url).toBe(wanted[leaf.id]);
          const below = async (id: number) => (await read(app, `/events?categories=${id}`)).total;
          expect(await below(moving.id)).toBe(isUnder ? 1 : 0);
          expect(await below(top.id)).toBe(isUnder && isBelow ? 1 : 0);
        }
      }
    });
  });

  it('of two moves that would close a circle together, one is refused', async () => {
    await withTwo(async (one, other) => {
      const a = await givenTerm(one, 'categories', 'A');
      const b = await givenTerm(one, 'categories', 'B');
      const move = (app: TestApp, id: number, parent: number) =>
        app.call({ request: `PATCH /categories/${id}`, as: 'admin', body: { parent } });
      for (let round = 0; round < rounds / 3; round++) {
        const moves = await Promise.all([move(one, a.id, b.id), move(other, b.id, a.id)]);
        expect(moves.map(({ status }) => status).sort()).toEqual([200, 400]);
        const refused = moves.find(({ status }) => status === 400);
        expect(Object.keys(refused?.body.data.params)).toEqual(['parent']);
        for (const { id } of [a, b]) await patch(one, id, { parent: 0 });
      }
    });
  });

  it('a term that is created below one that is removed ends below its parent', async () => {
    await withTwo(async (one, other) => {
      const top = await givenTerm(one, 'categories', 'Top');
      for (let round = 0; round < rounds / 6; round++) {
        const middle = await givenTerm(one, 'categories', `Middle ${round}`, { parent: top.id });
        const body = { name: `Leaf ${round}`, parent: middle.id };
        const [created, removed] = await Promise.all([
          one.call({ request: 'POST /categories', as: 'admin', body }),
          other.call({ request: `DELETE /categories/${middle.id}`, as: 'admin' }),
        ]);
        expect(removed.status).toBe(200);
        expect([201, 400]).toContain(created.status);
        if (created.status === 400) continue;
        const { parent, url } = await read(one, `/categories/${created.body.id}`);
        expect(parent).toBe(top.id);
        expect(url).toBe(`https://example.com/events/category/top/leaf-${round}/`);
      }
    });
  });
});
