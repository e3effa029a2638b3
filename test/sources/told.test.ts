/** What a calendar told, and what is told by others: files, calendars, people. Contract 32. */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import { removeSource } from '../../src/sources/remove.js';
import { exported, load } from '../lifecycle/world.js';
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
  titles,
  useClub,
} from '../support/club.js';
import { loadRows } from '../support/load-rows.js';

useClub();

/** Serves a text at each path, and another status for others. */
function serveAll(texts: Record<string, string>): void {
  club.answer = ({ url = '' }, response) => {
    const text = texts[url];
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/calendar' });
    response.end(text);
  };
}

const keysOf = async (id: number) =>
  (await club.app.deps.store.keys.list('event', { ids: [id] })).map(({ key }) => key);

it('32 what was edited here is overwritten, though the calendar says the same', async () => {
  await open();
  const told = [{ uid: 'a', summary: 'Theirs' }];
  serve(calendar(told));
  const id = await subscribe({ authority: 'overwrite' });
  await run(id);
  const [event] = await listed();
  serve(calendar(told, ['X-WR-CALNAME:one']));
  expect(counts(await run(id))).toEqual([0, 0, 1, 0]);
  expect((await club.app.given({ request: `GET /events/${event.id}` })).modified_utc).toBe(
    event.modified_utc,
  );
  await club.app.given({ request: `PATCH /events/${event.id}`, body: { title: 'Ours' } });
  serve(calendar(told, ['X-WR-CALNAME:two']));
  expect(counts(await run(id))).toEqual([0, 1, 0, 0]);
  expect(await titles()).toEqual(['Theirs']);
});

it('32 a series whose dates are deleted one by one has none, until one is back', async () => {
  await open();
  const days = ['20260312', '20260319', '20260326'];
  const told = (deleted: string[]) => {
    const exceptions = deleted.map((day) => `EXDATE:${day}T190000Z`);
    const more = ['RRULE:FREQ=WEEKLY;COUNT=3', ...exceptions];
    return calendar([{ uid: 'weekly', start: '20260312T190000Z', more }]);
  };
  let id = 0;
  for (const gone of [0, 2, 3, 1]) {
    serve(told(days.slice(0, gone)));
    if (id === 0) id = await subscribe();
    expect(await run(id)).toMatchObject({ outcome: 'loaded', rejected: 0 });
    expect(await titles()).toEqual(days.slice(gone).map(() => 'weekly'));
  }
  expect(await disagreements(club.app.deps)).toEqual([]);
});

it('32 a calendar that restarts its numbers is no older', async () => {
  await open();
  const version = (sequence: number, modified: string, summary: string) =>
    calendar([{ uid: 'a', summary, more: [`SEQUENCE:${sequence}`, `LAST-MODIFIED:${modified}`] }]);
  serve(version(7, '20260301T000000Z', 'Seven'));
  const id = await subscribe();
  await run(id);
  serve(version(0, '20260302T000000Z', 'Anew'));
  expect(await run(id)).toMatchObject({ updated: 1, older: 0 });
  serve(version(0, '20260201T000000Z', 'Old'));
  expect(await run(id)).toMatchObject({ updated: 0, older: 1 });
  expect(await titles()).toEqual(['Anew']);
});

it('32 an older version of a series has no change of all its later dates either', async () => {
  await open();
  const version = (number: number, lines: string[]) => [`SEQUENCE:${number}`, ...lines];
  const of = (number: number, later: string | null) => {
    const range = ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260319T190000Z'];
    const following = { uid: 'a', summary: later ?? '', start: '20260319T190000Z' };
    const rules = version(number, ['RRULE:FREQ=WEEKLY;COUNT=2']);
    return calendar([
      { uid: 'a', start: '20260312T190000Z', more: rules },
      ...(later === null ? [] : [{ ...following, more: version(number, range) }]),
    ]);
  };
  serve(of(1, 'Later'));
  const id = await subscribe();
  await run(id);
  expect(await titles()).toEqual(['a', 'Later']);
  serve(of(2, null));
  await run(id);
  expect(await titles()).toEqual(['a', 'a']);
  serve(of(1, 'Later'));
  expect(await run(id)).toMatchObject({ updated: 0, older: 2 });
  expect(await titles()).toEqual(['a', 'a']);
});

