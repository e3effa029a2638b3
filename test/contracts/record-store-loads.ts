/** The contract of checkpoints of loads. */
import { describe, expect, test } from 'vitest';
import { makeRecord, revise } from './builders.js';
import { freshStore, inserts, type OpenStore, UNLEASED } from './record-store.js';

/** Runs the suite. */
export function describeCheckpoints(open: OpenStore): void {
  describe('checkpoints', () => {
    const store = freshStore(open);
    const tag = makeRecord('tag', 1);
    const at = (position: string | null, name = 'one') => ({
      ...UNLEASED,
      checkpoint: { name, position },
    });

    test('are stored with the changes, replaced and forgotten, each by its name', async () => {
      expect(await store().checkpoint('one')).toBeNull();
      await store().write(inserts(tag), at('first'));
      await store().write([], at('other', 'two'));
      expect(await store().checkpoint('one')).toBe('first');
      await store().write([{ record: revise(tag), expected: 1 }], at('second'));
      expect(await store().checkpoint('one')).toBe('second');
      await store().write([], at(null));
      expect(await store().checkpoint('one')).toBeNull();
      expect(await store().checkpoint('two')).toBe('other');
    });

    test('are not stored when a change is in conflict', async () => {
      await store().write(inserts(tag), at('first'));
      const changes = [{ record: revise(tag), expected: 7 }, ...inserts(makeRecord('tag', 2))];
      const { conflicts } = await store().write(changes, at('second'));
      expect(conflicts).toEqual([{ at: 0, reason: 'revision' }]);
      expect(await store().get('tag', { id: 2 })).not.toBeNull();
      expect(await store().checkpoint('one')).toBe('first');
    });
  });
}
