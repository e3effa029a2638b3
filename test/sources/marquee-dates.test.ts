/** Stories of series and of their dates in listings that follow each other. Contract 30, 32.1. */
import { expect } from 'vitest';
import { alike, edit, make, run, type Step, tellStories } from '../support/story.js';

const weekly = {
  ...{ start_date: '2026-03-16 19:00:00', end_date: '2026-03-16 20:00:00' },
  recurrence: 'FREQ=WEEKLY;COUNT=4',
};
const six = { ...weekly, recurrence: 'FREQ=WEEKLY;COUNT=6' };
const dates = (...shown: [title: string, excerpt: string][]) =>
  shown.map(([title, excerpt]) => ({ title, excerpt }));

tellStories({
  '32 series with their parts, and dates that were changed, erased and restored': [
    make({ Weekly: six }),
    alike,
    edit({ '03-16': { title: 'Special' } }),
    ['a', { removes: '03-23' }],
    edit({ '04-06': { scope: 'following', venue: { venue: 'Yard' } } }),
    ['a', { erases: '03-30' }],
    alike,
    edit({ '03-16': { title: 'Weekly' }, '03-23': { status: 'publish' } }),
    edit({ Weekly: { excerpt: 'All of them' } }),
    alike,
  ],
  '32 what is changed in dates and rules here stays': [
    make({ Weekly: six }),
    run(),
    ['b', { edits: { '03-16': { title: 'Ours' } } }],
    ['b', { removes: '03-23' }],
    ['b', { erases: '03-30' }],
    edit({ '03-16': { title: 'Theirs', excerpt: 'Theirs' } }),
    edit({ '04-06': { excerpt: 'Other' } }),
    run({ events: dates(['Ours', 'Theirs'], ['Weekly', 'Other'], ['Weekly', ''], ['Weekly', '']) }),
    edit({ Weekly: { recurrence: 'FREQ=WEEKLY;COUNT=7' } }),
    run({
      events: dates(
        ...([
          ['Ours', 'Theirs'],
          ['Weekly', 'Other'],
        ] as [string, string][]),
        ...([
          ['Weekly', ''],
          ['Weekly', ''],
          ['Weekly', ''],
        ] as [string, string][]),
      ),
    }),
    // What a date has no more there is as in the series again, but not what was changed here.
    edit({ '03-16': { title: 'Weekly', excerpt: '' }, '04-06': { excerpt: '' } }),
    run({ records: { '03-16': { title: 'Ours', excerpt: '' } } }),
    ['b', {}, { records: { '04-06': { title: 'Weekly', excerpt: '' } } }],
    ['b', { edits: { series: { recurrence: 'FREQ=WEEKLY;COUNT=4' } } }],
    edit({ Weekly: { recurrence: 'FREQ=WEEKLY;COUNT=9', excerpt: 'New' } }),
    run({ events: dates(['Ours', 'New'], ['Weekly', 'New'], ['Weekly', 'New']) }),
  ],
  '32.1 dates have what they had when their series ended, though the run comes later': [
    make({ 'venues/Hall': {}, 'venues/Barn': {} }),
    make({
      Weekly: {
        ...six,
        ...{ start_date: '2026-02-17 19:00:00', end_date: '2026-02-17 20:00:00' },
        ...{ venue: '@venues/Hall', tags: ['old'], website: 'https://club.example/' },
      },
    }),
    run(),
    edit({ Weekly: { venue: '@venues/Barn', tags: ['new'], website: '', cost: '5' } }),
    edit({ Weekly: { recurrence: null } }),
    run({
      like: 'a',
      check: async ({ given }) => {
        const request = 'GET /events?start_date=2026-01-01&per_page=50&recurring=true';
        const { events } = await given({ request });
        expect(events.length).toBeGreaterThan(1);
        for (const date of events) {
          expect(date).toMatchObject({ venue: { venue: 'Barn' }, tags: [{ name: 'new' }] });
          expect([date.cost, date.website]).toEqual(['$5', expect.not.stringContaining('club')]);
        }
      },
    }),
  ],
  '32.1 a date is erased there, and comes back; a series ends, and begins': [
    make({ Weekly: weekly }),
    run(),
    ['a', { erases: '03-23' }],
    run({ days: ['03-16', '03-30', '04-06'] }),
    edit({ Weekly: { recurrence: ['FREQ=WEEKLY;COUNT=4', 'RDATE:20260320T190000'] } }),
    run({ days: ['03-16', '03-20', '03-23', '03-30', '04-06'] }),
    edit({ Weekly: { recurrence: null } }),
    alike,
    edit({ Weekly: { recurrence: 'FREQ=DAILY;COUNT=2', title: 'Daily' } }),
    run({ titles: ['Daily', 'Daily'] }),
    ['a', { removes: 'Weekly' }],
    ['b', { runs: 'a', how: { isAccepted: true } }, { titles: [] }],
    edit({ Weekly: { status: 'publish' } }),
    alike,
  ],
  '32.1 a date that moved with its series follows, whatever was said of it before': [
    make({ Weekly: weekly }),
    edit({ '03-23': { cost: '5' } }),
    run(),
    edit({ Weekly: { start_date: '2026-03-16 18:00', end_date: '2026-03-16 19:30' } }),
    run(),
    edit({ '03-23': { cost: '7' } }),
    alike,
    ['a', { removes: '03-23' }],
    run({ days: ['03-16', '03-30', '04-06'] }),
  ],
  '32.1 a date that was dropped goes, though it is over by the time of the run': [
    make({ Weekly: weekly }),
    run(),
    edit({ Weekly: { start_date: '2026-03-17 19:00', end_date: '2026-03-17 20:00' } }),
    ['all', { passes: 240 }],
    run({ days: ['03-17', '03-24', '03-31', '04-07'], like: 'a' }),
  ],
  '32.1 a date that was added goes when it is erased, though it is over': [
    make({ Weekly: { ...weekly, recurrence: ['FREQ=WEEKLY;COUNT=4', 'RDATE:20260318T190000'] } }),
    run({ days: ['03-16', '03-18', '03-23', '03-30', '04-06'] }),
    ['all', { passes: 240 }],
    ['a', { erases: '03-18' }],
    alike,
  ],
  '32.1 dates that stand when their series ends stand with those that follow': [
    make({ Weekly: weekly }),
    run(),
    edit({ '03-23': { cost: '5' }, '03-30': { end_date: '2026-03-30 21:00:00' } }),
    edit({ Weekly: { recurrence: null } }),
    edit({ Weekly: { title: 'Once' } }),
    run(),
    ...(['a', 'b', 'c'] as const).map(
      (who): Step => [
        who,
        who === 'c' ? { runs: 'a' } : {},
        {
          events: [
            { title: 'Once', end_date: '2026-03-16 20:00:00', cost: '' },
            { title: 'Weekly', end_date: '2026-03-23 20:00:00', cost: '$5' },
            { title: 'Weekly', end_date: '2026-03-30 21:00:00', cost: '' },
          ],
        },
      ],
    ),
  ],
  '32.1 a date there becomes another one of ours, and the run goes on': [
    make({ Weekly: { ...weekly, recurrence: ['FREQ=WEEKLY;COUNT=4', 'RDATE:20260323T100000'] } }),
    edit({ '03-23': { cost: '5' }, '03-23 19': { cost: '5' } }),
    run(),
    edit({ Weekly: { recurrence: null } }),
    ['a', { erases: '03-23' }],
    edit({ Weekly: { recurrence: 'FREQ=WEEKLY;COUNT=4' } }),
    edit({ Weekly: { start_date: '2026-03-16 10:00', end_date: '2026-03-16 11:00' } }),
    edit({ '03-23 19': { cost: '7' } }),
    alike,
  ],
});
