/** Stories of events of subscribed calendars: versions, authority, what is missing. Contract 8, 32. */
import { expect } from 'vitest';
import type { Told } from '../support/club.js';
import type { Marquee } from '../support/marquees.js';
import { counts, fetched, mine, type Step, tell, tellStories } from '../support/story.js';

const of = (...uids: string[]): Told[] => uids.map((uid) => ({ uid }));
const version = (sequence: number, summary: string, modified = '0301'): Told => ({
  ...{ uid: 'a', summary },
  more: [`SEQUENCE:${sequence}`, `LAST-MODIFIED:2026${modified}T000000Z`],
});
const uid = '0123456789-shared@club.example';
const AUTHORITIES = ['fields', 'overwrite', 'keep'] as const;
/** Stories for each choice of two options. */
const each = (
  name: string,
  stepsOf: (authority: (typeof AUTHORITIES)[number], missing: 'trash' | 'cancel') => Step[],
): Record<string, Step[]> =>
  Object.fromEntries(
    AUTHORITIES.flatMap((authority) =>
      (['trash', 'cancel'] as const).map((missing) => [
        `${name}: authority ${authority}, missing ${missing}`,
        stepsOf(authority, missing),
      ]),
    ),
  );

/** Two calendars have an event, or lack it; after a run of both lists have it so. */
const both = (first: string | null, second: string | null, shown: string[]): Step[] => {
  const told = (who: string, summary: string | null) => [
    ...['x', 'y', 'z'].map((one) => ({ uid: `${who}-${one}`, summary: `${who} ${one}` })),
    ...(summary === null ? [] : [{ uid, summary }]),
  ];
  const others = ['one', 'two'].flatMap((who) => ['x', 'y', 'z'].map((one) => `${who} ${one}`));
  return [
    ['club', { tells: told('one', first) }],
    ['rival', { tells: told('two', second) }],
    fetched(),
    ['b', { runs: 'rival' }, { sorted: [...shown, ...others] }],
  ];
};

const hostile = 'DESCRIPTION:<p onclick="x()">Hi<script>alert(1)</script></p>';
const nameless = { uid: '', summary: 'Nameless' };
const late = (start: string, ...uids: string[]) => uids.map((one) => ({ uid: one, start }));

