/** States that titles name, and that nothing else of a row does. Contract 17. */
import { describe, expect, it, test } from 'vitest';
import { statesIn } from '../../src/rows/title-states.js';
import { type Facts, loadBody, openCases } from '../support/cases.js';
import { exported } from '../support/files.js';

describe('a title', () => {
  it.each([
    'Abgesagt: Konzert im Park',
    'ABGESAGT! Konzert',
    'ABGESAGT – Konzert',
    'Entfällt - Yoga',
    'CANCELED: Weekly meeting',
    '[CANCELLED] Weekly meeting',
    '*** Cancelled *** Market',
    '❌ CANCELLED: Market',
    'Market (cancelled)',
    'Market - CANCELLED!',
    'Annulé : Atelier',
    'ANNULÉE | Visite',
    'Inställt: Sommarfest',
    'Отменено: концерт',
    '【中止】花火大会',
  ])('%s is cancelled', (title) => {
    expect(statesIn(title)).toEqual({ event_status: 'cancelled' });
  });

  it.each<[string, ReturnType<typeof statesIn>]>([
    ['Verschoben: Lesung', { event_status: 'postponed' }],
    ['Postponed - Open day', { event_status: 'postponed' }],
    ['Reporté : Atelier', { event_status: 'postponed' }],
    ['Rescheduled: Open day', { event_status: 'rescheduled' }],
    ['SOLD OUT: Concert', { availability: 'sold_out' }],
    ['Concert [Complet]', { availability: 'sold_out' }],
    ['Ausverkauft! Konzert', { availability: 'sold_out' }],
  ])('%s is %j', (title, states) => {
    expect(statesIn(title)).toEqual(states);
  });

  it.each([
    'Cancelled',
    'Cancelled!',
    'The Cancelled',
    'Cancelled plans and other stories',
    'Cancelled Culture: a debate',
    'Nothing is cancelled: a debate',
    'Abgesagter Sommer: Lesung',
    'Wird nicht abgesagt',
    'Verschoben auf den 3. Mai: Lesung',
    'Well-postponed',
    'Jazz: live',
    '',
  ])('%s says nothing', (title) => {
    expect(statesIn(title)).toEqual({});
  });

  test('of a million characters is looked through at once', () => {
    for (const text of ['(', 'a ', '- ', ': a', '*a']) {
      const begin = performance.now();
      statesIn(text.repeat(300_000));
      expect(performance.now() - begin).toBeLessThan(5000);
    }
  });
});

const app = openCases();
const load = async (row: Facts, query = '') => {
  const event = { start_date: '2026-12-10 19:00:00', external_id: 'club:1', ...row };
  const { lines } = await loadBody(app(), JSON.stringify([event]), { query });
  return app().given({ request: `GET /events/${lines[0].id}` });
};

test('a row without a column of states has that of its title, and again none', async () => {
  const { id, ...off } = await load({ title: 'Abgesagt: Konzert' });
  expect(off).toMatchObject({ title: 'Abgesagt: Konzert', event_status: 'cancelled' });
  expect(await load({ title: 'Konzert' })).toMatchObject({ id, event_status: 'scheduled' });
  const full = await load({ title: 'Ausverkauft: Konzert' });
  expect(full).toMatchObject({ event_status: 'scheduled', availability: 'sold_out' });
  expect(await load({ title: 'Konzert' })).toMatchObject({ availability: 'available' });
});

test('what a user says stays where the title names no state', async () => {
  const { id } = await load({ title: 'Konzert' });
  const body = { event_status: 'postponed' };
  await app().given({ request: `PATCH /events/${id}`, body });
  expect(await load({ title: 'Konzert im Park' })).toMatchObject(body);
});

test('our own columns and exports are believed', async () => {
  const stated = { title: 'Abgesagt: Kabarett', event_status: 'scheduled' };
  const { id } = await load(stated);
  const lines = await exported(app().deps, 'event');
  await app().given({ request: `DELETE /events/${id}?force=true` });
  await loadBody(app(), lines, { type: 'application/x-ndjson' });
  const { events } = await app().given({ request: 'GET /events?start_date=2026-12-01' });
  expect(events).toMatchObject([stated]);
});

describe('where programs write that every event takes place', () => {
  const calendar = (title: string, producer = '') =>
    [
      ...['BEGIN:VCALENDAR', `PRODID:${producer}`, 'BEGIN:VEVENT', 'UID:1@club.example'],
      ...['DTSTART:20261210T190000Z', `SUMMARY:${title}`, 'STATUS:CONFIRMED'],
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n');
  const page = (name: string) =>
    JSON.stringify({
      ...{ '@context': 'https://schema.org', '@type': 'Event', '@id': 'https://club.example/1' },
      ...{ name, startDate: '2026-12-10T19:00Z', eventStatus: 'https://schema.org/EventScheduled' },
    });

  it.each<[string, (title: string) => string, string]>([
    ['calendars', calendar, 'text/calendar'],
    ['schema.org', page, 'application/json'],
  ])('the title counts: %s', async (_name, write, type) => {
    const states: string[] = [];
    for (const title of ['Konzert', 'Abgesagt: Konzert', 'Konzert']) {
      const { lines } = await loadBody(app(), write(title), { type });
      const event = await app().given({ request: `GET /events/${lines[0].id}` });
      states.push(`${event.id} ${event.event_status}`);
    }
    const [first] = states;
    const id = first?.split(' ')[0];
    expect(states).toEqual([first, `${id} cancelled`, first]);
  });

  it('our own calendars are believed', async () => {
    const days = { start_date: '2026-12-12', end_date: '2026-12-12', all_day: true };
    const body = { title: 'Abgesagt: Kabarett', status: 'publish', ...days };
    const { id } = await app().given({ request: 'POST /events', body });
    const { text } = await app().call({ request: `GET /events/${id}.ics` });
    await app().given({ request: `DELETE /events/${id}?force=true` });
    const { lines } = await loadBody(app(), text, { type: 'text/calendar' });
    const event = await app().given({ request: `GET /events/${lines[0].id}` });
    expect(event).toMatchObject({ title: body.title, event_status: 'scheduled' });
  });
});
