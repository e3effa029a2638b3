/** A value that cannot be read, or that means less than it seems to, costs itself and not its row. */
import { expect, test } from 'vitest';
import { readText } from '../support/read-text.js';

test('yes and no as people write them; another word costs itself', async () => {
  const words = 'yes Yes YES TRUE 1 y x on ja oui sí ✓ WAHR'.split(' ');
  const nos = 'no No NO FALSE 0 n off nein non falsch'.split(' ');
  const rows = [...words, ...nos, 'maybe'].map((word) => `A,2027-12-01 19:00,${word}`);
  const { payloads, warnings, faults } = await readText(
    ['title,start_date,featured', ...rows].join('\n'),
  );
  expect(faults).toEqual([]);
  expect(payloads.map(({ featured }) => featured)).toEqual([
    ...words.map(() => true),
    ...nos.map(() => false),
    undefined,
  ]);
  expect(warnings).toEqual(['featured: left out: not usable as yes or no']);
});

test('an offer that states nothing is not sold out with the one beside it', async () => {
  const offer = (availability?: string, further = {}) => ({ price: 5, availability, ...further });
  const offers = [
    [offer(), offer('SoldOut')],
    [offer('SoldOut'), offer('SoldOut')],
    [offer(undefined, { offers: [offer('SoldOut'), offer('SoldOut')] })],
    [offer('SoldOut'), offer('https://schema.org/InStock')],
    [offer(), offer('LimitedAvailability')],
  ];
  const events = offers.map((offers, at) => ({
    ...{ '@type': 'Event', name: `E${at}`, url: `https://e.example.org/${at}` },
    ...{ startDate: '2027-12-05T19:00:00Z', offers },
  }));
  const { payloads, warnings } = await readText(JSON.stringify(events));
  const availabilities = [undefined, 'sold_out', 'sold_out', 'available', 'limited'];
  expect(payloads.map(({ availability }) => availability)).toEqual(availabilities);
  expect(warnings).toEqual(['availability: left out: soldout']);
});

test('a name in a parameter keeps the quotes that are its own', async () => {
  const names = ['Kino "Luna" e.V.', '"Ann, Inc."', '"The ^\'Luna^\'"'];
  const events = names.map((name, at) => [
    ...['BEGIN:VEVENT', `UID:${at}@example.org`, 'DTSTART:20270301T190000Z', 'SUMMARY:A'],
    ...[`ORGANIZER;CN=${name}:mailto:a@example.org`, 'END:VEVENT'],
  ]);
  const lines = ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR'];
  const { payloads } = await readText(lines.join('\r\n'));
  expect(payloads.map(({ organizer }) => organizer.organizer)).toEqual([
    'Kino "Luna" e.V.',
    'Ann, Inc.',
    'The "Luna"',
  ]);
});
