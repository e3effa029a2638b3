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
