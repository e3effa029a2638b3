/** Stories of series of subscribed calendars, and of their dates. Contract 8, 32. */
import { expect } from 'vitest';
import type { Told } from '../support/club.js';
import { counts, fetched, mine, type Step, tell, tellStories } from '../support/story.js';

/** A series from 12 March on, weekly at 19:00. */
const weekly = (count: number, ...more: string[]): Told => ({
  ...{ uid: 'weekly', start: '20260312T190000Z' },
  more: [`RRULE:FREQ=WEEKLY;COUNT=${count}`, ...more],
});
/** A date of it, which is at another hour. */
const changed = (day: number, summary: string, hour = 20, ...more: string[]): Told => ({
  ...{ uid: 'weekly', summary, start: `202603${day}T${hour}0000Z` },
  more: [`RECURRENCE-ID:202603${day}T190000Z`, ...more],
});
const uid = '0123456789-weekly@club.example';
const others = [{ uid: 'a' }, { uid: 'b' }];

tellStories({
  '32 each changed date of a series has versions of its own': [
    tell(weekly(2), changed(19, 'three', 20, 'SEQUENCE:3')),
    fetched({ run: { rejected: 0 } }),
    tell(weekly(2), changed(19, 'two', 20, 'SEQUENCE:2')),
    fetched({ run: { older: 1 }, titles: ['weekly', 'three'] }),
    tell(weekly(2), changed(19, 'four', 20, 'SEQUENCE:4')),
    fetched({ titles: ['weekly', 'four'] }),
  ],
  '32 an older version of a series has no change of all its later dates either': (() => {
    const later = { ...changed(19, 'Later', 19), start: '20260319T190000Z' };
    const range = 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260319T190000Z';
    const first = tell(weekly(2, 'SEQUENCE:1'), { ...later, more: [range, 'SEQUENCE:1'] });
    return [
      first,
      fetched({ titles: ['weekly', 'Later'] }),
      tell(weekly(2, 'SEQUENCE:2')),
      fetched({ titles: ['weekly', 'weekly'] }),
      first,
      fetched({ run: { updated: 0, older: 2 }, titles: ['weekly', 'weekly'] }),
    ];
  })(),
  '32 dates from one on keep the categories of their series, where the change repeats them': [
    tell(weekly(2, 'CATEGORIES:Music'), {
      ...{ uid: 'weekly', summary: 'Later', start: '20260319T190000Z' },
      more: ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260319T190000Z', 'CATEGORIES:Music'],
    }),
    fetched(
      {
        events: ['weekly', 'Later'].map((title) => ({
          ...{ title, categories: [{ name: 'Music' }, { name: 'Club' }] },
        })),
      },
      { category: 'Club' },
    ),
  ],
  '32 keep: a series is loaded once with its changed dates, and left alone': [
    tell(weekly(3), changed(19, 'Special')),
    fetched({ titles: ['weekly', 'Special', 'weekly'] }, { authority: 'keep' }),
    tell(weekly(3), changed(19, 'Other'), changed(26, 'Late')),
    fetched({ run: counts(0, 0, 3, 0), titles: ['weekly', 'Special', 'weekly'] }),
  ],
  '32 what a changed date takes back is again as in its series': [
    tell(weekly(2), changed(19, 'Special', 20, 'CONFERENCE;VALUE=URI:https://meet.example.org/1')),
    fetched(
      {
        events: [
          { title: 'weekly' },
          {
            ...{ title: 'Special', start_date: '2026-03-19 20:00:00', attendance_mode: 'hybrid' },
            ...{ online_url: 'https://meet.example.org/1', categories: [{ name: 'Club' }] },
          },
        ],
      },
      { category: 'Club' },
    ),
    tell(weekly(2), changed(19, 'weekly', 19)),
    fetched({
      run: { updated: 1, unchanged: 1, rejected: 0 },
      events: [
        { title: 'weekly' },
        {
          ...{ title: 'weekly', start_date: '2026-03-19 19:00:00', attendance_mode: 'in_person' },
          ...{ online_url: '', categories: [{ name: 'Club' }] },
        },
      ],
    }),
    tell(weekly(2), changed(19, 'weekly', 19)),
    fetched({ run: counts(0, 0, 2, 0) }),
  ],
  '32 recurring events with changed and excepted dates': [
    tell(weekly(4, 'EXDATE:20260319T190000Z'), changed(26, 'Special')),
    fetched(
      {
        run: { rejected: 0 },
        events: [
          { title: 'weekly', categories: [{ name: 'Club' }] },
          { title: 'Special', recurrence: { changed: expect.not.arrayContaining(['status']) } },
          { title: 'weekly' },
        ],
      },
      { category: 'Club' },
    ),
    tell(weekly(4, 'EXDATE:20260319T190000Z'), changed(26, 'Special')),
    fetched({ run: counts(0, 0, 2, 0) }),
  ],
  '32 a series whose last date is over is not missing: what was stays': [
    tell(
      { uid: 'over', start: '20260218T190000Z', more: ['RRULE:FREQ=WEEKLY;COUNT=2'] },
      { uid: 'running', start: '20260307T190000Z', more: ['RRULE:FREQ=WEEKLY;COUNT=2'] },
      ...others,
    ),
    fetched({ titles: ['over', 'over', 'running', 'running', 'a', 'b'] }),
    tell(...others),
    fetched(),
    fetched({
      run: { lines: ['missing: trash: running'] },
      titles: ['over', 'over', 'a', 'b'],
    }),
  ],
  '32 a series whose dates are deleted one by one has none, until one is back': [
    0, 2, 3, 1,
  ].flatMap((gone): Step[] => {
    const days = ['20260312', '20260319', '20260326'];
    const left = days.slice(gone).map(() => 'weekly');
    return [
      tell(weekly(3, ...days.slice(0, gone).map((day) => `EXDATE:${day}T190000Z`))),
      fetched({ run: { outcome: 'loaded', rejected: 0 }, titles: left }),
    ];
  }),
  '32 a date that was put into the trash here stays there when its series returns': [
    tell(weekly(3), ...others),
    fetched(),
    mine({ removes: '03-19' }),
    ...[1, 2].flatMap((): Step[] => [
      tell(...others),
      fetched(),
      fetched({ run: { missing: 1 }, titles: ['a', 'b'] }),
      tell(weekly(3), ...others),
      fetched({ days: ['03-12', '03-20', '03-20', '03-26'] }),
    ]),
  ],
  '32 a date that was erased here stays away, whatever rules the calendar tells': [
    tell({ ...weekly(3), summary: 'Club night' }),
    fetched(),
    mine({ erases: '03-12' }, { titles: ['Club night', 'Club night'] }),
    tell({ ...weekly(3), summary: 'Late club night' }),
    fetched({ titles: ['Late club night', 'Late club night'] }),
    // Other rules, and other times.
    tell(weekly(4)),
    fetched({ titles: Array(3).fill('weekly') }),
    tell({ ...weekly(5), start: '20260312T200000Z' }),
    fetched({ titles: Array(4).fill('weekly') }),
  ],
  '32 rules that a user said stay, though an export and a file come in between': [
    tell({ ...weekly(3), uid, summary: 'Club' }),
    fetched(),
    mine({ edits: { series: { recurrence: 'FREQ=WEEKLY;COUNT=4' } } }),
    // The export has the rules of the user; the calendar, and the file of it, those of before.
    mine({ returns: true }, { run: { created: 0, updated: 0 }, titles: Array(4).fill('Club') }),
    mine({ loads: [{ ...weekly(3), uid, summary: 'Club' }] }, { run: { created: 0, rejected: 0 } }),
    mine({}, { titles: Array(4).fill('Club') }),
    tell({ ...weekly(3), uid, summary: 'Late club' }),
    fetched({ titles: Array(4).fill('Late club') }),
  ],
  '32 rules that a user said stay, though a file tells those that the calendar told': (() => {
    const told = (hour: number) => [{ ...weekly(3), uid, start: `20260320T${hour}0000Z` }];
    return [
      mine({ loads: told(18) }),
      tell(...told(19)),
      fetched(),
      // It repeats what the calendar has said.
      mine({ loads: told(19) }),
      mine({ edits: { series: { recurrence: 'FREQ=WEEKLY;COUNT=4' } } }),
      mine({ loads: told(19) }, { titles: Array(4).fill(uid) }),
    ];
  })(),
  ...Object.fromEntries(
    ['RECURRENCE-ID', 'RECURRENCE-ID;RANGE=THISANDFUTURE'].map((name): [string, Step[]] => {
      const told = (who: string): Told[] => [
        { ...weekly(2), uid, summary: 'Club' },
        {
          ...{ uid, summary: `Late, ${who}`, start: '20260320T190000Z' },
          more: [`${name}:20260319T190000Z`],
        },
      ];
      return [
        `32 a date of a series of two calendars is changed by the first: ${name}`,
        [
          ['club', { tells: told('one') }],
          ['rival', { tells: told('two') }],
          fetched({ run: { rejected: 0 } }),
          ['b', { runs: 'rival' }, { run: { rejected: 0 }, titles: ['Club', 'Late, one'] }],
        ],
      ];
    }),
  ),
});
