/** What becomes of edits here in events that sources tell, field by field. Contract 32. */
import { expect } from 'vitest';
import type { Told } from '../support/club.js';
import { fetched, mine, type Step, tell, tellStories } from '../support/story.js';

const WEEKLY = ['RRULE:FREQ=WEEKLY;COUNT=3'];
const LATER = { start_date: '2026-03-20 21:00:00', end_date: '2026-03-20 23:00:00' };
const other = { uid: 'other', start: '20260401T190000Z' };

type Shown = Record<string, unknown>;

/**
 * The calendar says the event of 20 March, or lacks it; then lists show it so. `stays`: the field
 * that the run names because it keeps an edit. The same calendar again changes nothing.
 */
function says(told: Partial<Told> | null, shown: Shown, stays?: string): Step[] {
  const all = told ? [{ uid: 'an-event-with-a-wide-uid', ...told }, other] : [other];
  const line = expect.stringContaining(stays ? `${stays}: stays` : 'stays');
  const lines = stays ? expect.arrayContaining([line]) : expect.not.arrayContaining([line]);
  return [
    tell(...all),
    fetched({ run: { lines }, records: { '03-20': shown } }, { missing: 'cancel' }),
    ...(told ? [tell(...all), fetched({ run: { created: 0, updated: 0 } })] : []),
  ];
}
/** A user edits it here. */
const edits = (fields: Shown, shown: Shown = fields): Step =>
  mine({ edits: { '03-20': fields } }, { records: { '03-20': shown } });

const shared = { uid: 'shared-by-two-calendars', summary: 'Theirs' };

tellStories({
  '32 a field stays while the calendar changes others': [
    ...says({ summary: 'Theirs' }, { title: 'Theirs' }),
    edits({ title: 'Ours' }),
    ...says(
      { summary: 'Theirs', more: ['DESCRIPTION:New'] },
      { title: 'Ours', description: 'New' },
    ),
  ],
  '32 a field that both change stays and is named, until both agree': [
    ...says({ summary: 'Konzrt' }, { title: 'Konzrt' }),
    edits({ title: 'Konzert' }),
    ...says({ summary: 'Konzert!' }, { title: 'Konzert' }, 'title'),
    ...says({ summary: 'Konzert' }, { title: 'Konzert' }),
    ...says({ summary: 'Konzert XL' }, { title: 'Konzert XL' }),
  ],
  '32 an edit that is taken back follows the calendar again': [
    ...says({ summary: 'One' }, { title: 'One' }),
    edits({ title: 'Ours' }),
    ...says({ summary: 'Two' }, { title: 'Ours' }, 'title'),
    edits({ title: 'One' }),
    ...says({ summary: 'Two' }, { title: 'Two' }),
  ],
  '32 times are one field': [
    ...says({}, { start_date: '2026-03-20 19:00:00' }),
    edits(LATER),
    ...says({ start: '20260321T190000Z' }, LATER, 'start_date'),
  ],
  '32 a series has the times of its calendar, and the title of here': [
    ...says({ more: WEEKLY }, { start_date: '2026-03-20 19:00:00' }),
    edits({ ...LATER, title: 'Ours', scope: 'all' }, { title: 'Ours' }),
    ...says(
      { start: '20260320T180000Z', more: WEEKLY },
      { title: 'Ours', start_date: '2026-03-20 18:00:00' },
    ),
  ],
  '32 a state that the run gave is no edit': [
    ...says({}, { event_status: 'scheduled' }),
    edits({ title: 'Ours' }),
    ...says(null, { event_status: 'scheduled' }),
    ...says(null, { event_status: 'cancelled', title: 'Ours' }),
    ...says({}, { event_status: 'scheduled', title: 'Ours' }),
    ...says({ more: ['STATUS:CANCELLED'] }, { event_status: 'cancelled', title: 'Ours' }),
  ],
  '32 a calendar that takes over keeps what was changed here': [
    tell(shared, { uid: 'b' }),
    fetched(),
    mine({ edits: { Theirs: { title: 'Ours' } } }),
    tell({ uid: 'b' }),
    fetched(),
    fetched({ titles: ['b'] }),
    ['rival', { tells: [{ ...shared, more: ['DESCRIPTION:Of the other'] }] }],
    mine(
      { runs: 'rival' },
      { records: { Theirs: { title: 'Ours', description: 'Of the other' } } },
    ),
  ],
});
