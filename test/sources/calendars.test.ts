/** Subscribed calendars over both pairs; their stories are tables. Contract 32. */
import { expect, it } from 'vitest';
import { runSource } from '../../src/sources/run.js';
import { readSource } from '../../src/sources/source.js';
import { overTwoPairs } from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import {
  calendar,
  club,
  counts,
  listed,
  open,
  run,
  serve,
  subscribe,
  type Told,
  titles,
  useClub,
} from '../support/club.js';

useClub();

overTwoPairs('subscribed calendars', (pair) => {
  it('32 are loaded, and again when they change', async () => {
    await open(pair);
    serve(calendar([{ uid: 'a@club' }, { uid: 'b@club', more: ['CATEGORIES:Chess'] }]));
    const id = await subscribe({ category: 'Club', name: 'Club' });
    expect(counts(await run(id))).toEqual([2, 0, 0, 0]);
    const [first, second] = await listed();
    expect(first).toMatchObject({ title: 'a@club', venue: { venue: 'Town Hall' } });
    expect(second.categories.map(({ name }: Json) => name).sort()).toEqual(['Chess', 'Club']);
    const ics = await club.app.call({ request: `GET /events/${first.id}.ics` });
    expect(ics.text).toContain('UID:a@club\r\n');
    expect((await run(id)).outcome).toBe('unchanged');
    serve(calendar([{ uid: 'a@club', summary: 'Moved' }, { uid: 'b@club' }, { uid: 'c@club' }]));
    expect(counts(await run(id))).toEqual([1, 2, 0, 0]);
    expect(await titles()).toEqual(['Moved', 'b@club', 'c@club']);
    expect(await disagreements(club.app.deps)).toEqual([]);
  });

  it('32 what they no longer have goes after two good fetches, and comes back', async () => {
    await open(pair);
    const [a, b, c] = ['a', 'b', 'c'].map((uid) => ({ uid }));
    serve(calendar([a, b, c] as Told[]));
    const id = await subscribe();
    await run(id);
    serve(calendar([a, b] as Told[]));
    expect((await run(id)).missing).toBe(0);
    // The same answer once more says that it is gone.
    expect(await run(id)).toMatchObject({ missing: 1, lines: ['missing: trash: c'] });
    expect(await titles()).toEqual(['a', 'b']);
    serve(calendar([a, b, c] as Told[], ['X-WR-CALNAME:Back']));
    await run(id);
    expect(await titles()).toEqual(['a', 'b', 'c']);
    expect(await disagreements(club.app.deps)).toEqual([]);
  });

  it('32 two processes at once load a calendar once', async () => {
    await open(pair);
    serve(calendar([{ uid: 'a' }]));
    const id = await subscribe();
    const source = await readSource(club.app.deps, id);
    const both = await Promise.all([
      runSource(club.app.deps, source),
      runSource(club.app.deps, source),
    ]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    expect(await titles()).toEqual(['a']);
  });
});