tellStories({
  '32 a newer version wins, an older one changes nothing': [
    tell(version(2, 'two'), version(1, 'one')),
    fetched({
      run: { created: 1, older: 0, lines: ['sequence: older versions passed by: 1'] },
      titles: ['two'],
    }),
    tell(version(1, 'old')),
    fetched({ run: { updated: 0, older: 1 } }),
    tell(version(2, 'earlier', '0228')),
    fetched({ run: { older: 1 }, titles: ['two'] }),
    tell(version(2, 'later', '0302')),
    fetched({ run: { updated: 1 }, titles: ['later'] }),
  ],
  '32 a calendar that restarts its numbers is no older': [
    tell(version(7, 'Seven')),
    fetched(),
    tell(version(0, 'Anew', '0302')),
    fetched({ run: { updated: 1, older: 0 } }),
    tell(version(0, 'Old', '0201')),
    fetched({ run: { updated: 0, older: 1 }, titles: ['Anew'] }),
  ],
  '32 what is put into the trash here stays there': [
    tell(...of('a', 'b')),
    fetched(),
    mine({ removes: 'a' }),
    tell({ uid: 'a', summary: 'Again' }, { uid: 'b' }),
    fetched({ titles: ['b'] }),
  ],
  ...each('32 what comes back is restored', (authority, missing) => {
    const back = { status: 'private', event_status: 'scheduled' };
    const away: Step[2] =
      missing === 'trash'
        ? { gone: ['a'] }
        : { records: { a: { ...back, event_status: 'cancelled' } } };
    const again: Step[] = [
      tell(...of('b', 'c')),
      fetched(),
      fetched({ run: { missing: 1 }, titles: ['b', 'c'], ...away }),
      tell(...of('a', 'b', 'c')),
      fetched({ titles: ['b', 'c'], records: { a: back } }),
    ];
    return [
      tell(...of('a', 'b', 'c')),
      fetched({}, { authority, missing }),
      mine({ edits: { a: { status: 'private' } } }),
      ...again,
      ...again,
    ];
  }),
  '32 what was called off, and put into the trash by a user, stays there': [
    tell(...of('a', 'b')),
    fetched({}, { missing: 'cancel' }),
    tell(...of('b')),
    fetched(),
    fetched({ run: { missing: 1 } }),
    mine({ removes: 'a' }),
    tell(...of('a', 'b')),
    fetched({ titles: ['b'] }),
  ],
  '32 what a user restores stays though it is missing, until it is missing anew': [
    tell(...of('a', 'b', 'c')),
    fetched({ titles: ['a', 'b', 'c'] }),
    tell(...of('b', 'c')),
    fetched(),
    fetched({ run: { missing: 1 } }),
    mine({ edits: { a: { status: 'publish' } } }),
    tell(...of('b', 'c')),
    fetched(),
    fetched({ run: { missing: 0 }, titles: ['a', 'b', 'c'] }),
    tell(...of('a', 'b', 'c')),
    fetched(),
    tell(...of('b', 'c')),
    fetched(),
    fetched({ run: { missing: 1 }, titles: ['b', 'c'] }),
    // The removal by the user replaces that by the calendar.
    mine({ edits: { a: { status: 'trash' } } }),
    tell(...of('a', 'b', 'c')),
    fetched({ titles: ['b', 'c'] }),
  ],
  '32 days: what is over or far away is passed by, what is known stays': [
    tell(...late('20250101T190000Z', 'past'), ...late('20300101T190000Z', 'far'), { uid: 'a' }),
    fetched({ run: { created: 1, passed_by: 2 } }),
    // A known event that moves far away is still there.
    tell(...late('20250101T190000Z', 'past'), ...late('20300101T190000Z', 'far', 'a')),
    fetched({ run: { updated: 1, passed_by: 2 } }),
    fetched({ run: { outcome: 'unchanged' } }),
    // After a day it is read although it is the same.
    ['all', { passes: 25 }],
    fetched({ run: { outcome: 'loaded' } }),
  ],
  ...Object.fromEntries(
    AUTHORITIES.map((authority): [string, Step[]] => {
      const theirs = (end: string) =>
        tell({
          ...{ uid: 'a', summary: `Theirs${end}` },
          more: [`DESCRIPTION:Their words${end}`, `COMMENT:x${end}`],
        });
      const shown = (end: string) => {
        const title = authority === 'overwrite' ? `Theirs${end}` : 'Ours';
        const description = `Their words${authority === 'keep' ? '' : end}`;
        return { events: [{ title, description }] };
      };
      return [
        `32 authority ${authority}: an edit stays one, or none, however often the calendar changes`,
        [
          theirs(''),
          fetched({}, { authority }),
          mine({ edits: { Theirs: { title: 'Ours' } } }),
          theirs(' 2'),
          fetched(shown(' 2')),
          theirs(' 3'),
          fetched(shown(' 3')),
        ],
      ];
    }),
  ),
  '32 what was edited here is overwritten, though the calendar says the same': [
    tell({ uid: 'a', summary: 'Theirs' }),
    fetched({}, { authority: 'overwrite' }),
    ['all', { passes: 1 }],
    tell({ uid: 'a', summary: 'Theirs' }),
    fetched({ run: counts(0, 0, 1, 0), events: [{ modified_utc: '2026-03-10 12:00:00' }] }),
    mine({ edits: { Theirs: { title: 'Ours' } } }),
    tell({ uid: 'a', summary: 'Theirs' }),
    fetched({ run: counts(0, 1, 0, 0), titles: ['Theirs'] }),
  ],
  ...Object.fromEntries(
    [['cancel', 'cancelled'] as const, ['keep', 'scheduled'] as const].map(
      ([missing, event_status]): [string, Step[]] => [
        `32 missing: ${missing}`,
        [
          tell(...of('a', 'b')),
          fetched({}, { missing }),
          ...[1, 2, 3].flatMap((): Step[] => [tell(...of('a')), fetched()]),
          mine({}, { events: [{ title: 'a' }, { title: 'b', event_status }] }),
        ],
      ],
    ),
  ),
  '32 more than half is held until the operator accepts, or it returns': [
    tell(...of('a', 'b', 'c', 'd', 'e')),
    fetched(),
    tell(...of('a', 'b')),
    fetched({ run: { missing: 0, held: 0 } }),
    // It is fetched whole as long as it is held, though it says that it is the same.
    ...[1, 2].map(() =>
      fetched({
        run: {
          ...{ outcome: 'loaded', missing: 0, held: 3 },
          lines: ['held: 3 of 5 coming events are missing; run 1 --accept lets them go'],
        },
        titles: ['a', 'b', 'c', 'd', 'e'],
      }),
    ),
    tell(...of('a', 'b', 'c')),
    fetched({ run: { missing: 2, held: 0 } }),
    tell(...of('a', 'b', 'c', 'd', 'e')),
    fetched({ titles: ['a', 'b', 'c', 'd', 'e'] }),
    tell(...of('f')),
    fetched(),
    fetched({ run: { held: 5 } }),
    mine(
      { runs: 'club', how: { isAccepted: true } },
      { run: { missing: 5, held: 0 }, titles: ['f'] },
    ),
  ],
  '32 a few events may all go; one that cannot be read is there': [
    tell(...of('a', 'b', 'c', 'd')),
    fetched(),
    tell({ uid: 'b', start: 'never' }),
    fetched({ run: { rejected: 1, missing: 0, held: 0 } }),
    fetched({ run: { rejected: 1, missing: 3, held: 0 }, titles: ['b'] }),
  ],
  '32 texts of strangers are cleaned, and our own events passed by': [
    tell({ uid: 'a', more: [hostile] }, { uid: 'event-7@b.example' }, nameless),
    fetched({
      run: { created: 2, passed_by: 1 },
      events: [
        { title: 'Nameless', description: '' },
        { title: 'a', description: '<p>Hi</p>' },
      ],
    }),
    tell({ uid: 'a' }, nameless),
    fetched({ titles: ['Nameless', 'a'] }),
  ],
  '32 an event of two calendars is written by the first, and goes when both lack it': [
    ...both('First', 'First', ['First']),
    ...both('First', 'Second', ['First']),
    ...both('Third', 'Second', ['Third']),
    ...both(null, 'Second', ['Third']),
    // What the first lacks the second writes.
    ...both(null, 'Second', ['Second']),
    ...both(null, null, ['Second']),
    ...both(null, null, []),
    ...both(null, 'Back', ['Back']),
    mine({ stops: 'rival' }),
    ...both('Again', null, ['Again']).filter(([who, does]) => who === 'club' || !does.runs),
    fetched({ records: { Back: { title: 'Again' } } }),
  ],
  ...each('8 what one calendar lacks another one takes over', (authority, missing) => [
    tell({ uid, summary: 'Shared' }, ...of('b', 'c')),
    fetched({}, { missing }),
    tell(...of('b', 'c')),
    fetched(),
    fetched({
      run: { missing: 1 },
      titles: missing === 'trash' ? ['b', 'c'] : ['Shared', 'b', 'c'],
    }),
    ['rival', { tells: [{ uid, summary: 'Taken over' }] }],
    mine({ runs: 'rival', by: { authority } }, { run: { updated: 1 } }),
    mine({}, { records: { 'Taken over': { event_status: 'scheduled' } } }),
    // From then on it is a known one.
    ['rival', { tells: [{ uid, summary: 'Told again' }] }],
    mine(
      { runs: 'rival' },
      {
        records: { 'Taken over': { title: authority === 'keep' ? 'Taken over' : 'Told again' } },
      },
    ),
  ]),
  '32 an event that a file brought is the one of the calendar': [
    mine({
      loads: JSON.stringify({
        ...{ external_id: `ical:${uid}`, title: 'Concert' },
        ...{ start_date: '2026-03-20T19:00Z', end_date: '2026-03-20T21:00Z' },
      }),
    }),
    tell({ uid, summary: 'Concert' }),
    fetched({
      run: { created: 0 },
      events: [{ title: 'Concert', venue: { venue: 'Town Hall' } }],
      check: async ({ deps }: Marquee) => {
        const page = { prefix: 'calendar-1:', after: '', limit: 9 };
        const [found] = await deps.store.keys.list('event', page);
        const [event] = await deps.store.scan('event', { afterId: 0, limit: 9 });
        expect([found?.key, found?.id]).toEqual([`calendar-1:${uid}`, event?.id]);
      },
    }),
  ],
  '32 UIDs that are new at each fetch double nothing': [
    ...[1, 2, 3, 4].flatMap((n): Step[] => {
      const days = ['20260321', '20260328', '20260404'];
      return [
        tell(
          ...days.map((day) => ({
            ...{ uid: `${n}${day}-040000008200E00074C5B7101A82E008`, summary: `Board ${day}` },
            start: `${day}T180000Z`,
          })),
        ),
        fetched({
          run: n === 1 ? counts(3, 0, 0, 0) : counts(0, 0, 3, 0),
          titles: days.map((day) => `Board ${day}`),
        }),
      ];
    }),
  ],
  '32 one UID of several events, of which one is left, and more come': (() => {
    const shows = ['01', '08', '15', '22', '29'].map((day) => ({
      ...{ uid: 'show', start: `202604${day}T190000Z` },
    }));
    return [
      tell(...shows.slice(0, 4)),
      fetched({ run: counts(4, 0, 0, 0) }),
      tell(...shows.slice(3, 4)),
      fetched(),
      fetched(),
      fetched({ days: ['04-22'] }),
      tell(...shows),
      fetched({ run: { created: 1 }, days: ['04-01', '04-08', '04-15', '04-22', '04-29'] }),
    ];
  })(),
});