it('32 an event of two calendars is written by the first, and goes when both lack it', async () => {
  await open();
  const uid = '0123456789-shared@club.example';
  let told = 0;
  const of = (who: string, summary: string | null) => {
    told += 1;
    const others = ['x', 'y', 'z'].map((one) => ({
      uid: `${who}-${one}`,
      summary: `${who} ${one}`,
    }));
    const shared = summary === null ? [] : [{ uid, summary }];
    return calendar([...others, ...shared], [`X-WR-CALNAME:${told}`]);
  };
  const urls = ['/one.ics', '/two.ics'];
  const [one, two] = await Promise.all(
    urls.map((path) => subscribe({ url: new URL(path, club.url).href })),
  );
  const shared = async () => (await titles()).filter((title) => !/ [xyz]$/.test(title));
  const runBoth = async (first: string | null, second: string | null) => {
    serveAll({ '/one.ics': of('one', first), '/two.ics': of('two', second) });
    await run(one ?? 0);
    await run(two ?? 0);
    return shared();
  };
  expect(await runBoth('First', 'First')).toEqual(['First']);
  expect(await runBoth('First', 'Second')).toEqual(['First']);
  expect(await runBoth('Third', 'Second')).toEqual(['Third']);
  expect(await runBoth(null, 'Second')).toEqual(['Third']);
  // What the first lacks the second writes.
  expect(await runBoth(null, 'Second')).toEqual(['Second']);
  expect(await runBoth(null, null)).toEqual(['Second']);
  expect(await runBoth(null, null)).toEqual([]);
  expect(await runBoth(null, 'Back')).toEqual(['Back']);
  await removeSource(club.app.deps, two ?? 0);
  serveAll({ '/one.ics': of('one', 'Again') });
  await run(one ?? 0);
  expect(await shared()).toEqual(['Again']);
});

it.each([
  ['a date', 'RECURRENCE-ID'],
  ['a date and all later ones', 'RECURRENCE-ID;RANGE=THISANDFUTURE'],
])('32 %s of a series of two calendars is changed by the first', async (_, name) => {
  await open();
  const uid = '0123456789-shared@club.example';
  const of = (who: string) => {
    const date = { uid, summary: `Late, ${who}`, more: [`${name}:20260327T190000Z`] };
    const weekly = { uid, summary: 'Club', start: '20260320T190000Z' };
    const moved = { ...date, start: '20260328T190000Z' };
    return calendar([{ ...weekly, more: ['RRULE:FREQ=WEEKLY;COUNT=2'] }, moved]);
  };
  serveAll({ '/one.ics': of('one'), '/two.ics': of('two') });
  for (const path of ['/one.ics', '/two.ics']) {
    const { rejected } = await run(await subscribe({ url: new URL(path, club.url).href }));
    expect(rejected).toBe(0);
  }
  expect(await titles()).toEqual(['Club', 'Late, one']);
});

it('32 an event that a file brought is the one of the calendar', async () => {
  await open();
  const uid = '0123456789-of-the-club@club.example';
  const caller = { id: 1, name: 'admin', role: 'administrator' as const };
  const [loaded] = await loadRows(
    club.app.deps,
    kinds.event,
    [
      {
        externalId: `ical:${uid}`,
        payload: {
          title: 'Concert',
          start_date: '2026-03-20T19:00Z',
          end_date: '2026-03-20T21:00Z',
        },
      },
    ],
    { caller },
  );
  expect(loaded?.outcome).toBe('created');
  serve(calendar([{ uid, summary: 'Concert' }]));
  const id = await subscribe();
  expect((await run(id)).created).toBe(0);
  const [event, ...others] = await listed();
  expect([others, event.venue.venue]).toEqual([[], 'Town Hall']);
  expect(await keysOf(event.id)).toContain(`calendar-${id}:${uid}`);
});

