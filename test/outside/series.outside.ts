/**
 * Recurring events and the calendars of others: recurring-ical-events expands the calendars of its
 * own tests as our loader does; it and ical4j, the calendar of each of our series to its dates.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { isSeries } from '../../src/kinds/series.js';
import { statusOf } from '../../src/kinds/visibility.js';
import { drain } from '../../src/sync/drain.js';
import { pairNamed } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { tempFolder } from '../support/process.js';
import { home } from './install.js';
import { hear, judgedBy } from './judging.js';

const DAY_MS = 86_400_000;

/** A calendar, and the dates between which both expand it. */
interface Case {
  path: string;
  from: string;
  to: string;
}

let app: TestApp;
let nowMs = Date.parse('2026-03-01T12:00:00Z');

beforeEach(async () => {
  app = await openTestApp(pairNamed('sqlite + sqlite'), { overrides: { now: () => nowMs } });
});
afterEach(() => app.close());

/** → the starts that the judge finds, sorted: seconds since the epoch, or whole days. */
async function expand(cases: readonly Case[]): Promise<Record<string, string[][]>> {
  const path = join(tempFolder(), 'calendars.json');
  writeFileSync(path, JSON.stringify(cases));
  const judge = [join(home, 'recurring_judge.py'), path];
  return hear(join(home, 'python/bin/python'), judge);
}

const windowOf = (path: string): Case => {
  const day = (days: number) => `${new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10)}`;
  return { path, from: `${day(-364)}T00:00:00+00:00`, to: `${day(728)}T00:00:00+00:00` };
};

/** → the same of our records. `isOurs`: which of them. */
async function storedStarts(
  { from, to }: Case,
  isOurs: (id: number) => boolean = () => true,
): Promise<string> {
  await drain(app.deps);
  const records = await app.deps.store.scan('event', { afterId: 0, limit: 10_000 });
  const shown = records.filter((one) => !isSeries(one) && statusOf(one) === 'publish');
  const starts = shown.flatMap(({ fields, fields: { parent } }) => {
    const [local, utc] = [String(fields.start_date), String(fields.utc_start_date)];
    const at = Date.parse(`${(fields.all_day ? local : utc).replace(' ', 'T')}Z`);
    const isWithin = at >= Date.parse(from) && at < Date.parse(to);
    if (!isWithin || !isOurs(Number(parent))) return [];
    return [fields.all_day ? local.slice(0, 10) : String(at / 1000)];
  });
  return starts.sort().join();
}

const SERIES: Json[] = [
  { recurrence: ['FREQ=WEEKLY;COUNT=40', 'EXDATE:20260317', 'RDATE:20260319T120000'] },
  { recurrence: 'FREQ=MONTHLY;BYDAY=-1FR', start_date: '2026-02-27 22:30:00' },
  { recurrence: 'FREQ=DAILY;UNTIL=20261101', timezone: 'America/New_York' },
  { recurrence: 'FREQ=YEARLY;BYMONTH=3;BYDAY=1TU' },
  { recurrence: 'FREQ=WEEKLY;BYDAY=TU,SA;BYHOUR=10,19', timezone: 'Asia/Kathmandu' },
  { recurrence: 'FREQ=MONTHLY;BYMONTHDAY=3,-1', all_day: true },
  { recurrence: 'RDATE:20260401T190000,20260505T190000', timezone: 'Pacific/Auckland' },
];

/** → the same of calendars of one series, by ical4j. */
async function expandByIcal4j(cases: readonly Case[]): Promise<Record<string, string[][]>> {
  const classPath = `${join(home, 'ical4j/lib/*')}:${join(home, 'ical4j/classes')}`;
  const args = cases.flatMap(({ path, from, to }) => [path, from, to]);
  return hear('java', ['-cp', classPath, 'Expand', ...args]);
}

for (const [judge, expanded] of [
  ['recurring', expand],
  ['ical4j', expandByIcal4j],
] as const) {
  judgedBy(judge, 'expands the calendars of our series to their dates', () =>
    judgeOurSeries(expanded),
  );
}

