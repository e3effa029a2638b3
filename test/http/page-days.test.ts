/** The days that visitors choose from, and the towns that they name. Contract 26. */
import { describe, expect, it } from 'vitest';
import { townAt } from '../../src/lib/town-table.js';
import { townsCalled } from '../../src/lib/towns.js';
import { dayChoices } from '../../src/pages/days.js';

const weekendAt = (nowMs: number, zone = 'UTC') =>
  dayChoices({ zone, nowMs }).find(({ label }) => label === 'This weekend')?.params.overlaps;

describe('days', () => {
  it.each([
    ['a Tuesday', Date.UTC(2026, 2, 10, 12), 'UTC', '2026-03-14,2026-03-15'],
    ['a Saturday', Date.UTC(2026, 2, 14, 12), 'UTC', '2026-03-14,2026-03-15'],
    ['a Sunday: what is left of it', Date.UTC(2026, 2, 15, 12), 'UTC', '2026-03-15,2026-03-15'],
    ['Sunday here, Monday there', Date.UTC(2026, 2, 15, 20), 'Asia/Tokyo', '2026-03-21,2026-03-22'],
  ])('the weekend on %s', (_, nowMs, zone, dates) => {
    expect(weekendAt(nowMs, zone)).toBe(dates);
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
