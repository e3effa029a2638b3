/**
 * Recurring events under faults: a client that writes series and their dates at random, and the
 * check that no date is there twice, none is missing, and none is stale. Contract 29.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { groupBy } from '../../src/lib/batches.js';
import { readStored } from '../../src/time/recurrence/stored.js';
import { chooseFrom } from './random.js';
import { type Body, type Final, type Finding, findingOf, type Item, isBody } from './types.js';
import type { Bench } from './workers.js';

/** Series at a time; the eldest is left to itself when there are more. */
const SERIES_MAX = 4;

/** Writes series until the run is over; what its requests are answered does not matter. */
export async function runSeriesWorker(run: Bench): Promise<void> {
  const choose = chooseFrom(run.seed, 'series');
  const own: number[] = [];
  let version = 0;
  const call = async (method: string, path: string, payload?: Body) => {
    const { status, body } = await run.send(choose.between(0, 1), method, path, payload);
    if (status === 201) {
      run.series.add(Number(body.id));
      own.push(Number(body.id));
      own.splice(0, own.length - SERIES_MAX);
    }
    return body;
  };
  const rule = () => `FREQ=${choose.of(['DAILY', 'WEEKLY'])};COUNT=${choose.between(2, 12)}`;
  const title = () => ({ title: `Series ${++version}` });
  const times = () => {
    const hour = choose.between(10, 20);
    return { start_date: `2027-03-02 ${hour}:00:00`, end_date: `2027-03-02 ${hour}:30:00` };
  };
  const create = () =>
    call('POST', '/events', { ...title(), ...times(), status: 'publish', recurrence: rule() });
  const changeSeries = (id: number): Promise<unknown> =>
    call('PATCH', `/events/${id}`, choose.of<Body>([title(), times(), { recurrence: rule() }]));
  const changeDate = async (id: number) => {
    const { events } = await call('GET', `/events?post_parent=${id}&start_date=2027-01-01`);
    if (!Array.isArray(events) || events.length === 0) return;
    const date = choose.of(events.filter(isBody));
    const scope = choose.of(['this', 'this', 'following', 'all']);
    const force = choose.chance(0.3) ? '?force=true' : '';
    if (choose.chance(0.25)) await call('DELETE', `/events/${date.id}${force}`);
    else await call('PATCH', `/events/${date.id}`, { ...title(), scope });
  };
  const trash = (id: number) => call('DELETE', `/events/${id}`);
  const restore = (id: number) => call('PATCH', `/events/${id}`, { status: 'publish' });
  // What changes dates is chosen more often than what ends or brings back all of them.
  const often = [changeSeries, changeDate];
  const actions: typeof often = [trash, restore, changeDate, ...often, ...often, ...often];
  while (!run.isOver()) {
    if (own.length < 2 || choose.chance(0.1)) await create();
    else await choose.of(actions)(choose.of(own));
    await pause(choose.between(1, run.pauseMs * 4));
  }
}

/** → whether a record is a series, which no list has. */
export const isSeriesItem = ({ kind, id, body }: Item, { series }: Final): boolean =>
  kind === 'event' &&
  (series?.has(id) === true || (isBody(body?.recurrence) && originOf(body) === ''));

const recurrenceOf = ({ recurrence }: Body): Body => (isBody(recurrence) ? recurrence : {});
const originOf = (body: Body): string => String(recurrenceOf(body).original_start_date ?? '');

/** → of the later parts that begin at a date or before it, the fields that each states. */
const changedByParts = (body: Body, origin: string): unknown[] => {
  const { parts } = recurrenceOf(body);
  const [, ...later] = Array.isArray(parts) ? parts.filter(isBody) : [];
  return later.filter(({ from }) => String(from) <= origin).map(({ changed }) => changed);
};

/** Every living series has each date of its rules once, as the series is or in the trash. */
export function checkSeries({ items, lists }: Final): Finding[] {
  const entries = lists
    .filter(({ kind, service }) => kind === 'event' && service === 0)
    .flatMap((list) => list.entries);
  const dates = entries.filter((entry) => originOf(entry) !== '');
  const bySeries = groupBy(dates, (entry) => recurrenceOf(entry).series_id);
  const series = items.flatMap(({ body }) => {
    const isLive = body && isBody(body.recurrence) && body.status === 'publish';
    return isLive && originOf(body) === '' ? [body] : [];
  });
  return series.flatMap((body) => {
    const own = bySeries.get(Number(body.id)) ?? [];
    const origins = own.map(originOf);
    const wanted = datesOf(body);
    const live = own.filter(({ status }) => status === 'publish');
    const faults = [
      ...origins.filter((one, at) => origins.indexOf(one) !== at).map((one) => `${one} twice`),
      ...wanted.filter((one) => !origins.includes(one)).map((one) => `${one} is missing`),
      ...live.flatMap((entry) => {
        const origin = originOf(entry);
        if (!wanted.includes(origin)) return [`${origin} is no date of it`];
        const { changed } = recurrenceOf(entry);
        // What a part states differs from the series, which answers its first part.
        const isOwn = (name: string) =>
          [changed, ...changedByParts(body, origin)].some(
            (names) => Array.isArray(names) && names.includes(name),
          );
        const isStale =
          (!isOwn('title') && entry.title !== body.title) ||
          (!isOwn('start_date') && entry.start_date !== origin);
        return isStale ? [`${origin} is stale: ${entry.title}, ${entry.start_date}`] : [];
      }),
    ];
    const text = (fault: string) => `series ${body.id} (${body.title}): ${fault}`;
    return faults.map((fault) => findingOf('a wrong date', text(fault)));
  });
}

function datesOf(body: Body): string[] {
  const { rules } = recurrenceOf(body);
  const lines = Array.isArray(rules) ? rules.map(String) : [];
  const [start, zone] = [String(body.start_date), String(body.timezone)];
  const known = readStored(lines, { start, zone, isAllDay: body.all_day === true });
  return known?.next('2027-01-01 00:00:00', 1000) ?? [];
}