async function judgeOurSeries(expanded: typeof expand): Promise<void> {
  const [cases, ids]: [Case[], number[]] = [[], []];
  for (const [at, extra] of SERIES.entries()) {
    const start = extra.start_date ?? '2026-03-03 19:00:00';
    const end_date = `${start.slice(0, 11)}23:30:00`;
    const zone = { timezone: 'Europe/Paris', ...extra };
    const body = { title: `Series ${at}`, start_date: start, end_date, ...zone };
    const series = await app.given({ request: 'POST /events', body });
    const dates = (await app.given({ request: `GET /events?post_parent=${series.id}` })).events;
    const [, moved, trashed] = dates as Json[];
    const later = { start_date: moved.start_date.replace(/ .*/, ' 23:00:00') };
    if (!body.all_day) await app.given({ request: `POST /events/${moved.id}`, body: later });
    if (trashed) await app.given({ request: `DELETE /events/${trashed.id}` });
    const path = join(tempFolder(), `${at}.ics`);
    const { text } = await app.call({ request: `GET /events/${series.id}.ics` });
    writeFileSync(path, String(text));
    cases.push(windowOf(path));
    ids.push(series.id);
  }
  const { dates = [], error = [] } = await expanded(cases);
  expect(error).toEqual([]);
  for (const [at, id] of ids.entries()) {
    const ours = await storedStarts(windowOf(''), (parent) => parent === id);
    expect(ours, JSON.stringify(SERIES[at])).toBe(dates[at]?.[2]);
    expect(ours).not.toBe('');
  }
}

/** Calendars that are read otherwise here, and why. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'bad_rrule_missing_until_event.ics': 'the judge refuses it; rejected: RRULE has no part UNTL',
  'end_before_start_event.ics': 'ends before it starts: the start is taken, not the end',
  'issue_107_omitting_last_event.ics': 'rejected: an event without SUMMARY',
  'issue_128_only_first_event.ics': 'rejected: COUNT=-1 beside UNTIL',
  'issue_132_swapped_start_and_end.ics': 'ends before it starts: the start is taken, not the end',
  'issue_173_only_modifications_error.ics': 'rejected: an event without SUMMARY',
  'issue_179_example.ics': 'no dates before 2000',
  'issue_201_mixed_datetime_and_date.ics': 'a day as its start makes a whole day',
  'issue_201_test_matrix.ics': 'rejected: the file ends within a VTODO; no SUMMARY',
  'issue_75_range_parameter.ics': 'the day of UNTIL is whole here: one date more at the end',
};

judgedBy('recurring', 'its own calendars have the same dates here', async () => {
  const libraries = join(home, 'python/lib');
  const [python = ''] = readdirSync(libraries);
  const folder = join(libraries, python, 'site-packages/recurring_ical_events/test/calendars');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ics')).sort();
  expect(files).toHaveLength(95);
  const differing: Record<string, string> = {};
  const cases: Case[] = [];
  const ours: string[] = [];
  for (const name of files) {
    const path = join(folder, name);
    const body = readFileSync(path, 'utf8');
    const events = body.replaceAll(/BEGIN:VTIMEZONE[\s\S]*?END:VTIMEZONE/g, '');
    const [, year = '2026', month = '01', day = '01'] =
      /^DTSTART[^:]*:(\d{4})(\d\d)(\d\d)/m.exec(events) ?? [];
    nowMs = Date.parse(`${year}-${month}-${day}T12:00:00Z`) + 200 * DAY_MS;
    await app.close();
    app = await openTestApp(pairNamed('sqlite + sqlite'), { overrides: { now: () => nowMs } });
    const request = 'POST /events/bulk';
    const answer = await app.call({ request, as: 'admin', type: 'text/calendar', body });
    const summary = JSON.parse(String(answer.text).trim().split('\n').at(-1) ?? '{}');
    expect([answer.status, summary.complete], name).toEqual([200, true]);
    cases.push(windowOf(path));
    ours.push(await storedStarts(windowOf(path)));
  }
  const { dates = [], error = [] } = await expand(cases);
  const theirs = new Map(dates.map(([, path = '', starts = '']) => [path, starts]));
  const failed = new Map(error.map(([, path = '', reason = '']) => [path, reason]));
  for (const [at, name] of files.entries()) {
    const path = join(folder, name);
    const reason = failed.get(path);
    if (reason !== undefined) differing[name] = `the judge fails: ${reason}`;
    else if (theirs.get(path) !== ours[at]) {
      const [own, other] = [ours[at] ?? '', theirs.get(path) ?? ''].map((text) => text.split(','));
      const lacking = other?.filter((start) => !own?.includes(start));
      const surplus = own?.filter((start) => !other?.includes(start));
      differing[name] = `lacks ${lacking?.slice(0, 5)}; has ${surplus?.slice(0, 5)}`;
    }
  }
  expect(Object.keys(differing), JSON.stringify(differing, null, 1)).toEqual(
    Object.keys(OTHERWISE),
  );
});
