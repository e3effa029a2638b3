/**
 * Earlier dates and the count of changes over random writes by every path, against a model, and
 * events that were written before these fields existed. A failure prints its seed. Contract 19.
 */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, StoredRecord } from '../../src/kinds/record.js';
import { assertInTime } from '../contracts/builders.js';
import { UNLEASED } from '../contracts/record-store.js';
import { embeddedPair, overTwoPairs } from '../support/adapters.js';
import { catchUp } from '../support/agree.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { givenVenue } from '../support/factories.js';
import { exported } from '../support/files.js';
import { loadRows } from '../support/load-rows.js';
import { fc } from '../support/seed.js';

const caller = { id: 1, name: 'admin', role: 'administrator' } as const;

/** What a write sends; what is absent is not sent. Venues are numbers of `given`, -1: none. */
const sent = fc.record(
  {
    title: fc.constantFrom('A', 'B'),
    day: fc.integer({ min: 1, max: 3 }),
    timezone: fc.constantFrom('UTC', 'Europe/Paris'),
    event_status: fc.constantFrom('scheduled', 'rescheduled', 'EventRescheduled', 'cancelled'),
    venue: fc.integer({ min: -1, max: 1 }),
  },
  { requiredKeys: [] },
);

type Sent = Partial<Record<'title' | 'timezone' | 'event_status', string>> & {
  day?: number;
  venue?: number;
};

const write = fc.oneof(
  { weight: 6, arbitrary: fc.record({ by: fc.constantFrom('patch', 'load'), sent }) },
  fc.constant({ by: 'rename', sent: {} }),
  fc.constant({ by: 'trash', sent: {} }),
);

/** What is known of the event, restated from the contract. */
interface Model {
  day: number;
  timezone: string;
  event_status: string;
  venue: number;
  sequence: number;
  previous: string[];
}

const textOf = (day: number) => `2026-05-0${day} 09:00:00`;

function expected(before: Model, { day, timezone, event_status, venue }: Sent): Model {
  const status = event_status === 'EventRescheduled' ? 'rescheduled' : event_status;
  const after = {
    ...before,
    day: day ?? before.day,
    timezone: timezone ?? before.timezone,
    event_status: status ?? before.event_status,
    venue: venue ?? before.venue,
  };
  const datesOf = (model: Model) => `${textOf(model.day)} ${model.timezone}`;
  const isMoved = datesOf(before) !== datesOf(after);
  if (isMoved && status === 'rescheduled') {
    after.previous = [datesOf(before), ...before.previous].slice(0, 10);
  }
  const isOther = before.event_status !== after.event_status || before.venue !== after.venue;
  if (isMoved || isOther) after.sequence++;
  return after;
}

function payloadOf({ day, venue, ...rest }: Sent, venues: readonly number[]): JsonObject {
  return {
    ...rest,
    ...(day === undefined ? {} : { start_date: textOf(day), end_date: textOf(day) }),
    ...(venue === undefined ? {} : { venue: venues[venue] ?? '' }),
  };
}

it('any writes by any path: each change counts once, each rescheduled date is kept', async () => {
  const app = await openTestApp(embeddedPair);
  try {
    const { deps } = app;
    const [hall, park] = [await givenVenue(app), await givenVenue(app, { venue: 'Park' })];
    const venues = [Number(hall.id), Number(park.id)];
    let runs = 0;
    const run = async (writes: { by: string; sent: Sent }[]) => {
      const externalId = `run ${++runs}`;
      const load = async (payload: JsonObject) => {
        const [result] = await loadRows(deps, kinds.event, [{ externalId, payload }], { caller });
        if (!result || result.outcome === 'rejected') throw new Error(JSON.stringify(result));
        return Number(result.record?.id);
      };
      const first = { title: 'A', start_date: textOf(1), end_date: textOf(1), timezone: 'UTC' };
      const id = await load(first);
      const item = `/events/${id}`;
      const start = { day: 1, timezone: 'UTC', event_status: 'scheduled', venue: -1 };
      let model: Model = { ...start, sequence: 0, previous: [] };
      for (const [at, { by, sent: some }] of writes.entries()) {
        if (by === 'rename') {
          const body = { venue: `Hall ${runs} ${at}` };
          await app.given({ request: `PATCH /venues/${venues[0]}`, body });
          await catchUp(deps);
          // Calendars show the name of the place.
          if (model.venue === 0) model = { ...model, sequence: model.sequence + 1 };
        } else if (by === 'trash') {
          await app.given({ request: `DELETE ${item}` });
          await app.given({ request: `PATCH ${item}`, body: { status: 'publish' } });
        } else {
          const body = payloadOf(some, venues);
          if (by === 'load') await load(body);
          else await app.given({ request: `PATCH ${item}`, body });
          model = expected(model, some);
        }
        const { fields } = (await deps.store.get('event', { id })) as StoredRecord;
        expect(fields.sequence ?? 0).toBe(model.sequence);
        const previous = fields.previous_dates as JsonObject[];
        expect(previous.map((one) => `${one.start_date} ${one.timezone}`)).toEqual(model.previous);
      }
    };
    await assertInTime(fc.asyncProperty(fc.array(write, { maxLength: 15 }), run), {
      numRuns: 40,
    });
  } finally {
    await app.close();
  }
});

