/** Counts of lists: few readings, none of them older than the list that it is for. */
import { expect, test } from 'vitest';
import type { KindName } from '../../src/kinds/record.js';
import { openCounts } from '../../src/search/elasticsearch/counts.js';
import type { SearchPage } from '../../src/search/port.js';

const page = (): SearchPage => ({ total: 0, hits: [], hasMore: false, walk: '', facets: {} });

/** Counts that say how often they were read: the nth reading counts n for every ID it knows. */
function openReadings(known: (id: number) => boolean = () => true) {
  const asked: [KindName, number[]][] = [];
  const counts = openCounts(async (kind, ids) => {
    asked.push([kind, [...ids]]);
    const number = asked.length;
    return new Map(ids.filter(known).map((id) => [id, number]));
  });
  return { counts, asked };
}

test('lists begun before a reading share it; one begun after it has its own', async () => {
  const { counts, asked } = openReadings();
  const [one, two] = await Promise.all([
    counts.during(async () => page()),
    counts.during(async () => page()),
  ]);
  expect(await counts.of(one)('tag', [1, 2])).toEqual(
    new Map([
      [1, 1],
      [2, 1],
    ]),
  );
  expect(await counts.of(two)('tag', [2])).toEqual(new Map([[2, 1]]));
  const three = await counts.during(async () => page());
  expect(await counts.of(three)('tag', [2])).toEqual(new Map([[2, 2]]));
  expect(asked).toEqual([
    ['tag', [1, 2]],
    ['tag', [2, 1]],
  ]);
});

test('a reading begun while a list was asked serves it, one from before does not', async () => {
  const { counts } = openReadings();
  const before = await counts.during(async () => page());
  await counts.of(before)('tag', [1]);
  const long = await counts.during(async () => {
    const other = await counts.during(async () => page());
    await counts.of(other)('tag', [1]);
    return page();
  });
  expect(await counts.of(long)('tag', [1])).toEqual(new Map([[1, 2]]));
});

test('what no reading asked for is asked; kinds are apart; unknown IDs are left out', async () => {
  const { counts, asked } = openReadings((id) => id < 9);
  const [one, two] = await Promise.all([
    counts.during(async () => page()),
    counts.during(async () => page()),
  ]);
  await counts.of(one)('tag', [1]);
  expect(await counts.of(two)('category', [1])).toEqual(new Map([[1, 2]]));
  expect(await counts.of(two)('tag', [3, 9])).toEqual(new Map([[3, 3]]));
  expect(await counts.of(two)('tag', [])).toEqual(new Map());
  expect(asked).toHaveLength(3);
});

test('a reading that fails serves nobody: the same list, trying again, reads anew', async () => {
  let tries = 0;
  const counts = openCounts(async () => {
    if (tries++ === 0) throw new Error('gone');
    return new Map([[1, 5]]);
  });
  const one = await counts.during(async () => page());
  await expect(counts.of(one)('tag', [1])).rejects.toThrow('gone');
  expect(await counts.of(one)('tag', [1])).toEqual(new Map([[1, 5]]));
});
