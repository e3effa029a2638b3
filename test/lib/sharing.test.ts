/** Work shared by those who ask for it at once. */
import { describe, expect, it } from 'vitest';
import { openSharing } from '../../src/lib/sharing.js';

/** Work that ends when told to, numbered as it begins. */
function openWork() {
  const ends: ((fault?: Error) => void)[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length;
      ends.push((fault) => (fault ? reject(fault) : resolve(number)));
    });
  return { ends, work };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('sharing', () => {
  it('who asks while work is under way gets what begins after it', async () => {
    const { ends, work } = openWork();
    const share = openSharing<number>(1);
    const first = share('a', work);
    const others = [share('a', work), share('a', work)];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(0);
    await settle();
    const later = share('a', work);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await Promise.all(others)).toEqual([1, 1]);
    await settle();
    ends[2]?.();
    expect(await later).toBe(2);
    expect(ends).toHaveLength(3);
  });

  it('as much as allowed is under way side by side; the rest waits for whichever ends first', async () => {
    const { ends, work } = openWork();
    const share = openSharing<number>(2);
    const asked = Array.from({ length: 5 }, () => share('a', work));
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await settle();
    expect(ends).toHaveLength(3);
    ends[2]?.();
    ends[0]?.();
    expect(await Promise.all(asked)).toEqual([0, 1, 2, 2, 2]);
  });

  it('other keys do not wait, and nothing is left of what is done', async () => {
    const { ends, work } = openWork();
    const share = openSharing<number>(1);
    const asked = [share('a', work), share('b', work)];
    for (const end of ends) end();
    expect(await Promise.all(asked)).toEqual([0, 1]);
    await settle();
    const again = share('a', work);
    ends[2]?.();
    expect(await again).toBe(2);
  });

  it('a fault is that of its work alone', async () => {
    const { ends, work } = openWork();
    const share = openSharing<number>(1);
    const first = share('a', work);
    const others = [share('a', work), share('a', work)];
    const told = expect(first).rejects.toThrow('broken');
    ends[0]?.(new Error('broken'));
    await told;
    await settle();
    ends[1]?.();
    expect(await Promise.all(others)).toEqual([1, 1]);
  });
});
