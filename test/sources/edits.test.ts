/** What becomes of edits here in events that sources tell, field by field. Contract 32. */
import { expect, it } from 'vitest';
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
  useClub,
} from '../support/club.js';

useClub();

/** A step: the calendar says an event, a user changes it here, or the calendar lacks it. */
interface Step {
  says?: Partial<Told> | null;
  edits?: Record<string, unknown>;
  /** What lists show after it. */
  shows: Record<string, unknown>;
  /** What the lines of the run tell. */
  tells?: RegExp;
}

const WEEKLY = ['RRULE:FREQ=WEEKLY;COUNT=3'];
const LATER = { start_date: '2026-03-20 21:00:00', end_date: '2026-03-20 23:00:00' };

const stories: Record<string, Step[]> = {
  'a field stays while the calendar changes others': [
    { says: { summary: 'Theirs' }, shows: { title: 'Theirs' } },
    { edits: { title: 'Ours' }, shows: { title: 'Ours' } },
    {
      says: { summary: 'Theirs', more: ['DESCRIPTION:New'] },
      shows: { title: 'Ours', description: 'New' },
    },
  ],
  'a field that both change stays and is named, until both agree': [
    { says: { summary: 'Konzrt' }, shows: { title: 'Konzrt' } },
    { edits: { title: 'Konzert' }, shows: { title: 'Konzert' } },
    { says: { summary: 'Konzert!' }, shows: { title: 'Konzert' }, tells: /title: stays/ },
    { says: { summary: 'Konzert' }, shows: { title: 'Konzert' } },
    { says: { summary: 'Konzert XL' }, shows: { title: 'Konzert XL' } },
  ],
  'an edit that is taken back follows the calendar again': [
    { says: { summary: 'One' }, shows: { title: 'One' } },
    { edits: { title: 'Ours' }, shows: { title: 'Ours' } },
    { says: { summary: 'Two' }, shows: { title: 'Ours' }, tells: /title: stays/ },
    { edits: { title: 'One' }, shows: { title: 'One' } },
    { says: { summary: 'Two' }, shows: { title: 'Two' } },
  ],
  'times are one field': [
    { says: {}, shows: { start_date: '2026-03-20 19:00:00' } },
    { edits: LATER, shows: LATER },
    { says: { start: '20260321T190000Z' }, shows: LATER, tells: /start_date: stays/ },
  ],
  'a series has the times of its calendar, and the title of here': [
    { says: { more: WEEKLY }, shows: { start_date: '2026-03-20 19:00:00' } },
    { edits: { ...LATER, title: 'Ours', scope: 'all' }, shows: { title: 'Ours' } },
    {
      says: { start: '20260320T180000Z', more: WEEKLY },
      shows: { title: 'Ours', start_date: '2026-03-20 18:00:00' },
    },
  ],
  'a state that the run gave is no edit': [
    { says: {}, shows: { event_status: 'scheduled' } },
    { edits: { title: 'Ours' }, shows: { title: 'Ours' } },
    { says: null, shows: { event_status: 'scheduled' } },
    { says: null, shows: { event_status: 'cancelled', title: 'Ours' } },
    { says: {}, shows: { event_status: 'scheduled', title: 'Ours' } },
    { says: { more: ['STATUS:CANCELLED'] }, shows: { event_status: 'cancelled', title: 'Ours' } },
  ],
};

it.each(Object.entries(stories))('32 %s', async (_, steps) => {
  await open();
  const other = { uid: 'other', start: '20260401T190000Z' };
  let id = 0;
  for (const [at, { says, edits, shows, tells }] of steps.entries()) {
    if (edits) {
      const [event] = await listed();
      await club.app.given({ request: `PATCH /events/${event.id}`, body: edits });
    } else {
      const told = says ? [{ uid: 'an-event-with-a-wide-uid', ...says }, other] : [other];
      serve(calendar(told, [`X-WR-CALNAME:${at}`]));
      if (id === 0) id = await subscribe({ missing: 'cancel' });
      const { lines } = await run(id);
      if (tells) expect(lines.join('; ')).toMatch(tells);
      else expect(lines.join('; ')).not.toContain('stays');
      if (says) {
        serve(calendar(told, [`X-WR-CALNAME:${at} again`]));
        expect(counts(await run(id)).slice(0, 2)).toEqual([0, 0]);
      }
    }
    const [shown] = await listed();
    expect(shown, `step ${at}`).toMatchObject(shows);
  }
});

it('32 a calendar that takes over keeps what was changed here', async () => {
  await open();
  const shared = { uid: 'shared-by-two-calendars', summary: 'Theirs' };
  serve(calendar([shared, { uid: 'b' }]));
  const one = await subscribe();
  await run(one);
  const [{ id }] = await listed();
  await club.app.given({ request: `PATCH /events/${id}`, body: { title: 'Ours' } });
  const other = await subscribe({ url: `${club.url}?other` });
  serve(calendar([{ uid: 'b' }]));
  await run(one);
  await run(one);
  serve(calendar([{ ...shared, more: ['DESCRIPTION:Of the other'] }]));
  await run(other);
  const shown = await club.app.given({ request: `GET /events/${id}` });
  expect(shown).toMatchObject({ title: 'Ours', description: 'Of the other' });
});