it('32 UIDs that are new at each fetch double nothing', async () => {
  await open();
  const fetchOf = (n: number) =>
    calendar(
      [1, 2, 3].map((day) => ({
        ...{ uid: `0${n}000${day}OUTLOOK`, summary: `Board meeting ${day}` },
        start: `202603${20 + day}T180000Z`,
      })),
    );
  serve(fetchOf(1));
  const id = await subscribe();
  await run(id);
  const ids = (await listed()).map((event: Json) => event.id);
  for (const n of [2, 3, 4]) {
    serve(fetchOf(n));
    expect(counts(await run(id))).toEqual([0, 0, 3, 0]);
    expect((await listed()).map((event: Json) => event.id)).toEqual(ids);
  }
});

it('32 a date that was erased here stays away, whatever rules the calendar tells', async () => {
  await open();
  const told = (summary: string, count = 3, start = '20260320T190000Z') =>
    calendar([{ uid: 'weekly', summary, start, more: [`RRULE:FREQ=WEEKLY;COUNT=${count}`] }]);
  serve(told('Club night'));
  const id = await subscribe();
  await run(id);
  const [first] = await listed();
  const request = `DELETE /events/${first.id}?force=true`;
  await club.app.given({ request, as: 'admin' });
  expect(await titles()).toEqual(['Club night', 'Club night']);
  serve(told('Late club night'));
  await run(id);
  expect(await titles()).toEqual(['Late club night', 'Late club night']);
  // Other rules, and other times.
  serve(told('Club night', 4));
  await run(id);
  expect(await titles()).toEqual(Array(3).fill('Club night'));
  serve(told('Club night', 5, '20260320T200000Z'));
  await run(id);
  expect(await titles()).toEqual(Array(4).fill('Club night'));
});

it('32 rules that a user said stay, though an export and a file come in between', async () => {
  await open();
  const uid = '0123456789-weekly@club.example';
  const told = calendar([{ uid, summary: 'Club', more: ['RRULE:FREQ=WEEKLY;COUNT=3'] }]);
  serve(told);
  const id = await subscribe();
  await run(id);
  const [{ recurrence }] = await listed();
  const request = `PATCH /events/${recurrence.series_id}`;
  await club.app.given({ request, as: 'admin', body: { recurrence: 'FREQ=WEEKLY;COUNT=4' } });
  expect(await titles()).toHaveLength(4);
  // The export has the rules of the user; the calendar, and the file of it, those of before.
  const text = await exported(club.app.deps, 'event');
  expect((await load(club.app, 'events', text)).counts).toMatchObject({ created: 0, updated: 0 });
  expect((await load(club.app, 'events', told)).counts).toMatchObject({ created: 0, rejected: 0 });
  expect(await titles()).toHaveLength(4);
  serve(calendar([{ uid, summary: 'Late club', more: ['RRULE:FREQ=WEEKLY;COUNT=3'] }]));
  await run(id);
  expect(await titles()).toEqual(Array(4).fill('Late club'));
});

it('32 rules that a user said stay, though a file tells those that the calendar told', async () => {
  await open();
  const uid = '0123456789-weekly@club.example';
  const told = (hour: number) => {
    const start = `20260320T${hour}0000Z`;
    return calendar([{ uid, summary: 'Club', start, more: ['RRULE:FREQ=WEEKLY;COUNT=3'] }]);
  };
  await load(club.app, 'events', told(18));
  const id = await subscribe();
  serve(told(19));
  await run(id);
  // It repeats what the calendar has said.
  await load(club.app, 'events', told(19));
  const [{ recurrence }] = await listed();
  const request = `PATCH /events/${recurrence.series_id}`;
  await club.app.given({ request, as: 'admin', body: { recurrence: 'FREQ=WEEKLY;COUNT=4' } });
  await load(club.app, 'events', told(19));
  expect(await titles()).toHaveLength(4);
});
