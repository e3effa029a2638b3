/** jCal that is followed gives all that the calendar gives that it stands for. Contract 32. */
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { readSource } from '../../src/sources/source.js';
import type { Json } from '../support/app.js';
import {
  calendar,
  club,
  counts,
  listed,
  open,
  run,
  subscribe,
  type Told,
  useClub,
} from '../support/club.js';

useClub();

const weekly = {
  uid: 'weekly@club',
  start: '20260320T190000',
  more: ['RRULE:FREQ=WEEKLY;COUNT=3'],
};
const moved = {
  ...{ uid: 'weekly@club', summary: 'Moved', start: '20260328T190000' },
  more: ['RECURRENCE-ID:20260327T190000', 'SEQUENCE:1'],
};
const one = { uid: 'one@club', start: '20260321T190000Z' };

/** What the calendar says at each run. */
const RUNS: Told[][] = [
  [one, weekly, moved],
  [one, weekly, moved],
  [{ ...one, start: '20260322T190000Z', more: ['SEQUENCE:2'] }, weekly, moved],
  [weekly, moved],
  [weekly, moved],
  [],
];

const seen: Record<string, Json[]> = {};

it.each(['text/calendar', 'application/calendar+json'])('32 %s', async (type) => {
  await open();
  const id = await subscribe({ zone: 'Europe/Berlin' });
  const all: Json[] = [];
  for (const [at, told] of RUNS.entries()) {
    const text = calendar(told, [`X-WR-CALNAME:${at}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT2H']);
    const body = type === 'text/calendar' ? text : JSON.stringify(ICAL.parse(text));
    club.answer = (_, response) => response.writeHead(200, { 'content-type': type }).end(body);
    const done = await run(id);
    const { value } = await readSource(club.app.deps, id);
    const events = (await listed()).map(({ title, start_date, timezone, uid }) => [
      title,
      start_date,
      timezone,
      uid,
    ]);
    all.push([
      counts(done),
      done.missing,
      done.held,
      done.outcome,
      done.reason,
      done.lines,
      value.refresh_seconds,
      events,
    ]);
  }
  seen[type] = all;
  if (type !== 'text/calendar') expect(all).toEqual(seen['text/calendar']);
});
