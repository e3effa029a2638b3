/** The days that visitors choose from, and the towns that they name. Contract 26. */
import { describe, expect, it } from 'vitest';
import { townAt } from '../../src/lib/place/town-table.js';
import { townsCalled } from '../../src/lib/place/towns-called.js';
import { feedDates, listDates, readWhen } from '../../src/pages/event/when.js';

describe('when', () => {
  const month = ['2026-03-01', '2026-03-31'] as const;
  /** [sent, its feed] */
  it.each([
    [{}, 'any', null, { ends_after: '-14 days', strict_dates: 'true' }],
    [{ overlaps: 'today,today' }, 'days', 'today', { overlaps: '-14 days,today' }],
    [{ overlaps: 'weekend,weekend' }, 'days', 'weekend', { overlaps: '-14 days,weekend' }],
    [{ overlaps: 'today,+6 days' }, 'days', 'week', { overlaps: '-14 days,+6 days' }],
    [
      { day: 'tonight' },
      ...(['days', 'tonight'] as const),
      { overlaps: '-14 days,today', part: 'evening,night' },
    ],
    [
      { overlaps: '2026-03-01,2026-03-02' },
      ...(['days', null] as const),
      { overlaps: '2026-03-01,2026-03-02' },
    ],
    [{ part: 'morning' }, 'any', null, { part: 'morning', ends_after: '-14 days' }],
  ] as const)('%o is %s %s, and its feed says the same', (sent, is, name, feed) => {
    const when = readWhen(sent);
    expect([when.is, when.name]).toEqual([is, name]);
    const params = feedDates(when, null);
    expect(params).toMatchObject({ clock: 'local', ...feed });
    const again = readWhen(params as Record<string, string>);
    expect([again.is, again.name]).toEqual([is, name]);
  });

  it('lists leave out what runs through, where days have a beginning', () => {
    expect(listDates(readWhen({}), null)).toMatchObject({ running: 'hide', ends_after: 'now' });
    expect(listDates(readWhen({ view: 'month' }), month)).toMatchObject({ running: 'hide' });
    expect(listDates(readWhen({ running: 'only' }), null)).toMatchObject({ running: 'only' });
    expect(listDates(readWhen({ ends_before: 'now' }), null)).not.toHaveProperty('running');
    expect(listDates(readWhen({ starts_before: 'now' }), null)).not.toHaveProperty('running');
  });
});

describe('towns', () => {
  it.each([
    ['berlin', 'Berlin, Germany'],
    ['  PARIS ', 'Paris, France'],
    ['Portland', 'Portland, Oregon, United States'],
    ['Portland OR', 'Portland, Oregon, United States'],
    ['Portland, Maine', 'Portland, Maine, United States'],
    ['Washington DC', 'Washington, District of Columbia, United States'],
    ['Washington, D.C.', 'Washington, District of Columbia, United States'],
    ['New York, N. Y.', 'New York City, New York, United States'],
    ['Boston, U.S.A.', 'Boston, Massachusetts, United States'],
    ['Newcastle, U.K.', 'Newcastle upon Tyne, United Kingdom'],
    ['Newcastle', 'Newcastle, Australia'],
    ['Newcastle, GB', 'Newcastle upon Tyne, United Kingdom'],
    ['Zurich', 'Zürich, Switzerland'],
    ['München', 'Munich, Germany'],
    ['Wien', 'Vienna, Austria'],
    ['東京', 'Tokyo, Japan'],
    ['東京、日本', 'Tokyo, Japan'],
    ['عمان، الأردن', 'Amman, Jordan'],
    ['Portland, Atlantis', undefined],
    ['Berlin, France', undefined],
    ['', undefined],
    [', Germany', undefined],
  ])('%j is %j', (text, label) => {
    const town = townsCalled(text)[0] ?? null;
    expect(town?.label).toBe(label);
    if (town) expect(townAt(town.lat, town.lng)?.label).toBe(label);
  });
});
