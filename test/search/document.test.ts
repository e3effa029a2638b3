/** StoredRecord → SearchDocument: every kind of index field, text, place, suggestion. */
import { describe, expect, test } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import { NO_USAGE, type StoredRecord } from '../../src/kinds/record.js';
import { toDocument } from '../../src/search/document.js';
import { makeRecord, makeSnapshot, NOW, usedBy, utcText } from '../contracts/builders.js';

const answers = { answer: '{}', fullAnswer: null, others: {} };
const currency = { symbol: '$', code: 'USD' };
const documentOf = (record: StoredRecord, usage = NO_USAGE, languages = ['en']) =>
  toDocument(
    { ...record, version: 3 },
    { usage, stamp: 'made here', siteTimeZone: 'UTC', currency, answers, languages },
  );

describe('documents', () => {
  test('an event: dates in seconds, booleans as 0 and 1, links as IDs, words folded', () => {
    const venue = makeRecord('venue', 9, {
      fields: { city: ' Zürich ', country: 'CH', geo_lat: 0, geo_lng: 0 },
    });
    const record = makeRecord('event', 3, {
      revision: 4,
      title: 'Café  JAZZ',
      author: 7,
      fields: { featured: true, excerpt: "O'Neil", description: 'Straße', end_date: 'x' },
      relations: {
        venue: [makeSnapshot(venue)],
        tags: [5, 2].map((id) => makeSnapshot(makeRecord('tag', id))),
      },
    });
    const document = documentOf(record);
    expect(document).toMatchObject({
      id: 3,
      kind: 'event',
      version: 3,
      linked: {
        tags: [{ id: 5, slug: 'tag-5', name: 'tag 5', sortKey: 'tag 5', publicFrom: 0 }, { id: 2 }],
      },
      place: { lat: 0, lng: 0 },
      publicFrom: 0,
      usage: NO_USAGE,
      suggests: [{ type: 'event', text: 'Café  JAZZ' }],
      text: { title: ['cafe jazz'], excerpt: ['o neil'], description: ['strasse'], organizer: [] },
      forms: { title: [], excerpt: ['\ue000oneil', '\ue001oneil'], description: ['\ue001strass'] },
      stamp: 'made here',
      ...answers,
    });
    expect(document.values).toMatchObject({
      title: 'cafe jazz',
      slug: 'event-3',
      status: 'publish',
      author: 7,
      start: NOW + 3 * 3600,
      month: '2026-03',
      featured: 1,
      hidden: 0,
      city: 'zurich',
      venue: [9],
      organizer: [],
      tags: [5, 2],
    });
    expect(document.labels).toMatchObject({ title: 'Café  JAZZ', country: 'CH' });
  });

  test('every kind: each index field has a value of its type, each text field a text', () => {
    for (const kind of allKinds) {
      const document = documentOf(makeRecord(kind.name, 1));
      for (const [name, field] of Object.entries(kind.indexFields)) {
        const value = document.values[name];
        const isText = ['keyword', 'folded', 'currency', 'postalCode'].includes(field.type);
        const expected = isText ? 'string' : 'number';
        if (field.isMany) expect(Array.isArray(value), `${kind.name}.${name}`).toBe(true);
        else expect(typeof value, `${kind.name}.${name}`).toBe(expected);
      }
      expect(Object.keys(document.text)).toEqual(Object.keys(kind.textFields));
      const texts = Object.values(document.text).flat();
      expect(texts.every((text) => typeof text === 'string' && text !== '')).toBe(true);
    }
  });

  test.each([
    ['publish', 0],
    ['future', NOW + 60],
    ['draft', null],
    ['pending', null],
    ['private', null],
    ['trash', null],
  ] as const)('%s is public from %s', (status, from) => {
    const record = makeRecord('venue', 1, { status, date_utc: utcText(NOW + 60) });
    expect(documentOf(record).publicFrom).toBe(from);
  });

  test.each([
    ['both coordinates', { geo_lat: 0, geo_lng: -180 }, { lat: 0, lng: -180 }],
    ['one only', { geo_lat: 5 }, null],
    ['cleared', { geo_lat: null, geo_lng: null }, null],
    ['none', {}, null],
  ])('place with %s', (_, fields, place) => {
    expect(documentOf(makeRecord('venue', 1, { fields })).place).toEqual(place);
  });

  test('a hidden event and an empty city give no suggestions', () => {
    const hidden = makeRecord('event', 1, { fields: { hide_from_listings: true } });
    expect(documentOf(hidden).suggests).toEqual([]);
    const venue = makeRecord('venue', 1, { title: 'Hall', fields: { city: '  ' } });
    expect(documentOf(venue, usedBy(1)).suggests).toMatchObject([{ type: 'venue', text: 'Hall' }]);
  });

  test('each text is a part of its own, with the stems of its language', () => {
    const named = (id: number, title: string, fields = {}) =>
      makeSnapshot(makeRecord('organizer', id, { title, fields }));
    const record = makeRecord('event', 1, {
      title: 'Two cities',
      fields: { 'title.de': 'Zwei Städte', 'title.pl': 'Dwa cities', text_language: 'en' },
      relations: {
        organizer: [
          named(8, 'Concerts United'),
          named(9, 'Tänze', { text_language: 'de' }),
          named(9, 'Concerts United'),
        ],
      },
    });
    const { text, forms } = documentOf(record, NO_USAGE, ['en', 'de']);
    expect(text.title).toEqual(['two cities', 'zwei stadte', 'dwa cities']);
    expect(text.organizer).toEqual(['concerts united', 'tanze']);
    expect(forms.title).toEqual(['\ue001citi', '\ue000staedte', '\ue001stadt']);
    expect(forms.organizer).toEqual(['\ue001concert', '\ue001unit', '\ue000taenze', '\ue001tanz']);
  });

  test('terms keep their punctuation for search, folded', () => {
    const tag = makeRecord('tag', 1, { title: 'Rock & Röll', slug: 'rock-roll' });
    expect(documentOf(tag).text).toEqual({ name: ['rock & roll'], slug: ['rock-roll'] });
  });
});
