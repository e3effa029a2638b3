/** Users and images of the record store. */
import { describe, expect, test } from 'vitest';
import { freshStore, type OpenStore } from './record-store.js';

const NOW = '2026-03-10 12:00:00';
const NOW_MS = Date.parse('2026-03-10T12:00:00Z');

/** Part of the record store's contract. */
export function describeStorePeople(open: OpenStore): void {
  describe('users and images', () => {
    const store = freshStore(open);
    const user = (name: string, token: string) => ({
      name,
      role: 'editor',
      token_hash: token,
      created_utc: NOW,
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

    test('images: removed by ID, the others stay', async () => {
      const { images } = store();
      for (const id of [1, 2, 3]) {
        await images.insert({ id, url: `https://x.test/${id}.png`, extension: 'png' });
      }
      await images.remove([1, 3, 9]);
      expect(await images.get(1)).toBeNull();
      expect(await images.findByUrl('https://x.test/3.png')).toBeNull();
      expect((await images.get(2))?.id).toBe(2);
    });

    test('images: parallel inserts of one URL all get the same image', async () => {
      const stored = await Promise.all(
        [1, 2, 3, 4].map((id) =>
          store().images.insert({ id, url: 'https://x.test/a.png', extension: 'png' }),
        ),
      );
      expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
    });

    test('processes: each is told of the others that have not ended', async () => {
      const settings = { SITE_TIMEZONE: 'UTC' };
      const one = { id: 'one', stamp: 'a', settings, untilMs: NOW_MS + 1000 };
      const two = { ...one, id: 'two', stamp: 'b', settings: { SITE_TIMEZONE: 'Asia/Tokyo' } };
      expect(await store().announce(one)).toEqual([]);
      expect(await store().announce(two)).toEqual([one]);
      const later = { ...one, untilMs: NOW_MS + 2000 };
      expect(await store().announce(later)).toEqual([two]);
      expect(await store().announce({ ...two, untilMs: 0 })).toEqual([later]);
      expect(await store().announce(later)).toEqual([]);
    });

    test('users: add, get, list, find by hash', async () => {
      const { users } = store();
      const ann = await users.add(user('ann', 'h1'));
      const bob = await users.add(user('bob', 'h2'));
      const none = { old_token_hash: null, old_token_until_utc: null, revoked_utc: null };
      expect({ ...ann }).toEqual({ ...user('ann', 'h1'), id: ann?.id, ...none });
      expect(ann?.id).not.toBe(bob?.id);
      expect((await users.list()).map(({ name }) => name)).toEqual(['ann', 'bob']);
      expect({ ...(await users.get(ann?.id ?? 0)) }).toEqual({ ...ann });
      expect((await users.findByHash('h2', NOW))?.name).toBe('bob');
      expect(await users.findByHash('h3', NOW)).toBeNull();
      expect(await users.get(999)).toBeNull();
    });

    test('users: a name has one active user; a revoked name gets its ID back', async () => {
      const { users } = store();
      const revoked_utc = '2026-03-11 00:00:00';
      const first = await users.add(user('ann', 'h1'));
      await users.add(user('bob', 'h9'));
      expect(await users.add(user('ann', 'h2'))).toBeNull();
      expect(await users.change('ann', { revoked_utc })).toBe(true);
      expect(await users.change('ann', { revoked_utc })).toBe(false);
      expect(await users.change('nobody', { revoked_utc })).toBe(false);
      expect(await users.findByHash('h1', NOW)).toBeNull();
      expect((await users.get(first?.id ?? 0))?.revoked_utc).toBe(revoked_utc);
      const again = await users.add({ ...user('ann', 'h2'), role: 'author' });
      expect(again).toEqual({ ...first, token_hash: 'h2', role: 'author' });
      expect((await users.findByHash('h2', NOW))?.role).toBe('author');
      expect(await users.findByHash('h1', NOW)).toBeNull();
      expect(await users.list()).toHaveLength(2);
    });

    test('users: of adding one revoked name at once, one wins', async () => {
      const { users } = store();
      await users.add(user('ann', 'h0'));
      await users.change('ann', { revoked_utc: NOW });
      const hashes = ['h1', 'h2', 'h3', 'h4'];
      const added = await Promise.all(hashes.map((hash) => users.add(user('ann', hash))));
      expect(added.filter((one) => one !== null)).toHaveLength(1);
      expect(await users.list()).toHaveLength(1);
    });

    test('users: a new token replaces the old one, but not for a revoked user', async () => {
      const { users } = store();
      const ann = await users.add(user('ann', 'h1'));
      await users.change('ann', { token_hash: 'h2' });
      expect(await users.findByHash('h1', NOW)).toBeNull();
      expect((await users.findByHash('h2', NOW))?.id).toBe(ann?.id);
      await users.change('ann', { revoked_utc: NOW });
      expect(await users.change('ann', { token_hash: 'h3' })).toBe(false);
      expect(await users.findByHash('h3', NOW)).toBeNull();
    });

    test('users: an old token is valid until its time', async () => {
      const { users } = store();
      await users.add(user('ann', 'h1'));
      const old = { old_token_hash: 'h1', old_token_until_utc: '2026-03-10 13:00:00' };
      await users.change('ann', { token_hash: 'h2', ...old });
      const nameAt = async (nowUtc: string) => (await users.findByHash('h1', nowUtc))?.name;
      expect(await nameAt('2026-03-10 12:59:59')).toBe('ann');
      expect(await nameAt('2026-03-10 13:00:00')).toBeUndefined();
      await users.change('ann', { revoked_utc: NOW });
      expect(await nameAt('2026-03-10 12:59:59')).toBeUndefined();
    });
  });
}
