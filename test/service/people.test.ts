/** Users with their tokens, and images by their URL, over each store. Contract 4.5, 6.1. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashToken } from '../../src/access/tokens.js';
import { addImage, findImage } from '../../src/service/images.js';
import {
  addUser,
  findByToken,
  isUser,
  listUsers,
  revokeUser,
  rotateToken,
  setRole,
} from '../../src/service/users.js';
import { overTwoPairs } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';

overTwoPairs('users and images', (pair) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp(pair);
  });
  afterEach(() => app.close());

  const add = async (name: string, token?: string) =>
    addUser(app.deps, { name, role: 'editor', ...(token === undefined ? {} : { token }) });
  const nameOf = async (token: string) =>
    (await findByToken(app.deps, hashToken(token)))?.name ?? null;
  const revoke = (name: string) => revokeUser(app.deps, { name, isForced: false });
  const named = async (name: string) =>
    (await listUsers(app.deps)).filter((user) => user.name === name);

  it('users are found by ID and token', async () => {
    const ann = await add('ann');
    const bob = await add('bob', 'h2');
    expect(ann?.user.id).not.toBe(bob?.user.id);
    expect(await named('ann')).toEqual([ann?.user]);
    expect(await isUser(app.deps, ann?.user.id ?? 0)).toBe(true);
    expect(await isUser(app.deps, 999)).toBe(false);
    expect([await nameOf(ann?.token ?? ''), await nameOf('h2')]).toEqual(['ann', 'bob']);
    expect(await nameOf('h3')).toBeNull();
  });

  it('a name has one active user; a revoked name gets its ID back', async () => {
    const first = await add('ann', 'h1');
    expect(await add('ann', 'h2')).toBeNull();
    expect([await revoke('ann'), await revoke('ann'), await revoke('nobody')]).toEqual([
      'done',
      'unknown',
      'unknown',
    ]);
    expect(await nameOf('h1')).toBeNull();
    expect(await setRole(app.deps, { name: 'ann', role: 'author', isForced: false })).toBe(
      'unknown',
    );
    expect(await isUser(app.deps, first?.user.id ?? 0)).toBe(true);
    const again = await add('ann', 'h2');
    expect(again?.user).toEqual({ ...first?.user, token_hash: hashToken('h2') });
    expect([await nameOf('h1'), await nameOf('h2')]).toEqual([null, 'ann']);
  });

  it('of adding one name at once, one wins; other names all get an ID', async () => {
    await add('ann', 'h0');
    await revoke('ann');
    const added = await Promise.all(['h1', 'h2', 'h3'].map((token) => add('ann', token)));
    expect(added.filter((one) => one !== null)).toHaveLength(1);
    expect(await named('ann')).toHaveLength(1);
    const others = await Promise.all(['x', 'y', 'z'].map((name) => add(name)));
    expect(new Set(others.map((one) => one?.user.id)).size).toBe(3);
  });

  it('an old token is valid until its time, and not for a revoked user', async () => {
    await add('ann', 'h1');
    const token = await rotateToken(app.deps, { name: 'ann', overlapSeconds: 60 });
    expect([await nameOf('h1'), await nameOf(token ?? '')]).toEqual(['ann', 'ann']);
    app.clock.nowMs += 60_000;
    expect([await nameOf('h1'), await nameOf(token ?? '')]).toEqual([null, 'ann']);
    await rotateToken(app.deps, { name: 'ann', overlapSeconds: 60 });
    await revoke('ann');
    expect(await nameOf(token ?? '')).toBeNull();
  });

  it('a URL has one image, the first that was stored', async () => {
    const url = 'https://x.test/a.png';
    const image = { id: 0, url, extension: 'png' };
    const stored = await Promise.all([1, 2, 3, 4].map(() => addImage(app.deps, image)));
    const [first] = stored;
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
    expect(await findImage(app.deps, url)).toEqual(first);
    expect(await findImage(app.deps, first?.id ?? 0)).toEqual(first);
    expect(await findImage(app.deps, 'https://x.test/b.png')).toBeNull();
    expect(await findImage(app.deps, 2 ** 40)).toBeNull();
  });
});
