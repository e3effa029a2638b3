/** Two moves of terms that were valid each by itself and form a circle together. Contract 4.9. */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { createRecord } from '../../src/records/create.js';
import { followUp } from '../../src/records/upkeep/snapshots.js';
import { changeOf } from '../../src/records/write/change.js';
import { openPair, pairNamed } from '../support/adapters.js';

const caller = { id: 1, name: 'admin', role: 'administrator' } as const;

it('the circle is opened, and the paths are those of the tree that is left', async () => {
  const { deps, close } = await openPair(pairNamed('sqlite + sqlite'));
  try {
    const create = (name: string) =>
      createRecord(deps, kinds.category, { payload: { name }, caller });
    const [a, b] = [await create('A'), await create('B')];
    const below = (child: typeof a, parent: typeof a) => {
      const fields = { ...child.fields, parent: parent.id, parent_path: parent.slug };
      return changeOf(child, { ...child, fields });
    };
    const options = { leasedUntilMs: deps.now() + 60_000 };
    const moves = [
      await deps.store.write([below(a, b)], options),
      await deps.store.write([below(b, a)], options),
    ];
    for (const outcome of moves) await followUp(deps, outcome);
    const left = await deps.store.find('category', 'id', [a.id, b.id]);
    const places = left.map(({ fields }) => [fields.parent, fields.parent_path]);
    expect(places).toEqual([
      [0, ''],
      [a.id, 'a'],
    ]);
  } finally {
    await close();
  }
});

it('a move that is followed late does not write over the path of a later one', async () => {
  const { deps, close } = await openPair(pairNamed('sqlite + sqlite'));
  try {
    const create = (name: string, parent = 0) =>
      createRecord(deps, kinds.category, { payload: { name, parent }, caller });
    const a = await create('A');
    const child = await create('Child', a.id);
    const top = await create('Top');
    const options = { leasedUntilMs: deps.now() + 60_000 };
    const moved = async (parent: number, path: string) => {
      const record = await deps.store.get('category', { id: a.id });
      if (!record) throw new Error('A is gone');
      const fields = { ...record.fields, parent, parent_path: path };
      return deps.store.write([changeOf(record, { ...record, fields })], options);
    };
    const down = await moved(top.id, 'top');
    // The first one to follow has read A below Top when it is moved up, and that is followed.
    const { find } = deps.store;
    deps.store.find = async (kind, by, ...rest) => {
      if (by === 'parent') {
        deps.store.find = find;
        await followUp(deps, await moved(0, ''));
      }
      return find(kind, by, ...rest);
    };
    await followUp(deps, down);
    const left = await deps.store.get('category', { id: child.id });
    expect([left?.fields.parent, left?.fields.parent_path]).toEqual([a.id, 'a']);
  } finally {
    await close();
  }
});
