/**
 * Random calendars in zones that have a name of their own: recurring-ical-events expands each by
 * its VTIMEZONE to the dates that our listing has. Contract 17.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { randomFrom } from '../../scripts/dev/bench/data.js';
import { isSeries } from '../../src/kinds/series.js';
import { statusOf } from '../../src/kinds/visibility.js';
import { drain } from '../../src/sync/drain.js';
import { zoneRules } from '../../src/time/zone-data.js';
import { pairNamed } from '../support/adapters.js';
import { openTestApp } from '../support/app.js';
import { tempFolder } from '../support/process.js';
import { home } from './install.js';
import { hear, judgedBy } from './judging.js';

const CALENDARS = Number(process.env.CALENDARS ?? 200);
const SEED = Number(process.env.SEED ?? 20_261_126);

const ZONES = [
  ...['Europe/Berlin', 'Europe/Lisbon', 'Europe/Athens', 'America/New_York', 'America/Denver'],
  ...['America/Los_Angeles', 'America/Santiago', 'America/Sao_Paulo', 'Australia/Sydney'],
  ...['Pacific/Auckland', 'Asia/Kolkata', 'Asia/Tokyo'],
];
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const RULES = ['WEEKLY;BYDAY=', 'WEEKLY;INTERVAL=2;BYDAY=', 'MONTHLY;BYDAY=1', 'MONTHLY;BYDAY=-1'];

const pad = (number: number) => String(number).padStart(2, '0');
const compact = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '');
const DAY_MS = 86_400_000;

/** → a calendar of one series, whose dates cross changes of the clock, with the zone it stands for. */
function calendarFrom(random: () => number, at: number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const zone = pick(ZONES);
  const rules = (zoneRules(zone)?.text ?? '').trim().split(/\r?\n/);
  const id = `Made up ${at}`;
  const described = rules.map((line) => (line.startsWith('TZID:') ? `TZID:${id}` : line));
  const day = Date.UTC(2026, 8 + Math.floor(random() * 9), 1 + Math.floor(random() * 28));
  const start = day + Math.floor(random() * 24) * 3_600_000 + pick([0, 15, 30]) * 60_000;
  const weekday = DAYS[(new Date(day).getUTCDay() + 6) % 7] as string;
  const nth = Math.ceil(new Date(day).getUTCDate() / 7);
  const rule = pick(RULES);
  const isMonthly = rule.startsWith('MONTHLY');
  const by = isMonthly ? `MONTHLY;BYDAY=${nth > 4 ? -1 : nth}${weekday}` : `${rule}${weekday}`;
  const step = rule.includes('INTERVAL=2') ? 14 : 7;
  const time = (name: string, ms: number) => `${name};TZID="${id}":${compact(ms)}`;
  const event = (...lines: string[]) => [
    ...['BEGIN:VEVENT', `UID:${at}@made.up`, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'],
  ];
  const second = start + step * DAY_MS;
  const third = start + 2 * step * DAY_MS;
  const isPlain = isMonthly || random() < 0.3;
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Zones//EN'],
    ...described.filter((line) => !line.startsWith('X-LIC-LOCATION')),
    ...event(
      `SUMMARY:Series ${at}`,
      time('DTSTART', start),
      time('DTEND', start + 3_600_000),
      `RRULE:FREQ=${by};COUNT=${8 + Math.floor(random() * 40)}`,
      ...(isPlain ? [] : [time('EXDATE', second)]),
    ),
    ...(isPlain
      ? []
      : event(
          `SUMMARY:Moved ${at}`,
          time('DTSTART', third + DAY_MS),
          time('DTEND', third + DAY_MS + 3_600_000),
          time('RECURRENCE-ID', third),
        )),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

judgedBy('recurring', `${CALENDARS} zones without a name (SEED=${SEED})`, async () => {
  const random = randomFrom(SEED);
  const texts = Array.from({ length: CALENDARS }, (_, at) => calendarFrom(random, at));
  const folder = tempFolder();
  const nowMs = Date.parse('2026-11-25T12:00:00Z');
  const [from, to] = [-360, 700].map((days) => new Date(nowMs + days * DAY_MS).toISOString());
  const cases = texts.map((text, at) => {
    const path = join(folder, `${pad(at)}.ics`);
    writeFileSync(path, text);
    return { path, from: from?.replace('Z', '+00:00'), to: to?.replace('Z', '+00:00') };
  });
  writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
  const judge = [join(home, 'recurring_judge.py'), join(folder, 'cases.json')];
  const { dates = [], error = [] } = await hear(join(home, 'python/bin/python'), judge);
  expect(error).toEqual([]);
  const app = await openTestApp(pairNamed('sqlite + sqlite'), { overrides: { now: () => nowMs } });
  try {
    const request = 'POST /events/bulk';
    const body = texts.join('');
    const answer = await app.call({ request, as: 'admin', type: 'text/calendar', body });
    const lines = answer.text.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '').summary).toMatchObject({ rejected: 0, unchanged: 0 });
    await drain(app.deps);
    const records = await app.deps.store.scan('event', { afterId: 0, limit: 100_000 });
    const series = records.filter(isSeries);
    for (const [at, text] of texts.entries()) {
      const id = series.find(({ title }) => title === `Series ${at}`)?.id;
      const starts = records
        .filter((one) => one.fields.parent === id && statusOf(one) === 'publish')
        .map(({ fields }) => Date.parse(`${fields.utc_start_date}Z`.replace(' ', 'T')))
        .filter((ms) => ms >= Date.parse(from ?? '') && ms < Date.parse(to ?? ''))
        .map((ms) => String(ms / 1000));
      expect(starts.sort().join(), text).toBe(dates[at]?.[2]);
    }
  } finally {
    await app.close();
  }
});
