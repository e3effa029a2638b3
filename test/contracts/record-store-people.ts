/** Users and images of the record store. */
import { describe, expect, test } from 'vitest';
import { freshStore, type OpenStore } from './record-store.js';

/** Part of the record store's contract. */
export function describeStorePeople(open: OpenStore): void {
  describe('users and images', () => {
    const store = freshStore(open);
    const user = (name: string, token: string) => ({
      name,
      role: 'editor',
      token_hash: token,
      created_utc: '2026-03-10 12:00:00',
    });

    test('images: one per URL, the first wins', async () => {
      const { images } = store();
      const first = { id: 1, url: 'https://x.test/a.png', extension: 'png' };
      expect(await images.insert(first)).toEqual(first);
      expect(await images.insert({ ...first, id: 2, width: 9 })).toEqual(first);
      expect(await images.findByUrl(first.url)).toEqual(first);
      expect(await images.findByUrl('https://x.test/b.png')).toBeNull();
      expect(await images.get(1)).toEqual(first);
      expect(await images.get(2)).toBeNull();
    });

    test('images: parallel inserts of one URL all get the same image', async () => {
      const stored = await Promise.all(
        [1, 2, 3, 4].map((id) =>
          store().images.insert({ id, url: 'https://x.test/a.png', extension: 'png' }),
        ),
      );
      expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
    });

    test('users: add, get, list, find by hash', async () => {
      const { users } = store();
      const ann = await users.add(user('ann', 'h1'));
      const bob = await users.add(user('bob', 'h2'));
      expect({ ...ann }).toEqual({ ...user('ann', 'h1'), id: ann?.id, revoked_utc: null });
      expect(ann?.id).not.toBe(bob?.id);
      expect((await users.list()).map(({ name }) => name)).toEqual(['ann', 'bob']);
      expect({ ...(await users.get(ann?.id ?? 0)) }).toEqual({ ...ann });
      expect((await users.findByHash('h2'))?.name).toBe('bob');
      expect(await users.findByHash('h3')).toBeNull();
      expect(await users.get(999)).toBeNull();
    });

    test('users: a name has one active user; a revoked ID is never given again', async () => {
      const { users } = store();
      const first = await users.add(user('ann', 'h1'));
      expect(await users.add(user('ann', 'h2'))).toBeNull();
      expect(await users.revoke('ann', '2026-03-11 00:00:00')).toBe(true);
      expect(await users.revoke('ann', '2026-03-11 00:00:00')).toBe(false);
      expect(await users.revoke('nobody', '2026-03-11 00:00:00')).toBe(false);
      expect(await users.findByHash('h1')).toBeNull();
      expect((await users.get(first?.id ?? 0))?.revoked_utc).toBe('2026-03-11 00:00:00');
      const second = await users.add(user('ann', 'h2'));
      expect(second?.id).toBeGreaterThan(first?.id ?? 0);
      expect(await users.list()).toHaveLength(2);
    });

    test('users: a new token replaces the old one, but not for a revoked user', async () => {
      const { users } = store();
      const ann = await users.add(user('ann', 'h1'));
      await users.setToken(ann?.id ?? 0, 'h2');
      expect(await users.findByHash('h1')).toBeNull();
      expect((await users.findByHash('h2'))?.id).toBe(ann?.id);
      await users.revoke('ann', '2026-03-11 00:00:00');
      await users.setToken(ann?.id ?? 0, 'h3');
      expect(await users.findByHash('h3')).toBeNull();
    });
  });
}
