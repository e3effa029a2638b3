/** Listings that follow each other, and a club that they follow, too. Contract 30, 32. */
import { describe, expect, it } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import { catchUp } from '../support/agree.js';
import { calendar, club, serve, type Told, useClub } from '../support/club.js';
import { givenEvent } from '../support/factories.js';
import { follow, type Marquee, ran, remove, titles, useMarquees } from '../support/marquees.js';

useClub();

const marquees = useMarquees();

/** → the number of the last change of a listing. */
const lastOf = async (one: Marquee) => {
  await catchUp(one.deps);
  return (await one.deps.store.changes.position()).last;
};

type Following = [one: Marquee, id: number][];

/** Runs all sources in turn, until no listing changes any more. → in how many rounds. */
async function rest(following: Following): Promise<number> {
  for (let round = 0; round < 12; round++) {
    const before = await Promise.all(following.map(([one]) => lastOf(one)));
    for (const [one, id] of following) await ran(one, id, { isAccepted: true });
    if ((await Promise.all(following.map(([one]) => lastOf(one)))).join() === before.join())
      return round;
  }
  throw new Error('the listings do not come to rest');
}

describe('listings that follow each other', () => {
  it('32 have everything once, and a change comes to rest', async () => {
    const [a, b, c] = await marquees('a', 'b', 'c');
    const following: Following = [
      ...[
        [a, await follow(a, b)],
        [b, await follow(b, a)],
      ],
      ...[
        [a, await follow(a, c)],
        [b, await follow(b, c)],
      ],
    ] as Following;
    const [ofA, ofB, ofC] = [
      await givenEvent(a, { title: 'A', venue: { venue: 'Hall A' }, categories: ['Music'] }),
      await givenEvent(b, { title: 'B', venue: { venue: 'Hall B' }, categories: ['Music'] }),
      await givenEvent(c, { title: 'C', venue: { venue: 'Hall C' }, categories: ['Music'] }),
    ];
    expect(await rest(following)).toBeLessThanOrEqual(3);
    expect(await titles(a)).toEqual(['A', 'B', 'C']);
    expect(await titles(b)).toEqual(['A', 'B', 'C']);
    expect(await titles(c)).toEqual(['C']);
    for (const { given } of [a, b]) {
      const { venues } = await given({ request: 'GET /venues' });
      expect(venues).toHaveLength(3);
      expect((await given({ request: 'GET /categories' })).categories).toHaveLength(1);
    }
    await a.given({ request: `PATCH /events/${ofA.id}`, body: { title: 'A2' } });
    await c.given({ request: `PATCH /events/${ofC.id}`, body: { title: 'C2' } });
    expect(await rest(following)).toBeLessThanOrEqual(2);
    expect(await titles(b)).toEqual(['A2', 'B', 'C2']);
    await remove(b, 'events', ofB.id);
    await remove(c, 'events', ofC.id);
    expect(await rest(following)).toBeLessThanOrEqual(3);
    expect([await titles(a), await titles(b), await titles(c)]).toEqual([['A2'], ['A2'], []]);
  });

  it('32 lose what a club deletes that several of them follow', async () => {
    const listings = await marquees('a', 'b', 'c');
    const [a, b, c] = listings;
    const club1 = { url: club.url, zone: '', category: 'Club' };
    const following: Following = [];
    for (const one of [a, b]) following.push([one, await follow(one, { feed: club1.url })]);
    for (const one of listings) {
      for (const other of listings.filter((some) => some !== one)) {
        following.push([one, await follow(one, other)]);
      }
    }
    const told = (...uids: string[]): Told[] => uids.map((uid) => ({ uid: `${uid}@club.example` }));
    serve(calendar(told('one', 'two', 'three')));
    await givenEvent(c, { title: 'C' });
    await rest(following);
    const all = ['C', ...['one', 'three', 'two'].map((uid) => `${uid}@club.example`)];
    for (const one of listings) expect(await titles(one)).toEqual(all);
    serve(calendar(told('one', 'two')));
    await rest(following);
    await rest(following);
    const left = all.filter((title) => !title.startsWith('three'));
    for (const one of listings) expect(await titles(one)).toEqual(left);
    // It comes again, also to the listing that has it through others alone.
    serve(calendar(told('one', 'two', 'three')));
    await rest(following);
    for (const one of listings) expect(await titles(one)).toEqual(all);
    for (const { deps } of listings) {
      for (const { name } of allKinds) {
        const entries = await deps.store.outbox.list({ afterId: null, limit: 100 });
        expect(entries.filter(({ records }) => records.some(({ kind }) => kind === name))).toEqual(
          [],
        );
      }
    }
  });
});
