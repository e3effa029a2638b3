/** Events that are parts of others have what these say, and they do not. Contract 17. */
import { expect, test } from 'vitest';
import type { Json } from '../support/app.js';
import { loadBody, openCases } from '../support/cases.js';
import { readText } from '../support/read-text.js';

const app = openCases();
const load = (body: Json) => loadBody(app(), JSON.stringify(body));

const HALL = { '@type': 'Place', name: 'Playhouse', address: { addressLocality: 'Toronto' } };
const hamlet = {
  ...{ '@context': 'https://schema.org', '@type': 'EventSeries', '@id': 'https://t.example.org/s' },
  ...{ name: 'Hamlet', url: 'https://t.example.org/hamlet', description: 'A tragedy' },
  ...{
    location: HALL,
    organizer: { name: 'City Players' },
    offers: { price: 5, priceCurrency: 'CAD' },
  },
};
const whole = {
  ...{
    website: 'https://t.example.org/hamlet',
    description: 'A tragedy',
    cost_details: { values: ['5'] },
  },
  ...{ venue: { venue: 'Playhouse', city: 'Toronto' }, organizer: [{ organizer: 'City Players' }] },
};

test('a series is its dates, with or without names of their own, and again the same', async () => {
  const series = {
    ...{ ...hamlet, startDate: '2027-06-01', endDate: '2027-06-20' },
    subEvent: [
      { '@type': 'TheaterEvent', startDate: '2027-06-01T19:30:00Z' },
      { '@type': 'TheaterEvent', startDate: '2027-06-02T19:30:00Z', eventStatus: 'EventCancelled' },
      {
        '@type': 'TheaterEvent',
        name: 'Preview',
        startDate: '2027-05-31T19:30:00Z',
        description: 'Half',
      },
    ],
  };
  const { summary, events, notes } = await load([series]);
  expect(summary, JSON.stringify(notes)).toMatchObject({ created: 3, rejected: 0 });
  expect(events.get('Hamlet')).toMatchObject([
    { ...whole, event_status: 'scheduled' },
    { ...whole, event_status: 'cancelled' },
  ]);
  expect(events.get('Preview')).toMatchObject([{ ...whole, description: 'Half' }]);
  expect((await load([series])).summary).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
});

test('a course of OpenActive without @ is its dates', async () => {
  const course = {
    ...{ '@context': ['https://openactive.io/'], type: 'CourseInstance', name: 'Tai Chi' },
    ...{ id: 'https://t.example.org/c/1', location: { type: 'Place', name: 'Hall' } },
    ...{ startDate: '2027-03-04T10:00:00Z', endDate: '2027-03-11T11:00:00Z' },
    subEvent: ['04', '11'].map((day) => ({
      ...{ type: 'Event', startDate: `2027-03-${day}T10:00:00Z` },
      endDate: `2027-03-${day}T11:00:00Z`,
    })),
  };
  const { payloads, faults } = await readText(JSON.stringify([course]));
  expect(faults).toEqual([]);
  expect(payloads).toMatchObject(
    ['04', '11'].map((day) => ({
      ...{ title: 'Tai Chi', start_date: `2027-03-${day}T10:00:00Z` },
      venue: { venue: 'Hall' },
    })),
  );
});

test('events inside of a festival stand beside it, those inside of them too', async () => {
  const festival = {
    ...{ '@type': 'Festival', name: 'Harbor Fest', location: HALL },
    ...{ startDate: '2027-07-01', endDate: '2027-07-03' },
    subEvents: [
      { '@type': 'MusicEvent', name: 'Opening', startDate: '2027-07-01T18:00:00Z' },
      {
        ...{ '@type': 'EventSeries', name: 'Talks', organizer: { name: 'Club' } },
        subEvent: { '@type': 'Event', startDate: '2027-07-02T18:00:00Z' },
      },
    ],
  };
  const { summary, events } = await load([festival]);
  expect(summary).toMatchObject({ created: 3, rejected: 0 });
  expect(events.get('Opening')).toMatchObject([{ venue: { venue: 'Playhouse' } }]);
  expect(events.get('Talks')).toMatchObject([
    { venue: { venue: 'Playhouse' }, organizer: [{ organizer: 'Club' }] },
  ]);
});

test('a series is found by its address, before it or behind', async () => {
  const date = (day: number, superEvent: Json) => ({
    ...{ '@type': 'Event', '@id': `https://t.example.org/${day}`, superEvent },
    startDate: `2027-06-0${day}T19:30:00Z`,
  });
  const { summary, events } = await load([
    date(1, 'https://t.example.org/s'),
    hamlet,
    date(2, { '@id': 'https://t.example.org/s' }),
    date(3, hamlet),
  ]);
  expect(summary).toMatchObject({ created: 3, rejected: 0 });
  expect(events.get('Hamlet')).toMatchObject([whole, whole, whole]);
  const alone = { ...date(1, 'https://t.example.org/s'), endDate: '2027-06-01T23:30:00Z' };
  const again = await load([alone]);
  expect(again.summary).toMatchObject({ updated: 1, rejected: 0 });
  expect(again.events.get('Hamlet')?.[0]).toMatchObject({
    ...whole,
    end_date: '2027-06-01 23:30:00',
  });
});

test('a line has the series of another line, and gives its dates', async () => {
  const date = { '@type': 'Event', superEvent: hamlet['@id'], startDate: '2027-06-01T19:30:00Z' };
  const within = { ...hamlet, '@id': 'https://t.example.org/w', subEvent: [date] };
  const lines = [date, { ...hamlet, name: 'Lear' }, within].map((row) => JSON.stringify(row));
  const { payloads, faults } = await readText(lines.join('\n'));
  expect([payloads.map(({ title }) => title).sort(), faults]).toEqual([['Hamlet', 'Lear'], []]);
});

test('a long text of a series that has very many dates is in none of them', async () => {
  const days = Array.from({ length: 4000 }, () => ({ name: 'A', startDate: '2027-06-01' }));
  const series = { ...hamlet, description: 'x'.repeat(500_000), subEvent: days };
  const { payloads, faults } = await readText(JSON.stringify([series]));
  expect([payloads.length, faults]).toEqual([4000, []]);
  expect(payloads.at(-1)?.description).toBeUndefined();
});

test('a part whose series is nowhere names it', async () => {
  const series = 'https://t.example.org/series';
  const part = { '@type': 'Event', startDate: '2027-06-01T19:30:00Z', superEvent: series };
  const rows = [
    { ...part, name: 'Lear' },
    { ...part, '@type': 'ScheduledSession' },
  ];
  const { payloads, warnings } = await readText(JSON.stringify(rows));
  expect(payloads.map(({ title }) => title)).toEqual(['Lear', undefined]);
  const warning = `superEvent: left out: the series is not here: "${series}"`;
  expect(warnings).toEqual([warning, warning]);
});
