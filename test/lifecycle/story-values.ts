/** What stories write: the values of fields, times and rules. */
import type { JsonObject } from '../../src/kinds/record.js';
import type { Choose } from '../faults/random.js';
import type { Json } from '../support/app.js';
import { dayAfter } from './told.js';
import type { World } from './world.js';

/** A value as it is sent, and how an answer shows it. */
type Value = [sent: JsonObject, shown: (event: Json) => boolean];

const namesIn = (items: Json[], name: string): string => items.map((item) => item[name]).join();

/** → one of the values that events have but for times. */
export function someValue(world: World, choose: Choose): Value {
  const n = ++world.serial;
  const [term, place] = [`term ${n % 5}`, `Hall ${n % 4}`];
  return choose.of<Value>([
    [{ title: `T${n}` }, ({ title }) => title === `T${n}`],
    [{ description: `<p>D${n}</p>` }, ({ description }) => description === `<p>D${n}</p>`],
    [{ description: '' }, ({ description }) => description === ''],
    [{ cost: `${n}` }, ({ cost }) => cost.replace('$', '') === `${n}`],
    [{ cost: '' }, ({ cost }) => cost === ''],
    [{ website: `https://w${n}.example/` }, (event) => event.website === `https://w${n}.example/`],
    [{ event_status: 'cancelled' }, ({ event_status }) => event_status === 'cancelled'],
    [{ event_status: 'scheduled' }, ({ event_status }) => event_status === 'scheduled'],
    [{ tags: [term] }, ({ tags }) => namesIn(tags, 'name') === term],
    [{ tags: [] }, ({ tags }) => tags.length === 0],
    [{ categories: [term] }, ({ categories }) => namesIn(categories, 'name') === term],
    [{ venue: { venue: place } }, ({ venue }) => venue.venue === place],
    [
      { organizer: [{ organizer: term }] },
      (event) => namesIn(event.organizer, 'organizer') === term,
    ],
    [{ organizer: [] }, ({ organizer }) => organizer.length === 0],
    [{ featured: true }, ({ featured }) => featured === true],
    [{ show_map: false }, ({ show_map }) => show_map === false],
  ]);
}

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'UTC', 'Australia/Lord_Howe'];
/** Days on which events begin. */
export const DAYS = ['2026-02-24', '2026-03-17', '2026-03-24', '2026-04-07', '2026-04-14'];
/** Rules of series. */
export const RULES = [
  'FREQ=WEEKLY;COUNT=6',
  'FREQ=DAILY;COUNT=5',
  'FREQ=DAILY;INTERVAL=3;COUNT=6',
  'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=7',
  'FREQ=MONTHLY;BYDAY=2TU;COUNT=4',
  'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260701',
];

/** → times on a day: whole days, hours, over midnight, over two days, or none at all. */
export function someTimes(
  choose: Choose,
  day: string,
  timezone = choose.of(ZONES),
): Record<string, Json> {
  const at = (days: number) => dayAfter(day, days);
  if (choose.chance(0.3)) {
    const [start_date, end_date] = [day, at(choose.between(0, 2))];
    return { all_day: true, start_date, end_date, timezone };
  }
  // In no zone is it left out by a change of clocks.
  const hour = choose.between(4, 22);
  const two = (number: number) => String(number).padStart(2, '0');
  const start_date = `${day} ${two(hour)}:${choose.of(['00', '30'])}`;
  const ends = [`${day} ${two(hour + 1)}`, `${at(1)} 03`, `${at(2)} ${two(hour)}`];
  return { all_day: false, start_date, end_date: `${choose.of(ends)}:45`, timezone };
}
