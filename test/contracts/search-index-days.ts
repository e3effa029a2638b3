/** The records of a list by day. */
import { describe, expect, test } from 'vitest';
import { makeQuery, makeRecord, NOW, putRecords, utcText } from './builders.js';
import { freshIndex, type OpenIndex } from './search-index.js';

/** Part of the search index's contract. */
export function describeIndexDays(open: OpenIndex): void {
  describe('days', () => {
    const index = freshIndex(open);

    test('counts by day, and reads what begins on a day before what runs', async () => {
      const hours = 3600;
      const first = NOW - 12 * hours;
      const spans = Array.from({ length: 40 }, (_, at) => {
        const start = first + ((at * 7) % 150) * hours - 20 * hours;
        return { id: at + 1, start, end: start + ((at * at) % 60) * hours };
      });
      const events = spans.map(({ id, start, end }) => {
        const [start_date, end_date] = [utcText(start), utcText(end)];
        const fields = { start_date, end_date, utc_start_date: start_date, utc_end_date: end_date };
        return makeRecord('event', id, { fields, ...(id === 9 ? { status: 'draft' } : {}) });
      });
      await putRecords(index(), ...events);
      // What ends by 06:00 ends with the day before.
      const endOf = ({ start, end }: { start: number; end: number }) => {
        const night = (((end - first) % (24 * hours)) + 24 * hours) % (24 * hours);
        return night <= 6 * hours && start < end - night ? end - night : end;
      };
      const expected = Array.from({ length: 5 }, (_, day) => {
        const from = first + day * 24 * hours;
        const on = spans.filter(
          ({ id, start, end }) =>
            id !== 9 &&
            start < from + 24 * hours &&
            Math.max(endOf({ start, end }), start + 1) > from,
        );
        const begins = on.filter(({ start }) => start >= from);
        const runs = on.filter(({ start }) => start < from);
        begins.sort((one, other) => one.start - other.start || one.id - other.id);
        runs.sort((one, other) => other.start - one.start || one.id - other.id);
        return { total: on.length, ids: [...begins, ...runs].slice(0, 3).map(({ id }) => id) };
      });
      for (const sort of [
        { by: 'field', field: 'start' },
        { by: 'field', field: 'title' },
      ] as const) {
        const { days, total } = await index().search(
          makeQuery('event', {
            days: { first, count: 5, each: 3 },
            limit: 2,
            sort: { ...sort, direction: 'asc' },
          }),
        );
        expect(total).toBe(39);
        expect(
          days?.map((day) => ({ total: day.total, ids: day.hits.map(({ id }) => id) })),
        ).toEqual(expected);
        const [hit] = days?.[1]?.hits ?? [];
        expect(JSON.parse(hit?.answer ?? '')).toEqual({ id: hit?.id, revision: 1 });
      }
    });

    test('leaves out what runs through a day, where that is asked for', async () => {
      const day = 24 * 3600;
      const lengths = [3, 7, 8, 30];
      const events = lengths.map((length, at) => {
        const [start_date, end_date] = [utcText(NOW), utcText(NOW + length * day)];
        const fields = { start_date, end_date, utc_start_date: start_date, utc_end_date: end_date };
        return makeRecord('event', at + 1, { fields });
      });
      await putRecords(index(), ...events);
      const totals = async (hidesRunning: boolean) => {
        const days = { first: NOW - (NOW % day), count: 3, each: 5, hidesRunning };
        const { days: counted } = await index().search(makeQuery('event', { days }));
        return counted?.map(({ total }) => total);
      };
      expect(await totals(false)).toEqual([4, 4, 4]);
      expect(await totals(true)).toEqual([4, 2, 2]);
    });
  });
}
