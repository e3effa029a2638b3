/** Subscribed calendars: identity, order of versions, authority, what is missing. Contract 32. */
import { describe, expect, it } from 'vitest';
import { runSource } from '../../src/sources/run.js';
import { readSource } from '../../src/sources/source.js';
import { overTwoPairs } from '../support/adapters.js';
import { disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import {
  calendar,
  club,
  counts,
  listed,
  open,
  run,
  serve,
  subscribe,
  type Told,
  titles,
  useClub,
} from '../support/club.js';

useClub();

overTwoPairs('subscribed calendars', (pair) => {
  it('32 are loaded, and again when they change', async () => {
    await open(pair);
    serve(calendar([{ uid: 'a@club' }, { uid: 'b@club', more: ['CATEGORIES:Chess'] }]));
    const id = await subscribe({ category: 'Club', name: 'Club' });
    expect(counts(await run(id))).toEqual([2, 0, 0, 0]);
    const [first, second] = await listed();
    expect(first).toMatchObject({ title: 'a@club', venue: { venue: 'Town Hall' } });
    expect(second.categories.map(({ name }: Json) => name).sort()).toEqual(['Chess', 'Club']);
    const ics = await club.app.call({ request: `GET /events/${first.id}.ics` });
    expect(ics.text).toContain('UID:a@club\r\n');
    expect((await run(id)).outcome).toBe('unchanged');
    serve(calendar([{ uid: 'a@club', summary: 'Moved' }, { uid: 'b@club' }, { uid: 'c@club' }]));
    expect(counts(await run(id))).toEqual([1, 2, 0, 0]);
    expect(await titles()).toEqual(['Moved', 'b@club', 'c@club']);
    expect(await disagreements(club.app.deps)).toEqual([]);
  });

  it('32 what they no longer have goes after two good fetches, and comes back', async () => {
    await open(pair);
    const [a, b, c] = ['a', 'b', 'c'].map((uid) => ({ uid }));
    serve(calendar([a, b, c] as Told[]));
    const id = await subscribe();
    await run(id);
    serve(calendar([a, b] as Told[]));
    expect((await run(id)).missing).toBe(0);
    // The same answer once more says that it is gone.
    expect(await run(id)).toMatchObject({ missing: 1, lines: ['missing: trash: c'] });
    expect(await titles()).toEqual(['a', 'b']);
    serve(calendar([a, b, c] as Told[], ['X-WR-CALNAME:Back']));
    await run(id);
    expect(await titles()).toEqual(['a', 'b', 'c']);
    expect(await disagreements(club.app.deps)).toEqual([]);
  });

  it('32 two processes at once load a calendar once', async () => {
    await open(pair);
    serve(calendar([{ uid: 'a' }]));
    const id = await subscribe();
    const source = await readSource(club.app.deps, id);
    const both = await Promise.all([
      runSource(club.app.deps, source),
      runSource(club.app.deps, source),
    ]);
    expect(both.filter((one) => one === null)).toHaveLength(1);
    expect(await titles()).toEqual(['a']);
  });
});

describe('subscribed calendars', () => {
  it('32 a newer version wins, an older one changes nothing', async () => {
    await open();
    const version = (sequence: number, summary: string, modified = '20260301T000000Z') => ({
      uid: 'a',
      summary,
      more: [`SEQUENCE:${sequence}`, `LAST-MODIFIED:${modified}`],
    });
    serve(calendar([version(2, 'two'), version(1, 'one')]));
    const id = await subscribe();
    const lines = ['sequence: older versions passed by: 1'];
    expect(await run(id)).toMatchObject({ created: 1, older: 0, lines });
    expect(await titles()).toEqual(['two']);
    serve(calendar([version(1, 'old')]));
    expect(await run(id)).toMatchObject({ updated: 0, older: 1 });
    serve(calendar([version(2, 'earlier', '20260228T000000Z')]));
    expect((await run(id)).older).toBe(1);
    expect(await titles()).toEqual(['two']);
    serve(calendar([version(2, 'later', '20260302T000000Z')]));
    expect((await run(id)).updated).toBe(1);
    expect(await titles()).toEqual(['later']);
  });

  it('32 so it is for each changed date of a series', async () => {
    await open();
    const series = {
      uid: 'weekly',
      start: '20260312T190000Z',
      more: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    };
    const changed = (sequence: number, summary: string) => ({
      uid: 'weekly',
      summary,
      start: '20260319T200000Z',
      more: ['RECURRENCE-ID:20260319T190000Z', `SEQUENCE:${sequence}`],
    });
    serve(calendar([series, changed(3, 'three')]));
    const id = await subscribe();
    expect((await run(id)).rejected).toBe(0);
    serve(calendar([series, changed(2, 'two')]));
    expect((await run(id)).older).toBe(1);
    expect(await titles()).toEqual(['weekly', 'three']);
    serve(calendar([series, changed(4, 'four')]));
    await run(id);
    expect(await titles()).toEqual(['weekly', 'four']);
  });

  it('32 keep: a series is loaded once with its changed dates, and left alone', async () => {
    await open();
    const series = {
      uid: 'weekly',
      start: '20260312T190000Z',
      more: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    };
    const changed = (day: number, summary: string) => ({
      uid: 'weekly',
      summary,
      start: `202603${day}T200000Z`,
      more: [`RECURRENCE-ID:202603${day}T190000Z`],
    });
    serve(calendar([series, changed(19, 'Special')]));
    const id = await subscribe({ authority: 'keep' });
    await run(id);
    expect(await titles()).toEqual(['weekly', 'Special', 'weekly']);
    serve(calendar([series, changed(19, 'Other'), changed(26, 'Late')]));
    expect(counts(await run(id))).toEqual([0, 0, 3, 0]);
    expect(await titles()).toEqual(['weekly', 'Special', 'weekly']);
  });

  it('32 what a changed date takes back is again as in its series', async () => {
    await open();
    const series = {
      uid: 'weekly',
      start: '20260312T190000Z',
      more: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    };
    const changed = (start: string, summary: string, more: string[] = []) => ({
      uid: 'weekly',
      summary,
      start,
      more: ['RECURRENCE-ID:20260319T190000Z', ...more],
    });
    const online = ['CONFERENCE;VALUE=URI:https://meet.example.org/1'];
    serve(calendar([series, changed('20260319T200000Z', 'Special', online)]));
    const id = await subscribe({ category: 'Club' });
    await run(id);
    const second = async () => {
      const { title, start_date, attendance_mode, online_url, categories } = (await listed())[1];
      return [title, start_date.slice(11), attendance_mode, online_url, categories.length];
    };
    expect(await second()).toEqual([
      'Special',
      '20:00:00',
      'hybrid',
      'https://meet.example.org/1',
      1,
    ]);
    serve(calendar([series, changed('20260319T190000Z', 'weekly')]));
    expect(await run(id)).toMatchObject({ updated: 1, unchanged: 1, rejected: 0 });
    expect(await second()).toEqual(['weekly', '19:00:00', 'in_person', '', 1]);
    serve(calendar([series, changed('20260319T190000Z', 'weekly')], ['X-WR-CALNAME:Again']));
    expect(counts(await run(id))).toEqual([0, 0, 2, 0]);
  });

  it('32 what is put into the trash here stays there', async () => {
    await open();
    serve(calendar([{ uid: 'a' }, { uid: 'b' }]));
    const id = await subscribe();
    await run(id);
    const [first] = await listed();
    await club.app.given({ request: `DELETE /events/${first.id}`, as: 'editor' });
    serve(calendar([{ uid: 'a', summary: 'Again' }, { uid: 'b' }]));
    await run(id);
    expect(await titles()).toEqual(['b']);
  });

  it.each(
    (['fields', 'overwrite', 'keep'] as const).flatMap((authority) =>
      (['trash', 'cancel'] as const).map((missing) => [authority, missing] as const),
    ),
  )('32 what comes back is restored: authority %s, missing %s', async (authority, missing) => {
    await open();
    const told = ['a', 'b', 'c'].map((uid) => ({ uid }));
    serve(calendar(told));
    const id = await subscribe({ authority, missing });
    await run(id);
    const states = async () =>
      (await listed('&status=publish,private', 'admin')).map((one) => [
        one.status,
        one.event_status,
      ]);
    const [{ id: first }] = await listed();
    await club.app.given({ request: `PATCH /events/${first}`, body: { status: 'private' } });
    const before = await states();
    for (const name of ['once', 'and for all']) {
      serve(calendar(told.slice(1), [`X-WR-CALNAME:Without a, ${name}`]));
      await run(id);
      expect((await run(id)).missing).toBe(1);
      serve(calendar(told, [`X-WR-CALNAME:Back, ${name}`]));
      await run(id);
      expect(await states()).toEqual(before);
    }
  });

  it('32 what was called off, and put into the trash by a user, stays there', async () => {
    await open();
    serve(calendar([{ uid: 'a' }, { uid: 'b' }]));
    const id = await subscribe({ missing: 'cancel' });
    await run(id);
    const [{ id: first }] = await listed();
    serve(calendar([{ uid: 'b' }]));
    await run(id);
    expect((await run(id)).missing).toBe(1);
    await club.app.given({ request: `DELETE /events/${first}`, as: 'editor' });
    serve(calendar([{ uid: 'a' }, { uid: 'b' }]));
    await run(id);
    expect(await titles()).toEqual(['b']);
  });

  it('32 a series whose last date is over is not missing: what was stays', async () => {
    await open();
    const day = (days: number) =>
      new Date(club.app.clock.nowMs + days * 86_400_000).toISOString().slice(0, 10);
    const weekly = (uid: string, days: number) => ({
      uid,
      start: `${day(days).replaceAll('-', '')}T190000Z`,
      more: ['RRULE:FREQ=WEEKLY;COUNT=2'],
    });
    const [over, running] = [weekly('over', -20), weekly('running', -3)];
    serve(calendar([over, running, { uid: 'a' }, { uid: 'b' }]));
    const id = await subscribe();
    await run(id);
    serve(calendar([{ uid: 'a' }, { uid: 'b' }]));
    await run(id);
    expect((await run(id)).lines).toEqual(['missing: trash: running']);
    const past = await listed(`&end_date=${day(0)}`);
    expect(past.map(({ title }) => title)).toEqual(['over', 'over']);
  });

  it('32 days: what is over or far away is passed by, what is known stays', async () => {
    await open();
    const past = { uid: 'past', start: '20250101T190000Z' };
    const far = { uid: 'far', start: '20300101T190000Z' };
    serve(calendar([past, far, { uid: 'a' }]));
    const id = await subscribe();
    expect(await run(id)).toMatchObject({ created: 1, passed_by: 2 });
    // A known event that moves far away is still there.
    serve(calendar([past, far, { uid: 'a', start: '20300202T190000Z' }]));
    expect(await run(id)).toMatchObject({ updated: 1, passed_by: 2 });
    club.app.clock.nowMs += 25 * 3_600_000;
    const before = club.asked.length;
    expect((await run(id)).outcome).toBe('loaded');
    // After a day it is read although it is the same.
    expect(club.asked.slice(before)).toEqual(['/club.ics']);
  });

  it.each([
    ['overwrite', 'Theirs 2', 'Their words 2'],
    ['fields', 'Ours', 'Their words 2'],
    ['keep', 'Ours', 'Their words'],
  ] as const)('32 authority %s', async (authority, title, description) => {
    await open();
    const theirs = (end: string) =>
      calendar([
        {
          uid: 'a',
          summary: `Theirs${end}`,
          more: [`DESCRIPTION:Their words${end}`, `COMMENT:x${end}`],
        },
      ]);
    serve(theirs(''));
    const id = await subscribe({ authority });
    await run(id);
    const [event] = await listed();
    await club.app.given({ request: `PATCH /events/${event.id}`, body: { title: 'Ours' } });
    serve(theirs(' 2'));
    await run(id);
    const [after] = await listed();
    expect([after.title, after.description]).toEqual([title, description]);
    // An edit stays one, however often the calendar changes.
    serve(theirs(' 3'));
    await run(id);
    const [last] = await listed();
    expect(last.title).toBe(title.replace('2', '3'));
    expect(last.description).toBe(description.replace('2', '3'));
  });

  it.each([
    ['cancel', { event_status: 'cancelled' }],
    ['keep', { event_status: 'scheduled' }],
  ] as const)('32 missing: %s', async (missing, state) => {
    await open();
    serve(calendar([{ uid: 'a' }, { uid: 'b' }]));
    const id = await subscribe({ missing });
    await run(id);
    for (const name of ['one', 'two', 'three']) {
      serve(calendar([{ uid: 'a' }], [`X-WR-CALNAME:${name}`]));
      await run(id);
    }
    expect((await listed())[1]).toMatchObject({ title: 'b', ...state });
  });

  it('32 more than half is held until the operator accepts, or it returns', async () => {
    await open();
    const all = ['a', 'b', 'c', 'd', 'e'].map((uid) => ({ uid }));
    serve(calendar(all));
    const id = await subscribe();
    await run(id);
    serve(calendar(all.slice(0, 2)));
    expect(await run(id)).toMatchObject({ missing: 0, held: 0 });
    // It is fetched whole as long as it is held, though it says that it is the same.
    for (const _ of [1, 2]) {
      const held = await run(id);
      expect(held).toMatchObject({ outcome: 'loaded', missing: 0, held: 3 });
      const text = 'held: 3 of 5 coming events are missing; run 1 --accept lets them go';
      expect(held.lines[0]).toBe(text);
    }
    expect(await titles()).toHaveLength(5);
    serve(calendar(all.slice(0, 3)));
    expect(await run(id)).toMatchObject({ missing: 2, held: 0 });
    serve(calendar(all));
    await run(id);
    expect(await titles()).toHaveLength(5);
    serve(calendar([{ uid: 'f' }]));
    await run(id);
    expect(await run(id)).toMatchObject({ held: 5 });
    const source = await readSource(club.app.deps, id);
    const accepted = await runSource(club.app.deps, source, { isAccepted: true });
    expect(accepted).toMatchObject({ missing: 5, held: 0 });
    expect(await titles()).toEqual(['f']);
  });

  it('32 a few events may all go; one that cannot be read is there', async () => {
    await open();
    serve(calendar([{ uid: 'a' }, { uid: 'b' }, { uid: 'c' }, { uid: 'd' }]));
    const id = await subscribe();
    await run(id);
    serve(calendar([{ uid: 'b', start: 'never' }]));
    for (const missing of [0, 3]) {
      expect(await run(id)).toMatchObject({ rejected: 1, missing, held: 0 });
    }
    expect(await titles()).toEqual(['b']);
  });

  it('32 recurring events with changed and excepted dates', async () => {
    await open();
    const series = {
      uid: 'weekly',
      start: '20260312T190000Z',
      more: ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20260319T190000Z'],
    };
    const changed = {
      uid: 'weekly',
      summary: 'Special',
      start: '20260326T200000Z',
      more: ['RECURRENCE-ID:20260326T190000Z'],
    };
    serve(calendar([series, changed]));
    const id = await subscribe({ category: 'Club' });
    expect((await run(id)).rejected).toBe(0);
    expect(await titles()).toEqual(['weekly', 'Special', 'weekly']);
    const [first, special] = await listed();
    expect(special.recurrence.changed).not.toContain('status');
    expect(first.categories).toHaveLength(1);
    serve(calendar([series, changed], ['X-WR-CALNAME:Again']));
    expect(counts(await run(id))).toEqual([0, 0, 2, 0]);
  });

  it('32 texts of strangers are cleaned, and our own events passed by', async () => {
    await open();
    const nameless = { uid: '', summary: 'Nameless' };
    const hostile = 'DESCRIPTION:<p onclick="x()">Hi<script>alert(1)</script></p>';
    serve(calendar([{ uid: 'a', more: [hostile] }, { uid: 'event-7@example.com' }, nameless]));
    const id = await subscribe();
    expect(await run(id)).toMatchObject({ created: 2, passed_by: 1 });
    const all = await listed();
    expect(JSON.stringify(all)).not.toMatch(/onclick|<script/);
    serve(calendar([{ uid: 'a' }, nameless], ['X-WR-CALNAME:Again']));
    await run(id);
    expect(await listed()).toHaveLength(2);
  });
});