/** → the line of the only event. */
async function exportedEvent({ deps }: TestApp): Promise<JsonObject> {
  return JSON.parse(await exported(deps, 'event'));
}

/** Stores an event as an earlier release did, without the fields of Contract 19. */
async function givenOld({ deps }: TestApp, payload: JsonObject): Promise<number> {
  const [result] = await loadRows(deps, kinds.event, [{ externalId: 'old', payload }], {
    caller,
  });
  const record = result && result.outcome !== 'rejected' ? result.record : null;
  if (!record) throw new Error('the event was refused');
  const names = ['event_status', 'event_status_reason', 'previous_dates', 'attendance_mode'];
  const gone = new Set([...names, 'online_url', 'availability', 'sequence']);
  const fields = Object.fromEntries(
    Object.entries(record.fields).filter(([name]) => !gone.has(name)),
  );
  const old = { ...record, fields, revision: record.revision + 1 };
  const { conflicts } = await deps.store.write(
    [{ record: old, expected: record.revision }],
    UNLEASED,
  );
  expect(conflicts).toEqual([]);
  await catchUp(deps);
  return record.id;
}

overTwoPairs('an event of an earlier release', (pair) => {
  it('reads as the defaults, is listed by them, and the same row leaves it alone', async () => {
    const app = await openTestApp(pair);
    try {
      const payload = { title: 'Fair', start_date: '2026-05-01', end_date: '2026-05-01' };
      const id = await givenOld(app, payload);
      const defaults = {
        event_status: 'scheduled',
        event_status_reason: '',
        previous_dates: [],
        attendance_mode: 'in_person',
        online_url: '',
        availability: 'available',
      };
      expect(await app.given({ request: `GET /events/${id}` })).toMatchObject(defaults);
      const shown = { event_status: 'scheduled', attendance_mode: 'in_person' };
      expect(await exportedEvent(app)).toMatchObject(shown);
      const query = 'event_status=scheduled&attendance_mode=in_person&availability=available';
      const { events } = await app.given({ request: `GET /events?${query}&is_free=false` });
      expect(events).toMatchObject([{ id, ...defaults }]);
      const entry = { externalId: 'old', payload };
      const [again] = await loadRows(app.deps, kinds.event, [entry], { caller });
      expect(again?.outcome).toBe('unchanged');
      const sent = { ...payload, event_status: 'cancelled' };
      const [changed] = await loadRows(app.deps, kinds.event, [{ ...entry, payload: sent }], {
        caller,
      });
      expect(changed).toMatchObject({ outcome: 'updated', record: { fields: { sequence: 1 } } });
    } finally {
      await app.close();
    }
  });
});

it('an export carries the fields, the address of an event in person too', async () => {
  const app = await openTestApp(embeddedPair);
  try {
    const life = {
      event_status: 'rescheduled',
      event_status_reason: 'Storm',
      attendance_mode: 'in_person',
      online_url: 'https://live.test/',
      availability: 'limited',
    };
    const day = { start_date: '2026-05-01', end_date: '2026-05-01' };
    const body = { title: 'Fair', ...day, ...life };
    const { id } = await app.given({ request: 'POST /events', body });
    const later = { start_date: '2026-06-01', end_date: '2026-06-01' };
    const request = `PATCH /events/${id}`;
    await app.given({ request, body: { ...later, event_status: 'rescheduled' } });
    const line = await exportedEvent(app);
    expect(line).toMatchObject(life);
    expect(line.previous_dates).toMatchObject([{ start_date: '2026-05-01 00:00:00' }]);
    expect(line).toMatchObject({ uid: `event-${id}@example.com`, sequence: 1 });
    const entry = { externalId: 'copy', payload: line };
    const [copy] = await loadRows(app.deps, kinds.event, [entry], { caller });
    expect(copy).toMatchObject({ outcome: 'created', record: { fields: life } });
  } finally {
    await app.close();
  }
});
