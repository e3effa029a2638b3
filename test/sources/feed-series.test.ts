/**
 * Stories of feeds of sessions whose series come on another page, in another run, or in another
 * feed of the provider. Contract 32.
 */
import type { Json } from '../support/app.js';
import { counts, mine, type Step, tellStories } from '../support/story.js';

const id = (name: string) => `https://club.example/${name}`;

const item = (kind: string, name: string, data: Json): Json => ({
  ...{ state: 'updated', kind, id: name, modified: 1 },
  data: { '@context': 'https://openactive.io/', '@type': kind, '@id': id(name), ...data },
});
const series = (name: string, more: Json = {}) =>
  item('SessionSeries', name, { name, location: { '@type': 'Place', name: 'Centre' }, ...more });
/** A session has the series of its letter, and its day. */
const session = (name: string, more: Json = {}) =>
  item('ScheduledSession', name, {
    ...{ superEvent: id(name.charAt(0)), startDate: `2026-03-2${name.charAt(1)}T19:00:00Z` },
    ...more,
  });
const filler = (day: number) => session(`X${day}`, { superEvent: undefined, name: `X${day}` });

const feed = (...feeds: Json[]): Step => ['club', { feeds }];
const other = (...feeds: Json[]): Step => ['rival', { feeds }];
const read = (created: number, updated: number, sorted: string[]): Step =>
  mine({ runs: 'club' }, { sorted, run: { created, updated, rejected: 0 } });
const waits = (at: number, name: string) =>
  `event, item ${at}: waits for its series: "${id(name)}"`;

tellStories({
  '32 sessions wait for a series on a later page': [
    feed(session('A1'), filler(2), session('A3'), filler(4), series('A'), filler(5)),
    read(5, 0, ['A', 'A', 'X2', 'X4', 'X5']),
    mine({}, { records: { '03-21': { venue: { venue: 'Centre' } } } }),
  ],
  '32 sessions wait for a series of a later run, and are named meanwhile': [
    feed(session('A1'), filler(2), session('B3')),
    mine({ runs: 'club' }, { run: { created: 1, lines: [waits(1, 'A'), waits(1, 'B')] } }),
    feed(series('A')),
    read(1, 0, ['A', 'X2']),
    feed(series('B'), series('C')),
    read(1, 0, ['A', 'B', 'X2']),
    mine({ runs: 'club' }, { run: { ...counts(0, 0, 0, 0), passed_by: 0 } }),
  ],
  '32 sessions have a series that a former run read': [
    feed(series('A'), filler(2)),
    read(1, 0, ['X2']),
    feed(session('A1')),
    read(1, 0, ['A', 'X2']),
  ],
  '32 a series has a series, in any order': [
    feed(session('A1'), filler(2), series('A', { name: undefined, superEvent: id('B') })),
    mine({ runs: 'club' }, { run: { created: 1 } }),
    feed(series('B'), filler(3)),
    read(2, 0, ['B', 'X2', 'X3']),
  ],
  '32 sessions with titles are taken, and completed when their series comes': [
    feed(session('A1', { name: 'First' }), filler(2)),
    read(2, 0, ['First', 'X2']),
    feed(series('A')),
    read(0, 1, ['First', 'X2']),
    mine({}, { records: { First: { venue: { venue: 'Centre' } } } }),
  ],
  '32 the series come from another feed of the provider': [
    feed(session('A1'), session('A2')),
    mine({ runs: 'club' }, { run: { created: 0, passed_by: 2 } }),
    other(series('A')),
    mine({ runs: 'rival' }, { run: { created: 0, rejected: 0 } }),
    read(2, 0, ['A', 'A']),
  ],
  '32 the series of a removed source are forgotten': [
    other(series('A'), series('B')),
    mine({ runs: 'rival' }),
    feed(session('A1')),
    read(1, 0, ['A']),
    mine({ stops: 'rival' }),
    feed(session('B1'), session('A2')),
    read(0, 0, ['A']),
    mine({ runs: 'rival' }),
    read(2, 0, ['A', 'A', 'B']),
  ],
});
