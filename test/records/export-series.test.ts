/** Exports of series, loaded into an empty store and into their own. Contract 18.2. */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, StoredRecord } from '../../src/kinds/record.js';
import { occurrenceOf } from '../../src/kinds/series.js';
import type { Deps } from '../../src/records/deps.js';
import { removeRecord } from '../../src/records/remove.js';
import { createRecord, updateRecord } from '../../src/records/save.js';
import { type Opened, openPair, overTwoPairs, pairNamed } from '../support/adapters.js';
import { catchUp, disagreements } from '../support/agree.js';
import { exported, loadText } from '../support/files.js';

const caller = { id: 1, name: 'admin', role: 'administrator' } as const;

async function load(deps: Opened['deps'], text: string): Promise<void> {
  expect(await loadText(deps, 'event', text)).toMatchObject({ rejected: 0, told: [] });
  await catchUp(deps);
  expect(await disagreements(deps)).toEqual([]);
}

const times = {
  timezone: 'Europe/Paris',
  start_date: '2026-04-07 19:00:00',
  end_date: '2026-04-07 21:00:00',
};

/**
 * A series with a changed, a moved, a trashed, an erased and a restored date, one that lost a changed
 * date, one in the trash, and a single event.
 */
async function fill(deps: Deps): Promise<void> {
  const create = (payload: JsonObject) => createRecord(deps, kinds.event, { payload, caller });
  const update = (id: number, payload: JsonObject) =>
    updateRecord(deps, kinds.event, { key: { id }, payload, caller });
  const series = await create({
    ...times,
    title: 'Market',
    cost: '5',
    categories: ['Food'],
    recurrence: ['FREQ=WEEKLY;UNTIL=20260630', 'RDATE:20260408T190000'],
  });
  await create({ ...times, title: 'Single' });
  await catchUp(deps);
  const dates = await deps.store.find('event', 'parent', [series.id], 100);
  const ids = dates.sort(byDate).map(({ id }) => id);
  await update(Number(ids[0]), { title: 'First', cost: '', categories: '' });
  await update(Number(ids[2]), { start_date: '2026-04-15 20:00:00' });
  await update(Number(ids[3]), { status: 'draft' });
  await removeRecord(deps, kinds.event, { key: { id: Number(ids[3]) }, caller });
  await removeRecord(deps, kinds.event, { key: { id: Number(ids[4]) }, caller, isForced: true });
  await update(Number(ids[5]), { event_status: 'cancelled', event_status_reason: 'Rain' });
  const trashed = await create({ ...times, title: 'Trashed', recurrence: 'FREQ=DAILY;COUNT=3' });
  await catchUp(deps);
  const shorter = await create({ ...times, title: 'Shorter', recurrence: 'FREQ=DAILY;COUNT=3' });
  await catchUp(deps);
  const datesOf = (id: number) => deps.store.find('event', 'parent', [id], 9);
  for (const { id } of [trashed, shorter]) {
    const [first, , last] = (await datesOf(id)).sort(byDate);
    await update(Number(first?.id), { title: 'First' });
    await update(Number(last?.id), { title: 'Last' });
    await update(id, { recurrence: 'FREQ=DAILY;COUNT=2' });
  }
  await catchUp(deps);
  await removeRecord(deps, kinds.event, { key: { id: trashed.id }, caller });
  await catchUp(deps);
}

const byDate = (a: StoredRecord, b: StoredRecord): number =>
  String(occurrenceOf(a)?.date) < String(occurrenceOf(b)?.date) ? -1 : 1;

overTwoPairs('an export of series', (pair) => {
  it('is the same after a load into an empty store, and changes nothing in its own', async () => {
    const { deps, close } = await openPair(pair);
    await fill(deps);
    const text = await exported(deps, 'event');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
    expect(lines.map(({ title, recurrence_id }) => [title, recurrence_id])).toEqual([
      ['Market', undefined],
      ['Single', undefined],
      ['Trashed', undefined],
      ['Shorter', undefined],
      ['First', '2026-04-07 19:00:00'],
      [undefined, '2026-04-14 19:00:00'],
      [undefined, '2026-04-21 19:00:00'],
      [undefined, '2026-05-05 19:00:00'],
      ['First', '2026-04-07 19:00:00'],
      ['Last', '2026-04-09 19:00:00'],
      ['First', '2026-04-07 19:00:00'],
      ['Last', '2026-04-09 19:00:00'],
    ]);
    expect(lines[0]?.recurrence).toEqual([
      'RRULE:FREQ=WEEKLY;UNTIL=20260630T235959',
      'RDATE:20260408T190000',
    ]);
    expect(lines[0]?.local_dates).toEqual({ added: [], excepted: ['2026-04-28 19:00:00'] });
    const other = await openPair(pairNamed('sqlite + sqlite'));
    await load(other.deps, text);
    expect(await exported(other.deps, 'event')).toBe(text);
    await load(other.deps, text);
    expect(await exported(other.deps, 'event')).toBe(text);
    const scan = () => deps.store.scan('event', { afterId: 0, limit: 100 });
    const before = await scan();
    await load(deps, text);
    expect(await exported(deps, 'event')).toBe(text);
    expect(await scan()).toEqual(before);
    await Promise.all([close(), other.close()]);
  });

  it('is the same years later, with the changed dates of then', async () => {
    let nowMs = Date.parse('2026-03-01T12:00:00Z');
    const overrides = { now: () => nowMs };
    const { deps, close } = await openPair(pair, { overrides });
    await fill(deps);
    nowMs += 2 * 366 * 86_400_000;
    const text = await exported(deps, 'event');
    expect(text.match(/"recurrence_id"/g)).toHaveLength(8);
    const other = await openPair(pairNamed('sqlite + sqlite'), { overrides });
    await load(other.deps, text);
    expect(await exported(other.deps, 'event')).toBe(text);
    await Promise.all([close(), other.close()]);
  });
});
