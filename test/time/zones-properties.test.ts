/**
 * Properties of the time zone conversions over random zones and times, half of them close to a
 * clock change in the zone. A failure prints its seed.
 */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { secondsToText, textToSeconds } from '../../src/time/wall-clock.js';
import { localToUtc, utcToLocal, wallToUtcSeconds } from '../../src/time/zones.js';
import { fc } from '../support/seed.js';

describe('properties', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  // Plain times from 1950 to 2060, and times within two days of some clock change in the zone.
  const moments = fc
    .tuple(
      fc.constantFrom(...zones, 'UTC+5.75', '-09:30'),
      fc.integer({ min: -631_152_000, max: 2_840_140_800 }),
      fc.option(fc.integer({ min: -172_800, max: 172_800 })),
    )
    .map(([zone, seconds, near]) => ({ zone, seconds: seconds + nearChange(zone, seconds, near) }));

  test('to UTC and back gives the gap-adjusted local time', () => {
    fc.assert(
      fc.property(moments, ({ zone, seconds }) => {
        const { local, utc } = localToUtc(secondsToText(seconds), zone);
        expect(utcToLocal(utc, zone)).toBe(local);
        expect(localToUtc(local, zone)).toEqual({ local, utc });
      }),
      { numRuns: 3000 },
    );
  });

  test('the cached offsets agree with Temporal', () => {
    fc.assert(
      fc.property(moments, ({ zone, seconds }) => {
        fc.pre(!/^(UTC|-)/.test(zone));
        const zoned = Temporal.PlainDateTime.from(
          secondsToText(seconds).replace(' ', 'T'),
        ).toZonedDateTime(zone);
        const local = `${zoned.toPlainDateTime().toString().replace('T', ' ')}:00`.slice(0, 19);
        const { local: wall, utc } = wallToUtcSeconds(seconds, zone);
        expect(utc).toBe(zoned.epochMilliseconds / 1000);
        expect(secondsToText(wall)).toBe(local);
      }),
      { numRuns: 3000 },
    );
  });
});

/** What to add to a time to get `near` seconds away from the zone's next change. */
function nearChange(zone: string, seconds: number, near: number | null): number {
  if (near === null || /^(UTC|-)/.test(zone)) return 0;
  const from = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone);
  const change = from.getTimeZoneTransition('next');
  return change === null || change === undefined
    ? 0
    : textToSeconds(change.toPlainDateTime().toString({ smallestUnit: 'second' })) + near - seconds;
}
